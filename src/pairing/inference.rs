//! What names did not pair: renamed messages, enums, services and rpcs.
//!
//! Each round counts anew who is used where, scores what is left over on both sides and accepts the best. Accepted
//! pairs are evidence for the next round (a renamed request type speaks for a renamed rpc and the other way round),
//! so rounds go on until one accepts nothing. Each accepts at least one pair, which bounds their number.

use std::collections::HashSet;

use super::{
    Basis, Evidence, Matched, Named, Pair, Told,
    methods::{self, Methods},
    similarity::{Name, combined, comment_similarity, name_similarity},
    structure::{self, Structure},
    usage::{Usage, Votes},
};
use crate::schema::{Definition, Kind, Schema, ServiceId};

const NAME_WEIGHT: f64 = 0.7;
const COMMENT_WEIGHT: f64 = 0.5;
const STRUCTURE_WEIGHT: f64 = 0.8;
const USE_WEIGHT: f64 = 0.8;
/// Types that agree in less than this part of their members contradict one another.
const CONTRADICTION: f64 = 0.15;
const ENOUGH: f64 = 0.6;
/// Above this many candidate pairs, only types that share a word of their name or a place of use are compared.
const COMPARE_ALL: usize = 40_000;

/// Above this many, only types with a place of use in common are compared at all.
const COMPARE_NAMES: usize = 4_000_000;

/// Completes `matched`, and pairs the methods of its services.
pub(super) fn infer(old: &Schema, new: &Schema, matched: &mut Matched, told: &Told) -> Methods {
    infer_services(old, new, matched);
    loop {
        let methods = methods::infer(old, new, matched, told);
        let mut usage = Usage::default();
        usage.count_fields(old, new, matched);
        count_calls(old, new, &methods, &mut usage);
        let messages = infer_messages(old, new, matched, told, &usage.messages);
        if !(infer_enums(old, new, matched, told, &usage.enums) | messages) {
            return methods;
        }
    }
}

fn count_calls(old: &Schema, new: &Schema, methods: &Methods, usage: &mut Usage) {
    for ((old_service, new_service), pairs) in methods {
        for pair in pairs {
            if let Pair::Both { old: i, new: j, .. } = pair {
                let (a, b) = (&old[*old_service].methods[*i], &new[*new_service].methods[*j]);
                usage.count_call(&a.input, &b.input);
                usage.count_call(&a.output, &b.output);
            }
        }
    }
}

fn infer_messages(
    old: &Schema,
    new: &Schema,
    matched: &mut Matched,
    told: &Told,
    votes: &Votes<crate::schema::MessageId>,
) -> bool {
    let settled = |id| matched.messages.has_old(id) || told.is_gone(Definition::Message(id));
    let old_left: Vec<_> = old.subject_messages().filter(|id| !settled(*id)).collect();
    let settled = |id| matched.messages.has_new(id) || told.is_fresh(Definition::Message(id));
    let new_left: Vec<_> = new.subject_messages().filter(|id| !settled(*id)).collect();
    let candidates = candidates(
        &old_left.iter().map(|&id| (id, &old[id])).collect::<Vec<_>>(),
        &new_left.iter().map(|&id| (id, &new[id])).collect::<Vec<_>>(),
        votes,
        |a, b| structure::of_messages(matched, (old, a), (new, b)),
    );
    accept(candidates, |a, b, basis| matched.messages.insert(a, b, basis))
}

fn infer_enums(
    old: &Schema,
    new: &Schema,
    matched: &mut Matched,
    told: &Told,
    votes: &Votes<crate::schema::EnumId>,
) -> bool {
    let settled = |id| matched.enums.has_old(id) || told.is_gone(Definition::Enum(id));
    let old_left: Vec<_> = old.subject_enums().filter(|id| !settled(*id)).collect();
    let settled = |id| matched.enums.has_new(id) || told.is_fresh(Definition::Enum(id));
    let new_left: Vec<_> = new.subject_enums().filter(|id| !settled(*id)).collect();
    let candidates = candidates(
        &old_left.iter().map(|&id| (id, &old[id])).collect::<Vec<_>>(),
        &new_left.iter().map(|&id| (id, &new[id])).collect::<Vec<_>>(),
        votes,
        structure::of_enums,
    );
    accept(candidates, |a, b, basis| matched.enums.insert(a, b, basis))
}

/// All pairs of leftover types for which enough speaks.
fn candidates<'a, T: Copy + Eq + std::hash::Hash, N: Named>(
    old: &[(T, &'a N)],
    new: &[(T, &'a N)],
    votes: &Votes<T>,
    structure: impl Fn(&N, &N) -> Option<Structure>,
) -> Vec<Candidate<'a, T>> {
    let old_names: Vec<Name> = old.iter().map(|(_, element)| Name::new(element.own_name())).collect();
    let new_names: Vec<Name> = new.iter().map(|(_, element)| Name::new(element.own_name())).collect();
    let pairs = old.len() * new.len();
    let mut candidates = Vec::new();
    for (a, old_name) in old.iter().zip(&old_names) {
        for (b, new_name) in new.iter().zip(&new_names) {
            let votes = votes.share(a.0, b.0);
            if votes == 0.0 && pairs > COMPARE_NAMES {
                continue;
            }
            let name = old_name.similarity(new_name);
            if votes == 0.0 && name == 0.0 && pairs > COMPARE_ALL {
                continue;
            }
            candidates.extend(Candidate::new(*a, *b, name, structure(a.1, b.1), votes));
        }
    }
    candidates
}

/// Two types that may be one.
struct Candidate<'a, T> {
    score: f64,
    old: (&'a str, T),
    new: (&'a str, T),
    evidence: Vec<Evidence>,
}

impl<'a, T> Candidate<'a, T> {
    /// `None` when too little speaks for it.
    fn new<N: Named>(
        (old_id, old): (T, &'a N),
        (new_id, new): (T, &'a N),
        name: f64,
        structure: Option<Structure>,
        votes: f64,
    ) -> Option<Self> {
        let weight = structure.map_or(0.0, |s| s.weight);
        // Comments are the slowest to compare; they decide only where something else speaks already.
        let without_comment = combined([name * NAME_WEIGHT, weight * STRUCTURE_WEIGHT, votes * USE_WEIGHT]);
        if without_comment < ENOUGH / 3.0 {
            return None;
        }
        let comment = comment_similarity(old.comment(), new.comment());
        let mut score = combined([without_comment, comment * COMMENT_WEIGHT]);
        if structure.is_some_and(|s| s.agreement < CONTRADICTION) && name < 0.8 {
            score /= 2.0;
        }
        if score < ENOUGH {
            return None;
        }
        let mut weighted = vec![
            (name * NAME_WEIGHT, Evidence::Name(name)),
            (weight * STRUCTURE_WEIGHT, Evidence::Structure(structure.map_or(0.0, |s| s.agreement))),
            (votes * USE_WEIGHT, Evidence::Use(votes)),
            (comment * COMMENT_WEIGHT, Evidence::Comment(comment)),
        ];
        weighted.retain(|(weight, _)| *weight > 0.0);
        weighted.sort_by(|a, b| b.0.total_cmp(&a.0));
        let evidence = weighted.into_iter().map(|(_, evidence)| evidence).collect();
        Some(Candidate { score, old: (old.own_name(), old_id), new: (new.own_name(), new_id), evidence })
    }
}

/// Accepts the best candidate of each element that is nobody else's better one. Returns whether any was accepted.
fn accept<T: Copy + Eq + std::hash::Hash + Ord>(
    mut candidates: Vec<Candidate<'_, T>>,
    mut insert: impl FnMut(T, T, Basis),
) -> bool {
    candidates.sort_by(|x, y| y.score.total_cmp(&x.score).then_with(|| (x.old, x.new).cmp(&(y.old, y.new))));
    let (mut old_taken, mut new_taken) = (HashSet::new(), HashSet::new());
    let mut accepted = false;
    for candidate in candidates {
        let (old, new) = (candidate.old.1, candidate.new.1);
        if !old_taken.contains(&old) && !new_taken.contains(&new) {
            old_taken.insert(old);
            new_taken.insert(new);
            insert(old, new, Basis::Inferred { score: candidate.score, evidence: candidate.evidence });
            accepted = true;
        }
    }
    accepted
}

/// Services that kept most of their methods, or whose names are alike and which share a method.
fn infer_services(old: &Schema, new: &Schema, matched: &mut Matched) {
    let mut candidates: Vec<Candidate<'_, ServiceId>> = Vec::new();
    for a in old.subject_services().filter(|id| !matched.services.has_old(*id)) {
        for b in new.subject_services().filter(|id| !matched.services.has_new(*id)) {
            let (x, y) = (&old[a], &new[b]);
            let name = name_similarity(&x.element.name, &y.element.name);
            let shared = x.methods.iter().filter(|m| y.method_named(&m.element.name).is_some()).count();
            let all = x.methods.len().max(y.methods.len()).max(1);
            let structure =
                Structure { agreement: shared as f64 / all as f64, weight: shared as f64 / (all + 1) as f64 };
            let calls = x.methods.iter().filter(|m| y.methods.iter().any(|n| same_call(matched, (old, m), (new, n))));
            let called = calls.count() as f64 / all as f64;
            let score = combined([name * NAME_WEIGHT, structure.weight * STRUCTURE_WEIGHT, called * COMMENT_WEIGHT]);
            if score >= ENOUGH && (shared > 0 || called > 0.0) {
                let evidence =
                    vec![Evidence::Name(name), Evidence::Structure(structure.agreement), Evidence::Call(called)];
                candidates.push(Candidate { score, old: (&x.element.name, a), new: (&y.element.name, b), evidence });
            }
        }
    }
    accept(candidates, |a, b, basis| matched.services.insert(a, b, basis));
}

fn same_call(
    matched: &Matched,
    (old, a): (&Schema, &crate::schema::Method),
    (new, b): (&Schema, &crate::schema::Method),
) -> bool {
    let same = |x: &Kind, y: &Kind| super::SameType::same_kind(matched, (old, x), (new, y));
    same(&a.input, &b.input) && same(&a.output, &b.output)
}
