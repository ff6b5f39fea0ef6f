//! What the two sides of a change do not show.

use crate::{
    changes::{Detail as Fact, Reuse},
    report::{Binding, Detail, NumberRange, ReuseReason},
    schema::HttpBinding,
};

/// The detail as the report shows it. An identity has keys of its own in the report and none here.
pub(super) fn entry(fact: &Fact) -> Option<Detail> {
    Some(match fact {
        Fact::None | Fact::Identity { .. } => return None,
        Fact::Reuse(reuse) => reason(reuse),
        Fact::Option { name, old, new } => Detail::Option { name: name.clone(), old: old.clone(), new: new.clone() },
        Fact::Texts { old, new } => Detail::Texts { old: old.clone(), new: new.clone() },
        Fact::Required { on_the_wire } => Detail::Required { on_the_wire: *on_the_wire },
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
