//! Why, in a few words. The whole explanation is in the full report and in every other format.

use super::row::{Relation, Row};
use crate::{
    changes::{CallPart, ChangeKind},
    report::{ChangeEntry, Detail, ReuseReason},
};

/// What happened to the field, value or rpc of a row: `moved; number 3 is `description` now; name not reserved`.
pub(super) fn of(row: &Row) -> String {
    let mut phrases: Vec<String> = Vec::new();
    for change in &row.changes {
        if let Some(phrase) = phrase(change, row.relation).filter(|phrase| !phrases.contains(phrase)) {
            phrases.push(phrase);
        }
    }
    let lacks = |kind| row.changes.iter().any(|change| change.kind == kind);
    phrases.extend(match (lacks(ChangeKind::NumberNotReserved), lacks(ChangeKind::NameNotReserved)) {
        (true, true) => Some("number and name not reserved".to_owned()),
        (true, false) => Some("number not reserved".to_owned()),
        (false, true) => Some("name not reserved".to_owned()),
        (false, false) => None,
    });
    phrases.join("; ")
}

/// One change in a few words; nothing for what is said of the row as a whole.
fn phrase(change: &ChangeEntry, relation: Relation) -> Option<String> {
    use ChangeKind::*;
    let fixed = match change.kind {
        NumberNotReserved | NameNotReserved => return None,
        FieldNumberReused | EnumValueNumberReused => return Some(reused(change, relation)),
        FieldRenamed | EnumValueRenamed => return Some(format!("renamed{}", because(change))),
        RpcRenamed => return Some(format!("renamed{}: old clients get UNIMPLEMENTED", because(change))),
        RpcTypeChanged => call_type(change.detail.as_ref()),
        FieldMeaningSuspect => "same number and shape, nothing else in common: the same field?",
        FieldAdded | EnumValueAdded | RpcAdded => "added",
        FieldRemoved | EnumValueRemoved => "removed",
        RpcRemoved => "removed: callers get UNIMPLEMENTED",
        FieldRenumbered | EnumValueRenumbered => "moved",
        FieldTypeChanged => "another type",
        FieldCardinalityChanged => "another cardinality",
        FieldPresenceChanged => "presence changed",
        FieldOneofChanged => "moved into, out of or between oneofs",
        RpcStreamingChanged => "streaming changed",
        ReservedNumberRemoved => "the number was reserved",
        ReservedNameRemoved => "the name was reserved",
        FieldRequiredChanged => required(change.detail.as_ref()),
        _ => return Some(values(change)),
    };
    Some(fixed.to_owned())
}

/// Who has the number now; beside where the old field went, or instead of it.
fn reused(change: &ChangeEntry, relation: Relation) -> String {
    let (Some(old), Some(new)) = (&change.old, &change.new) else { return "number reused".to_owned() };
    let number = old.number.unwrap_or_default();
    let fact = match relation {
        Relation::Same => format!("number {number} is `{}` now", new.name),
        _ => format!("number {number} taken by `{}`", new.name),
    };
    match change.detail {
        Some(Detail::Reuse { reason: ReuseReason::NewNameMoved, number: Some(from) }) => {
            format!("{fact}, which was at {from}")
        }
        Some(Detail::Reuse { reason: ReuseReason::TypesDiffer, .. }) if relation != Relation::Same => {
            format!("{fact}; the types cannot carry one another")
        }
        _ => fact,
    }
}

/// The strongest evidence; the rest is in the full report.
fn because(change: &ChangeEntry) -> String {
    match (change.evidence.first(), change.confidence) {
        (Some(evidence), Some(confidence)) => {
            // Each piece of evidence has a score of its own in parentheses.
            let evidence = evidence.split(" (").next().unwrap_or(evidence);
            format!(" ({confidence:.2}: {evidence})")
        }
        _ => String::new(),
    }
}

fn call_type(detail: Option<&Detail>) -> &'static str {
    match detail {
        Some(Detail::CallType { part: CallPart::Request, .. }) => "another request type",
        Some(Detail::CallType { part: CallPart::Response, .. }) => "another response type",
        _ => "another type",
    }
}

fn required(detail: Option<&Detail>) -> &'static str {
    match detail {
        Some(Detail::Required { now: true, .. }) => "required now",
        _ => "no longer required",
    }
}

/// What has an old and a new value: a default, a JSON name, an option.
fn values(change: &ChangeEntry) -> String {
    let what = match (change.kind, &change.detail) {
        (_, Some(Detail::Option { name, .. })) => name.as_str(),
        (ChangeKind::FieldJsonNameChanged, _) => "JSON name",
        (ChangeKind::FieldDefaultChanged, _) => "default",
        // Whatever is rare enough to have no phrase of its own.
        _ => return change.explanation.clone(),
    };
    let values = match &change.detail {
        Some(Detail::Option { old, new, .. }) => (old.as_deref(), new.as_deref()),
        Some(Detail::Texts { old, new }) => (Some(old.as_str()), Some(new.as_str())),
        _ => return format!("{what} changed"),
    };
    match values {
        (Some(old), Some(new)) => format!("{what} `{old}` became `{new}`"),
        (None, Some(new)) => format!("{what} `{new}` set"),
        (Some(old), None) => format!("{what} `{old}` no longer set"),
        (None, None) => format!("{what} changed"),
    }
}
