//! Numbers that no writer of a type writes.

use super::Content;

/// The bytes that a varint needs.
pub(super) fn varint_size(value: u64) -> usize {
    (64 - (value | 1).leading_zeros() as usize).div_ceil(7)
}

/// Whether a varint is a value of the type. Readers cut off what is too wide; writers never write it.
pub(super) fn fits(content: Content, value: u64) -> bool {
    match content {
        Content::Bool => value <= 1,
        Content::Uint32 => u32::try_from(value).is_ok(),
        // Negative numbers are sign-extended to 64 bits.
        Content::Int32 | Content::Enum(_) => i32::try_from(value as i64).is_ok(),
        _ => true,
    }
}
