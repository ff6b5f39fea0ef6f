//! Which messages can be written record by record as they are read, without being taken apart.
//!
//! That is so when each record at hand becomes one record of the target, and nothing is made of what is not there. It
//! depends on the message: a `Part` with text passes, one with a file does not.

use super::{Back, Build, Extra, Holds, How, Layout, MessagePlan, Plan, PlanId, ScopeId, Source, Take, Transform};
use crate::wire::WireType;

/// What becomes of the records of each slot. Slots are watched in the bits of one number.
#[derive(Debug)]
pub(crate) struct Passage {
    pub steps: Vec<Step>,
    /// Slots that the target requires.
    pub required: u64,
    /// For each slot, the other members of its oneof.
    pub rivals: Vec<u64>,
}

/// What becomes of one record.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    /// More than a record: the message is taken apart.
    Apart,
    /// The same under this number.
    Copy { number: i32 },
    /// A message, by way of the write with this index.
    Enter { plan: PlanId, wire: WireType, number: i32, write: usize },
}

/// Finds the passage of every message that has one.
pub(super) fn mark(plan: &mut Plan) {
    for message in &mut plan.messages {
        message.passage = plan.layouts.get(message.layout.0).and_then(|layout| passage(message, layout));
    }
}

fn passage(message: &MessagePlan, layout: &Layout) -> Option<Passage> {
    let count = layout.slots.len();
    let is_silent = message.writes.iter().all(|write| is_silent(&write.how))
        && message.unread.iter().all(|unread| match &unread.back {
            None => true,
            Some(Back::Constant(constant)) => constant.is_default() && !is_explicit(layout, unread.source),
            Some(Back::IsOneOf { numbers, .. }) => !numbers.contains(&0),
        });
    if !is_silent || count > u64::BITS as usize {
        return None;
    }
    let mut passage = Passage { steps: vec![Step::Apart; count], required: 0, rivals: vec![0; count] };
    let uses = uses(message, count);
    for (index, write) in message.writes.iter().enumerate() {
        let step = step(&write.how, write.number, index, layout).filter(|(slot, _)| uses.get(*slot) == Some(&1));
        match step {
            Some((slot, step)) => {
                passage.steps[slot] = step;
                passage.required |= u64::from(write.required) << slot;
            }
            None if write.required => return None,
            None => {}
        }
    }
    for members in &layout.oneofs {
        let all = members.iter().fold(0, |bits, &member| bits | 1u64 << member);
        members.iter().for_each(|&member| passage.rivals[usize::from(member)] = all & !(1 << member));
    }
    Some(passage)
}

/// The slot of which each record is one of the target, and what becomes of it.
fn step(how: &How, number: i32, write: usize, layout: &Layout) -> Option<(usize, Step)> {
    let (source, step) = match how {
        How::Records { source, loss: None } => (source, Step::Copy { number }),
        How::Message { source, plan, wire, extra, loss: None } => {
            let repeated = layout.slots.get(usize::from(source.slot))?.repeated;
            (*extra == Extra::Room || !repeated).then_some(())?;
            (source, Step::Enter { plan: *plan, wire: *wire, number, write })
        }
        _ => return None,
    };
    let slot = usize::from(source.slot);
    let is_plain = match &layout.slots.get(slot)?.holds {
        Holds::Number { closed, .. } => closed.is_none(),
        Holds::Text { .. } | Holds::Message { .. } => true,
        Holds::Map { .. } | Holds::Anything => false,
    };
    (is_plain && source.scope == ScopeId(0) && source.take == Take::All).then_some((slot, step))
}

/// Whether nothing is written when there is nothing to write it from.
fn is_silent(how: &How) -> bool {
    let of_build = |build: &Build| build.writes.iter().all(|write| is_silent(&write.how));
    match how {
        How::Value(value) => value.candidates.iter().all(|candidate| {
            candidate.source.scope != ScopeId(0)
                || value.empty.is_none() && (candidate.explicit || !matches!(candidate.transform, Transform::Not))
        }),
        How::Build(build) => of_build(build),
        How::List { first, .. } => of_build(first),
        How::Wrap { source, empty, .. } => !empty || source.scope != ScopeId(0),
        How::IsOneOf { numbers, .. } => !numbers.contains(&0),
        How::Constant(_) => false,
        How::Records { .. } | How::Values { .. } | How::Message { .. } | How::Map { .. } => true,
        How::Name { .. } | How::Unwrap { .. } | How::Nothing => true,
    }
}

fn is_explicit(layout: &Layout, source: Source) -> bool {
    source.scope != ScopeId(0) || layout.slots.get(usize::from(source.slot)).is_none_or(|slot| slot.explicit)
}

/// How many places read each slot of the message.
fn uses(message: &MessagePlan, count: usize) -> Vec<usize> {
    let mut uses = vec![0; count];
    let mut note = |source: Source| {
        if let (ScopeId(0), Some(place)) = (source.scope, uses.get_mut(usize::from(source.slot))) {
            *place += 1;
        }
    };
    for scope in &message.scopes {
        note(Source { scope: scope.parent, slot: scope.slot, take: scope.take });
    }
    for filter in &message.filters {
        note(Source { scope: filter.scope, slot: filter.slot, take: Take::All });
    }
    for unread in &message.unread {
        note(unread.source);
        if let Some(Back::IsOneOf { of, .. }) = &unread.back {
            note(*of);
        }
    }
    message.writes.iter().for_each(|write| each_source(&write.how, &mut note));
    uses
}

fn each_source(how: &How, note: &mut dyn FnMut(Source)) {
    match how {
        How::Records { source, .. }
        | How::Values { source, .. }
        | How::Message { source, .. }
        | How::Map { source, .. }
        | How::Wrap { source, .. }
        | How::Unwrap { source, .. } => note(*source),
        How::Value(value) => value.candidates.iter().for_each(|candidate| note(candidate.source)),
        How::Build(build) => of_build(build, note),
        How::List { first, rest, .. } => {
            of_build(first, note);
            rest.iter().for_each(|(source, _)| note(*source));
        }
        How::Name { parts, .. } => parts.iter().for_each(|part| note(part.source)),
        How::IsOneOf { of, .. } => note(*of),
        How::Constant(_) | How::Nothing => {}
    }
}

/// What a build is made from. Its guard looks only at what others read, and matters only where these are there.
fn of_build(build: &Build, note: &mut dyn FnMut(Source)) {
    build.base.iter().for_each(|(source, _)| note(*source));
    build.writes.iter().for_each(|write| each_source(&write.how, note));
}
