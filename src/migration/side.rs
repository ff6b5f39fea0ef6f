//! One of two versions.

use std::fmt;

use serde::Serialize;

use crate::direction::Direction;

/// Which of the two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The one before the change.
    Old,
    /// The one after it.
    New,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Side::Old => Side::New,
            Side::New => Side::Old,
        }
    }
}

impl Side {
    /// The way that data of this side goes to the other one.
    pub fn leaving(self) -> Direction {
        match self {
            Side::Old => Direction::Upgrade,
            Side::New => Direction::Downgrade,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Old => "old",
            Side::New => "new",
        })
    }
}
