//! The protobuf wire format, without a schema: bytes in, numbered fields out, and back
//! (<https://protobuf.dev/programming-guides/encoding/>).
//!
//! A message on the wire is a sequence of *records*: a tag (field number and [`WireType`]) and a payload. Nothing in
//! it says what a field is called, nor whether a length-prefixed payload is a string, bytes or another message; that
//! is the schema's knowledge and lives in [`crate::dynamic`].
//!
//! [`fields`] walks the records of one message; [`Reader`] is the cursor below it, for callers who decide field by
//! field what to do; [`Writer`] is the way back. [`framing`] is about what stands around a message: frames, hex, base64.
//!
//! ```
//! use proto_diff::wire::{self, RawValue};
//!
//! let fields: Vec<_> = wire::fields(&[0x08, 0x96, 0x01]).collect::<Result<_, _>>()?;
//! assert_eq!((fields[0].number, fields[0].value), (1, RawValue::Varint(150)));
//! # Ok::<(), wire::WireError>(())
//! ```
//!
//! Input is hostile until proven otherwise: every length is checked before it is used, groups nest at most
//! [`Depth::LIMIT`] deep, and every error says at which byte it happened.

mod depth;
mod error;
pub mod framing;
mod reader;
mod writer;

pub use depth::Depth;
pub use error::{WireError, WireReason};
pub use reader::{Key, Overflow, RawField, RawFields, RawValue, Reader, fields};
pub use writer::{OpenLen, Writer, unzigzag32, unzigzag64, zigzag32, zigzag64};

/// The largest field number: tags are 32 bits, three of which are the wire type
/// (<https://protobuf.dev/programming-guides/proto3/#assigning>).
pub const MAX_FIELD_NUMBER: i32 = (1 << 29) - 1;

/// How a record's payload is delimited (<https://protobuf.dev/programming-guides/encoding/#structure>).
///
/// A group takes two wire types on the wire, start (3) and end (4); as a payload it is one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WireType {
    /// Wire type 0: a base-128 number of up to ten bytes.
    Varint,
    /// Wire type 1: eight bytes, little-endian.
    Fixed64,
    /// Wire type 2: a length and so many bytes.
    Len,
    /// Wire types 3 and 4: records between a start and an end tag of the same number.
    Group,
    /// Wire type 5: four bytes, little-endian.
    Fixed32,
}

impl WireType {
    /// The name that reports use: `varint`, `fixed64`, `len`, `group`, `fixed32`.
    pub fn name(self) -> &'static str {
        match self {
            WireType::Varint => "varint",
            WireType::Fixed64 => "fixed64",
            WireType::Len => "len",
            WireType::Group => "group",
            WireType::Fixed32 => "fixed32",
        }
    }

    /// The three bits in the tag that begins a record.
    fn bits(self) -> u32 {
        match self {
            WireType::Varint => 0,
            WireType::Fixed64 => 1,
            WireType::Len => 2,
            WireType::Group => START_GROUP,
            WireType::Fixed32 => 5,
        }
    }
}

const START_GROUP: u32 = 3;
const END_GROUP: u32 = 4;

impl std::fmt::Display for WireType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
