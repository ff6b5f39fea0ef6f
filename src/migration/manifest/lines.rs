//! What a line of a manifest can say.

use std::ops::Range;

use super::{FieldPath, Placed, Template};

/// An old message or enum and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeLine {
    /// The old name.
    pub old: Placed<String>,
    /// The new name; or why there is none.
    pub new: Result<Placed<String>, String>,
}

/// Values of one enum.
#[derive(Debug, Clone, PartialEq)]
pub struct EnumTable {
    /// The enum.
    pub name: Placed<String>,
    /// Its values.
    pub lines: Vec<EnumLine>,
}

/// A value of an enum and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct EnumLine {
    /// The value on the side of the table.
    pub value: Placed<String>,
    /// The value on the other side that it is written as; `None` leaves it out.
    pub written_as: Option<Placed<String>>,
    /// Why being written so is a loss; `None` when it is the same value.
    pub lost: Option<String>,
}

/// Lines about one message.
#[derive(Debug, Clone, PartialEq)]
pub struct MessageTable<L> {
    /// The message.
    pub name: Placed<String>,
    /// In the order of the text.
    pub lines: Vec<L>,
}

/// An old field and where it went.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The old field.
    pub path: Placed<FieldPath>,
    /// What became of it.
    pub kind: LineKind,
    /// Why so, for readers.
    pub why: Option<String>,
}

/// What became of an old field.
#[derive(Debug, Clone, PartialEq)]
pub enum LineKind {
    /// It went somewhere.
    Move(MoveLine),
    /// It has no place in the new version.
    Drop(DropLine),
}

/// An old field that went somewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveLine {
    /// Where to. There is at least one.
    pub to: Vec<Placed<FieldPath>>,
    /// How, going up; `None` when the line is not used that way.
    pub up: Option<Leg>,
    /// How, going down.
    pub down: Option<Leg>,
    /// Fields in which a list element must equal the head to be left out as its repetition.
    pub distinct: Vec<Placed<FieldPath>>,
}

/// How a line carries a value in one direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    /// The transform.
    pub via: Placed<Via>,
    /// What is written when there is no value.
    pub empty: Option<Placed<Literal>>,
    /// Why carrying it is a loss whenever there is a value.
    pub loss: Option<String>,
}

/// An old field that has no place in the new version.
#[derive(Debug, Clone, PartialEq)]
pub struct DropLine {
    /// Why.
    pub reason: String,
    /// What it is in old data made from new data.
    pub back: Option<Placed<Made>>,
}

/// A new field that no line fills.
#[derive(Debug, Clone, PartialEq)]
pub struct NewLine {
    /// The new field.
    pub path: Placed<FieldPath>,
    /// What is said about it.
    pub kind: NewKind,
    /// Why so, for readers.
    pub why: Option<String>,
}

/// What is said about a new field.
#[derive(Debug, Clone, PartialEq)]
pub enum NewKind {
    /// It stays unset going up; going down it is lost for this reason.
    Absent(String),
    /// Going up it is made like this.
    Value(Placed<Made>),
    /// A list of which only some elements have a place in the old version.
    Only {
        /// Which.
        filter: VersionFilter,
        /// Why the others are lost.
        reason: String,
    },
}

/// Elements whose version lies in a range.
#[derive(Debug, Clone, PartialEq)]
pub struct VersionFilter {
    /// The string field of the element that holds the version.
    pub field: Placed<FieldPath>,
    /// The lowest version that is in.
    pub from: Option<Placed<(u32, u32)>>,
    /// The lowest version that is out again.
    pub below: Option<Placed<(u32, u32)>>,
    /// What an element without a version is.
    pub empty: EmptyVersion,
}

/// What an element without a version is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmptyVersion {
    /// In the range.
    In,
    /// Outside.
    Out,
}

/// A value that is not taken from a field of the same meaning.
#[derive(Debug, Clone, PartialEq)]
pub enum Made {
    /// Always this.
    Literal(Literal),
    /// Whether an enum field has one of some values.
    IsOneOf {
        /// Their names.
        values: Vec<Placed<String>>,
        /// The enum field, on the side that the value is made from.
        of: Placed<FieldPath>,
    },
}

/// A value written in a manifest. What it means depends on the type of the field.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// A string, bytes as UTF-8, or the name of an enum value.
    Text(String),
    /// An integer.
    Integer(i64),
    /// A float.
    Float(f64),
    /// A bool.
    Boolean(bool),
    /// `{}`: a message with nothing in it.
    EmptyMessage,
}

/// How a value becomes another.
#[derive(Debug, Clone, PartialEq)]
pub enum Via {
    /// As it is.
    Copy,
    /// `true` becomes `false`.
    Not,
    /// A resource name becomes its variables.
    Template(Template),
    /// A list becomes its first element.
    First,
    /// Zero becomes unset.
    ZeroIsUnset,
    /// A `google.protobuf.Struct` becomes a `google.protobuf.Value`.
    StructValue,
    /// Base64 text in bytes becomes the bytes it stands for.
    Base64Text,
    /// `0.3.0` becomes `0.3`.
    MajorMinor,
}

impl Via {
    /// The names of those that are written as a word.
    pub const NAMES: [&str; 7] =
        ["copy", "not", "first", "zero_is_unset", "struct_value", "base64_text", "major_minor"];

    pub(super) fn named(name: &str) -> Option<Via> {
        Some(match name {
            "copy" => Via::Copy,
            "not" => Via::Not,
            "first" => Via::First,
            "zero_is_unset" => Via::ZeroIsUnset,
            "struct_value" => Via::StructValue,
            "base64_text" => Via::Base64Text,
            "major_minor" => Via::MajorMinor,
            _ => return None,
        })
    }

    /// How a manifest writes it.
    pub fn name(&self) -> &'static str {
        match self {
            Via::Copy => "copy",
            Via::Not => "not",
            Via::Template(_) => "template",
            Via::First => "first",
            Via::ZeroIsUnset => "zero_is_unset",
            Via::StructValue => "struct_value",
            Via::Base64Text => "base64_text",
            Via::MajorMinor => "major_minor",
        }
    }
}

impl<T> Placed<T> {
    pub(crate) fn new(value: T, span: Range<usize>) -> Self {
        Placed { value, span }
    }
}
