//! Records without a schema.

use super::Fault;
use crate::wire::{Depth, Key, Overflow, RawValue, Reader, WireError, WireReason, WireType};

/// A message of which nothing is known but its bytes.
#[derive(Debug, Clone)]
pub struct RawMessage<'a> {
    reader: Reader<'a>,
    depth: Depth,
}

/// One record of it.
#[derive(Debug, Clone)]
pub struct RawRecord<'a> {
    /// Where its tag begins in the outermost bytes.
    pub offset: usize,
    /// The field number.
    pub number: i32,
    /// How the payload is delimited.
    pub wire_type: WireType,
    /// The payload.
    pub payload: RawPayload<'a>,
}

/// A payload that no schema explains.
#[derive(Debug, Clone)]
pub struct RawPayload<'a> {
    /// The payload itself.
    pub value: RawValue<'a>,
    /// At the content of a length-prefixed payload or group; elsewhere behind the payload.
    content: Reader<'a>,
    depth: Depth,
}

/// What a payload may be.
#[derive(Debug, Clone)]
pub enum RawView<'a> {
    /// A base-128 number.
    Varint(u64),
    /// Eight bytes as a little-endian number.
    Fixed64(u64),
    /// Four bytes as a little-endian number.
    Fixed32(u32),
    /// A length-prefixed payload.
    Len(LenGuess<'a>),
    /// A group, whose content is certain.
    Group(RawMessage<'a>),
}

/// What a length-prefixed payload may be. Nothing in it says so: this is a guess.
#[derive(Debug, Clone)]
pub enum LenGuess<'a> {
    /// Printable UTF-8; nothing at all counts as that.
    Text(&'a str),
    /// Well-formed records.
    Message(RawMessage<'a>),
    /// Neither.
    Bytes(&'a [u8]),
}

impl<'a> RawMessage<'a> {
    /// The outermost message.
    pub fn new(bytes: &'a [u8]) -> Self {
        RawMessage { reader: Reader::new(bytes, Overflow::Drop), depth: Depth::outermost() }
    }

    /// Its records, in the order of the bytes. Stops after the first error.
    pub fn records(&self) -> RawRecords<'a> {
        RawRecords { reader: self.reader.clone(), depth: self.depth }
    }
}

/// The iterator that [`RawMessage::records`] returns.
#[derive(Debug, Clone)]
pub struct RawRecords<'a> {
    reader: Reader<'a>,
    depth: Depth,
}

impl<'a> Iterator for RawRecords<'a> {
    type Item = Result<RawRecord<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.record().transpose();
        if matches!(item, Some(Err(_))) {
            self.reader.skip_to_end();
        }
        item
    }
}

impl<'a> RawRecords<'a> {
    fn record(&mut self) -> Result<Option<RawRecord<'a>>, Fault> {
        let offset = self.reader.position();
        let Some((number, wire_type)) = key(&mut self.reader)? else { return Ok(None) };
        let payload = RawPayload::read(&mut self.reader, number, wire_type, self.depth)
            .map_err(|error| payload_fault(&self.reader, offset, (number, wire_type), error))?;
        Ok(Some(RawRecord { offset, number, wire_type, payload }))
    }
}

/// The tag of the next record, `None` at the end of the message.
pub(super) fn key(reader: &mut Reader<'_>) -> Result<Option<(i32, WireType)>, Fault> {
    let offset = reader.position();
    let present = reader.rest().len();
    match reader.key().map_err(|error| Fault::tag(offset, error, present))? {
        None => Ok(None),
        Some(Key::Field { number, wire_type }) => Ok(Some((number, wire_type))),
        Some(Key::EndGroup { number }) => {
            let error = WireError { offset, reason: WireReason::UnmatchedEndGroup(number) };
            Err(Fault::tag(offset, error, present))
        }
    }
}

/// The fault of a record whose tag was read and whose payload is not one. The reader stands somewhere inside.
pub(super) fn payload_fault(reader: &Reader<'_>, record: usize, tag: (i32, WireType), error: WireError) -> Fault {
    let present = (reader.position() + reader.rest().len()).saturating_sub(error.offset);
    Fault::payload(record, tag, error.offset, error.reason.into(), present)
}

impl<'a> RawPayload<'a> {
    pub(super) fn read(
        reader: &mut Reader<'a>,
        number: i32,
        wire_type: WireType,
        depth: Depth,
    ) -> Result<Self, WireError> {
        let (value, content) = match wire_type {
            WireType::Len => {
                let content = reader.delimited()?;
                (RawValue::Len(content.rest()), content)
            }
            WireType::Group => {
                let content = reader.group(number, depth)?;
                (RawValue::Group(content.rest()), content)
            }
            _ => (reader.value(number, wire_type, depth)?, reader.clone()),
        };
        Ok(RawPayload { value, content, depth })
    }

    /// What it may be.
    pub fn view(&self) -> RawView<'a> {
        match self.value {
            RawValue::Varint(value) => RawView::Varint(value),
            RawValue::Fixed64(value) => RawView::Fixed64(value),
            RawValue::Fixed32(value) => RawView::Fixed32(value),
            RawValue::Len(bytes) => RawView::Len(self.guess(bytes)),
            // A group that was read has a level left for its content.
            RawValue::Group(_) => {
                let depth = self.depth.enter().unwrap_or(self.depth);
                RawView::Group(RawMessage { reader: self.content.clone(), depth })
            }
        }
    }

    fn guess(&self, bytes: &'a [u8]) -> LenGuess<'a> {
        if let Some(text) = printable(bytes) {
            return LenGuess::Text(text);
        }
        match self.depth.enter() {
            Some(depth) if is_message(self.content.clone(), depth) => {
                LenGuess::Message(RawMessage { reader: self.content.clone(), depth })
            }
            _ => match std::str::from_utf8(bytes) {
                Ok(text) if text.chars().all(|c| !c.is_control() || is_blank(c)) => LenGuess::Text(text),
                _ => LenGuess::Bytes(bytes),
            },
        }
    }
}

/// Text, not beginning with a line feed or tab: `0a` is also the tag of field 1, with which so many messages begin.
fn printable(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_text = !text.starts_with(is_blank) && text.chars().all(|c| !c.is_control() || is_blank(c));
    is_text.then_some(text)
}

fn is_blank(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t')
}

fn is_message(mut reader: Reader<'_>, depth: Depth) -> bool {
    loop {
        match reader.field(depth) {
            Ok(None) => return true,
            Ok(Some(_)) => {}
            Err(_) => return false,
        }
    }
}
