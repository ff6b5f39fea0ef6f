//! What the manifest says, for the comments of the code that it becomes.

use crate::migration::{
    Migration,
    correspondence::{EnumPair, MessagePair, Origin},
    manifest::EnumTable,
};

/// A line of the manifest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Told {
    /// The line, from 1.
    pub line: usize,
    /// Its text, without blanks around it.
    pub text: String,
}

/// What the manifest says about the fields of a pair of messages, in the order of its lines.
pub(super) fn about(migration: &Migration, pair: &MessagePair) -> Vec<Told> {
    let manifest = &migration.manifest;
    let lines = pair.lines.iter().filter_map(|line| match &line.origin {
        Origin::Manifest { span, .. } => Some(span.start),
        Origin::SameName => None,
    });
    let alone = pair.old_only.iter().chain(&pair.new_only).map(|unmatched| unmatched.span.start);
    told(&manifest.text, lines.chain(alone))
}

/// What it says about the values of a pair of enums.
pub(super) fn about_enum(migration: &Migration, pair: &EnumPair) -> Vec<Told> {
    let manifest = &migration.manifest;
    let of = |tables: &[EnumTable], name: &str| -> Vec<usize> {
        let tables =
            tables.iter().filter(|table| name == table.name.value || name.ends_with(&format!(".{}", table.name.value)));
        tables.flat_map(|table| &table.lines).map(|line| line.value.span.start).collect()
    };
    let (old, new) = (&migration.old[pair.old].element.full_name, &migration.new[pair.new].element.full_name);
    told(&manifest.text, of(&manifest.enums, old).into_iter().chain(of(&manifest.new_enums, new)))
}

fn told(text: &str, offsets: impl Iterator<Item = usize>) -> Vec<Told> {
    let mut all: Vec<Told> = offsets.map(|offset| line_at(text, offset)).collect();
    all.sort();
    all.dedup();
    all
}

fn line_at(text: &str, offset: usize) -> Told {
    let offset = offset.min(text.len());
    let before = text.get(..offset).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    Told { line: before.matches('\n').count() + 1, text: line.trim().to_owned() }
}
