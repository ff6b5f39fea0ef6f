//! A change with our opinion of it.

use serde::Serialize;

use super::Fix;
use crate::{
    changes::{Change, Surface},
    effects::{Effects, Witness},
};

/// Which surfaces count. Each level includes the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Level {
    /// Binary data only.
    Binary,
    /// And ProtoJSON.
    #[default]
    Json,
    /// And generated code.
    Source,
}

/// What counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Which surfaces of data count.
    pub level: Level,
    /// Whether http bindings count.
    pub http: HttpPolicy,
}

impl Default for Policy {
    fn default() -> Self {
        Policy { level: Level::Json, http: HttpPolicy::Counts }
    }
}

/// Whether http bindings count. gRPC paths always do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpPolicy {
    /// They do.
    Counts,
    /// Nobody calls over REST.
    Ignored,
}

/// How bad it is. Ordered from harmless to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Something is lost, or will be sooner or later.
    Warning,
    /// Data or callers break.
    Error,
}

/// What happens and why.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explanation {
    /// The one line that a reviewer needs.
    pub reason: String,
    /// What readers do with it, in both directions, in words. Empty where nobody notices.
    pub consequence: String,
}

impl std::fmt::Display for Explanation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.consequence.as_str() {
            "" => f.write_str(&self.reason),
            consequence => write!(f, "{}. {consequence}", self.reason),
        }
    }
}

/// A change, what it does, and what we think of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The fact.
    pub change: Change,
    /// What it does to data and callers.
    pub effects: Effects,
    /// Proof of every `misread` and `rejected`, the worst first.
    pub witnesses: Vec<Witness>,
    /// The surfaces that notice.
    pub surfaces: Vec<Surface>,
    /// How bad it is at the level asked for.
    pub severity: Severity,
    /// Ids of the rules it violates, ours and buf's: `FIELD_NO_NUMBER_REUSE`, `FIELD_SAME_NAME`.
    pub rules: Vec<&'static str>,
    /// Twelve hexadecimal digits that stay the same under moved lines and unrelated edits.
    pub fingerprint: String,
    /// What happens and why.
    pub explanation: Explanation,
    /// What to do, if anything is to be done.
    pub fix: Option<Fix>,
}
