//! Names of functions: each unique in its direction, and the shortest that is.

use std::collections::{HashMap, HashSet};

use heck::ToSnakeCase;

use crate::codegen::free_name::first_free;

/// What a function makes of what.
pub(super) struct Ends<'s> {
    /// Name of the source type inside its package.
    pub source: &'s str,
    pub source_package: &'s str,
    /// Name of the target type inside its package.
    pub target: &'s str,
    /// Whether it is the part of a function that is left when fields are carried elsewhere.
    pub is_rest: bool,
}

/// A name for each: that of the source; where several have that one, with that of the target; where that is not enough
/// either, with the package.
pub(super) fn names(all: &[Ends<'_>]) -> Vec<String> {
    let rest = |ends: &Ends<'_>| if ends.is_rest { "_rest" } else { "" };
    let short = |ends: &Ends<'_>| snake(ends.source) + rest(ends);
    let long = |ends: &Ends<'_>| format!("{}_to_{}{}", snake(ends.source), snake(ends.target), rest(ends));
    let longest = |ends: &Ends<'_>| format!("{}_{}", snake(ends.source_package), long(ends));
    let forms: [&dyn Fn(&Ends<'_>) -> String; 3] = [&short, &long, &longest];
    let counts: Vec<HashMap<String, usize>> = forms
        .iter()
        .map(|form| {
            all.iter().fold(HashMap::new(), |mut counts, ends| {
                *counts.entry(form(ends)).or_default() += 1;
                counts
            })
        })
        .collect();
    let mut used: HashSet<String> = HashSet::new();
    let mut name = |ends: &Ends<'_>| {
        let forms = forms.iter().zip(&counts).map(|(form, counts)| (form(ends), counts));
        let found = forms.into_iter().find(|(name, counts)| counts.get(name) == Some(&1)).map(|(name, _)| name);
        let name = found.unwrap_or_else(|| longest(ends));
        // Rests of one pair differ in nothing that has a name.
        let name = first_free(name, "_", |name| !used.contains(name));
        used.insert(name.clone());
        name
    };
    all.iter().map(&mut name).collect()
}

fn snake(name: &str) -> String {
    name.replace('.', "_").to_snake_case()
}
