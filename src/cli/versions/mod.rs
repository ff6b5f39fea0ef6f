//! Which version a payload is in: what the arguments say about it, and what is found out.

mod arguments;
mod decider;
mod migration;
mod report;
mod two;

pub(super) use arguments::{MigrationArguments, VersionArguments};
pub(super) use decider::{Chosen, Decider, Decision};
pub(super) use migration::{Subject, at_home, load, side_of};
pub(super) use report::{DetectionReport, evidence_lines};
use two::Two;
