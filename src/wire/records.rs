//! Whole records, and stretches of the input.

use std::ops::Range;

use super::{Depth, Key, Overflow, RawValue, Reader, WireError, WireReason, WireType};

/// One record of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawField<'a> {
    /// The field number, 1 to [`MAX_FIELD_NUMBER`](super::MAX_FIELD_NUMBER).
    pub number: i32,
    /// Where the tag begins, counted from the start of the outermost slice.
    pub offset: usize,
    /// The payload.
    pub value: RawValue<'a>,
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

impl<'a> Reader<'a> {
    /// A reader of a stretch of the input, whose positions count from the start of the input. What of the stretch lies
    /// outside the input is not there.
    pub fn within(bytes: &'a [u8], stretch: Range<usize>, overflow: Overflow) -> Self {
        Reader { bytes: &bytes[..stretch.end.min(bytes.len())], position: stretch.start, overflow }
    }

    /// What has been read since `start`, an earlier [`Reader::position`] of this reader.
    pub fn since(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..self.position).unwrap_or_default()
    }

    pub(crate) fn skip_to_end(&mut self) {
        self.position = self.bytes.len();
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
            Some(Key::EndGroup { number }) => Err(WireError { offset, reason: WireReason::UnmatchedEndGroup(number) }),
        }
    }
}
