//! Shares of outcomes.

use serde::Serialize;

use super::{Outcome, Share};

/// How many of the payloads that were tried came to each outcome with one reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// Payloads that arrived.
    #[serde(skip_serializing_if = "is_zero")]
    pub exact: u32,
    /// Payloads of which something was gone.
    #[serde(skip_serializing_if = "is_zero")]
    pub dropped: u32,
    /// Payloads of which something arrived changed.
    #[serde(skip_serializing_if = "is_zero")]
    pub coerced: u32,
    /// Payloads that were refused.
    #[serde(skip_serializing_if = "is_zero")]
    pub rejected: u32,
    /// Payloads that were taken for something else.
    #[serde(skip_serializing_if = "is_zero")]
    pub misread: u32,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Tally {
    /// Takes in one payload.
    pub(super) fn record(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Exact => &mut self.exact,
            Outcome::Dropped => &mut self.dropped,
            Outcome::Coerced => &mut self.coerced,
            Outcome::Rejected => &mut self.rejected,
            Outcome::Misread => &mut self.misread,
        } += 1;
    }

    /// How many came to an outcome.
    pub fn of(&self, outcome: Outcome) -> u32 {
        match outcome {
            Outcome::Exact => self.exact,
            Outcome::Dropped => self.dropped,
            Outcome::Coerced => self.coerced,
            Outcome::Rejected => self.rejected,
            Outcome::Misread => self.misread,
        }
    }

    /// How many were tried.
    pub fn payloads(&self) -> u32 {
        Outcome::ALL.iter().map(|outcome| self.of(*outcome)).sum()
    }

    /// How many of them came to an outcome.
    pub fn share(&self, outcome: Outcome) -> Share {
        Share { alike: self.of(outcome), tried: self.payloads() }
    }

    /// The worst outcome that any came to; `exact` where none was tried.
    pub fn worst(&self) -> Outcome {
        Outcome::ALL.into_iter().filter(|outcome| self.of(*outcome) > 0).max().unwrap_or_default()
    }
}
