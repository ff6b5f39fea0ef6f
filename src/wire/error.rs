//! Why bytes are not a protobuf message.

use super::Depth;

/// Bytes that no protobuf message consists of, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {reason}")]
pub struct WireError {
    /// Offset of the tag, varint, length or payload that is wrong, counted from the start of the outermost slice.
    pub offset: usize,
    /// What is wrong with it.
    pub reason: WireReason,
}

/// The ways in which bytes can fail to be a protobuf message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WireReason {
    /// The input ends inside a varint or a fixed-width number.
    #[error("truncated")]
    Truncated,
    /// A varint that goes on after its tenth byte.
    #[error("varint longer than ten bytes")]
    VarintTooLong,
    /// A varint of ten bytes with more than 64 bits; only an error under [`super::Overflow::Reject`].
    #[error("varint does not fit 64 bits")]
    VarintOverflow,
    /// A tag with field number 0 or one above [`super::MAX_FIELD_NUMBER`].
    #[error("field number {0} is out of range")]
    FieldNumber(u64),
    /// A tag with wire type 6 or 7, which do not exist.
    #[error("wire type {0} does not exist")]
    WireType(u8),
    /// A length that reaches past the end of the message around it.
    #[error("length {length} reaches past the end, {remaining} bytes remain")]
    LengthPastEnd {
        /// The length as written.
        length: u64,
        /// What there is.
        remaining: usize,
    },
    /// An end-group tag where no group is open.
    #[error("end of group {0} without a start")]
    UnmatchedEndGroup(i32),
    /// An end-group tag whose number is not that of the innermost open group.
    #[error("group {open} ends as group {found}")]
    MismatchedEndGroup {
        /// The group that is open.
        open: i32,
        /// The group that the tag ends.
        found: i32,
    },
    /// The input ends inside a group.
    #[error("group {0} has no end")]
    UnterminatedGroup(i32),
    /// Messages or groups nest too deep.
    #[error("nested more than {} levels deep", Depth::LIMIT)]
    TooDeep,
}
