//! What to do about a change, ready to paste where it can be.

use std::fmt;

use super::{Context, parties::taker};
use crate::{
    changes::{Change, ChangeKind, Detail, FieldRef, Reuse, Subject},
    pairing::{Fate, Word, fields::FieldPairing},
    schema::{Enum, EnumId, Field, HttpBinding, Message, MessageId, NumberSet},
    wire::MAX_FIELD_NUMBER,
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
    /// Data to be converted with a manifest rather than re-read, by the manifest's name.
    Convert(String),
    /// Several things to do.
    All(Vec<Fix>),
    /// Anything else, in words.
    Advice(String),
}

impl Fix {
    /// The remedies of several changes, each sort once, in the order in which they are worth doing.
    pub fn merged<'a>(fixes: impl IntoIterator<Item = &'a Fix>) -> Vec<Fix> {
        let mut merged: Vec<Fix> = Vec::new();
        for fix in fixes.into_iter().flat_map(Fix::each) {
            let same_sort = merged.iter_mut().find(|known| known.takes(fix));
            match same_sort {
                Some(known) => known.absorb(fix),
                None => merged.push(fix.clone()),
            }
        }
        let alternative = instead_of_reserving(&mut merged);
        merged.sort_by_key(Fix::rank);
        if let Some(alternative) = alternative {
            merged.insert(1, alternative); // right behind the reservations, which come first
        }
        merged
    }

    /// One thing to do after the other.
    fn each(&self) -> impl Iterator<Item = &Fix> {
        match self {
            Fix::All(fixes) => fixes.as_slice(),
            one => std::slice::from_ref(one),
        }
        .iter()
    }

    fn takes(&self, other: &Fix) -> bool {
        match (self, other) {
            (Fix::FreshNumbers(a, _), Fix::FreshNumbers(b, _)) => a == b,
            (Fix::Advice(a), Fix::Advice(b)) | (Fix::Convert(a), Fix::Convert(b)) => a == b,
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
            Fix::Convert(_) | Fix::All(_) => 5,
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
            Fix::All(fixes) => {
                let texts: Vec<String> = fixes.iter().map(ToString::to_string).collect();
                // Statements of a schema end in a semicolon of their own.
                let texts: Vec<&str> = texts.iter().map(|text| text.trim_end_matches(';')).collect();
                f.write_str(&texts.join("; "))
            }
            Fix::Convert(manifest) => {
                write!(f, "convert data with `proto-diff convert --manifest {manifest}` instead of reading it again")
            }
            Fix::Advice(text) => f.write_str(text),
        }
    }
}

/// Who goes back to a number needs no reservation of it: takes those moves out of `fixes` and offers them as the
/// alternative that they are.
fn instead_of_reserving(fixes: &mut Vec<Fix>) -> Option<Fix> {
    let reserved: Vec<NumberSet> = fixes
        .iter()
        .filter_map(|fix| if let Fix::Reserve { numbers, .. } = fix { Some(numbers.clone()) } else { None })
        .collect();
    let mut alternatives = Vec::new();
    for fix in fixes.iter_mut() {
        if let Fix::PutBack(items) = fix {
            let (instead, rest) = std::mem::take(items)
                .into_iter()
                .partition(|(_, number)| reserved.iter().any(|numbers| numbers.contains(*number)));
            alternatives.extend::<Vec<(String, i32)>>(instead);
            *items = rest;
        }
    }
    fixes.retain(|fix| !matches!(fix, Fix::PutBack(items) if items.is_empty()));
    let items: Vec<String> = alternatives.iter().map(|(name, number)| format!("`{name} = {number}`")).collect();
    (!items.is_empty()).then(|| Fix::Advice(format!("or, instead of reserving it, put back {}", items.join(", "))))
}

/// What to do about a change, if anything.
pub(super) fn of(context: Context<'_>, change: &Change) -> Option<Fix> {
    match (&change.subject, change.kind) {
        (Subject::Field { messages, field }, _) => {
            let extension = field.old().or(field.new()).is_some_and(|f| matches!(f, FieldRef::Extension(_)));
            if extension {
                let name = field.old().map(|f| f.get(context.old).name())?;
                return Some(Fix::Advice(format!(
                    "keep extension `{name}` as it was, deprecated, and add another one"
                )));
            }
            let message = messages.new().map(|id| Holder::message(context, *id));
            let old = field.old().map(|f| f.get(context.old));
            let new = field.new().map(|f| f.get(context.new));
            of_told(context, change).or_else(|| {
                let schema = of_field(change, message, old, new);
                let data = went_elsewhere(change).then(|| convert(context)).flatten();
                match (schema, data) {
                    (Some(schema), Some(data)) => Some(Fix::All(vec![schema, data])),
                    (schema, data) => schema.or(data),
                }
            })
        }
        (Subject::EnumValue { enums, value }, _) => {
            let Some(old) = value.old().map(|v| &context.old[v.of].values[v.index]) else {
                return reserved_again(change, taker(context, change)?);
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
                    "keep the old name as an alias, first: `option allow_alias = true;` and `{name} = {number};`"
                ))),
                ChangeKind::EnumValueNumberReused if change.detail == Detail::Reuse(Reuse::NothingInCommon) => {
                    let taker = taker(context, change)?;
                    Some(Fix::Advice(format!(
                        "another value: give `{taker}` a number that was never used; a rename: `option allow_alias = \
                         true;` and `{name} = {number};` first"
                    )))
                }
                ChangeKind::EnumValueRenumbered | ChangeKind::EnumValueNumberReused => {
                    Some(Fix::PutBack(vec![(name.to_owned(), number)]))
                }
                _ => of_reservation(change),
            }
        }
        (_, ChangeKind::NumberCounterStale) => match change.detail {
            Detail::Counter { said, right } if said > right => Some(Fix::Advice(format!(
                "`Next ID: {right}`; or, where numbers below {said} were used in between, `reserved` for them"
            ))),
            Detail::Counter { right, .. } => Some(Fix::Advice(format!("`Next ID: {right}`"))),
            _ => None,
        },
        (Subject::Service(services), ChangeKind::ServiceRemoved | ChangeKind::ServiceRenamed) => {
            let name = services.old().map(|id| &context.old[*id].element.name)?;
            Some(Fix::Advice(format!("keep `{name}`, deprecated, until no client calls it")))
        }
        (Subject::Rpc { services, method }, kind) => {
            let (service, method) = services.old().zip(method.old())?;
            let name = &context.old[*service].methods[*method].element.name;
            match kind {
                ChangeKind::RpcRemoved | ChangeKind::RpcRenamed => {
                    Some(Fix::Advice(format!("keep `{name}`, deprecated, until no client calls it")))
                }
                ChangeKind::RpcTypeChanged | ChangeKind::RpcStreamingChanged => {
                    Some(Fix::Advice(format!("leave `{name}` as it was and add a new rpc beside it")))
                }
                ChangeKind::RpcHttpChanged => match &change.detail {
                    Detail::Http { gone, added } if !gone.is_empty() => Some(keep_bindings(gone, added)),
                    _ => None,
                },
                _ => None,
            }
        }
        (_, ChangeKind::PackageChanged) => {
            Some(Fix::Advice("serve the old package beside the new one until no client calls it".to_owned()))
        }
        _ => of_reservation(change),
    }
}

/// Values that mean something else: no name or number puts that right.
fn of_told(context: Context<'_>, change: &Change) -> Option<Fix> {
    match (change.kind, &change.detail) {
        (ChangeKind::FieldRenamed | ChangeKind::FieldMeaningChanged, Detail::Told(Word { transform: Some(_), .. })) => {
            convert(context)
        }
        _ => None,
    }
}

/// Whether a manifest knows where the field went.
fn went_elsewhere(change: &Change) -> bool {
    matches!(&change.detail, Detail::Fate(Fate::To { .. }) | Detail::ReuseTold { fate: Fate::To { .. }, .. })
}

fn convert(context: Context<'_>) -> Option<Fix> {
    context.pairing.manifest.clone().map(Fix::Convert)
}

fn of_field(change: &Change, message: Option<Holder<'_>>, old: Option<&Field>, new: Option<&Field>) -> Option<Fix> {
    let put_back = |name: &str, number| Some(Fix::PutBack(vec![(name.to_owned(), number)]));
    match (change.kind, old, new) {
        (ChangeKind::FieldRemoved | ChangeKind::NumberNotReserved | ChangeKind::NameNotReserved, Some(old), _) => {
            message?.reserve(old.number, old.name())
        }
        (ChangeKind::FieldNumberReused, Some(_), Some(new)) => match change.detail {
            Detail::Reuse(Reuse::NewNameCameFrom(number))
            | Detail::ReuseTold { why: Reuse::NewNameCameFrom(number), .. } => put_back(new.name(), number),
            // The old field has a fix of its own; this is about who came to its number.
            _ => match message?.number_before(new.name()) {
                // Its own move has that fix.
                Some(_) => None,
                None => Some(Fix::FreshNumbers(message?.fresh_number()?, vec![new.name().to_owned()])),
            },
        },
        (ChangeKind::FieldMeaningSuspect, Some(old), Some(new)) => Some(Fix::Advice(format!(
            "a rename: `[json_name = \"{}\"]` on `{}` says so; another field: give it a number that was never used \
             (from {}), `reserved {}; reserved \"{}\";`",
            old.json_name,
            new.name(),
            message?.fresh_number()?,
            old.number,
            old.name()
        ))),
        // Moved on purpose, and the old number is guarded.
        (ChangeKind::FieldRenumbered, Some(old), Some(_)) if message?.is_reserved(old.number) => None,
        (ChangeKind::FieldRenumbered, Some(old), Some(_)) => put_back(old.name(), old.number),
        (ChangeKind::FieldTypeChanged | ChangeKind::FieldCardinalityChanged, Some(old), Some(_)) => {
            Some(Fix::Advice(format!(
                "keep `{}` at {} as it was, deprecated, and add a new field (from {})",
                old.name(),
                old.number,
                message?.fresh_number()?
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
        (ChangeKind::ReservedNumberRemoved, None, Some(new)) if message?.number_before(new.name()).is_some() => {
            of_reservation(change) // it has a number to go back to
        }
        (ChangeKind::ReservedNumberRemoved | ChangeKind::ReservedNameRemoved, None, Some(new)) => {
            reserved_again(change, new.name())
        }
        _ => of_reservation(change),
    }
}

/// A reservation cannot come back while somebody sits there.
fn reserved_again(change: &Change, taker: &str) -> Option<Fix> {
    match &change.detail {
        Detail::Numbers(numbers) => {
            Some(Fix::Advice(format!("give `{taker}` a number that was never used, and `reserved {numbers};` again")))
        }
        Detail::Name(name) => {
            Some(Fix::Advice(format!("call `{taker}` something else, and `reserved \"{name}\";` again")))
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
#[derive(Clone, Copy)]
enum Holder<'a> {
    Message { new: &'a Message, old: Option<&'a Message>, fields: Option<&'a FieldPairing> },
    Enum(&'a Enum),
}

impl<'a> Holder<'a> {
    fn message(context: Context<'a>, new_id: MessageId) -> Self {
        let old_id = context.pairing.old_message(new_id);
        Holder::Message {
            new: &context.new[new_id],
            old: old_id.map(|id| &context.old[id]),
            fields: old_id.and_then(|id| context.pairing.fields_of(id, new_id)),
        }
    }

    fn enumeration(context: Context<'a>, new_id: EnumId) -> Self {
        Holder::Enum(&context.new[new_id])
    }

    fn is_reserved(&self, number: i32) -> bool {
        match self {
            Holder::Message { new, .. } => new.reserved.numbers.contains(number),
            Holder::Enum(new) => new.reserved.numbers.contains(number),
        }
    }

    /// The number that the new field of this name had in the old version, whatever it was called there.
    fn number_before(&self, name: &str) -> Option<i32> {
        let Holder::Message { new, old: Some(old), fields: Some(fields) } = self else { return None };
        let index = new.fields.iter().position(|field| field.name() == name)?;
        let before = (0..old.fields.len()).find(|i| fields.counterpart_of_old(*i) == Some(index))?;
        Some(old.fields[before].number)
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

    /// The first number above all that either version uses or reserves and that a new field may take; `None` for
    /// enums, and where there is none.
    fn fresh_number(&self) -> Option<i32> {
        /// protobuf's own (<https://protobuf.dev/programming-guides/proto3/#assigning>).
        const IMPLEMENTATION: std::ops::RangeInclusive<i32> = 19_000..=19_999;
        let Holder::Message { new, old, .. } = self else { return None };
        let versions = || [Some(*new), *old].into_iter().flatten();
        let used = versions().flat_map(|message| {
            message.fields.iter().map(|field| field.number).chain(message.reserved.numbers.former_numbers())
        });
        let highest = used.max().unwrap_or(0);
        (highest + 1..=MAX_FIELD_NUMBER).find(|number| {
            let fenced = |m: &Message| m.reserved.numbers.contains(*number) || m.extension_ranges.contains(*number);
            !IMPLEMENTATION.contains(number) && !versions().any(fenced)
        })
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
        let back = |name: &str, number: i32| Fix::PutBack(vec![(name.to_owned(), number)]);
        let fixes = [back("a", 3), reserve(16, "b"), back("c", 4), reserve(15, "d"), back("a", 3)];
        let lines: Vec<String> = Fix::merged(&fixes).iter().map(ToString::to_string).collect();
        assert_eq!(lines, [r#"reserved 15, 16; reserved "b", "d";"#, "put back `a = 3`, `c = 4`"]);
    }
}
