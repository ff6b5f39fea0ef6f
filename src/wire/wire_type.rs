//! What a tag says about the payload after it.

use std::fmt;

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
}

/// The three bits of a tag that begins a group.
pub(super) const START_GROUP: u32 = 3;
/// The three bits of the tag that ends it.
pub(super) const END_GROUP: u32 = 4;

impl fmt::Display for WireType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
