//! Decoding as conformant runtimes do. Prost refuses a record whose wire type is not that of its field, where others take
//! it for an unknown field (<https://protobuf.dev/programming-guides/encoding/#order>); and a varint with more than 64
//! bits, where others drop what is beyond them.

use prost::{
    Message,
    encoding::{WireType as Written, encode_key, encode_varint},
};

use super::super::{
    detection::shapes::{Content, FieldShape, MessageShape, Origin, Shapes},
    wire::{Depth, Key, Overflow, RawValue, Reader, WireType},
};
use super::report::Error;

/// Decodes the message with this index.
pub(crate) fn decode<M: Message + Default>(
    (shapes, message): (&'static Shapes, usize),
    bytes: &[u8],
) -> Result<M, Error> {
    M::decode(bytes).or_else(|error| {
        let fitting = shapes.messages.get(message).and_then(|message| fitting(shapes, message, bytes, Depth::outermost()));
        match fitting {
            Some(fitting) if fitting != bytes => Ok(M::decode(fitting.as_slice())?),
            _ => Err(error.into()),
        }
    })
}

/// Whether a record with this wire type is a value of a field, or a run of values.
pub(crate) fn takes(field: &FieldShape, found: WireType) -> bool {
    field.wire_type().is_none_or(|expected| expected == found) || found == WireType::Len && field.takes_runs()
}

/// The message as prost takes it: only what fits its fields, and no varint wider than 64 bits; `None` when it is no
/// message at all.
fn fitting(shapes: &Shapes, message: &MessageShape, bytes: &[u8], depth: Depth) -> Option<Vec<u8>> {
    let mut kept = Vec::with_capacity(bytes.len());
    let mut reader = Reader::new(bytes, Overflow::Drop);
    loop {
        let (number, wire_type) = match reader.key().ok()? {
            None => return Some(kept),
            Some(Key::EndGroup { .. }) => return None,
            Some(Key::Field { number, wire_type }) => (number, wire_type),
        };
        let value = reader.value(number, wire_type, depth).ok()?;
        let field = message.field(number).filter(|field| field.origin == Origin::Schema && takes(field, wire_type));
        // Prost forgets what it does not know, so nothing is missing without it.
        let Some(field) = field else { continue };
        let inner = match field.content {
            Content::Message(inner) | Content::Group(inner) => shapes.messages.get(inner),
            _ => None,
        };
        let number = u32::try_from(number).ok()?;
        match value {
            RawValue::Varint(value) => {
                encode_key(number, Written::Varint, &mut kept);
                encode_varint(value, &mut kept);
            }
            RawValue::Fixed32(value) => {
                encode_key(number, Written::ThirtyTwoBit, &mut kept);
                kept.extend(value.to_le_bytes());
            }
            RawValue::Fixed64(value) => {
                encode_key(number, Written::SixtyFourBit, &mut kept);
                kept.extend(value.to_le_bytes());
            }
            RawValue::Len(content) => {
                let content = match inner {
                    Some(inner) => fitting(shapes, inner, content, depth.enter()?)?,
                    None if field.wire_type() == Some(WireType::Varint) => packed(content)?,
                    None => content.to_vec(),
                };
                encode_key(number, Written::LengthDelimited, &mut kept);
                encode_varint(content.len() as u64, &mut kept);
                kept.extend(content);
            }
            RawValue::Group(content) => {
                encode_key(number, Written::StartGroup, &mut kept);
                kept.extend(fitting(shapes, inner?, content, depth.enter()?)?);
                encode_key(number, Written::EndGroup, &mut kept);
            }
        }
    }
}

/// A packed run of varints, none of them wider than 64 bits.
fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut kept = Vec::with_capacity(bytes.len());
    let mut reader = Reader::new(bytes, Overflow::Drop);
    while !reader.is_at_end() {
        encode_varint(reader.varint().ok()?, &mut kept);
    }
    Some(kept)
}
