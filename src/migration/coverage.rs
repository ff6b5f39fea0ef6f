//! How much of two schemas a manifest accounts for, and how.

use serde::Serialize;

use super::{
    Migration,
    correspondence::{Line, Origin, Unmatched},
    manifest::Via,
};
use crate::schema::Schema;

/// What becomes of everything, in numbers, and everything that has no place on the other side.
///
/// A manifest that loads accounts for everything, so this says how, not whether.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Messages.
    pub messages: TypeCoverage,
    /// Enums.
    pub enums: TypeCoverage,
    /// Fields of paired messages.
    pub fields: FieldCoverage,
    /// Old fields without a place in the new version.
    pub dropped: Vec<Alone>,
    /// New fields without a place in the old version.
    pub absent: Vec<Alone>,
    /// Lines that still have a `decide:` in them or above them: a person has not looked at them.
    pub undecided: usize,
}

/// Types of one sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TypeCoverage {
    /// Pairs of an old and a new one.
    pub paired: usize,
    /// Old ones without a counterpart: their fields are reached through other messages, or lost.
    pub gone: usize,
    /// New ones without a counterpart.
    pub new: usize,
}

/// Fields of paired messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FieldCoverage {
    /// Same name, a type that fits: no line is needed.
    pub stay: usize,
    /// Carried by a line as they are.
    pub moved: usize,
    /// Carried by a line with a transform.
    pub transformed: usize,
    /// Old ones that are dropped.
    pub dropped: usize,
    /// New ones that are given a value.
    pub given: usize,
    /// New ones that stay unset.
    pub absent: usize,
}

/// A field without a place on the other side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alone {
    /// Its message, inside the package, and its path.
    pub field: String,
    /// Why, in the words of the manifest.
    pub reason: String,
}

impl Migration {
    /// How the manifest accounts for both schemas.
    pub fn coverage(&self) -> Coverage {
        let pairs: Vec<_> = self.pairs().filter_map(|pair| self.correspondence.pair(pair.old(), pair.new())).collect();
        let lines = || pairs.iter().flat_map(|pair| &pair.lines);
        let count = |wanted: Sort| lines().filter(|line| sort(line) == wanted).count();
        let alone = |schema: &Schema, unmatched: &Unmatched| Alone {
            field: format!("{}.{}", schema[unmatched.path.root].nested_name, unmatched.path.display(schema)),
            reason: unmatched.reason.clone(),
        };
        let dropped: Vec<Alone> = pairs.iter().flat_map(|p| &p.old_only).map(|u| alone(&self.old, u)).collect();
        let without_value = || pairs.iter().flat_map(|p| &p.new_only).filter(|u| u.made.is_none());
        let absent: Vec<Alone> = without_value().map(|u| alone(&self.new, u)).collect();
        let given = pairs.iter().flat_map(|pair| &pair.new_only).count() - absent.len();
        let fields = FieldCoverage {
            stay: count(Sort::Stays),
            moved: count(Sort::Moved),
            transformed: count(Sort::Transformed),
            dropped: dropped.len(),
            given,
            absent: absent.len(),
        };
        let (messages, enums) = (self.message_coverage(), self.enum_coverage());
        Coverage { messages, enums, fields, dropped, absent, undecided: self.undecided() }
    }

    fn message_coverage(&self) -> TypeCoverage {
        let is_paired = |old| self.correspondence.of_old(old).is_some();
        TypeCoverage {
            paired: self.pairs().count(),
            gone: self.old.subject_messages().filter(|&old| !is_paired(old)).count(),
            new: self.new.subject_messages().filter(|&new| self.correspondence.of_new(new).next().is_none()).count(),
        }
    }

    fn enum_coverage(&self) -> TypeCoverage {
        let pairs = &self.correspondence.enums;
        TypeCoverage {
            paired: pairs.len(),
            gone: self.old.subject_enums().filter(|&old| !pairs.iter().any(|pair| pair.old == old)).count(),
            new: self.new.subject_enums().filter(|&new| !pairs.iter().any(|pair| pair.new == new)).count(),
        }
    }

    fn undecided(&self) -> usize {
        self.manifest.text.lines().filter(|line| line.contains("decide:")).count()
    }
}

/// What a line does.
#[derive(PartialEq, Eq)]
enum Sort {
    Stays,
    Moved,
    Transformed,
}

fn sort(line: &Line) -> Sort {
    let legs = [&line.up, &line.down];
    let copies = legs.into_iter().flatten().all(|leg| leg.via == Via::Copy);
    match (&line.origin, copies) {
        (Origin::SameName, _) => Sort::Stays,
        (Origin::Manifest { .. }, true) => Sort::Moved,
        (Origin::Manifest { .. }, false) => Sort::Transformed,
    }
}
