//! Opinions: how bad a change is, why, and what to do about it.

mod finding;

pub use finding::{Finding, Level, Severity};
