//! What to do about a change, ready to paste where it can be.

use super::Context;
use crate::{
    changes::{Change, ChangeKind, Detail, FieldRef, Subject},
    schema::{EnumId, MessageId},
};

pub(super) fn of(context: Context<'_>, change: &Change) -> String {
    match (&change.subject, change.kind) {
        (Subject::Field { messages, field }, kind) => {
            let names = Field {
                old: field.old().map(|f| (context, *f)),
                new: field.new().map(|f| (context, *f)),
                message: messages.new().copied(),
            };
            names.fix(context, kind, &change.detail)
        }
        (Subject::EnumValue { enums, value }, kind) => {
            let old = value.old().map(|v| &context.old[v.of].values[v.index]);
            let reserved = enums.new().map(|id| reservations_of_enum(context, *id));
            match (kind, old) {
                (
                    ChangeKind::EnumValueRemoved | ChangeKind::NumberNotReserved | ChangeKind::NameNotReserved,
                    Some(old),
                ) => reserve(reserved, old.number, &old.element.name),
                (ChangeKind::EnumValueRenamed, Some(old)) => format!(
                    "Keep the old name as an alias: `option allow_alias = true;` and `{} = {};`.",
                    old.element.name, old.number
                ),
                (ChangeKind::EnumValueRenumbered | ChangeKind::EnumValueNumberReused, Some(old)) => {
                    format!("Leave `{} = {};` and give new values new numbers.", old.element.name, old.number)
                }
                (kind, _) => reservation_back(kind, &change.detail),
            }
        }
        (Subject::Message(_), ChangeKind::NumberCounterStale) => match change.detail {
            Detail::Counter { right, .. } => format!("Next ID: {right}"),
            _ => String::new(),
        },
        (_, ChangeKind::RpcHttpChanged) => match &change.detail {
            Detail::Http { gone, .. } if !gone.is_empty() => {
                let bindings: Vec<String> = gone
                    .iter()
                    .map(|b| format!("additional_bindings {{ {}: \"{}\" }}", b.verb.to_lowercase(), b.path))
                    .collect();
                format!("Serve the old path too: {}", bindings.join(" "))
            }
            _ => String::new(),
        },
        (
            _,
            ChangeKind::RpcRemoved | ChangeKind::RpcRenamed | ChangeKind::ServiceRemoved | ChangeKind::ServiceRenamed,
        ) => "Keep the old name, deprecated, until no client calls it.".to_owned(),
        (_, ChangeKind::PackageChanged) => {
            "Register the old package's services beside the new ones until no client calls them.".to_owned()
        }
        (_, kind) => reservation_back(kind, &change.detail),
    }
}

/// A field change, with what its fix needs.
struct Field<'a> {
    old: Option<(Context<'a>, FieldRef)>,
    new: Option<(Context<'a>, FieldRef)>,
    message: Option<MessageId>,
}

impl Field<'_> {
    fn fix(&self, context: Context<'_>, kind: ChangeKind, detail: &Detail) -> String {
        let old = self.old.map(|(context, f)| f.get(context.old));
        let new = self.new.map(|(context, f)| f.get(context.new));
        let free = self.message.map_or(1, |id| next_free_number(context, id));
        match (kind, old, new) {
            (ChangeKind::FieldRemoved | ChangeKind::NumberNotReserved | ChangeKind::NameNotReserved, Some(old), _) => {
                reserve(self.message.map(|id| reservations_of_message(context, id)), old.number, old.name())
            }
            (ChangeKind::FieldNumberReused, Some(old), Some(new)) => {
                format!(
                    "Give `{}` a number that was never used (from {free}) and leave {} to `{}` or reserve it.",
                    new.name(),
                    old.number,
                    old.name()
                )
            }
            (ChangeKind::FieldMeaningSuspect, Some(old), Some(new)) => format!(
                "If it is a rename, say so in a manifest; if not: `{} = {free};` and `reserved {}; reserved \"{}\";`.",
                new.name(),
                old.number,
                old.name()
            ),
            (ChangeKind::FieldRenumbered, Some(old), Some(_)) => {
                format!("Put `{}` back to {}.", old.name(), old.number)
            }
            (ChangeKind::FieldTypeChanged | ChangeKind::FieldCardinalityChanged, Some(old), Some(_)) => format!(
                "Add a new field (from {free}) with the new type and keep `{}` at {}, deprecated.",
                old.name(),
                old.number
            ),
            (ChangeKind::FieldRenamed, Some(old), Some(new)) if old.json_name != new.json_name => {
                format!("`[json_name = \"{}\"]` on `{}` keeps JSON as it was.", old.json_name, new.name())
            }
            (ChangeKind::FieldJsonNameChanged, Some(old), Some(_)) => {
                format!("`[json_name = \"{}\"]` keeps JSON as it was.", old.json_name)
            }
            (ChangeKind::FieldRequiredChanged, _, Some(new)) if new.is_required() => {
                format!("Make `{}` optional and check for it in code.", new.name())
            }
            _ => reservation_back(kind, detail),
        }
    }
}

/// What of a number and a name is still to be reserved: all that is in use needs nothing.
struct Reservations<'a> {
    number_is_safe: Box<dyn Fn(i32) -> bool + 'a>,
    name_is_safe: Box<dyn Fn(&str) -> bool + 'a>,
}

fn reservations_of_message(context: Context<'_>, id: MessageId) -> Reservations<'_> {
    let message = &context.new[id];
    Reservations {
        number_is_safe: Box::new(|n| message.reserved.numbers.contains(n) || message.field_numbered(n).is_some()),
        name_is_safe: Box::new(|n| message.reserved.names.contains(n) || message.field_named(n).is_some()),
    }
}

fn reservations_of_enum(context: Context<'_>, id: EnumId) -> Reservations<'_> {
    let of = &context.new[id];
    Reservations {
        number_is_safe: Box::new(|n| of.reserved.numbers.contains(n) || of.values_numbered(n).next().is_some()),
        name_is_safe: Box::new(|n| of.reserved.names.contains(n) || of.value_named(n).is_some()),
    }
}

/// `reserved 2; reserved "beds";`, without what is safe already.
fn reserve(reservations: Option<Reservations<'_>>, number: i32, name: &str) -> String {
    let Some(reservations) = reservations else { return String::new() };
    let mut statements = Vec::new();
    if !(reservations.number_is_safe)(number) {
        statements.push(format!("reserved {number};"));
    }
    if !(reservations.name_is_safe)(name) {
        statements.push(format!("reserved \"{name}\";"));
    }
    statements.join(" ")
}

fn reservation_back(kind: ChangeKind, detail: &Detail) -> String {
    match (kind, detail) {
        (ChangeKind::ReservedNumberRemoved, Detail::Numbers(numbers)) => format!("reserved {numbers};"),
        (ChangeKind::ReservedNameRemoved, Detail::Name(name)) => format!("reserved \"{name}\";"),
        (ChangeKind::ExtensionRangeRemoved, Detail::Numbers(numbers)) => format!("extensions {numbers};"),
        _ => String::new(),
    }
}

/// One more than every number that either version of a message uses or reserves; fences far above are left alone.
fn next_free_number(context: Context<'_>, new_id: MessageId) -> i32 {
    /// Reservations that reach further are open upwards.
    const FENCE: i32 = 10_000;
    let old = context.pairing.old_message(new_id).map(|id| &context.old[id]);
    let messages = [Some(&context.new[new_id]), old];
    let used = messages.into_iter().flatten().flat_map(|message| {
        let reserved = message.reserved.numbers.ranges().map(|range| *range.end()).filter(|end| *end < FENCE);
        message.fields.iter().map(|field| field.number).chain(reserved).collect::<Vec<_>>()
    });
    used.max().unwrap_or(0) + 1
}
