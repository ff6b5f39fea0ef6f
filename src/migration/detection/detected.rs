//! What was found out, in words.

use std::{collections::HashSet, fmt};

use super::{Bearing, Contrast, Reading, Side, Sign, Verdict, judge};

/// What was found out about the version of a payload.
#[derive(Debug, Clone)]
pub struct Detection {
    /// On what grounds it is known.
    pub grounds: Grounds,
    /// What speaks for and against each version: the old one, then the new one.
    pub evidence: [SideEvidence; 2],
    /// What is odd in either version, a line each. It says nothing about the version, and perhaps that the type is
    /// another one.
    pub odd_in_both: Vec<String>,
}

/// On what grounds the version of a payload is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grounds {
    /// Somebody or something beside the bytes says so.
    Told(Side),
    /// The bytes.
    Bytes(Verdict),
}

/// What speaks for and against one version, a line each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SideEvidence {
    /// What speaks for it.
    pub for_it: Vec<String>,
    /// What speaks against it.
    pub against_it: Vec<String>,
}

impl Detection {
    /// Decides between two readings of the same bytes. `same` is asked only when both are possible: whether they come to
    /// the same message.
    pub fn between(old: &Reading<'_>, new: &Reading<'_>, same: impl FnOnce() -> bool) -> Self {
        let verdict = judge(old, new, same);
        let contrast = Contrast::of(old, new);
        let lines = |side, bearing| contrast.evidence(side, bearing).map(ToString::to_string).collect();
        let of = |side| SideEvidence { for_it: lines(side, Bearing::For), against_it: lines(side, Bearing::Against) };
        let evidence = [of(Side::Old), of(Side::New)];
        Detection { grounds: Grounds::Bytes(verdict), evidence, odd_in_both: odd_in_both(old, new) }
    }

    /// Something beside the bytes says which version it is.
    pub fn told(side: Side) -> Self {
        Self::by(Grounds::Told(side), Default::default())
    }

    /// On these grounds.
    pub fn by(grounds: Grounds, evidence: [SideEvidence; 2]) -> Self {
        Detection { grounds, evidence, odd_in_both: Vec::new() }
    }

    /// `told`, `certain`, `likely`, `same` or `ambiguous`.
    pub fn verdict(&self) -> &'static str {
        match self.grounds {
            Grounds::Told(_) => "told",
            Grounds::Bytes(verdict) => verdict.name(),
        }
    }

    /// The version, where it is known and it matters.
    pub fn side(&self) -> Option<Side> {
        match self.grounds {
            Grounds::Told(side) => Some(side),
            Grounds::Bytes(verdict) => verdict.side(),
        }
    }

    /// What speaks for and against one version.
    pub fn of(&self, side: Side) -> &SideEvidence {
        let [old, new] = &self.evidence;
        match side {
            Side::Old => old,
            Side::New => new,
        }
    }
}

/// What neither version would have written: the same sort of thing at the same byte.
fn odd_in_both(old: &Reading<'_>, new: &Reading<'_>) -> Vec<String> {
    let is_odd = |sign: &Sign| {
        matches!(sign, Sign::ControlText(_) | Sign::UnknownField { .. } | Sign::WireType { .. } | Sign::Unreadable(_))
    };
    let sort = |sign: &Sign| std::mem::discriminant(sign);
    let old: HashSet<_> = old.evidence().iter().map(|evidence| (evidence.offset, sort(&evidence.sign))).collect();
    let odd = new.evidence().iter().filter(|evidence| is_odd(&evidence.sign));
    odd.filter(|evidence| old.contains(&(evidence.offset, sort(&evidence.sign)))).map(ToString::to_string).collect()
}

impl fmt::Display for Detection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict())
    }
}
