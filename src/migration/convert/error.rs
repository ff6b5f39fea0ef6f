//! Why a payload cannot be converted.

use crate::wire::WireReason;

/// A payload that cannot be converted, and where it goes wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("{}byte {offset}: {reason}", place(path))]
pub struct ConvertError {
    /// The field, by the names of the version that the payload is in; empty for the message itself.
    pub path: String,
    /// The byte of the payload.
    pub offset: usize,
    /// What is wrong.
    pub reason: ConvertReason,
}

/// What is wrong with a payload that cannot be converted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConvertReason {
    /// It is no message at all.
    #[error(transparent)]
    Wire(#[from] WireReason),
    /// A string is not UTF-8.
    #[error("invalid UTF-8")]
    Utf8,
    /// A resource name does not have the form that the manifest gives for it.
    #[error("`{name}` is not a name of the form `{template}`")]
    Name {
        /// The name as it stands there.
        name: String,
        /// The form.
        template: String,
    },
    /// A value that no resource name can hold.
    #[error("`{value}` cannot be a part of a name of the form `{template}`")]
    NamePart {
        /// The value.
        value: String,
        /// The form.
        template: String,
    },
    /// Text that is not base64 where the options say that it is.
    #[error("not base64 text: {0}")]
    Base64(String),
    /// More than a protobuf message may have (<https://protobuf.dev/programming-guides/proto-limits/>).
    #[error("{0} bytes are more than the 2 GiB that a message may have")]
    TooLong(usize),
}

fn place(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("`{path}` at ") }
}
