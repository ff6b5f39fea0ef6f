//! Why bytes are not a protobuf message.

use std::{error, fmt};

use super::Depth;

/// Bytes that no protobuf message consists of, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WireError {
    /// Offset of the tag, varint, length or payload that is wrong, counted from the start of the outermost slice.
    pub offset: usize,
    /// What is wrong with it.
    pub reason: WireReason,
}

/// The ways in which bytes can fail to be a protobuf message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WireReason {
    /// The input ends inside a varint or a fixed-width number.
    Truncated,
    /// A varint that goes on after its tenth byte.
    VarintTooLong,
    /// A varint of ten bytes with more than 64 bits; only an error under [`super::Overflow::Reject`].
    VarintOverflow,
    /// A tag with field number 0 or one above [`super::MAX_FIELD_NUMBER`].
    FieldNumber(u64),
    /// A tag with wire type 6 or 7, which do not exist.
    WireType(u8),
    /// A length that reaches past the end of the message around it.
    LengthPastEnd {
        /// The length as written.
        length: u64,
        /// What there is.
        remaining: usize,
    },
    /// An end-group tag where no group is open.
    UnmatchedEndGroup(i32),
    /// An end-group tag whose number is not that of the innermost open group.
    MismatchedEndGroup {
        /// The group that is open.
        open: i32,
        /// The group that the tag ends.
        found: i32,
    },
    /// The input ends inside a group.
    UnterminatedGroup(i32),
    /// Messages or groups nest too deep.
    TooDeep,
}

// Written out, because this file is part of generated crates too, which depend on nothing that derives it.
impl fmt::Display for WireReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireReason::Truncated => f.write_str("truncated"),
            WireReason::VarintTooLong => f.write_str("varint longer than ten bytes"),
            WireReason::VarintOverflow => f.write_str("varint does not fit 64 bits"),
            WireReason::FieldNumber(number) => write!(f, "field number {number} is out of range"),
            WireReason::WireType(bits) => write!(f, "wire type {bits} does not exist"),
            WireReason::LengthPastEnd { length, remaining } => {
                write!(f, "length {length} reaches past the end, {remaining} bytes remain")
            }
            WireReason::UnmatchedEndGroup(number) => write!(f, "end of group {number} without a start"),
            WireReason::MismatchedEndGroup { open, found } => write!(f, "group {open} ends as group {found}"),
            WireReason::UnterminatedGroup(number) => write!(f, "group {number} has no end"),
            WireReason::TooDeep => write!(f, "nested more than {} levels deep", Depth::LIMIT),
        }
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.reason)
    }
}

impl error::Error for WireReason {}

impl error::Error for WireError {}
