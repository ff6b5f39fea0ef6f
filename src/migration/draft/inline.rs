//! Messages that were unpacked: a field whose message is gone, and whose fields seem to have places of their own.

use std::collections::HashSet;

use super::{
    carry::carry,
    context::Version,
    document::{Doubt, Trust},
    members::{members, open_message},
    messages::Scope,
    moved::{Moved, Target, What, collide, undecided_drop},
    placing::{Leaf, assign},
    resource_names::{self, ResourceName},
    slots::Slot,
};
use crate::{
    pairing::name_similarity,
    schema::{Field, FieldType, MessageId},
};

/// How deep messages in messages are unpacked.
const DEEPEST: usize = 3;
/// From here on two names are alike.
const ALIKE: f64 = 0.5;
/// The part of its fields that must find a place.
const MOST: f64 = 0.6;

/// Where the leaves went, and how many of them found a place.
struct Unpacked {
    lines: Vec<Moved>,
    evidence: Vec<String>,
    placed: usize,
    score: f64,
}

/// A line for every field of the message that a field holds. `None` when most of them find no place.
pub(super) fn lines(scope: &Scope<'_, '_>, index: usize, taken: &HashSet<String>) -> Option<Vec<Moved>> {
    let member = &scope.before[index];
    let FieldType::Singular { .. } = &member.field.ty else { return None };
    let message = open_message(scope.context, Version::Old, member.field)?;
    let mut containers: Vec<Option<&str>> = vec![None];
    for slot in scope.slots.iter().filter_map(|slot| slot.within.as_ref()) {
        if !containers.contains(&Some(slot.path.as_str())) && !slot.path.contains(['.', '[']) {
            containers.push(Some(&slot.path));
        }
    }
    let is_gone = scope.context.is_own(Version::Old, message) && scope.context.successor(message).is_none();
    // A message that lives on has moved to another field rather than been unpacked, and that field has a like name.
    containers.retain(|container| {
        container.is_none_or(|path| is_gone || name_similarity(path, member.field.name()) >= ALIKE)
    });
    let unpacked = containers.into_iter().filter_map(|container| unpack(scope, index, message, container, taken));
    let mut best: Option<(Unpacked, usize)> = None;
    for (unpacked, leaves) in unpacked {
        let better =
            best.as_ref().is_none_or(|(other, _)| (unpacked.placed, unpacked.score) > (other.placed, other.score));
        if better {
            best = Some((unpacked, leaves));
        }
    }
    let (mut unpacked, leaves) = best.filter(|(unpacked, leaves)| unpacked.placed as f64 >= MOST * *leaves as f64)?;
    let name = scope.names(message, Version::Old);
    let subject = if is_gone { name } else { format!("`{}`", member.step) };
    let how_many = match (unpacked.placed, leaves) {
        (1, 1) => "its only field seems to have a place of its own".to_owned(),
        (placed, all) if placed == all => "its fields seem to have places of their own".to_owned(),
        (placed, all) => format!("{placed} of its {all} fields seem to have places of their own"),
    };
    let question = format!("{subject} is gone; {how_many}: {}", unpacked.evidence.join("; "));
    let outright = unpacked.lines.iter().position(|line| matches!(line.what, What::To(_)));
    let placed = outright.or_else(|| unpacked.lines.iter().position(|line| !matches!(line.what, What::Drop(_))));
    if let Some(first) = placed.and_then(|at| unpacked.lines.get_mut(at)) {
        first.trust = match std::mem::replace(&mut first.trust, Trust::Plain) {
            Trust::Decide(doubt) => {
                Trust::Decide(Doubt { question: format!("{question}; {}", doubt.question), ..doubt })
            }
            _ => Trust::Decide(Doubt { question, alternatives: Vec::new() }),
        };
    }
    Some(unpacked.lines)
}

fn unpack(
    scope: &Scope<'_, '_>,
    index: usize,
    message: MessageId,
    container: Option<&str>,
    taken: &HashSet<String>,
) -> Option<(Unpacked, usize)> {
    let holder = &scope.before[index];
    let mut slots: Vec<Slot<'_>> = scope
        .slots
        .iter()
        .filter(|slot| slot.within.as_ref().map(|within| within.path.as_str()) == container)
        .cloned()
        .collect();
    slots.retain(|slot| !taken.iter().any(|other| collide(other, &slot.path)));
    let mut leaves = Vec::new();
    leaves_of(scope, message, holder.field, &holder.step, &slots, 0, &mut leaves);
    if leaves.is_empty() || slots.is_empty() {
        return None;
    }
    let names: Vec<Option<ResourceName>> = leaves.iter().map(|leaf| resource_name(scope, leaf, &slots)).collect();
    // A field of the message itself that has a source can have another, but then only one of the same name.
    let has_namesake = |slot: &Slot<'_>| leaves.iter().any(|leaf| leaf.member.step == slot.field.name());
    let free: Vec<&Slot<'_>> =
        slots.iter().filter(|slot| !taken.contains(&slot.path) || container.is_none() && has_namesake(slot)).collect();
    let pairs = assign(scope, &leaves, &names, &free, taken);
    let mut unpacked = Unpacked { lines: Vec::new(), evidence: Vec::new(), placed: 0, score: 0.0 };
    let mut same_names = Vec::new();
    for (l, leaf) in leaves.iter().enumerate() {
        let (what, trust) = match (&names[l], pairs.iter().find(|pair| pair.0 == l)) {
            (Some(name), _) => {
                unpacked.placed += 1;
                let question = name.pattern_from.clone();
                let trust = Trust::Decide(Doubt { question, alternatives: Vec::new() });
                (What::Parts { to: name.targets.clone(), value: name.value() }, trust)
            }
            (None, Some((_, slot, how, score, words))) => {
                unpacked.placed += 1;
                unpacked.score += score;
                match leaf.member.step == free[*slot].field.name() {
                    true => same_names.push(leaf.member.step.clone()),
                    false => unpacked.evidence.push(format!("{} → {} ({words})", leaf.member.step, free[*slot].path)),
                }
                (What::To(Target::new(&free[*slot].path, *how)), Trust::Plain)
            }
            (None, None) => {
                let question = format!("where did `{}` go?", leaf.path);
                let text = format!("nothing looks like `{}` ({})", leaf.path, scope.old_type(&leaf.member));
                (
                    What::Drop(undecided_drop(&question)),
                    Trust::Decide(Doubt { question: text, alternatives: Vec::new() }),
                )
            }
        };
        let inlined_from = Some(leaf.message);
        unpacked.lines.push(Moved { order: index, key: leaf.path.clone(), what, trust, inlined_from });
    }
    if !same_names.is_empty() {
        let inside = container.map_or_else(String::new, |container| format!(" in `{container}`"));
        unpacked.evidence.insert(0, format!("{}{inside} by the same name", same_names.join(", ")));
    }
    Some((unpacked, leaves.len()))
}

/// The fields of a message; where one holds a message that no place can hold, the fields of that.
fn leaves_of<'a>(
    scope: &Scope<'_, 'a>,
    message: MessageId,
    holder: &'a Field,
    prefix: &str,
    slots: &[Slot<'_>],
    depth: usize,
    leaves: &mut Vec<Leaf<'a>>,
) {
    for member in members(scope.context.old, message) {
        let path = format!("{prefix}.{}", member.step);
        let fits = slots.iter().any(|slot| carry(scope.context, member.field, slot.field).is_some());
        let is_singular = matches!(member.field.ty, FieldType::Singular { .. });
        match open_message(scope.context, Version::Old, member.field) {
            Some(inner) if is_singular && !fits && depth + 1 < DEEPEST && inner != message => {
                leaves_of(scope, inner, member.field, &path, slots, depth + 1, leaves);
            }
            _ => leaves.push(Leaf { path, holder: holder.name(), message, member }),
        }
    }
}

fn resource_name(scope: &Scope<'_, '_>, leaf: &Leaf<'_>, slots: &[Slot<'_>]) -> Option<ResourceName> {
    resource_names::find(scope.context, leaf.message, scope.new, leaf.member.field, slots).into_iter().next()
}
