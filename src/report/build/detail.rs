//! What the two sides of a change do not show.

use crate::{
    changes::{Change, Detail as Fact, Reuse, Subject},
    pairing::{Fate, Gone, Transform, Word},
    report::{Binding, Detail, FateEntry, NumberRange, ReuseReason, Streaming},
    schema::{HttpBinding, Schema, is_required_by_annotation},
};

/// The detail as the report shows it. An identity has keys of its own in the report and none here.
pub(super) fn entry(change: &Change, new: &Schema) -> Option<Detail> {
    Some(match &change.detail {
        Fact::None | Fact::Identity { .. } => return None,
        Fact::Told(Word { transform: None, .. }) => return None,
        Fact::Told(Word { transform: Some(transform), .. }) => Detail::Manifest { transform: name(transform) },
        Fact::Reuse(reuse) => reason(reuse, None),
        Fact::ReuseTold { why, fate } => reason(why, Some(fate)),
        Fact::Fate(fate) => Detail::Fate(fate_entry(fate)),
        Fact::Gone(Gone::Because(reason)) => Detail::Gone { merged_into: None, reason: Some(reason.clone()) },
        Fact::Gone(Gone::MergedInto(new)) => Detail::Gone { merged_into: Some(new.clone()), reason: None },
        Fact::Option { name, old, new } => Detail::Option { name: name.clone(), old: old.clone(), new: new.clone() },
        Fact::CallType { part, old, new } => Detail::CallType { part: *part, old: old.clone(), new: new.clone() },
        Fact::Streaming { old, new } => Detail::Streaming { old: streaming(*old), new: streaming(*new) },
        Fact::Texts { old, new } => Detail::Texts { old: old.clone(), new: new.clone() },
        Fact::Required { on_the_wire } => {
            Detail::Required { on_the_wire: *on_the_wire, now: is_required_now(&change.subject, *on_the_wire, new) }
        }
        Fact::Numbers(numbers) => Detail::Numbers(
            numbers.ranges().map(|range| NumberRange { start: *range.start(), end: *range.end() }).collect(),
        ),
        Fact::Name(name) => Detail::Name(name.clone()),
        Fact::Counter { said, right } => Detail::Counter { said: *said, right: *right },
        Fact::Http { gone, added } => {
            Detail::Http { gone: gone.iter().map(binding).collect(), added: added.iter().map(binding).collect() }
        }
    })
}

fn is_required_now(subject: &Subject, on_the_wire: bool, new: &Schema) -> bool {
    let Subject::Field { field, .. } = subject else { return false };
    field.new().map(|field| field.get(new)).is_some_and(|field| match on_the_wire {
        true => field.is_required(),
        false => is_required_by_annotation(field),
    })
}

fn streaming((client, server): (bool, bool)) -> Streaming {
    Streaming { client, server }
}

fn fate_entry(fate: &Fate) -> FateEntry {
    match fate {
        Fate::To { places, why } => FateEntry::WentTo { places: places.clone(), why: why.clone() },
        Fate::Dropped(reason) => FateEntry::Dropped(reason.clone()),
    }
}

/// The name that a manifest has for it.
fn name(transform: &Transform) -> &'static str {
    match transform {
        Transform::Not => "not",
        Transform::Name { .. } => "template",
        Transform::ZeroIsUnset => "zero_is_unset",
        Transform::MajorMinor => "major_minor",
        Transform::Base64Text => "base64_text",
    }
}

fn reason(reuse: &Reuse, fate: Option<&Fate>) -> Detail {
    let (reason, number) = match reuse {
        Reuse::OldNameMovedTo(number) => (ReuseReason::OldNameMoved, Some(*number)),
        Reuse::NewNameCameFrom(number) => (ReuseReason::NewNameMoved, Some(*number)),
        Reuse::Told => (ReuseReason::Manifest, None),
        Reuse::TypesDiffer => (ReuseReason::TypesDiffer, None),
        Reuse::NothingInCommon => (ReuseReason::NothingInCommon, None),
    };
    Detail::Reuse { reason, number, fate: fate.map(fate_entry) }
}

fn binding(binding: &HttpBinding) -> Binding {
    let HttpBinding { verb, path, body, response_body } = binding.clone();
    Binding { verb, path, body, response_body }
}
