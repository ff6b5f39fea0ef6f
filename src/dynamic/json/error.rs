//! Why a message has no JSON, or JSON is no message.

use std::fmt;

use crate::{
    dynamic::{
        binary::ReadError,
        path::{Step, prepend},
    },
    wire::Depth,
};

/// A value that cannot be written as, or read from, ProtoJSON.
///
/// Prints as ``at `supportedInterfaces[0].url`: expected a string``.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Where, by the names in the JSON; empty for the root.
    pub path: String,
    /// Why.
    pub reason: JsonReason,
}

/// The ways in which a message and its JSON can fail to meet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JsonReason {
    /// JSON of another type.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A number that the field's type cannot hold.
    #[error("{0} is out of range")]
    OutOfRange(String),
    /// A number with a fraction where an integer is due.
    #[error("{0} is not an integer")]
    NotAnInteger(String),
    /// No field has this name.
    #[error("unknown field `{0}`")]
    UnknownField(String),
    /// No value of the enum has this name.
    #[error("unknown enum value `{0}`")]
    UnknownEnumValue(String),
    /// A field given under both of its names.
    #[error("field `{0}` given twice")]
    FieldTwice(String),
    /// Two members of one oneof.
    #[error("more than one member of oneof `{0}`")]
    OneofTwice(String),
    /// `null` as a list element or map value, where nothing can be absent.
    #[error("null stands for no value")]
    Null,
    /// A string that is not base64 in either alphabet.
    #[error("invalid base64")]
    Base64,
    /// A string that is not the special form of this well-known type.
    #[error("`{text}` is not a valid {what}")]
    Malformed {
        /// What it should have been: `timestamp`, `duration`, `field mask`.
        what: &'static str,
        /// What it is.
        text: String,
    },
    /// A well-known value that has no JSON form: a timestamp past year 9999, an infinite number in a `Value`, …
    #[error("this {0} has no JSON form")]
    NoJsonForm(&'static str),
    /// An `Any` without a type.
    #[error("`@type` is missing")]
    NoType,
    /// An `Any` of a type that the schema does not have.
    #[error("unknown type `{0}`")]
    UnknownType(String),
    /// An `Any` whose bytes are no value of its type.
    #[error("the packed message cannot be read: {0}")]
    Packed(ReadError),
    /// A string that is not UTF-8, let through by a reader that was not asked to check.
    #[error("invalid UTF-8")]
    Utf8,
    /// A value of another kind than its field, or under a number that the message does not have.
    #[error("the value does not fit its field")]
    Mismatch,
    /// Messages nest too deep.
    #[error("nested more than {} levels deep", Depth::LIMIT)]
    TooDeep,
}

impl JsonError {
    /// The same error seen from one level further out.
    pub(super) fn within(mut self, step: Step<'_>) -> Self {
        prepend(&mut self.path, step);
        self
    }
}

impl From<JsonReason> for JsonError {
    fn from(reason: JsonReason) -> Self {
        JsonError { path: String::new(), reason }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "at `{}`: ", self.path)?;
        }
        write!(f, "{}", self.reason)
    }
}

impl std::error::Error for JsonError {}
