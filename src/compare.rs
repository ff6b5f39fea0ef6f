//! The seam: stands where the lead's `compare` will be.

use crate::{
    Comparison,
    changes::{self, ChangeKind},
    effects::Effects,
    pairing::{self, PairingOptions},
    rules::{Finding, Level, Severity},
    schema::Schema,
};

/// What the user says about a comparison.
#[derive(Debug, Clone, Default)]
pub struct CompareOptions {
    /// How elements find their counterparts.
    pub pairing: PairingOptions,
    /// Which surfaces count.
    pub level: Level,
    /// Whether http bindings and gRPC paths count.
    pub http: bool,
}

/// Compares two schemas.
pub fn compare(old: Schema, new: Schema, options: &CompareOptions) -> Comparison {
    let pairing = pairing::pair(&old, &new, &options.pairing);
    let mut findings: Vec<Finding> = changes::find(&old, &new, &pairing)
        .into_iter()
        .map(|change| Finding {
            severity: match change.kind {
                ChangeKind::FieldAdded | ChangeKind::MessageAdded | ChangeKind::RpcAdded => Severity::Note,
                ChangeKind::FieldPresenceChanged | ChangeKind::FieldRequiredChanged => Severity::Warning,
                _ => Severity::Error,
            },
            explanation: format!("{} happened", change.kind.name()),
            change,
            effects: Effects::default(),
            witnesses: Vec::new(),
            surfaces: Vec::new(),
            rules: Vec::new(),
            fingerprint: "000000000000".to_owned(),
            fix: String::new(),
        })
        .collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    Comparison { old, new, pairing, findings }
}
