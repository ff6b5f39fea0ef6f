//! `[message.X]`: one pair of messages at a time, from what is certain to what is left over.

use std::collections::HashSet;

use super::{
    carry::{Carry, carry},
    context::{Context, Version},
    document::{Doubt, Line, Trust},
    identities, inline, leftovers,
    likeness::Likeness,
    members::{Known, Member, known, members},
    moved::{Moved, Target, What, collide},
    resource_names,
    slots::{Slot, slots},
    speaking,
};
use crate::schema::MessageId;

/// From here on a place elsewhere is the likeliest one.
const LIKELY: f64 = 0.5;
/// From here on it is worth mentioning.
const POSSIBLE: f64 = 0.4;
/// How many other places are mentioned.
const ALTERNATIVES: usize = 2;

/// A pair of messages while its lines are drafted.
pub(super) struct Scope<'c, 'a> {
    pub context: &'c Context<'a>,
    pub old: MessageId,
    pub new: MessageId,
    pub before: Vec<Member<'a>>,
    pub after: Vec<Member<'a>>,
    pub known: Vec<(usize, usize, Known)>,
    pub slots: Vec<Slot<'a>>,
}

/// Where the old fields of a pair of messages went.
pub(super) fn moved(context: &Context<'_>, old: MessageId, new: MessageId) -> Vec<Moved> {
    let scope = Scope {
        context,
        old,
        new,
        before: members(context.old, old),
        after: members(context.new, new),
        known: known(context, old, new),
        slots: slots(context, old, new),
    };
    let (mut found, mut settled) = identities::lines(&scope);
    for index in scope.open(&settled) {
        if let Some(line) = scope.resource_name(index) {
            settled.insert(index);
            found.push(line);
        }
    }
    let elsewhere = scope.elsewhere(&scope.open(&settled));
    settled.extend(elsewhere.iter().map(|line| line.order));
    found.extend(elsewhere);
    for index in scope.open(&settled) {
        let taken = outright(&found);
        match inline::lines(&scope, index, &taken) {
            Some(lines) => found.extend(lines),
            None => found.push(leftovers::line(&scope, index, &taken)),
        }
    }
    super::moved::behind_heads(&mut found);
    found
}

/// The places that lines fill outright. What is filled from a resource name may have a better source.
fn outright(lines: &[Moved]) -> HashSet<String> {
    let lines = lines.iter().filter(|line| matches!(line.what, What::To(_)));
    lines.flat_map(Moved::targets).map(str::to_owned).collect()
}

impl<'a> Scope<'_, 'a> {
    fn open(&self, settled: &HashSet<usize>) -> Vec<usize> {
        (0..self.before.len()).filter(|index| !settled.contains(index)).collect()
    }

    /// The new version's name, for sentences.
    pub(super) fn new_label(&self) -> &'a str {
        self.context.label(Version::New)
    }

    /// `string, 1`: what tells a person which field is meant.
    pub(super) fn old_type(&self, member: &Member<'_>) -> String {
        self.context.old.type_name(member.field)
    }

    /// "`a` is gone", or "`a` was string and is int32" where there is one of that name.
    pub(super) fn what_became_of(&self, member: &Member<'_>) -> String {
        match self.after.iter().find(|after| after.step == member.step) {
            Some(after) => {
                let (was, is) = (self.old_type(member), self.context.new.type_name(after.field));
                format!("`{}` was {was} and is {is}", member.step)
            }
            None => format!("`{}` is gone", member.step),
        }
    }

    /// The member that has the number and the shape of an old one, and the little that speaks for it.
    pub(super) fn suspect(&self, index: usize) -> Option<(usize, String)> {
        self.known.iter().find_map(|(i, j, how)| match how {
            Known::Suspect { evidence, .. } if *i == index => Some((*j, identities::words(evidence))),
            _ => None,
        })
    }

    pub(super) fn names(&self, message: MessageId, version: Version) -> String {
        self.context.message_name(version, message)
    }

    fn resource_name(&self, index: usize) -> Option<Moved> {
        let member = &self.before[index];
        let found = resource_names::find(self.context, self.old, self.new, member.field, &self.slots);
        let (best, others) = found.split_first()?;
        let trust = match best.confirmed && others.is_empty() {
            true => {
                Trust::Because(format!("{}, and the new http path has {}", best.pattern_from, fields(&best.targets)))
            }
            false => Trust::Decide(Doubt {
                question: format!("{}; {} taken for what varies in it", best.pattern_from, fields(&best.targets)),
                alternatives: others.iter().map(|other| (member.step.clone(), other.value())).collect(),
            }),
        };
        let what = What::Parts { to: best.targets.clone(), value: best.value() };
        Some(Moved { order: index, key: member.step.clone(), what, trust, inlined_from: None })
    }

    /// Fields that seem to have moved to a place of their type, the likeliest first; a place is taken once.
    fn elsewhere(&self, open: &[usize]) -> Vec<Moved> {
        let mut candidates: Vec<(usize, usize, Carry, Likeness)> = Vec::new();
        for &index in open {
            let field = self.before[index].field;
            for (s, slot) in self.slots.iter().enumerate() {
                let Some(how) = carry(self.context, field, slot.field) else { continue };
                if how == Carry::Head && slot.within.is_some() {
                    continue; // lists are taken apart in their own message only
                }
                let likeness = Likeness::between(self.context, &[field.name()], field, slot);
                if likeness.score >= POSSIBLE {
                    candidates.push((index, s, how, likeness));
                }
            }
        }
        candidates.sort_by(|a, b| b.3.score.total_cmp(&a.3.score));
        let (mut taken, mut settled) = (Vec::<&String>::new(), HashSet::new());
        let mut found = Vec::new();
        for (index, s, how, likeness) in &candidates {
            if likeness.score < LIKELY || !settled.insert(*index) {
                continue;
            }
            let path = &self.slots[*s].path;
            if taken.iter().any(|other| *other == path || collide(other, path)) {
                settled.remove(index);
                continue;
            }
            taken.push(path);
            let others = candidates.iter().filter(|(i, t, ..)| i == index && t != s).take(ALTERNATIVES);
            let others = others.map(|(_, t, how, _)| (&self.slots[*t], *how)).collect();
            found.push(self.move_to(*index, &self.slots[*s], *how, likeness, others));
        }
        found
    }

    fn move_to(
        &self,
        index: usize,
        slot: &Slot<'_>,
        how: Carry,
        likeness: &Likeness,
        others: Vec<(&Slot<'_>, Carry)>,
    ) -> Moved {
        let member = &self.before[index];
        let mut target = Target::new(&slot.path, how);
        target.empty = speaking::stands_for_empty(member.field);
        let mut question =
            format!("{} and `{}` is taken for it: {}", self.what_became_of(member), slot.path, likeness.words());
        if let Some(empty) = &target.empty {
            question += &format!("; its comment says that empty means {empty}");
        }
        let mut line = Line::plain("", "").decide(question);
        if how == Carry::Copy && speaking::is_major_minor(slot.field) && !speaking::is_major_minor(member.field) {
            line = line.adding("the new comment speaks of versions without a patch number");
            line = line.or(member.step.clone(), Target { via: Some("major_minor"), ..target.clone() }.value());
        }
        let suspect = self.suspect(index).map(|(j, _)| &self.after[j]);
        if let Some(other) = suspect.filter(|other| other.step != slot.path) {
            line = line.adding(&format!("its number {} is that of `{}` now", member.field.number, other.step));
        }
        for (other, how) in others {
            line = line.or(member.step.clone(), Target::new(&other.path, how).value());
        }
        Moved { order: index, key: member.step.clone(), what: What::To(target), trust: line.trust, inlined_from: None }
    }
}

fn fields(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(" and ")
}
