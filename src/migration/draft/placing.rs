//! Which field of an unpacked message went where.

use std::collections::HashSet;

use super::{
    carry::{Carry, carry},
    likeness::Likeness,
    members::Member,
    messages::Scope,
    resource_names::ResourceName,
    slots::Slot,
};
use crate::schema::{Field, Kind, MessageId, Scalar};

/// Inside of a message that is gone as a whole, less is enough.
const LIKELY: f64 = 0.25;

/// A field of the message that is gone, or of one in it.
pub(super) struct Leaf<'a> {
    pub path: String,
    /// The name of the field that leads to it, which may have become part of its name.
    pub holder: &'a str,
    pub message: MessageId,
    pub member: Member<'a>,
}

/// A leaf, its place, the transform, how likely it is and why: indices into the slices that were given.
pub(super) type Placed = (usize, usize, Carry, f64, String);

/// Each leaf with its likeliest place: by likeness, then whatever is the only one of its type on both sides.
pub(super) fn assign(
    scope: &Scope<'_, '_>,
    leaves: &[Leaf<'_>],
    names: &[Option<ResourceName>],
    slots: &[&Slot<'_>],
    taken: &HashSet<String>,
) -> Vec<Placed> {
    let mut candidates: Vec<Placed> = Vec::new();
    for (l, leaf) in leaves.iter().enumerate().filter(|(l, _)| names[*l].is_none()) {
        let long_name = format!("{}_{}", leaf.holder, leaf.member.field.name());
        for (s, slot) in slots.iter().enumerate() {
            let Some(how) = carry(scope.context, leaf.member.field, slot.field) else { continue };
            if how == Carry::Head && slot.within.is_some() {
                continue; // lists are taken apart in their own message only
            }
            let likeness =
                Likeness::between(scope.context, &[leaf.member.field.name(), &long_name], leaf.member.field, slot);
            // Text and bytes hold one another, but seldom turn into one another.
            let same_type = same_scalar(leaf.member.field, slot.field) || likeness.score > 0.7;
            let is_free = !taken.contains(&slot.path) || leaf.member.step == slot.field.name();
            if likeness.score >= LIKELY && same_type && is_free {
                candidates.push((l, s, how, likeness.score, likeness.words()));
            }
        }
    }
    candidates.sort_by(|a, b| b.3.total_cmp(&a.3));
    let mut placed: Vec<Placed> = Vec::new();
    for candidate in candidates {
        if placed.iter().all(|other| other.0 != candidate.0 && other.1 != candidate.1) {
            placed.push(candidate);
        }
    }
    let is_left = |placed: &[Placed], l: usize| names[l].is_none() && placed.iter().all(|other| other.0 != l);
    for (l, leaf) in leaves.iter().enumerate() {
        if !is_left(&placed, l) {
            continue;
        }
        let of_type = |field: &Field| same_scalar(leaf.member.field, field);
        if is_string(leaf.member.field) {
            continue; // anything can be a string
        }
        let rivals = leaves.iter().enumerate().filter(|(m, other)| is_left(&placed, *m) && of_type(other.member.field));
        let mut places = slots.iter().enumerate().filter(|(s, slot)| {
            of_type(slot.field) && !taken.contains(&slot.path) && placed.iter().all(|other| other.1 != *s)
        });
        if let (1, Some((s, _)), None) = (rivals.count(), places.next(), places.next())
            && let Some(how) = carry(scope.context, leaf.member.field, slots[s].field)
        {
            let words = format!("the only {} left on both sides", scope.old_type(&leaf.member));
            placed.push((l, s, how, 0.1, words));
        }
    }
    placed
}

fn is_string(field: &Field) -> bool {
    matches!(field.value_kind(), Kind::Scalar(Scalar::String))
}

fn same_scalar(a: &Field, b: &Field) -> bool {
    match (a.value_kind(), b.value_kind()) {
        (Kind::Scalar(a), Kind::Scalar(b)) => a == b,
        (Kind::Scalar(_), _) | (_, Kind::Scalar(_)) => false,
        _ => true,
    }
}
