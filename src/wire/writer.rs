//! Writing records.

use super::{END_GROUP, RawValue, START_GROUP, WireType};

/// Appends records to a buffer.
///
/// Field numbers are the caller's responsibility: the writer puts down what it is given.
///
/// ```
/// use proto_diff::wire::Writer;
///
/// let mut writer = Writer::default();
/// writer.varint_field(1, 150);
/// writer.len_field(2, b"hi");
/// assert_eq!(writer.into_bytes(), [0x08, 0x96, 0x01, 0x12, 0x02, b'h', b'i']);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// A writer with room for so many bytes before it has to grow.
    pub fn with_capacity(capacity: usize) -> Self {
        Writer { bytes: Vec::with_capacity(capacity) }
    }

    /// What has been written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// A tag that announces a payload.
    #[inline]
    pub fn tag(&mut self, number: i32, wire_type: WireType) {
        let bits = match wire_type {
            WireType::Varint => 0,
            WireType::Fixed64 => 1,
            WireType::Len => 2,
            WireType::Group => START_GROUP,
            WireType::Fixed32 => 5,
        };
        self.raw_tag(number, bits);
    }

    /// The tag that ends a group.
    pub fn end_group(&mut self, number: i32) {
        self.raw_tag(number, END_GROUP);
    }

    fn raw_tag(&mut self, number: i32, wire_type: u32) {
        self.varint(u64::from((number as u32) << 3 | wire_type));
    }

    /// A base-128 number in its shortest form.
    #[inline]
    pub fn varint(&mut self, value: u64) {
        // Most tags and lengths take one byte.
        if value < 0x80 {
            return self.bytes.push(value as u8);
        }
        let (bytes, length) = encode_varint(value);
        self.bytes.extend_from_slice(&bytes[..length]);
    }

    /// Four bytes, little-endian.
    pub fn fixed32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// Eight bytes, little-endian.
    pub fn fixed64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// A length and the bytes.
    #[inline]
    pub fn len(&mut self, payload: &[u8]) {
        self.varint(payload.len() as u64);
        self.bytes.extend_from_slice(payload);
    }

    /// A length and whatever `write` puts down.
    pub fn len_with(&mut self, write: impl FnOnce(&mut Writer)) {
        // The length is known only afterwards. Most fit the one byte that is kept free; for the others the payload
        // moves, which is cheaper than measuring every message in a pass of its own.
        let length_at = self.bytes.len();
        self.bytes.push(0);
        write(self);
        let (length, size) = encode_varint((self.bytes.len() - length_at - 1) as u64);
        self.bytes[length_at] = length[0];
        if size > 1 {
            let rest_at = length_at + 1;
            self.bytes.splice(rest_at..rest_at, length[1..size].iter().copied());
        }
    }

    /// Begins a length-prefixed payload that is written piece by piece, and perhaps taken back. `expected` is how long it
    /// may become; a good guess saves moving it when it is [closed](Writer::close).
    pub fn open(&mut self, expected: usize) -> OpenLen {
        let length_at = self.bytes.len();
        self.varint(expected as u64);
        OpenLen { length_at, size: self.bytes.len() - length_at }
    }

    /// Ends a payload: its length is known now.
    pub fn close(&mut self, open: OpenLen) {
        let start = open.length_at + open.size;
        if let (1, length @ 0..0x80) = (open.size, self.bytes.len() - start) {
            self.bytes[open.length_at] = length as u8;
            return;
        }
        let (length, size) = encode_varint((self.bytes.len() - start) as u64);
        if size == open.size {
            self.bytes[open.length_at..start].copy_from_slice(&length[..size]);
        } else {
            self.bytes.splice(open.length_at..start, length[..size].iter().copied());
        }
    }

    /// How many bytes have been written.
    pub fn written(&self) -> usize {
        self.bytes.len()
    }

    /// What has been written since there were so many bytes.
    pub fn since(&self, written: usize) -> &[u8] {
        self.bytes.get(written..).unwrap_or_default()
    }

    /// Takes back everything after so many bytes.
    pub fn take_back_to(&mut self, written: usize) {
        self.bytes.truncate(written);
    }

    /// A whole record, unless it is a group's, whose content is all that the value holds; then start, content and end.
    pub fn field(&mut self, number: i32, value: RawValue<'_>) {
        self.tag(number, value.wire_type());
        match value {
            RawValue::Varint(value) => self.varint(value),
            RawValue::Fixed64(value) => self.fixed64(value),
            RawValue::Len(payload) => self.len(payload),
            RawValue::Fixed32(value) => self.fixed32(value),
            RawValue::Group(content) => {
                self.records(content);
                self.end_group(number);
            }
        }
    }

    /// A whole varint record.
    pub fn varint_field(&mut self, number: i32, value: u64) {
        self.tag(number, WireType::Varint);
        self.varint(value);
    }

    /// A whole length-prefixed record.
    pub fn len_field(&mut self, number: i32, payload: &[u8]) {
        self.tag(number, WireType::Len);
        self.len(payload);
    }

    /// Bytes that are whole records already.
    #[inline]
    pub fn records(&mut self, records: &[u8]) {
        self.bytes.extend_from_slice(records);
    }
}

/// A payload that has been begun; see [`Writer::open`].
#[derive(Debug)]
#[must_use = "a payload that is not closed has no length"]
pub struct OpenLen {
    length_at: usize,
    size: usize,
}

impl OpenLen {
    /// How many bytes had been written when the payload began, its length included.
    pub fn content_at(&self) -> usize {
        self.length_at + self.size
    }
}

fn encode_varint(mut value: u64) -> ([u8; 10], usize) {
    let mut bytes = [0; 10];
    let mut length = 0;
    while value >= 0x80 {
        bytes[length] = value as u8 | 0x80;
        value >>= 7;
        length += 1;
    }
    bytes[length] = value as u8;
    (bytes, length + 1)
}

/// `sint32` as a varint: small numbers of either sign become small
/// (<https://protobuf.dev/programming-guides/encoding/#signed-ints>).
pub fn zigzag32(value: i32) -> u32 {
    (value << 1 ^ value >> 31) as u32
}

/// The reverse of [`zigzag32`].
pub fn unzigzag32(value: u32) -> i32 {
    (value >> 1) as i32 ^ -((value & 1) as i32)
}

/// `sint64` as a varint: small numbers of either sign become small
/// (<https://protobuf.dev/programming-guides/encoding/#signed-ints>).
pub fn zigzag64(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// The reverse of [`zigzag64`].
pub fn unzigzag64(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Overflow, Reader};

    #[test]
    fn varints_are_read_back() {
        for value in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX >> 1, u64::MAX] {
            let mut writer = Writer::default();
            writer.varint(value);
            let bytes = writer.into_bytes();
            assert_eq!(Reader::new(&bytes, Overflow::Reject).varint(), Ok(value));
        }
    }

    #[test]
    fn zigzag_alternates() {
        assert_eq!([0, -1, 1, -2, i32::MAX, i32::MIN].map(zigzag32), [0, 1, 2, 3, u32::MAX - 1, u32::MAX]);
        assert_eq!([0, -1, 1, -2, i64::MAX, i64::MIN].map(zigzag64), [0, 1, 2, 3, u64::MAX - 1, u64::MAX]);
        for value in [0, -1, 1, i32::MAX, i32::MIN] {
            assert_eq!(unzigzag32(zigzag32(value)), value);
            assert_eq!(unzigzag64(zigzag64(i64::from(value))), i64::from(value));
        }
    }

    #[test]
    fn lengths_are_put_in_front() {
        let mut writer = Writer::default();
        writer.tag(1, WireType::Len);
        writer.len_with(|outer| {
            outer.tag(2, WireType::Len);
            outer.len_with(|inner| inner.records(&[7; 200]));
        });
        let bytes = writer.into_bytes();
        assert_eq!(bytes[..7], [0x0a, 0xcb, 0x01, 0x12, 0xc8, 0x01, 7]);
        assert_eq!(bytes.len(), 206);
    }
}
