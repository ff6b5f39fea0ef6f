//! Enums and their values.

use super::{
    super::Context,
    observed::{self, Words},
    option,
};
use crate::{
    changes::{Change, ChangeKind, Detail, Reuse, ValueRef},
    effects::{Effects, Outcome},
    pairing::Sides,
    schema::{Enum, EnumId, EnumValue},
};

pub(super) fn of_value(
    context: Context<'_>,
    change: &Change,
    effects: &Effects,
    enums: Sides<EnumId>,
    value: Sides<ValueRef>,
) -> (String, String) {
    let old = value.old().map(|v| &context.old[v.of].values[v.index]);
    let new = value.new().map(|v| &context.new[v.of].values[v.index]);
    let was = old.map_or("", |v| v.element.name.as_str());
    let is = new.map_or("", |v| v.element.name.as_str());
    let number = old.or(new).map_or(0, |v| v.number);
    let (old_enum, new_enum) = (value.old().map(|v| v.of), value.new().map(|v| v.of));
    let old_enum = enums.old().copied().or(old_enum).map(|id| &context.old[id]);
    let new_enum = enums.new().copied().or(new_enum).map(|id| &context.new[id]);
    let reason = match (change.kind, &change.detail) {
        (ChangeKind::EnumValueAdded, _) => {
            format!("a new value: {}{}", nameless("old readers", number, old_enum), where_required(effects))
        }
        (ChangeKind::EnumValueRemoved, _) => match new_enum.and_then(|e| e.json_name(number)) {
            Some(other) => {
                format!("an alias is gone: {number} is still `{other}`, JSON that spells `{was}` is not read")
            }
            None => format!("gone: {}{}", nameless("new readers", number, new_enum), where_required(effects)),
        },
        (ChangeKind::EnumValueRenamed, detail) => {
            let known = effects.json.is_some_and(|json| json.worst() == Outcome::Exact);
            let readers = if known { "; readers on both sides know both names" } else { "" };
            format!("`{was}` is called `{is}` now{}: JSON prints the first name{readers}", observed::because(detail))
        }
        (ChangeKind::EnumValueRenumbered, _) => {
            format!("`{was}` moved from {number} to {}", new.map_or(0, |v| v.number))
        }
        (ChangeKind::EnumValueNumberReused, Detail::Reuse(why)) => {
            let why = match why {
                Reuse::OldNameMovedTo(number) => format!("`{was}` lives on at {number}"),
                Reuse::NewNameCameFrom(number) => format!("`{is}` lived at {number} before"),
                Reuse::Told | Reuse::TypesDiffer | Reuse::NothingInCommon => "nothing speaks for one value".to_owned(),
            };
            format!("{number} stood for `{was}` and stands for `{is}` now; {why}")
        }
        (_, detail) => option(detail),
    };
    // What happens to additions and removals is in the reason; what the number alone shows needs no saying.
    let consequence = match change.kind {
        ChangeKind::EnumValueAdded | ChangeKind::EnumValueRemoved => observed::json(effects),
        _ => {
            // Who sits on the other side at the number that was written.
            let at = |of: Option<&Enum>, value: Option<&EnumValue>| {
                let name = value.and_then(|v| of?.json_name(v.number));
                name.map_or_else(|| "another value".to_owned(), |name| format!("`{name}`"))
            };
            observed::data(effects, Words::of_enum_value(&at(new_enum, old), &at(old_enum, new)))
        }
    };
    (reason, consequence)
}

/// A required field that is unset is missing.
fn where_required(effects: &Effects) -> &'static str {
    let is_refused = effects.binary.is_some_and(|binary| binary.worst() == Outcome::Rejected);
    if is_refused { "; where it is required, the whole message is refused" } else { "" }
}

/// What a reader makes of a number that its enum does not name.
fn nameless(readers: &str, number: i32, of: Option<&Enum>) -> String {
    if of.is_some_and(|e| e.closed) {
        format!("{readers} keep {number} as an unknown field and see this one unset")
    } else {
        format!("{readers} see {number}, a number without a name")
    }
}

pub(super) fn reason(change: &Change) -> String {
    match (change.kind, &change.detail) {
        (ChangeKind::EnumAdded, _) => "a new enum".to_owned(),
        (ChangeKind::EnumRemoved, Detail::Gone(gone)) => super::told::gone(gone),
        (ChangeKind::EnumRemoved, _) => "gone; fields that used it are reported where they are".to_owned(),
        (ChangeKind::EnumRenamed, detail) => {
            format!("renamed{}: only generated code carries its name", observed::because(detail))
        }
        (ChangeKind::EnumClosednessChanged, Detail::Texts { old, new }) => {
            format!("was {old}, is {new}: a closed enum keeps numbers it does not know as unknown fields")
        }
        (_, detail) => option(detail),
    }
}
