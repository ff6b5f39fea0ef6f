//! What the two sides of a change do not show.

use crate::{
    changes::{Change, Detail as Fact, Reuse, Subject},
    report::{Binding, Detail, NumberRange, ReuseReason},
    schema::{HttpBinding, Schema, is_required_by_annotation},
};

/// The detail as the report shows it. An identity has keys of its own in the report and none here.
pub(super) fn entry(change: &Change, new: &Schema) -> Option<Detail> {
    Some(match &change.detail {
        Fact::None | Fact::Identity { .. } => return None,
        Fact::Reuse(reuse) => reason(reuse),
        Fact::Option { name, old, new } => Detail::Option { name: name.clone(), old: old.clone(), new: new.clone() },
        Fact::CallType { old, new, .. } | Fact::Texts { old, new } => Detail::Texts { old: old.clone(), new: new.clone() },
        Fact::Streaming { old, new } => {
            Detail::Texts { old: streaming(*old).to_owned(), new: streaming(*new).to_owned() }
        }
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

fn reason(reuse: &Reuse) -> Detail {
    let (reason, number) = match reuse {
        Reuse::OldNameMovedTo(number) => (ReuseReason::OldNameMoved, Some(*number)),
        Reuse::NewNameCameFrom(number) => (ReuseReason::NewNameMoved, Some(*number)),
        Reuse::TypesDiffer => (ReuseReason::TypesDiffer, None),
        Reuse::NothingInCommon => (ReuseReason::NothingInCommon, None),
    };
    Detail::Reuse { reason, number }
}

fn binding(binding: &HttpBinding) -> Binding {
    let HttpBinding { verb, path, body, response_body } = binding.clone();
    Binding { verb, path, body, response_body }
}

fn streaming((client, server): (bool, bool)) -> &'static str {
    match (client, server) {
        (false, false) => "unary",
        (true, false) => "client streaming",
        (false, true) => "server streaming",
        (true, true) => "bidirectional streaming",
    }
}
