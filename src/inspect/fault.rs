//! Why bytes cannot be read any further.

use std::fmt;

use crate::{
    dynamic::{
        binary::ReadReason,
        path::{Step, prepend},
    },
    schema::Field,
    wire::{WireError, WireReason, WireType},
};

/// The place from which on bytes are no message, and what was being read there.
///
/// Prints as ``field 2 `from`, offset 3: needs 5 bytes, has 3``.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where the record begins that cannot be read: its tag.
    pub record: usize,
    /// The number and wire type its tag has; `None` when the tag itself cannot be read.
    pub tag: Option<(i32, WireType)>,
    /// The name of its field, where the schema has one.
    pub name: Option<String>,
    /// Path of the message it lies in; empty for the root.
    pub inside: String,
    /// The byte that is wrong.
    pub at: usize,
    /// What is wrong with it.
    pub reason: ReadReason,
    /// How many bytes there are from `at` on, where fewer than needed.
    pub present: usize,
}

impl Fault {
    /// A tag that cannot be read.
    pub(super) fn tag(record: usize, error: WireError, present: usize) -> Self {
        let reason = ReadReason::Wire(error.reason);
        Fault { record, tag: None, name: None, inside: String::new(), at: error.offset, reason, present }
    }

    /// A payload that cannot be read.
    pub(super) fn payload(record: usize, tag: (i32, WireType), at: usize, reason: ReadReason, present: usize) -> Self {
        Fault { record, tag: Some(tag), name: None, inside: String::new(), at, reason, present }
    }

    pub(super) fn named(mut self, field: &Field) -> Self {
        self.name = Some(field.name().to_owned());
        self
    }

    /// The same fault seen from the message that holds `inside`.
    pub(super) fn within(mut self, inside: &str) -> Self {
        inside.clone_into(&mut self.inside);
        self
    }

    /// The path of the field, or of the message around it where the field has no name.
    pub fn path(&self) -> String {
        let Some(name) = &self.name else { return self.inside.clone() };
        let mut path = name.clone();
        if !self.inside.is_empty() {
            prepend(&mut path, Step::Field(&self.inside));
        }
        path
    }

    /// What is wrong, without the place.
    pub fn what(&self) -> String {
        match self.reason {
            ReadReason::Wire(WireReason::LengthPastEnd { length, remaining }) => {
                format!("needs {length} bytes, has {remaining}")
            }
            ReadReason::Wire(WireReason::Truncated) => self.what_is_cut_off(),
            ReadReason::Utf8 => format!("invalid UTF-8 from byte {}", self.at),
            reason => reason.to_string(),
        }
    }

    fn what_is_cut_off(&self) -> String {
        let present = self.present;
        let cut = match self.tag.map(|(_, wire_type)| wire_type) {
            Some(WireType::Fixed32) => return format!("needs 4 bytes, has {present}"),
            Some(WireType::Fixed64) => return format!("needs 8 bytes, has {present}"),
            Some(WireType::Group) => return format!("the group is cut off at byte {}", self.at),
            Some(WireType::Varint) => "the varint",
            Some(WireType::Len) => "the length",
            None => "the tag",
        };
        match present {
            0 => format!("{cut} is missing, the message ends at byte {}", self.at),
            1 => format!("{cut} is cut off after 1 byte"),
            _ => format!("{cut} is cut off after {present} bytes"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.tag.map(|(number, _)| number), &self.name) {
            (Some(number), Some(_)) => write!(f, "field {number} `{}`, ", self.path())?,
            (Some(number), None) if self.inside.is_empty() => write!(f, "field {number}, ")?,
            (Some(number), None) => write!(f, "field {number} in `{}`, ", self.inside)?,
            (None, _) if self.inside.is_empty() => {}
            (None, _) => write!(f, "in `{}`, ", self.inside)?,
        }
        write!(f, "offset {}: {}", self.record, self.what())
    }
}

impl std::error::Error for Fault {}
