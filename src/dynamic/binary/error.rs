//! Why bytes could not be read as a message of some type.

use std::fmt;

use crate::{
    dynamic::path::{Step, prepend},
    schema::Field,
    wire::{WireError, WireReason, WireType},
};

/// Bytes that a reader refuses.
///
/// Prints as ``field 3 `supported_interfaces[0].url` at byte 12: invalid UTF-8``.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// Where in the outermost input: the tag of the record for a wire type, else what is wrong itself.
    pub offset: usize,
    /// Number of the innermost known field around it; `None` when the fault lies between fields of the root.
    pub field: Option<i32>,
    /// Path of that field by proto names, empty when there is none.
    pub path: String,
    /// What is wrong.
    pub reason: ReadReason,
}

/// What is wrong with bytes that a reader refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReadReason {
    /// They are not protobuf at all, or nest too deep.
    #[error(transparent)]
    Wire(#[from] WireReason),
    /// A known field with another wire type; only [`Reader::Strict`](crate::dynamic::Reader::Strict) refuses that.
    #[error("expected wire type {expected}, found {found}")]
    WireType {
        /// What the schema asks for.
        expected: WireType,
        /// What the tag says.
        found: WireType,
    },
    /// A string that is not UTF-8.
    #[error("invalid UTF-8")]
    Utf8,
}

impl ReadError {
    pub(super) fn new(offset: usize, reason: ReadReason) -> Self {
        ReadError { offset, field: None, path: String::new(), reason }
    }

    /// The same error seen from the message that holds `field`. `index` is the element it happened in.
    pub(super) fn within(mut self, field: &Field, index: Option<usize>) -> Self {
        self.field.get_or_insert(field.number);
        if let Some(index) = index {
            prepend(&mut self.path, Step::Index(index));
        }
        prepend(&mut self.path, Step::Field(field.name()));
        self
    }
}

impl From<WireError> for ReadError {
    fn from(error: WireError) -> Self {
        ReadError::new(error.offset, ReadReason::Wire(error.reason))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.field {
            write!(f, "field {number} `{}` at ", self.path)?;
        }
        write!(f, "byte {}: {}", self.offset, self.reason)
    }
}

impl std::error::Error for ReadError {}
