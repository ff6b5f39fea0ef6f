//! Enums and their values.

use super::{super::Context, observed, option};
use crate::{
    changes::{Change, ChangeKind, Detail, Reuse, ValueRef},
    effects::{Effects, Outcome},
    pairing::Sides,
};

pub(super) fn of_value(
    context: Context<'_>,
    change: &Change,
    effects: &Effects,
    value: Sides<ValueRef>,
) -> (String, String) {
    let old = value.old().map(|v| &context.old[v.of].values[v.index]);
    let new = value.new().map(|v| &context.new[v.of].values[v.index]);
    let was = old.map_or("", |v| v.element.name.as_str());
    let is = new.map_or("", |v| v.element.name.as_str());
    let number = old.or(new).map_or(0, |v| v.number);
    let reason = match (change.kind, &change.detail) {
        (ChangeKind::EnumValueAdded, _) => "a new value: old readers see a number they do not know".to_owned(),
        (ChangeKind::EnumValueRemoved, _) => "gone: new readers do not know what it stood for".to_owned(),
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
                Reuse::TypesDiffer | Reuse::NothingInCommon => "nothing speaks for one value".to_owned(),
            };
            format!("{number} stood for `{was}` and stands for `{is}` now; {why}")
        }
        (_, detail) => option(detail),
    };
    // What happens to additions and removals is in the reason; what the number alone shows needs no saying.
    let consequence = match change.kind {
        ChangeKind::EnumValueAdded | ChangeKind::EnumValueRemoved => observed::json(effects),
        _ => observed::data(effects, &format!("`{is}`"), &format!("`{was}`")),
    };
    (reason, consequence)
}

pub(super) fn reason(change: &Change) -> String {
    match (change.kind, &change.detail) {
        (ChangeKind::EnumAdded, _) => "a new enum".to_owned(),
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
