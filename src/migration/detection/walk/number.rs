//! Numbers that no writer of a type writes.

use super::shape::Content;
use crate::schema::Scalar;

/// The bytes that a varint needs.
pub(super) fn varint_size(value: u64) -> usize {
    (64 - (value | 1).leading_zeros() as usize).div_ceil(7)
}

/// Whether a varint is a value of the type. Readers cut off what is too wide; writers never write it.
pub(super) fn fits(content: Content, value: u64) -> bool {
    match content {
        Content::Scalar(Scalar::Bool) => value <= 1,
        Content::Scalar(Scalar::Uint32 | Scalar::Sint32) => u32::try_from(value).is_ok(),
        // Negative numbers are sign-extended to 64 bits.
        Content::Scalar(Scalar::Int32) | Content::Enum(_) => i32::try_from(value as i64).is_ok(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_that_writers_need() {
        for value in [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), 1 << 63, u64::MAX] {
            let mut writer = crate::wire::Writer::default();
            writer.varint(value);
            assert_eq!(varint_size(value), writer.into_bytes().len(), "{value}");
        }
    }

    #[test]
    fn negative_numbers_fit() {
        assert!(fits(Content::Scalar(Scalar::Int32), -1i64 as u64));
        assert!(!fits(Content::Scalar(Scalar::Int32), u64::from(u32::MAX)));
        assert!(!fits(Content::Scalar(Scalar::Bool), 2));
    }
}
