//! The facts: every difference between the two sides of a pair.
//!
//! A [`Change`] says *what* differs and points at both sides. Whether that hurts is found out by
//! [`effects`](crate::effects) and judged by [`rules`](crate::rules).

mod counters;
mod enums;
mod fields;
mod files;
mod kind;
mod messages;
mod options;
mod reservations;
mod services;
mod subject;

pub use kind::{ChangeKind, Surface};
pub use subject::{Detail, Reuse, Subject, ValueRef};

pub use crate::schema::{CallPart, FieldRef};
use crate::{pairing::Pairing, schema::Schema};

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

/// Finds every difference between two schemas. Comments and layout never count, with one exception: a counter such
/// as `Next ID: 20` in a comment is a promise about numbers.
pub fn find(old: &Schema, new: &Schema, pairing: &Pairing) -> Vec<Change> {
    let mut finder = Finder { old, new, pairing, changes: Vec::new() };
    finder.files();
    finder.messages();
    finder.extensions();
    finder.enums();
    finder.services();
    finder.changes
}

/// What all the finders below share.
struct Finder<'a> {
    old: &'a Schema,
    new: &'a Schema,
    pairing: &'a Pairing,
    changes: Vec<Change>,
}

impl Finder<'_> {
    fn add(&mut self, kind: ChangeKind, subject: Subject, detail: Detail) {
        self.changes.push(Change { kind, subject, detail });
    }
}
