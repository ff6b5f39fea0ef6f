//! ProtoJSON (<https://protobuf.dev/programming-guides/json/>).
//!
//! [`write()`] gives the canonical form: lowerCamelCase names unless asked otherwise, 64-bit integers as strings, enums
//! by their first name, bytes as padded base64, and the special forms of the well-known types. [`read`] takes
//! everything the specification tells readers to take. Both work on [`serde_json::Value`], whose objects are sorted by
//! key and have lost duplicate keys; a field given under both of its names is still found out.

mod error;
mod number;
mod reader;
mod well_known;
mod writer;

pub use error::{JsonError, JsonReason};
pub use reader::read;
pub use writer::{write, write_value};

/// Which name of a field a writer uses. Readers take both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldNames {
    /// `json_name`: lowerCamelCase unless the schema says otherwise.
    Json,
    /// The name in the `.proto` file.
    Proto,
}

/// What a reader does with names of fields and enum values it does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnknownNames {
    /// They are an error: the default of the specification.
    Reject,
    /// They are skipped: an unknown field leaves nothing, an unknown enum value leaves its field unset or its element
    /// out.
    Ignore,
}
