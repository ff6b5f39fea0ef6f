//! What to do about a change, ready to paste where it can be.

use std::fmt;

use super::Context;
use crate::{
    changes::{Change, ChangeKind, Detail, FieldRef, Reuse, Subject},
    schema::{Enum, EnumId, Field, HttpBinding, Message, MessageId, NumberSet},
};

/// A remedy. Remedies of one sort for one message can be [merged](Fix::merged) into one line.
#[derive(Debug, Clone, PartialEq)]
pub enum Fix {
    /// `reserved 15, 16; reserved "protocol_version";`
    Reserve {
        /// Numbers that must not be used again.
        numbers: NumberSet,
        /// Names that must not be used again.
        names: Vec<String>,
    },
    /// Fields (or enum values) back to their numbers: `name = 3`.
    PutBack(Vec<(String, i32)>),
    /// Newcomers to numbers that were never used: the first free one, and who is to take one.
    FreshNumbers(i32, Vec<String>),
    /// The old JSON names on new fields: (field, JSON name).
    KeepJsonNames(Vec<(String, String)>),
    /// Anything else, in words.
    Advice(String),
}

impl Fix {
    /// The remedies of several changes, each sort once, in the order in which they are worth doing.
    pub fn merged<'a>(fixes: impl IntoIterator<Item = &'a Fix>) -> Vec<Fix> {
        let mut merged: Vec<Fix> = Vec::new();
        for fix in fixes {
            let same_sort = merged.iter_mut().find(|known| known.takes(fix));
            match same_sort {
                Some(known) => known.absorb(fix),
                None => merged.push(fix.clone()),
            }
        }
        merged.sort_by_key(Fix::rank);
        merged
    }

    fn takes(&self, other: &Fix) -> bool {
        match (self, other) {
            (Fix::FreshNumbers(a, _), Fix::FreshNumbers(b, _)) => a == b,
            (Fix::Advice(a), Fix::Advice(b)) => a == b,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    fn absorb(&mut self, other: &Fix) {
        fn extend<T: Clone + PartialEq>(known: &mut Vec<T>, more: &[T]) {
            for item in more {
                if !known.contains(item) {
                    known.push(item.clone());
                }
            }
        }
        match (self, other) {
            (Fix::Reserve { numbers, names }, Fix::Reserve { numbers: more_numbers, names: more_names }) => {
                more_numbers.ranges().for_each(|range| numbers.insert(range));
                extend(names, more_names);
            }
            (Fix::PutBack(known), Fix::PutBack(more)) => extend(known, more),
            (Fix::FreshNumbers(_, known), Fix::FreshNumbers(_, more)) => extend(known, more),
            (Fix::KeepJsonNames(known), Fix::KeepJsonNames(more)) => extend(known, more),
            _ => {}
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Fix::Reserve { .. } => 0,
            Fix::PutBack(_) => 1,
            Fix::FreshNumbers(..) => 2,
            Fix::KeepJsonNames(_) => 3,
            Fix::Advice(_) => 4,
        }
    }
}

impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
            items.iter().map(text).collect::<Vec<_>>().join(", ")
        }
        match self {
            Fix::Reserve { numbers, names } => {
                let mut statements = Vec::new();
                if !numbers.is_empty() {
                    statements.push(format!("reserved {};", numbers.listed()));
                }
                if !names.is_empty() {
                    statements.push(format!("reserved {};", list(names, |name| format!("\"{name}\""))));
                }
                f.write_str(&statements.join(" "))
            }
            Fix::PutBack(items) => {
                write!(f, "put back {}", list(items, |(name, number)| format!("`{name} = {number}`")))
            }
            Fix::FreshNumbers(from, names) => {
                let subject = list(names, |name| format!("`{name}`"));
                write!(f, "give {subject} a number that was never used (from {from})")
            }
            Fix::KeepJsonNames(items) => {
                let items = list(items, |(field, json)| format!("`[json_name = \"{json}\"]` on `{field}`"));
                write!(f, "{items} keeps JSON as it was")
            }
            Fix::Advice(text) => f.write_str(text),
        }
    }
}

/// What to do about a change, if anything.
pub(super) fn of(context: Context<'_>, change: &Change) -> Option<Fix> {
    match (&change.subject, change.kind) {
        (Subject::Field { messages, field }, _) => {
            let extension = field.old().or(field.new()).is_some_and(|f| matches!(f, FieldRef::Extension(_)));
            if extension && change.kind == ChangeKind::FieldRemoved {
                return Some(Fix::Advice("keep the extension, deprecated".to_owned()));
            }
            let message = messages.new().map(|id| Holder::message(context, *id));
            let old = field.old().map(|f| f.get(context.old));
            let new = field.new().map(|f| f.get(context.new));
            of_field(change, message, old, new)
        }
        (Subject::EnumValue { enums, value }, _) => {
            let Some(old) = value.old().map(|v| &context.old[v.of].values[v.index]) else {
                let taker = value.new().map(|v| &context.new[v.of].values[v.index])?;
                return reserved_again(change.kind, &taker.element.name);
            };
            let (name, number) = (old.element.name.as_str(), old.number);
            match change.kind {
                ChangeKind::EnumValueRemoved | ChangeKind::NumberNotReserved | ChangeKind::NameNotReserved => {
                    enums.new().and_then(|id| Holder::enumeration(context, *id).reserve(number, name))
                }
                ChangeKind::EnumValueRenamed
                    if enums.new().is_some_and(|id| context.new[*id].value_named(name).is_some()) =>
                {
                    Some(Fix::Advice(format!("list `{name}` first: JSON prints the first name")))
                }
                ChangeKind::EnumValueRenamed => Some(Fix::Advice(format!(
                    "keep the old name as an alias: `option allow_alias = true;` and `{name} = {number};`"
                ))),
                ChangeKind::EnumValueRenumbered | ChangeKind::EnumValueNumberReused => {
                    Some(Fix::PutBack(vec![(name.to_owned(), number)]))
                }
                _ => of_reservation(change),
            }
        }
        (_, ChangeKind::NumberCounterStale) => match change.detail {
            Detail::Counter { right, .. } => Some(Fix::Advice(format!("Next ID: {right}"))),
            _ => None,
        },
        (_, ChangeKind::RpcHttpChanged) => match &change.detail {
            Detail::Http { gone, added } if !gone.is_empty() => Some(keep_bindings(gone, added)),
            _ => None,
        },
        (
            _,
            ChangeKind::RpcRemoved | ChangeKind::RpcRenamed | ChangeKind::ServiceRemoved | ChangeKind::ServiceRenamed,
        ) => Some(Fix::Advice("keep the old name, deprecated, until no client calls it".to_owned())),
        (_, ChangeKind::RpcTypeChanged | ChangeKind::RpcStreamingChanged) => {
            Some(Fix::Advice("add a new rpc beside the old one".to_owned()))
        }
        (_, ChangeKind::PackageChanged) => {
            Some(Fix::Advice("serve the old package beside the new one until no client calls it".to_owned()))
        }
        _ => of_reservation(change),
    }
}

fn of_field(change: &Change, message: Option<Holder<'_>>, old: Option<&Field>, new: Option<&Field>) -> Option<Fix> {
    match (change.kind, old, new) {
        (ChangeKind::FieldRemoved | ChangeKind::NumberNotReserved | ChangeKind::NameNotReserved, Some(old), _) => {
            message?.reserve(old.number, old.name())
        }
        (ChangeKind::FieldNumberReused, Some(old), Some(new)) => match change.detail {
            Detail::Reuse(Reuse::OldNameMovedTo(_)) => Some(Fix::PutBack(vec![(old.name().to_owned(), old.number)])),
            Detail::Reuse(Reuse::NewNameCameFrom(number)) => Some(Fix::PutBack(vec![(new.name().to_owned(), number)])),
            _ => Some(Fix::FreshNumbers(message?.next_free_number(), vec![new.name().to_owned()])),
        },
        (ChangeKind::FieldMeaningSuspect, Some(old), Some(new)) => Some(Fix::Advice(format!(
            "a rename: `[json_name = \"{}\"]` on `{}` says so and keeps JSON; another field: `{} = {}` and `reserved \
             {}; reserved \"{}\";`",
            old.json_name,
            new.name(),
            new.name(),
            message?.next_free_number(),
            old.number,
            old.name()
        ))),
        (ChangeKind::FieldRenumbered, Some(old), Some(_)) => {
            Some(Fix::PutBack(vec![(old.name().to_owned(), old.number)]))
        }
        (ChangeKind::FieldTypeChanged | ChangeKind::FieldCardinalityChanged, Some(old), Some(_)) => {
            Some(Fix::Advice(format!(
                "keep `{}` at {} as it was, deprecated, and add a new field (from {})",
                old.name(),
                old.number,
                message?.next_free_number()
            )))
        }
        (ChangeKind::FieldRenamed | ChangeKind::FieldJsonNameChanged, Some(old), Some(new))
            if old.json_name != new.json_name =>
        {
            Some(Fix::KeepJsonNames(vec![(new.name().to_owned(), old.json_name.clone())]))
        }
        (ChangeKind::FieldRequiredChanged, _, Some(new)) if new.is_required() => {
            Some(Fix::Advice(format!("make `{}` optional and check for it in code", new.name())))
        }
        (ChangeKind::ReservedNumberRemoved | ChangeKind::ReservedNameRemoved, None, Some(new)) => {
            reserved_again(change.kind, new.name())
        }
        _ => of_reservation(change),
    }
}

/// A reservation cannot come back while somebody sits there.
fn reserved_again(kind: ChangeKind, taker: &str) -> Option<Fix> {
    match kind {
        ChangeKind::ReservedNumberRemoved => {
            Some(Fix::Advice(format!("give `{taker}` another number and reserve this one again")))
        }
        ChangeKind::ReservedNameRemoved => {
            Some(Fix::Advice(format!("call `{taker}` something else and reserve the name again")))
        }
        _ => None,
    }
}

fn of_reservation(change: &Change) -> Option<Fix> {
    match (change.kind, &change.detail) {
        (ChangeKind::ReservedNumberRemoved, Detail::Numbers(numbers)) => {
            Some(Fix::Reserve { numbers: numbers.clone(), names: Vec::new() })
        }
        (ChangeKind::ReservedNameRemoved, Detail::Name(name)) => {
            Some(Fix::Reserve { numbers: NumberSet::default(), names: vec![name.clone()] })
        }
        (ChangeKind::ExtensionRangeRemoved, Detail::Numbers(numbers)) => {
            Some(Fix::Advice(format!("extensions {numbers};")))
        }
        _ => None,
    }
}

fn keep_bindings(gone: &[HttpBinding], added: &[HttpBinding]) -> Fix {
    let answers = |old: &HttpBinding| added.iter().any(|new| new.verb == old.verb && new.path == old.path);
    if gone.iter().any(answers) {
        return Fix::Advice("leave body and response_body as they were; one path cannot serve both".to_owned());
    }
    let bindings: Vec<String> = gone
        .iter()
        .map(|b| {
            let pattern = match b.verb.as_str() {
                "GET" | "PUT" | "POST" | "DELETE" | "PATCH" => format!("{}: \"{}\"", b.verb.to_lowercase(), b.path),
                kind => format!("custom {{ kind: \"{kind}\" path: \"{}\" }}", b.path),
            };
            let body = if b.body.is_empty() { String::new() } else { format!(" body: \"{}\"", b.body) };
            format!("additional_bindings {{ {pattern}{body} }}")
        })
        .collect();
    Fix::Advice(format!("serve the old path too: {}", bindings.join(" ")))
}

/// What holds fields or values, in both versions.
enum Holder<'a> {
    Message { new: &'a Message, old: Option<&'a Message> },
    Enum(&'a Enum),
}

impl<'a> Holder<'a> {
    fn message(context: Context<'a>, new_id: MessageId) -> Self {
        let old = context.pairing.old_message(new_id).map(|id| &context.old[id]);
        Holder::Message { new: &context.new[new_id], old }
    }

    fn enumeration(context: Context<'a>, new_id: EnumId) -> Self {
        Holder::Enum(&context.new[new_id])
    }

    /// The reservations a removal still needs; what is in use or reserved already needs none.
    fn reserve(&self, number: i32, name: &str) -> Option<Fix> {
        if let Holder::Message { new, .. } = self
            && new.extension_ranges.contains(number)
        {
            return Some(Fix::Advice(format!("take {number} out of the extension range and reserve it")));
        }
        let (number_is_safe, name_is_safe) = match self {
            Holder::Message { new, .. } => (
                new.reserved.numbers.contains(number) || new.field_numbered(number).is_some(),
                new.reserved.names.contains(name) || new.field_named(name).is_some(),
            ),
            Holder::Enum(new) => (
                new.reserved.numbers.contains(number) || new.values_numbered(number).next().is_some(),
                new.reserved.names.contains(name) || new.value_named(name).is_some(),
            ),
        };
        let numbers: NumberSet = (!number_is_safe).then_some(number..=number).into_iter().collect();
        let names: Vec<String> = (!name_is_safe).then(|| name.to_owned()).into_iter().collect();
        (!numbers.is_empty() || !names.is_empty()).then_some(Fix::Reserve { numbers, names })
    }

    /// One more than every number that either version uses or reserves; fences far above are left alone.
    fn next_free_number(&self) -> i32 {
        /// Reservations that reach further are open upwards.
        const FENCE: i32 = 10_000;
        let Holder::Message { new, old } = self else { return 1 };
        let used = [Some(*new), *old].into_iter().flatten().flat_map(|message| {
            let reserved = message.reserved.numbers.ranges().map(|range| *range.end()).filter(|end| *end < FENCE);
            message.fields.iter().map(|field| field.number).chain(reserved).collect::<Vec<_>>()
        });
        used.max().unwrap_or(0) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::Fix;

    #[test]
    fn fixes_of_one_sort_become_one_line() {
        let reserve = |number: i32, name: &str| Fix::Reserve {
            numbers: [number..=number].into_iter().collect(),
            names: vec![name.to_owned()],
        };
        let back = |name: &str, number| Fix::PutBack(vec![(name.to_owned(), number)]);
        let fixes = [back("a", 3), reserve(16, "b"), back("c", 4), reserve(15, "d"), back("a", 3)];
        let lines: Vec<String> = Fix::merged(&fixes).iter().map(ToString::to_string).collect();
        assert_eq!(lines, [r#"reserved 15, 16; reserved "b", "d";"#, "put back `a = 3`, `c = 4`"]);
    }
}
