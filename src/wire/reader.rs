//! A cursor over tags and payloads.

use super::{Depth, END_GROUP, MAX_FIELD_NUMBER, START_GROUP, WireError, WireReason, WireType};

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

/// A cursor over the bytes of a message.
///
/// Positions count from the start of the outermost slice, also in the readers that [`Reader::delimited`] hands out,
/// so that an error deep inside names a byte of the whole input.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    /// From the start of the outermost slice to the end of this message.
    pub(super) bytes: &'a [u8],
    pub(super) position: usize,
    pub(super) overflow: Overflow,
}

impl<'a> Reader<'a> {
    /// A reader at the start of an outermost message.
    pub fn new(bytes: &'a [u8], overflow: Overflow) -> Self {
        Reader { bytes, position: 0, overflow }
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

    fn error<T>(&self, offset: usize, reason: WireReason) -> Result<T, WireError> {
        Err(WireError { offset, reason })
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
            START_GROUP => WireType::Group,
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
