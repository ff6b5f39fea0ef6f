//! The whole comparison of two schemas: pairing, changes, effects, findings.

use crate::{pairing::Pairing, rules::Finding, schema::Schema};

/// Two schemas with everything that was found out about them. What every report is made from.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The old version.
    pub old: Schema,
    /// The new version.
    pub new: Schema,
    /// Who became whom.
    pub pairing: Pairing,
    /// Every change, worst first.
    pub findings: Vec<Finding>,
}
