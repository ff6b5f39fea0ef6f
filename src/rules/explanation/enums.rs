//! Enums and their values.

use super::{super::Context, observed, option};
use crate::{
    changes::{Change, ChangeKind, Detail, Reuse, ValueRef},
    effects::{Effects, Outcome},
    pairing::Sides,
};

pub(super) fn of_value(context: Context<'_>, change: &Change, effects: &Effects, value: Sides<ValueRef>) -> String {
    let old = value.old().map(|v| &context.old[v.of].values[v.index]);
    let new = value.new().map(|v| &context.new[v.of].values[v.index]);
    let was = old.map_or("", |v| v.element.name.as_str());
    let is = new.map_or("", |v| v.element.name.as_str());
    let json = observed::json(effects);
    let binary = observed::binary(effects, &format!("`{is}`"), &format!("`{was}`"));
    match (change.kind, &change.detail) {
        (ChangeKind::EnumValueAdded, _) => {
            format!("A new value: old readers see a number they do not know.{json}")
        }
        (ChangeKind::EnumValueRemoved, _) => {
            format!("`{was}` is gone: new readers do not know what it stood for.{json}")
        }
        (ChangeKind::EnumValueRenamed, detail) => {
            let arrives = effects.json.is_some_and(|json| json.worst() == Outcome::Exact);
            let readers = if arrives { " Readers on both sides know both names." } else { json.as_str() };
            let because = observed::because(detail);
            format!("`{was}` is called `{is}` now{because}: the number stays, and JSON prints the first name.{readers}")
        }
        (ChangeKind::EnumValueRenumbered, _) => {
            let (from, to) = (old.map_or(0, |v| v.number), new.map_or(0, |v| v.number));
            format!("`{was}` moved from {from} to {to}.{binary}")
        }
        (ChangeKind::EnumValueNumberReused, Detail::Reuse(why)) => {
            let why = match why {
                Reuse::OldNameMovedTo(number) => format!("`{was}` lives on at {number}"),
                Reuse::NewNameCameFrom(number) => format!("`{is}` lived at {number} before"),
                Reuse::TypesDiffer | Reuse::NothingInCommon => "nothing speaks for one value".to_owned(),
            };
            let number = old.map_or(0, |v| v.number);
            format!("Number {number} stood for `{was}` and stands for `{is}` now; {why}.{binary}{json}")
        }
        (_, detail) => option(context, detail),
    }
}

pub(super) fn of_enum(change: &Change, effects: &Effects) -> String {
    match (change.kind, &change.detail) {
        (ChangeKind::EnumAdded, _) => "A new enum.".to_owned(),
        (ChangeKind::EnumRemoved, _) => "The enum is gone. Fields that used it are reported where they are.".to_owned(),
        (ChangeKind::EnumRenamed, detail) => {
            format!(
                "Renamed{}. No encoding carries the name of an enum; generated code does.",
                observed::because(detail)
            )
        }
        (ChangeKind::EnumClosednessChanged, Detail::Texts { old, new }) => format!(
            "The enum was {old} and is {new}: a closed enum keeps numbers it does not know as unknown fields.{}",
            observed::binary(effects, "", "")
        ),
        (_, Detail::Option { name, .. }) => format!("Option `{name}` changed."),
        _ => String::new(),
    }
}
