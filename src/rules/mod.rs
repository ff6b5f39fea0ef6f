//! Opinions: how bad a change is, why, and what to do about it.
//!
//! [`judge`] turns a change and its effects into a [`Finding`]. Severity follows from effects and the [`Policy`];
//! explanation and fix are made from the same facts, so that they cannot disagree with the verdict.

mod explanation;
mod finding;
mod fingerprint;
mod fix;
mod ids;
mod parties;
mod severity;
mod surfaces;

pub use finding::{Explanation, Finding, HttpPolicy, Level, Policy, Severity};
pub use fix::Fix;

use crate::{
    changes::Change,
    effects::{Effects, Witness},
    pairing::Pairing,
    schema::Schema,
};

/// Both schemas and who is who: what an opinion is formed on.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The old version.
    pub old: &'a Schema,
    /// The new version.
    pub new: &'a Schema,
    /// Who became whom.
    pub pairing: &'a Pairing,
}

/// Forms an opinion on a change.
pub fn judge(
    context: Context<'_>,
    policy: &Policy,
    change: Change,
    effects: Effects,
    witnesses: Vec<Witness>,
) -> Finding {
    Finding {
        surfaces: surfaces::of(&change, &effects),
        severity: severity::of(context, policy, &change, &effects),
        rules: ids::of(&change, &effects),
        fingerprint: fingerprint::of(context, &change),
        explanation: explanation::of(context, &change, &effects),
        fix: fix::of(context, &change),
        change,
        effects,
        witnesses,
    }
}
