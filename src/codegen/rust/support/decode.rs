//! Decoding as conformant runtimes do: prost refuses a record whose wire type is not that of its field, where others take
//! it for an unknown field (<https://protobuf.dev/programming-guides/encoding/#order>).

use prost::{
    Message,
    encoding::{encode_key, encode_varint},
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

/// The message without what does not fit its fields; `None` when it is none at all.
fn fitting(shapes: &Shapes, message: &MessageShape, bytes: &[u8], depth: Depth) -> Option<Vec<u8>> {
    let mut kept = Vec::with_capacity(bytes.len());
    let mut reader = Reader::new(bytes, Overflow::Drop);
    loop {
        let start = reader.position();
        let (number, wire_type) = match reader.key().ok()? {
            None => return Some(kept),
            Some(Key::EndGroup { .. }) => return None,
            Some(Key::Field { number, wire_type }) => (number, wire_type),
        };
        let value = reader.value(number, wire_type, depth).ok()?;
        let record = bytes.get(start..reader.position())?;
        let field = message.field(number).filter(|field| field.origin == Origin::Schema);
        let inner = match field {
            Some(field) if !takes(field, wire_type) => continue,
            Some(FieldShape { content: Content::Message(inner), .. }) => shapes.messages.get(*inner),
            _ => None,
        };
        match (inner, value) {
            (Some(inner), RawValue::Len(content)) => {
                let content = fitting(shapes, inner, content, depth.enter()?)?;
                encode_key(u32::try_from(number).ok()?, prost::encoding::WireType::LengthDelimited, &mut kept);
                encode_varint(content.len() as u64, &mut kept);
                kept.extend(content);
            }
            _ => kept.extend(record),
        }
    }
}
