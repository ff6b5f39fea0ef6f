//! The manifest held against both schemas: every word in it resolved, every field accounted for.
//!
//! A [`Correspondence`] has no direction. Each line says which old place and which new place hold the same thing and how
//! one becomes the other; [`plan`](super::plan) turns it into what is done going up and what is done going down.
//!
//! It is total or it does not exist: every old field stays, goes somewhere or is dropped with a reason, and every new
//! field has a source, a value or a stated absence.

mod constant;
mod cover;
mod enums;
mod fit;
mod lines;
mod names;
mod oneofs;
mod overlaps;
mod path;
mod tables;
mod types;

use std::{collections::HashMap, ops::Range};

pub use constant::Constant;
pub use enums::{EnumMap, EnumPair, Mapped};
pub(in crate::migration) use names::definition;
pub(in crate::migration) use oneofs::in_oneof;
pub(crate) use path::fields_of;
pub(in crate::migration) use path::step_name;
pub use path::{Path, Step};

use super::manifest::{EmptyVersion, Fault, Manifest, ManifestError, Select, Via};
use crate::{
    direction::Direction,
    schema::{EnumId, FieldRef, MessageId, Schema},
};

/// Which old types are which new types, and for every field of them what becomes of it.
#[derive(Debug, Clone, Default)]
pub struct Correspondence {
    /// Pairs of messages, in the order of the old schema. One new message may stand in several.
    pub messages: Vec<MessagePair>,
    /// Pairs of enums.
    pub enums: Vec<EnumPair>,
    message_index: HashMap<(MessageId, MessageId), usize>,
    enum_index: HashMap<(EnumId, EnumId), usize>,
    /// Packages, old and new.
    pub packages: Vec<(String, String)>,
    /// Rpcs that have another name, old and new, each as `Service.Method`.
    pub rpcs: Vec<(String, String)>,
}

/// An old and a new message and what becomes of their fields.
#[derive(Debug, Clone)]
pub struct MessagePair {
    /// The old message.
    pub old: MessageId,
    /// The new message.
    pub new: MessageId,
    /// What goes where, the lines of the manifest first.
    pub lines: Vec<Line>,
    /// Old fields that have no place in the new version.
    pub old_only: Vec<Unmatched>,
    /// New fields that no line fills.
    pub new_only: Vec<Unmatched>,
    /// New lists of which only some elements have a place in the old version.
    pub filters: Vec<Filter>,
}

/// An old place and a new place that hold the same thing.
#[derive(Debug, Clone)]
pub struct Line {
    /// The old place.
    pub old: Path,
    /// The new place; with a template as many as it has variables, in their order.
    pub new: Vec<Path>,
    /// How, going up; `None` when the line is not used that way.
    pub up: Option<Leg>,
    /// How, going down.
    pub down: Option<Leg>,
    /// Fields of a list element, by number, in which it must equal the head to be left out as its repetition.
    pub distinct: Vec<i32>,
    /// What the manifest says about it.
    pub origin: Origin,
}

/// Where a line comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The fields have the same name and a type that fits.
    SameName,
    /// The manifest says so.
    Manifest {
        /// Where, in bytes.
        span: Range<usize>,
        /// Why, in its words.
        why: Option<String>,
    },
}

/// How a line carries a value in one direction.
#[derive(Debug, Clone)]
pub struct Leg {
    /// The transform.
    pub via: Via,
    /// What is written when there is no value.
    pub empty: Option<Constant>,
    /// Why carrying it is a loss whenever there is a value.
    pub loss: Option<String>,
}

/// A field with no counterpart.
#[derive(Debug, Clone)]
pub struct Unmatched {
    /// The field.
    pub path: Path,
    /// What it is in data made from the other side; `None` leaves it unset.
    pub made: Option<Made>,
    /// Why it is lost, in the words of the manifest.
    pub reason: String,
    /// Where the manifest says so, in bytes.
    pub span: Range<usize>,
}

/// A value that is not taken from a field of the same meaning.
#[derive(Debug, Clone)]
pub enum Made {
    /// Always this.
    Constant(Constant),
    /// Whether an enum field has one of some numbers.
    IsOneOf {
        /// The numbers, on the side that the value is made from.
        numbers: Vec<i32>,
        /// The field, on that side.
        of: Path,
        /// The field that is carried there, on the side of the value, with its numbers; what tells whether the value
        /// can be made again.
        same: Option<(Path, Vec<i32>)>,
    },
}

/// A new list of which only some elements have a place in the old version.
#[derive(Debug, Clone)]
pub struct Filter {
    /// The list.
    pub list: Path,
    /// The number of the string field in its elements that holds the version.
    pub version_field: i32,
    /// The lowest version that is in.
    pub from: Option<(u32, u32)>,
    /// The lowest version that is out again.
    pub below: Option<(u32, u32)>,
    /// What an element without a version is.
    pub empty: EmptyVersion,
    /// Why the others are lost.
    pub reason: String,
}

impl Correspondence {
    /// Holds a manifest against the schemas it is about.
    ///
    /// # Errors
    /// Everything in it that is not true of them, that does not fit, or that is missing.
    pub fn resolve(manifest: &Manifest, old: &Schema, new: &Schema) -> Result<Self, ManifestError> {
        match Self::as_far_as_true(manifest, old, new) {
            (correspondence, faults) if faults.is_empty() => Ok(correspondence),
            (_, faults) => Err(manifest.error(faults)),
        }
    }

    /// What of a manifest is true of two schemas, and what is not or is missing. With a fault in it a correspondence
    /// tells who became whom and is nothing to convert by.
    pub(in crate::migration) fn as_far_as_true(manifest: &Manifest, old: &Schema, new: &Schema) -> (Self, Vec<Fault>) {
        let tables = tables::Tables::of(manifest, old, new);
        let (result, faults) = (Correspondence::default(), Vec::new());
        let mut resolver = Resolver { manifest, tables, old, new, result, faults };
        resolver.packages();
        resolver.types();
        resolver.enum_values();
        resolver.rpcs();
        resolver.writers();
        resolver.fields();
        if resolver.faults.is_empty() {
            resolver.check_oneofs();
            resolver.check_overlaps();
            resolver.trace_made();
        }
        (resolver.result, resolver.faults)
    }

    /// The pair of these two messages.
    pub fn pair(&self, old: MessageId, new: MessageId) -> Option<&MessagePair> {
        self.message_index.get(&(old, new)).and_then(|&index| self.messages.get(index))
    }

    /// The pair of these two enums.
    pub fn enum_pair(&self, old: EnumId, new: EnumId) -> Option<&EnumPair> {
        self.enum_index.get(&(old, new)).and_then(|&index| self.enums.get(index))
    }

    /// The pairs that an old message is in: one at most.
    pub fn of_old(&self, old: MessageId) -> Option<&MessagePair> {
        self.messages.iter().find(|pair| pair.old == old)
    }

    /// The pairs that a new message is in.
    pub fn of_new(&self, new: MessageId) -> impl Iterator<Item = &MessagePair> {
        self.messages.iter().filter(move |pair| pair.new == new)
    }
}

impl Line {
    /// How it carries a value that way.
    pub fn leg(&self, direction: Direction) -> Option<&Leg> {
        match direction {
            Direction::Upgrade => self.up.as_ref(),
            Direction::Downgrade => self.down.as_ref(),
        }
    }
}

/// The work of [`Correspondence::resolve`].
struct Resolver<'a> {
    manifest: &'a Manifest,
    tables: tables::Tables<'a>,
    old: &'a Schema,
    new: &'a Schema,
    result: Correspondence,
    faults: Vec<Fault>,
}

impl<'a> Resolver<'a> {
    /// The schema that data comes from that way, and the one that it goes to.
    fn schemas_along(&self, direction: Direction) -> (&'a Schema, &'a Schema) {
        match direction {
            Direction::Upgrade => (self.old, self.new),
            Direction::Downgrade => (self.new, self.old),
        }
    }

    fn fault(&mut self, span: Range<usize>, message: impl Into<String>, label: &str, help: impl Into<String>) {
        self.faults.push(Fault::new(span, message, label).with_help(help));
    }
}

/// A step that takes the whole field.
pub(super) fn whole(field: FieldRef) -> Step {
    Step { field, select: Select::Whole }
}
