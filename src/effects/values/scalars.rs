//! Scalars and enum numbers: the typical one first, then the ones that find trouble.
//!
//! To add one, add it to its type's list; every experiment picks it up.

use crate::{
    dynamic::Value,
    schema::{Enum, Scalar},
};

/// Long enough for a length above 127, whose bytes are not UTF-8.
const LONG_TEXT: usize = 150;
/// What a writer that does not check puts into a string.
pub(super) const NOT_UTF8: &[u8] = &[0x01, 0xff];
/// Numbers no enum of a sane schema has.
const UNKNOWN_ENUM_NUMBERS: [i32; 3] = [1_000_003, i32::MAX, i32::MIN];
/// Values of an enum that are tried at most.
const ENUM_VALUES: usize = 256;

pub(super) fn of_scalar(scalar: Scalar) -> Vec<Value> {
    let ints = |values: &[i64]| values.iter().copied().map(Value::Int).collect();
    let uints = |values: &[u64]| values.iter().copied().map(Value::Uint).collect();
    const PAST_32_BITS: i64 = (1 << 32) + 5;
    /// Nothing is left of it in 32 bits.
    const ONLY_PAST_32_BITS: i64 = 1 << 32;
    match scalar {
        Scalar::Int32 | Scalar::Sint32 | Scalar::Sfixed32 => {
            ints(&[42, 1, -1, 0, i64::from(i32::MAX), i64::from(i32::MIN)])
        }
        Scalar::Int64 | Scalar::Sint64 | Scalar::Sfixed64 => {
            ints(&[42, 1, -1, 0, PAST_32_BITS, -PAST_32_BITS, ONLY_PAST_32_BITS, i64::MAX, i64::MIN])
        }
        Scalar::Uint32 | Scalar::Fixed32 => uints(&[42, 1, 0, u64::from(u32::MAX)]),
        Scalar::Uint64 | Scalar::Fixed64 => uints(&[42, 1, 0, PAST_32_BITS as u64, ONLY_PAST_32_BITS as u64, u64::MAX]),
        Scalar::Bool => vec![Value::Bool(true), Value::Bool(false)],
        Scalar::Float => [1.5, -0.25, 0.0, -0.0, f32::MAX, f32::INFINITY, f32::NAN].map(Value::Float).into(),
        Scalar::Double => [1.5, 0.1, 0.0, -0.0, 1e300, f64::INFINITY, f64::NAN].map(Value::Double).into(),
        Scalar::String => [
            "sample",
            "",
            "a",
            "42",
            // As long as a `double`, or two `float`s.
            "as eight",
            // Parses as a message: field 1, the number 1.
            "\u{8}\u{1}",
            // Field 1, three bytes.
            "\n\u{3}abc",
            // The same inside another message, and inside one more: maps and structures.
            "\n\u{5}\n\u{3}abc",
            "\n\u{7}\n\u{5}\n\u{3}abc",
            "Grüße 世界",
            &"long ".repeat(LONG_TEXT / 5),
        ]
        .into_iter()
        .map(|text| Value::String(text.to_owned()))
        .collect(),
        Scalar::Bytes => [&[0x00, 0xff, 0x10, 0x80][..], b"sample", b"", b"a", b"as eight", b"\x08\x01", b"\n\x03abc"]
            .into_iter()
            .map(|bytes| Value::Bytes(bytes.to_vec()))
            .collect(),
    }
}

/// Every number an enum names, zero last; of an open enum some that it does not.
pub(super) fn of_enum(of: &Enum) -> Vec<Value> {
    let numbers = || of.values.iter().map(|value| value.number);
    let mut known: Vec<i32> = numbers().filter(|number| *number != 0).take(ENUM_VALUES).collect();
    known.extend(numbers().filter(|number| *number == 0).take(1));
    let unknown = UNKNOWN_ENUM_NUMBERS.into_iter().filter(|_| !of.closed);
    known.into_iter().chain(unknown).map(Value::Enum).collect()
}
