//! Which package became which.

use std::collections::{BTreeMap, BTreeSet};

use super::{Basis, Evidence, Pair, Told};
use crate::schema::Schema;

/// Packages that share less than this part of their names are strangers.
const ENOUGH_SHARED_NAMES: f64 = 0.3;

/// Pairs packages: as given, as told, by the same name, then by the share of simple names they have in common, best first.
/// One package left over on each side needs no more than one name in common.
pub(super) fn pair(old: &Schema, new: &Schema, given: &[(String, String)], told: &Told) -> Vec<Pair<String>> {
    let mut pairs = pair_exact(old, new, given, told);
    let (old_names, new_names) = (names_by_package(old), names_by_package(new));
    let left_over = |pairs: &[Pair<String>]| {
        let old: Vec<String> =
            pairs.iter().filter_map(|p| if let Pair::Old(name) = p { Some(name.clone()) } else { None }).collect();
        let new: Vec<String> =
            pairs.iter().filter_map(|p| if let Pair::New(name) = p { Some(name.clone()) } else { None }).collect();
        (old, new)
    };
    let (old_left, new_left) = left_over(&pairs);
    let mut candidates: Vec<(f64, &String, &String)> = Vec::new();
    for old in &old_left {
        for new in &new_left {
            let share = shared(&old_names[old.as_str()], &new_names[new.as_str()]);
            if share >= ENOUGH_SHARED_NAMES {
                candidates.push((share, old, new));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
    for (share, old, new) in candidates {
        join(&mut pairs, old, new, Basis::Inferred { score: share, evidence: vec![Evidence::Structure(share)] });
    }
    let (old_left, new_left) = left_over(&pairs);
    if let ([old], [new]) = (old_left.as_slice(), new_left.as_slice()) {
        let share = shared(&old_names[old.as_str()], &new_names[new.as_str()]);
        if share > 0.0 {
            join(&mut pairs, old, new, Basis::Inferred { score: share, evidence: vec![Evidence::Structure(share)] });
        }
    }
    pairs
}

/// Pairs packages as given, as told and by the same name only.
pub(super) fn pair_exact(old: &Schema, new: &Schema, given: &[(String, String)], told: &Told) -> Vec<Pair<String>> {
    let owned = |name: &str| name.to_owned();
    let mut pairs: Vec<Pair<String>> = old.packages().into_iter().map(owned).map(Pair::Old).collect();
    pairs.extend(new.packages().into_iter().map(owned).map(Pair::New));
    for (old, new) in given {
        join(&mut pairs, old, new, Basis::Told);
    }
    for (old, new) in &told.packages {
        join(&mut pairs, old, new, Basis::Manifest);
    }
    for name in old.packages() {
        join(&mut pairs, name, name, Basis::SameName);
    }
    pairs
}

/// Turns the unpaired entries of two packages into one pair; does nothing when one of them is paired already.
fn join(pairs: &mut Vec<Pair<String>>, old: &str, new: &str, basis: Basis) {
    let old_at = pairs.iter().position(|p| matches!(p, Pair::Old(name) if name == old));
    let new_at = pairs.iter().position(|p| matches!(p, Pair::New(name) if name == new));
    if let (Some(old_at), Some(new_at)) = (old_at, new_at) {
        pairs[old_at] = Pair::Both { old: old.to_owned(), new: new.to_owned(), basis };
        pairs.remove(new_at);
    }
}

/// The names without package of all messages, enums and services of each subject package.
fn names_by_package(schema: &Schema) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for id in schema.subject_files() {
        names.entry(&schema[id].package).or_default();
    }
    let messages = schema.subject_messages().map(|id| (&schema[id].element, schema[id].nested_name.as_str()));
    let enums = schema.subject_enums().map(|id| (&schema[id].element, schema[id].nested_name.as_str()));
    let services = schema.subject_services().map(|id| (&schema[id].element, schema[id].element.name.as_str()));
    for (element, nested_name) in messages.chain(enums).chain(services) {
        names.entry(&schema[element.file].package).or_default().insert(nested_name);
    }
    names
}

/// The part of all names that both have, from 0 to 1.
fn shared(old: &BTreeSet<&str>, new: &BTreeSet<&str>) -> f64 {
    let common = old.intersection(new).count();
    let larger = old.len().max(new.len());
    if larger == 0 { 0.0 } else { common as f64 / larger as f64 }
}
