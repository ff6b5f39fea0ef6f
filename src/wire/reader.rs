//! Reading records.

use std::ops::Range;

use super::{Depth, END_GROUP, MAX_FIELD_NUMBER, WireError, WireReason, WireType};

/// One record of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawField<'a> {
    /// The field number, 1 to [`MAX_FIELD_NUMBER`].
    pub number: i32,
    /// Where the tag begins, counted from the start of the outermost slice.
    pub offset: usize,
    /// The payload.
    pub value: RawValue<'a>,
}

/// The payload of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawValue<'a> {
    /// A base-128 number.
    Varint(u64),
    /// Eight bytes as a little-endian number.
    Fixed64(u64),
    /// The bytes after the length.
    Len(&'a [u8]),
    /// The bytes between the start and the end tag. They are well-formed records.
    Group(&'a [u8]),
    /// Four bytes as a little-endian number.
    Fixed32(u32),
}

impl RawValue<'_> {
    /// Which wire type it came with.
    pub fn wire_type(&self) -> WireType {
        match self {
            RawValue::Varint(_) => WireType::Varint,
            RawValue::Fixed64(_) => WireType::Fixed64,
            RawValue::Len(_) => WireType::Len,
            RawValue::Group(_) => WireType::Group,
            RawValue::Fixed32(_) => WireType::Fixed32,
        }
    }
}

/// What a tag announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A payload of this field.
    Field {
        /// The field number, 1 to [`MAX_FIELD_NUMBER`].
        number: i32,
        /// How the payload is delimited.
        wire_type: WireType,
    },
    /// The end of the group with this number.
    EndGroup {
        /// The field number, 1 to [`MAX_FIELD_NUMBER`].
        number: i32,
    },
}

/// What to do with the bits beyond the 64th that a varint of ten bytes can carry. Runtimes disagree:
/// C++, Java and upb drop them, Go and prost refuse them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// Drop them.
    Drop,
    /// Fail with [`WireReason::VarintOverflow`].
    Reject,
}

/// The records of a message, in the order of the bytes. Stops after the first error.
///
/// Takes any bytes; each item is a record or, once, the reason why the rest is none.
pub fn fields(bytes: &[u8]) -> RawFields<'_> {
    RawFields { reader: Reader::new(bytes, Overflow::Drop) }
}

/// The iterator that [`fields`] returns.
#[derive(Debug, Clone)]
pub struct RawFields<'a> {
    reader: Reader<'a>,
}

impl<'a> Iterator for RawFields<'a> {
    type Item = Result<RawField<'a>, WireError>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.reader.field(Depth::outermost()).transpose();
        if matches!(item, Some(Err(_))) {
            self.reader.skip_to_end();
        }
        item
    }
}

/// A cursor over the bytes of a message.
///
/// Positions count from the start of the outermost slice, also in the readers that [`Reader::delimited`] hands out,
/// so that an error deep inside names a byte of the whole input.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    /// From the start of the outermost slice to the end of this message.
    bytes: &'a [u8],
    position: usize,
    overflow: Overflow,
}

impl<'a> Reader<'a> {
    /// A reader at the start of an outermost message.
    pub fn new(bytes: &'a [u8], overflow: Overflow) -> Self {
        Reader { bytes, position: 0, overflow }
    }

    /// A reader of a stretch of the input, whose positions count from the start of the input. What of the stretch lies
    /// outside the input is not there.
    pub fn within(bytes: &'a [u8], stretch: Range<usize>, overflow: Overflow) -> Self {
        Reader { bytes: &bytes[..stretch.end.min(bytes.len())], position: stretch.start, overflow }
    }

    /// Where the next byte is.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.position >= self.bytes.len()
    }

    /// All that is left.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    /// What has been read since `start`, an earlier [`Reader::position`] of this reader.
    pub fn since(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..self.position).unwrap_or_default()
    }

    pub(crate) fn skip_to_end(&mut self) {
        self.position = self.bytes.len();
    }

    fn error<T>(&self, offset: usize, reason: WireReason) -> Result<T, WireError> {
        Err(WireError { offset, reason })
    }

    /// The next record with its payload, `None` at the end.
    ///
    /// # Errors
    /// When the bytes are not a record, among them an end-group tag, or a group nests deeper than `depth`.
    pub fn field(&mut self, depth: Depth) -> Result<Option<RawField<'a>>, WireError> {
        let offset = self.position;
        match self.key()? {
            None => Ok(None),
            Some(Key::Field { number, wire_type }) => {
                let value = self.value(number, wire_type, depth)?;
                Ok(Some(RawField { number, offset, value }))
            }
            Some(Key::EndGroup { number }) => self.error(offset, WireReason::UnmatchedEndGroup(number)),
        }
    }

    /// The next tag, `None` at the end.
    ///
    /// # Errors
    /// When the tag is truncated, its number out of range, or its wire type 6 or 7.
    #[inline]
    pub fn key(&mut self) -> Result<Option<Key>, WireError> {
        if self.is_at_end() {
            return Ok(None);
        }
        let offset = self.position;
        let tag = self.varint()?;
        let number = match i32::try_from(tag >> 3) {
            Ok(number @ 1..=MAX_FIELD_NUMBER) => number,
            _ => return self.error(offset, WireReason::FieldNumber(tag >> 3)),
        };
        let wire_type = match (tag & 7) as u32 {
            0 => WireType::Varint,
            1 => WireType::Fixed64,
            2 => WireType::Len,
            super::START_GROUP => WireType::Group,
            END_GROUP => return Ok(Some(Key::EndGroup { number })),
            5 => WireType::Fixed32,
            other => return self.error(offset, WireReason::WireType(other as u8)),
        };
        Ok(Some(Key::Field { number, wire_type }))
    }

    /// The payload that a tag announced.
    ///
    /// # Errors
    /// When the payload is truncated or malformed, or a group nests deeper than `depth`.
    #[inline]
    pub fn value(&mut self, number: i32, wire_type: WireType, depth: Depth) -> Result<RawValue<'a>, WireError> {
        Ok(match wire_type {
            WireType::Varint => RawValue::Varint(self.varint()?),
            WireType::Fixed64 => RawValue::Fixed64(self.fixed64()?),
            WireType::Len => RawValue::Len(self.delimited()?.rest()),
            WireType::Group => RawValue::Group(self.group(number, depth)?.rest()),
            WireType::Fixed32 => RawValue::Fixed32(self.fixed32()?),
        })
    }

    /// A base-128 number (<https://protobuf.dev/programming-guides/encoding/#varints>).
    ///
    /// # Errors
    /// When it is truncated, longer than ten bytes, or wider than 64 bits under [`Overflow::Reject`].
    #[inline]
    pub fn varint(&mut self) -> Result<u64, WireError> {
        let start = self.position;
        // Most numbers, tags and lengths take one byte.
        if let Some(&byte @ 0..0x80) = self.bytes.get(start) {
            self.position += 1;
            return Ok(u64::from(byte));
        }
        self.long_varint()
    }

    fn long_varint(&mut self) -> Result<u64, WireError> {
        let start = self.position;
        let mut value = 0;
        for (i, &byte) in self.rest().iter().take(10).enumerate() {
            value |= u64::from(byte & 0x7f) << (7 * i);
            if byte < 0x80 {
                if i == 9 && byte > 1 && self.overflow == Overflow::Reject {
                    return self.error(start, WireReason::VarintOverflow);
                }
                self.position += i + 1;
                return Ok(value);
            }
        }
        let reason = if self.rest().len() < 10 { WireReason::Truncated } else { WireReason::VarintTooLong };
        self.error(start, reason)
    }

    /// Four bytes, little-endian.
    ///
    /// # Errors
    /// When fewer are left.
    pub fn fixed32(&mut self) -> Result<u32, WireError> {
        self.array().map(u32::from_le_bytes)
    }

    /// Eight bytes, little-endian.
    ///
    /// # Errors
    /// When fewer are left.
    pub fn fixed64(&mut self) -> Result<u64, WireError> {
        self.array().map(u64::from_le_bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        match self.rest().first_chunk::<N>() {
            Some(bytes) => {
                self.position += N;
                Ok(*bytes)
            }
            None => self.error(self.position, WireReason::Truncated),
        }
    }

    /// A length and a reader of so many bytes.
    ///
    /// # Errors
    /// When the length is malformed or reaches past the end.
    #[inline]
    pub fn delimited(&mut self) -> Result<Reader<'a>, WireError> {
        let offset = self.position;
        let length = self.varint()?;
        let start = self.position;
        let remaining = self.bytes.len() - start;
        match usize::try_from(length) {
            Ok(length) if length <= remaining => {
                self.position = start + length;
                Ok(Reader { bytes: &self.bytes[..self.position], position: start, overflow: self.overflow })
            }
            _ => self.error(offset, WireReason::LengthPastEnd { length, remaining }),
        }
    }

    /// A reader of the content of a group whose start tag has been read; the end tag is consumed too.
    ///
    /// # Errors
    /// When the content is not well-formed, the group has no end, or it nests deeper than `depth`.
    pub fn group(&mut self, number: i32, depth: Depth) -> Result<Reader<'a>, WireError> {
        let start = self.position;
        let Some(depth) = depth.enter() else { return self.error(start, WireReason::TooDeep) };
        loop {
            let offset = self.position;
            match self.key()? {
                None => return self.error(offset, WireReason::UnterminatedGroup(number)),
                Some(Key::EndGroup { number: found }) if found == number => {
                    return Ok(Reader { bytes: &self.bytes[..offset], position: start, overflow: self.overflow });
                }
                Some(Key::EndGroup { number: found }) => {
                    return self.error(offset, WireReason::MismatchedEndGroup { open: number, found });
                }
                Some(Key::Field { number, wire_type }) => {
                    self.value(number, wire_type, depth)?;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Vec<RawField<'_>>, WireError> {
        fields(bytes).collect()
    }

    #[test]
    fn every_wire_type() {
        #[rustfmt::skip]
        let bytes = [
            0x08, 0x96, 0x01,
            0x11, 1, 0, 0, 0, 0, 0, 0, 0x80,
            0x1a, 0x02, b'h', b'i',
            0x23, 0x08, 0x01, 0x2b, 0x2c, 0x24,
            0x35, 1, 0, 0, 0x80,
        ];
        let expected = [
            (1, 0, RawValue::Varint(150)),
            (2, 3, RawValue::Fixed64(0x8000_0000_0000_0001)),
            (3, 12, RawValue::Len(b"hi")),
            (4, 16, RawValue::Group(&[0x08, 0x01, 0x2b, 0x2c])),
            (6, 22, RawValue::Fixed32(0x8000_0001)),
        ];
        let found: Vec<_> = read(&bytes).unwrap().into_iter().map(|f| (f.number, f.offset, f.value)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn malformed_input_is_named_with_its_offset() {
        let ten_continued = [[0x08].as_slice(), &[0xff; 10]].concat();
        let cases: [(&[u8], usize, WireReason); 14] = [
            (&[0x08], 1, WireReason::Truncated),
            (&[0x08, 0x80], 1, WireReason::Truncated),
            (&[0x80], 0, WireReason::Truncated),
            (&ten_continued, 1, WireReason::VarintTooLong),
            (&[0x0d, 1, 2, 3], 1, WireReason::Truncated),
            (&[0x09, 1, 2, 3, 4, 5, 6, 7], 1, WireReason::Truncated),
            (&[0x00, 0x00], 0, WireReason::FieldNumber(0)),
            (&[0x80, 0x80, 0x80, 0x80, 0x10, 0x00], 0, WireReason::FieldNumber(1 << 29)),
            (&[0x08, 0x00, 0x0e], 2, WireReason::WireType(6)),
            (&[0x0f], 0, WireReason::WireType(7)),
            (&[0x0a, 0x02, 0x00], 1, WireReason::LengthPastEnd { length: 2, remaining: 1 }),
            (&[0x08, 0x00, 0x0c], 2, WireReason::UnmatchedEndGroup(1)),
            (&[0x0b, 0x14], 1, WireReason::MismatchedEndGroup { open: 1, found: 2 }),
            (&[0x0b, 0x08, 0x01], 3, WireReason::UnterminatedGroup(1)),
        ];
        for (bytes, offset, reason) in cases {
            assert_eq!(read(bytes), Err(WireError { offset, reason }), "{bytes:x?}");
        }
    }

    #[test]
    fn reading_stops_after_an_error() {
        assert_eq!(fields(&[0x0f, 0x08, 0x01]).count(), 1);
    }

    #[test]
    fn groups_nest_as_deep_as_the_limit() {
        let nested = |levels: usize| [vec![0x0b; levels], vec![0x0c; levels]].concat();
        let limit = Depth::LIMIT as usize;
        assert!(read(&nested(limit)).is_ok());
        assert_eq!(read(&nested(limit + 1)).unwrap_err().reason, WireReason::TooDeep);
        assert_eq!(read(&vec![0x0b; 1_000_000]).unwrap_err().reason, WireReason::TooDeep);
    }

    #[test]
    fn bits_beyond_the_64th() {
        let bytes = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
        assert_eq!(Reader::new(&bytes, Overflow::Drop).varint(), Ok(u64::MAX));
        let rejected = Reader::new(&bytes, Overflow::Reject).varint().unwrap_err();
        assert_eq!(rejected.reason, WireReason::VarintOverflow);
    }

    #[test]
    fn nested_readers_count_from_the_outermost_byte() {
        let mut outer = Reader::new(&[0x0a, 0x02, 0x0a, 0x05], Overflow::Drop);
        outer.key().unwrap();
        let mut inner = outer.delimited().unwrap();
        assert_eq!(inner.field(Depth::outermost()).unwrap_err().offset, 3);
    }
}
