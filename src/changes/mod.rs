//! The facts: every difference between the two sides of a pair.
//!
//! A [`Change`] says *what* differs and points at both sides. Whether that hurts is found out by
//! [`effects`](crate::effects) and judged by [`rules`](crate::rules).

mod kind;
mod subject;

pub use kind::{ChangeKind, Surface};
pub use subject::{Detail, FieldRef, Reuse, Subject, ValueRef};

/// One difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// What sort of difference.
    pub kind: ChangeKind,
    /// Both sides of what differs.
    pub subject: Subject,
    /// What the two sides alone do not show: evidence, option values, sets of numbers.
    pub detail: Detail,
}
