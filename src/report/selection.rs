//! Narrowing a report to some elements (`--message NAME`).

use std::collections::HashSet;

use super::{ChangeEntry, ElementEntry, Scope};
use crate::{
    Comparison,
    nearest::nearest,
    schema::{Element, Schema},
};

/// Which findings of a comparison a report shows.
#[derive(Debug, Clone, Default)]
pub enum Selection {
    /// All of them.
    #[default]
    All,
    /// Those of the elements with these full names, of either side.
    Named(HashSet<String>),
}

/// Nothing on either side has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("neither schema has a message, enum, service or rpc named `{name}`")]
pub struct UnknownName {
    /// The name that was asked for.
    pub name: String,
    /// Names that look like it, nearest first.
    pub nearest: Vec<String>,
}

impl miette::Diagnostic for UnknownName {
    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        let names: Vec<String> = self.nearest.iter().map(|name| format!("`{name}`")).collect();
        (!names.is_empty()).then(|| Box::new(format!("did you mean {}?", names.join(" or "))) as Box<_>)
    }
}

/// A message, enum, service or rpc that can be asked for.
struct Candidate<'a> {
    element: &'a Element,
    /// The name without the package.
    nested: &'a str,
}

impl Selection {
    /// The elements with these simple, nested or full names; all of them when no name is given.
    ///
    /// A name that several elements share selects them all.
    pub fn named(comparison: &Comparison, names: &[String]) -> Result<Self, UnknownName> {
        if names.is_empty() {
            return Ok(Selection::All);
        }
        let candidates: Vec<Candidate> = candidates(&comparison.old).chain(candidates(&comparison.new)).collect();
        let mut selected = HashSet::new();
        for name in names {
            let mut found = candidates.iter().filter(|candidate| candidate.answers_to(name)).peekable();
            if found.peek().is_none() {
                return Err(UnknownName {
                    name: name.clone(),
                    nearest: nearest(name, candidates.iter().map(|c| c.nested)),
                });
            }
            selected.extend(found.map(|candidate| candidate.element.full_name.clone()));
        }
        Ok(Selection::Named(selected))
    }

    /// Whether this change is shown: it is about one of the elements, or inside one.
    pub fn covers(&self, change: &ChangeEntry) -> bool {
        let Selection::Named(names) = self else { return true };
        let on_side = |holder: &Option<String>, element: &Option<ElementEntry>| {
            let Some(holder) = holder else { return false };
            names.contains(holder)
                || change.scope == Scope::Service
                    && element.as_ref().is_some_and(|element| names.contains(&format!("{holder}.{}", element.name)))
        };
        on_side(&change.message.old, &change.old) || on_side(&change.message.new, &change.new)
    }

    /// Whether an element with one of these full names is shown.
    pub fn covers_names(&self, old: &str, new: &str) -> bool {
        match self {
            Selection::All => true,
            Selection::Named(names) => names.contains(old) || names.contains(new),
        }
    }
}

impl Candidate<'_> {
    fn answers_to(&self, name: &str) -> bool {
        let name = name.strip_prefix('.').unwrap_or(name);
        self.element.name == name || self.nested == name || self.element.full_name == name
    }
}

fn candidates(schema: &Schema) -> impl Iterator<Item = Candidate<'_>> {
    let messages = schema.subject_messages().map(|id| &schema[id]);
    let enums = schema.subject_enums().map(|id| &schema[id]);
    let services = || schema.subject_services().map(|id| &schema[id]);
    let rpcs = services().flat_map(|service| {
        service.methods.iter().map(|m| Candidate { element: &m.element, nested: m.element.name.as_str() })
    });
    messages
        .map(|m| Candidate { element: &m.element, nested: &m.nested_name })
        .chain(enums.map(|e| Candidate { element: &e.element, nested: &e.nested_name }))
        .chain(services().map(|s| Candidate { element: &s.element, nested: &s.element.name }))
        .chain(rpcs)
}
