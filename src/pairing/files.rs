//! Which file became which.

use std::collections::BTreeMap;

use super::{Basis, Evidence, Matching, Mode, Pair};
use crate::schema::{EnumId, FileId, MessageId, Schema};

/// Pairs files: by name; then, unless names are all that counts, one file on each side, and files whose definitions
/// went to the same new file, most definitions first.
pub(super) fn pair(
    old: &Schema,
    new: &Schema,
    messages: &Matching<MessageId>,
    enums: &Matching<EnumId>,
    mode: Mode,
) -> Vec<Pair<FileId>> {
    let old_files: Vec<FileId> = old.subject_files().collect();
    let new_files: Vec<FileId> = new.subject_files().collect();
    let mut matching = Matching::default();
    for &a in &old_files {
        if let Some(&b) = new_files.iter().find(|&&b| new[b].name == old[a].name) {
            matching.insert(a, b, Basis::SameName);
        }
    }
    if mode == Mode::Auto {
        for (share, a, b) in by_definitions(old, new, messages, enums) {
            matching.insert(a, b, Basis::Inferred { score: share, evidence: vec![Evidence::Structure(share)] });
        }
    }
    if let (&[a], &[b]) = (&old_files[..], &new_files[..]) {
        matching.insert(a, b, Basis::Told);
    }
    matching.into_pairs(old_files.into_iter(), new_files.into_iter())
}

fn by_definitions(
    old: &Schema,
    new: &Schema,
    messages: &Matching<MessageId>,
    enums: &Matching<EnumId>,
) -> Vec<(f64, FileId, FileId)> {
    let moves = messages
        .iter()
        .map(|(a, b)| (old[a].element.file, new[b].element.file))
        .chain(enums.iter().map(|(a, b)| (old[a].element.file, new[b].element.file)));
    let mut counts: BTreeMap<(FileId, FileId), usize> = BTreeMap::new();
    let mut totals: BTreeMap<FileId, usize> = BTreeMap::new();
    for (a, b) in moves {
        *counts.entry((a, b)).or_default() += 1;
        *totals.entry(a).or_default() += 1;
    }
    let mut shares: Vec<_> =
        counts.into_iter().map(|((a, b), count)| (count as f64 / totals[&a] as f64, a, b)).collect();
    shares.retain(|(share, ..)| *share >= 0.5);
    shares.sort_by(|x, y| {
        let names = |s: &(f64, FileId, FileId)| (old[s.1].name.clone(), new[s.2].name.clone());
        y.0.total_cmp(&x.0).then_with(|| names(x).cmp(&names(y)))
    });
    shares
}
