//! Names that somebody may have meant.

use std::collections::BTreeSet;

use similar::TextDiff;

/// Up to three names that look like `name`, without regard to case.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    /// Below this, two names have too little in common to be a slip of the finger.
    const ALIKE: f32 = 0.6;
    let wanted = name.to_lowercase();
    let names: BTreeSet<&str> = candidates.into_iter().collect();
    let mut scored: Vec<(f32, &str)> = names
        .into_iter()
        .map(|candidate| (TextDiff::from_chars(wanted.as_str(), candidate.to_lowercase().as_str()).ratio(), candidate))
        .filter(|(score, _)| *score >= ALIKE)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(3).map(|(_, candidate)| candidate.to_owned()).collect()
}
