//! Methods of paired services.

use std::collections::HashMap;

use super::{
    Basis, Evidence, Matched, Matching, MethodName, Pair, SameType, Told,
    similarity::{Name, combined, comment_similarity},
};
use crate::schema::{Method, Schema, Service, ServiceId, http_bindings};

/// A name alone (0.7) is nearly enough, and never is when request and response have nothing in common.
const NAME_WEIGHT: f64 = 0.7;
const COMMENT_WEIGHT: f64 = 0.5;
const CALL_WEIGHT: f64 = 0.6;
const ENOUGH: f64 = 0.65;

/// Methods of each pair of services, paired as far as is known.
pub(super) type Methods = HashMap<(ServiceId, ServiceId), Vec<Pair<usize>>>;

/// Pairs methods as told and by name only.
pub(super) fn match_by_name(old: &Schema, new: &Schema, services: &Matching<ServiceId>, told: &Told) -> Methods {
    services
        .iter()
        .map(|(old_id, new_id)| {
            let matching = by_name(&old[old_id], &new[new_id], told);
            let pairs = matching.into_pairs(0..old[old_id].methods.len(), 0..new[new_id].methods.len());
            ((old_id, new_id), pairs)
        })
        .collect()
}

/// Pairs methods as told and by name, then what is left over by name similarity, types and http path, best first.
pub(super) fn infer(old: &Schema, new: &Schema, matched: &Matched, told: &Told) -> Methods {
    matched
        .services
        .iter()
        .map(|(old_id, new_id)| {
            let (old_service, new_service) = (&old[old_id], &new[new_id]);
            let mut matching = by_name(old_service, new_service, told);
            let old_left = left_over(old, old_service, |i| matching.has_old(i));
            let new_left = left_over(new, new_service, |j| matching.has_new(j));
            let mut candidates = Vec::new();
            for a in &old_left {
                for b in &new_left {
                    let evidence = evidence(matched, a, b);
                    let score = score(&evidence);
                    if score >= ENOUGH {
                        let (i, j) = ((&a.method.element.name, a.index), (&b.method.element.name, b.index));
                        candidates.push((score, i, j, evidence));
                    }
                }
            }
            candidates.sort_by(|x, y| y.0.total_cmp(&x.0).then_with(|| (x.1, x.2).cmp(&(y.1, y.2))));
            for (score, (_, i), (_, j), evidence) in candidates {
                matching.insert(i, j, Basis::Inferred { score, evidence });
            }
            let pairs = matching.into_pairs(0..old_service.methods.len(), 0..new_service.methods.len());
            ((old_id, new_id), pairs)
        })
        .collect()
}

fn by_name(old: &Service, new: &Service, told: &Told) -> Matching<usize> {
    let mut matching = Matching::default();
    for (before, after) in &told.methods {
        let index = |service: &Service, name: &MethodName| {
            let is_it = |method: &Method| method.element.name == name.method;
            (service.element.name == name.service).then(|| service.methods.iter().position(is_it)).flatten()
        };
        if let (Some(i), Some(j)) = (index(old, before), index(new, after)) {
            matching.insert(i, j, Basis::Manifest);
        }
    }
    for (i, method) in old.methods.iter().enumerate() {
        if let Some(j) = new.methods.iter().position(|m| m.element.name == method.element.name) {
            matching.insert(i, j, Basis::SameName);
        }
    }
    matching
}

/// A method without a counterpart, taken apart for comparing it with many.
struct Leftover<'a> {
    schema: &'a Schema,
    index: usize,
    method: &'a Method,
    name: Name,
    /// Verb and path of the first http binding.
    http: Option<(String, Name)>,
}

fn left_over<'a>(schema: &'a Schema, service: &'a Service, is_paired: impl Fn(usize) -> bool) -> Vec<Leftover<'a>> {
    let methods = service.methods.iter().enumerate().filter(|(index, _)| !is_paired(*index));
    methods
        .map(|(index, method)| Leftover {
            schema,
            index,
            method,
            name: Name::new(&method.element.name),
            http: http_bindings(method).into_iter().next().map(|binding| (binding.verb, Name::new(&binding.path))),
        })
        .collect()
}

fn evidence(types: &impl SameType, old: &Leftover<'_>, new: &Leftover<'_>) -> Vec<Evidence> {
    let name = old.name.similarity(&new.name);
    let call = call_similarity(types, old, new);
    // Comments are the slowest to compare; they decide only where something else speaks already.
    let speaks = combined([name * NAME_WEIGHT, call * CALL_WEIGHT]) >= ENOUGH / 3.0;
    let comments = (&old.method.element.comments.leading, &new.method.element.comments.leading);
    let comment = if speaks { comment_similarity(comments.0, comments.1) } else { 0.0 };
    let all = [(name, Evidence::Name(name)), (call, Evidence::Call(call)), (comment, Evidence::Comment(comment))];
    all.into_iter().filter(|(score, _)| *score > 0.0).map(|(_, evidence)| evidence).collect()
}

fn score(evidence: &[Evidence]) -> f64 {
    let all = combined(evidence.iter().map(|e| match e {
        Evidence::Name(score) => score * NAME_WEIGHT,
        Evidence::Call(score) => score * CALL_WEIGHT,
        Evidence::Comment(score) => score * COMMENT_WEIGHT,
        _ => 0.0,
    }));
    let named = evidence.iter().any(|e| matches!(e, Evidence::Name(score) if *score > 0.0));
    let called = evidence.iter().any(|e| matches!(e, Evidence::Call(score) if *score >= 0.5));
    if named || called { all } else { 0.0 }
}

fn call_similarity(types: &impl SameType, old: &Leftover<'_>, new: &Leftover<'_>) -> f64 {
    let (a, b) = (old.method, new.method);
    let mut score = 0.0;
    if types.same_kind((old.schema, &a.output), (new.schema, &b.output)) {
        score += 0.4;
    }
    if types.same_kind((old.schema, &a.input), (new.schema, &b.input)) {
        score += 0.3;
    }
    if (a.client_streaming, a.server_streaming) == (b.client_streaming, b.server_streaming) {
        score += 0.1;
    }
    if let (Some((verb, path)), Some((other_verb, other_path))) = (&old.http, &new.http)
        && verb == other_verb
    {
        score += 0.2 * path.similarity(other_path);
    }
    score
}
