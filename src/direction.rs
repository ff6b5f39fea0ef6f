//! Which way data travels between two versions of a schema.

use serde::Serialize;

/// Who reads whose data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// New reader, old data (what schema registries call BACKWARD).
    Upgrade,
    /// Old reader, new data (FORWARD).
    Downgrade,
}

impl Direction {
    /// Both directions, upgrade first.
    pub const BOTH: [Direction; 2] = [Direction::Upgrade, Direction::Downgrade];
}
