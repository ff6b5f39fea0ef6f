//! Which version it was.

use std::{collections::HashSet, fmt};

use super::{
    Contrast, Evidence, Reading, Side, Sign, Weighed, Weight, contrast::covering, spot::Sight, weight::is_structure,
};

/// Which version wrote the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This one: nothing speaks against it, and the other cannot read the bytes, which damage does not explain.
    Certain(Side),
    /// This one: nothing of weight speaks against it, and the other would have to have written what it does not write.
    Likely(Side),
    /// Either, and it does not matter: both readings are the same message.
    Same,
    /// It cannot be told.
    Ambiguous,
    /// None of the two can read the bytes.
    Neither,
}

impl Verdict {
    /// The version, when there is one.
    pub fn side(self) -> Option<Side> {
        match self {
            Verdict::Certain(side) | Verdict::Likely(side) => Some(side),
            Verdict::Same | Verdict::Ambiguous | Verdict::Neither => None,
        }
    }

    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Certain(_) => "certain",
            Verdict::Likely(_) => "likely",
            Verdict::Same => "same",
            Verdict::Ambiguous => "ambiguous",
            Verdict::Neither => "neither",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side() {
            Some(side) => write!(f, "{} {side}", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

/// Decides between two readings of the same bytes.
///
/// `same` is asked only when both readings are possible: whether the old message, brought to the new version, is the
/// new message. It is asked first, because then nothing can go wrong.
pub fn judge(old: &Reading<'_>, new: &Reading<'_>, same: impl FnOnce() -> bool) -> Verdict {
    match (old.is_possible(), new.is_possible()) {
        (false, false) => Verdict::Neither,
        (true, true) if same() => Verdict::Same,
        _ => weigh(old, new, &Contrast::of(old, new)),
    }
}

/// Decides by evidence alone, whether or not it matters.
///
/// What speaks against the other version is *corroborated* when damage to one spot does not explain it: it concerns two
/// separate values of this version, or the content of one that this version reads as a message of substance.
///
/// A version is *likely* when something hard speaks against the other and nothing at all against it; or, corroborated,
/// nothing worse than missing fields and careless writing. It is *certain* when what speaks against the other is
/// corroborated, the other cannot read the bytes, and nothing at all speaks against this one.
pub fn weigh(old: &Reading<'_>, new: &Reading<'_>, contrast: &Contrast) -> Verdict {
    if !old.is_possible() && !new.is_possible() {
        return Verdict::Neither;
    }
    for (side, mine, other) in [(Side::Old, old, new), (Side::New, new, old)] {
        let hard: Vec<&Weighed> =
            contrast.side(side.other()).iter().filter(|weighed| weighed.weight == Some(Weight::Hard)).collect();
        if hard.is_empty() || !mine.is_possible() || !mine.left_out.is_nothing_heavy() {
            continue;
        }
        let corroborated = is_corroborated(&hard, mine);
        let weight = |weighed: &Weighed| match weighed.evidence.sign {
            // A suspicion of damage, which would leave the rest of the other version's message intact; and
            // carelessness, which does not put two separate values where the other version cannot have them.
            Sign::BeginsAsMessage | Sign::NotCanonical(_) if corroborated => weighed.weight.min(Some(Weight::Slight)),
            _ => weighed.weight,
        };
        let worst = contrast.side(side).iter().filter_map(weight).max();
        if worst > Some(Weight::Slight) {
            continue;
        }
        if corroborated && worst.is_none() && !other.is_possible() {
            return Verdict::Certain(side);
        }
        // A single damaged byte can take a message away from its version and leave half of one of the other.
        if !corroborated && worst.is_some() {
            continue;
        }
        return Verdict::Likely(side);
    }
    Verdict::Ambiguous
}

/// Whether more than one damaged spot is needed to explain what speaks against the other version: it concerns two
/// separate values of this version, or the content of one that is a message of substance. A number that the other
/// version does not have says nothing about content: one damaged tag moves a whole message to another field.
fn is_corroborated(hard: &[&Weighed], mine: &Reading<'_>) -> bool {
    let mut concerned = HashSet::new();
    hard.iter().any(|weighed| {
        let Evidence { offset, sign, .. } = &weighed.evidence;
        let Some(spot) = covering(&mine.spots, *offset) else { return false };
        let content = matches!(sign, Sign::Unreadable(_) | Sign::TextIsMessage { .. });
        let structure = content && matches!(spot.sight, Sight::Message(found) if is_structure(found));
        concerned.insert(spot.offset);
        structure || concerned.len() > 1
    })
}
