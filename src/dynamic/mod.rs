//! Messages typed by a [`Schema`](crate::schema::Schema) at run time, with the two encodings protobuf has.
//!
//! [`DynamicMessage`] holds the fields that are set, by number; [`binary`] and [`json`] turn it into bytes or ProtoJSON
//! and back. Nothing here is generated and nothing is cached: a codec takes a schema and a
//! [`Message`](crate::schema::Message) of it, walks the value, and is done, so a caller may hand in a patched clone of
//! a message that is part of no schema. Messages *below* that root are looked up in the schema.
//!
//! # Two reader families
//!
//! Runtimes do not agree on what to do with bytes that do not fit the schema, and a schema change is exactly what
//! produces such bytes. [`Reader`] names the two schools, and every binary read says which one it plays.
//!
//! # What "set" means
//!
//! A reader puts into [`DynamicMessage::fields`] what the input held, explicit zeros included, and a writer writes what
//! is there. Generated code does not write the default of a field without presence; [`drop_implicit_defaults`] makes a
//! message what such a writer would have written. An empty list or map is never set: readers do not produce one, and in
//! binary it leaves no trace.

mod defaults;
mod lookup;
pub(crate) mod path;
mod required;
mod value;

pub mod binary;
pub mod json;

pub use defaults::drop_implicit_defaults;
pub use json::{FieldNames, UnknownNames};
pub use lookup::find_field;
pub use required::missing_required;
pub use value::{DynamicMessage, UnknownField, Value};

/// What a binary reader does with input that does not fit the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reader {
    /// C++, Java, Go, Python and upb. A known number with a wire type that does not fit is kept as an unknown field,
    /// and so is a number that a closed enum does not have (<https://protobuf.dev/programming-guides/enum/>). Strings
    /// are checked where the schema says so. Where the family itself is divided, this is what C++, Java and Go do: in a
    /// map entry whose value has another wire type, the value becomes the default (upb sets the whole entry aside).
    Conformant,
    /// prost from 0.14.6 on, and prost-reflect but for maps: a wire type that does not fit is an error, every string is
    /// checked, and closed enums keep numbers they do not know as values. Earlier prost and prost-reflect 0.16 read a
    /// map field as a length and an entry whatever its wire type says.
    Strict,
}
