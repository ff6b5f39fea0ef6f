//! Messages, enums and services as a manifest says, else by name inside paired packages.

use std::{collections::HashMap, hash::Hash};

use super::{Basis, Matched, Matching, Pair, Told};
use crate::schema::{Definition, Element, Schema};

pub(super) fn match_by_name(old: &Schema, new: &Schema, packages: &[Pair<String>], told: &Told) -> Matched {
    let renames: HashMap<&str, &str> = packages
        .iter()
        .filter_map(|pair| match pair {
            Pair::Both { old, new, .. } => Some((old.as_str(), new.as_str())),
            Pair::Old(_) | Pair::New(_) => None,
        })
        .collect();
    Matched {
        messages: matching(
            &told.messages,
            old.subject_messages()
                .filter(|id| !told.is_gone(Definition::Message(*id)))
                .map(|id| (id, expected_name(old, &old[id].element, &renames))),
            new.subject_messages()
                .filter(|id| !told.is_fresh(Definition::Message(*id)))
                .map(|id| (id, new[id].element.full_name.as_str())),
        ),
        enums: matching(
            &told.enums,
            old.subject_enums()
                .filter(|id| !told.is_gone(Definition::Enum(*id)))
                .map(|id| (id, expected_name(old, &old[id].element, &renames))),
            new.subject_enums()
                .filter(|id| !told.is_fresh(Definition::Enum(*id)))
                .map(|id| (id, new[id].element.full_name.as_str())),
        ),
        services: matching(
            &[],
            old.subject_services().map(|id| (id, expected_name(old, &old[id].element, &renames))),
            new.subject_services().map(|id| (id, new[id].element.full_name.as_str())),
        ),
    }
}

/// The full name an old element has if only its package changed, and on what grounds.
fn expected_name(schema: &Schema, element: &Element, renames: &HashMap<&str, &str>) -> (String, Basis) {
    let package = schema[element.file].package.as_str();
    match renames.get(package) {
        Some(&new_package) if new_package != package => {
            let nested = element.full_name.strip_prefix(package).unwrap_or(&element.full_name).trim_start_matches('.');
            let full_name = if new_package.is_empty() { nested.to_owned() } else { format!("{new_package}.{nested}") };
            (full_name, Basis::PackageMap)
        }
        _ => (element.full_name.clone(), Basis::SameName),
    }
}

fn matching<'a, T: Copy + Eq + Hash>(
    told: &[(T, T)],
    old: impl Iterator<Item = (T, (String, Basis))>,
    new: impl Iterator<Item = (T, &'a str)>,
) -> Matching<T> {
    let by_name: HashMap<&str, T> = new.map(|(id, name)| (name, id)).collect();
    let mut matching = Matching::default();
    for &(old, new) in told {
        matching.insert(old, new, Basis::Manifest);
    }
    for (id, (name, basis)) in old {
        if let Some(&counterpart) = by_name.get(name.as_str()) {
            matching.insert(id, counterpart, basis);
        }
    }
    matching
}
