//! Varints wider than 64 bits: conformant readers drop what is beyond them (C++, Java, upb), prost refuses them.

use proto_diff::{
    dynamic::find_field,
    schema::{Field, FieldType, Kind, MessageId, Scalar, Schema},
    wire::{Depth, Key, Overflow, RawValue, Reader},
};

/// A message with every varint in it as wide as ten bytes can be; `None` when the bytes are no message.
pub fn widened(schema: &Schema, of: MessageId, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader::new(bytes, Overflow::Drop);
    let mut wide = Vec::new();
    loop {
        let (number, wire_type) = match reader.key().ok()? {
            None => return Some(wide),
            Some(Key::EndGroup { .. }) => return None,
            Some(Key::Field { number, wire_type }) => (number, wire_type),
        };
        let field = find_field(schema, &schema[of], number);
        let tag = |code: u64, wide: &mut Vec<u8>| put(u64::from(number.unsigned_abs()) << 3 | code, wide);
        match reader.value(number, wire_type, Depth::outermost()).ok()? {
            RawValue::Varint(value) => {
                tag(0, &mut wide);
                put(value, &mut wide);
            }
            RawValue::Fixed64(value) => {
                tag(1, &mut wide);
                wide.extend(value.to_le_bytes());
            }
            RawValue::Len(content) => {
                let content = match field.and_then(inner) {
                    Some(inner) => widened(schema, inner, content)?,
                    None if field.is_some_and(is_run) => run(content)?,
                    None => content.to_vec(),
                };
                tag(2, &mut wide);
                put(content.len() as u64, &mut wide);
                wide.extend(content);
            }
            RawValue::Group(content) => {
                tag(3, &mut wide);
                wide.extend(match field.and_then(inner) {
                    Some(inner) => widened(schema, inner, content)?,
                    None => content.to_vec(),
                });
                tag(4, &mut wide);
            }
            RawValue::Fixed32(value) => {
                tag(5, &mut wide);
                wide.extend(value.to_le_bytes());
            }
        }
    }
}

/// The message that a value of a field is; of a map, its entry.
fn inner(field: &Field) -> Option<MessageId> {
    match &field.ty {
        FieldType::Map { entry, .. } => Some(*entry),
        _ => field.value_kind().message(),
    }
}

/// Whether bytes of a field are a run of varints.
fn is_run(field: &Field) -> bool {
    use Scalar::{Bool, Int32, Int64, Sint32, Sint64, Uint32, Uint64};
    let varints = [Bool, Int32, Int64, Sint32, Sint64, Uint32, Uint64];
    let is_varint = match field.value_kind() {
        Kind::Enum(_) => true,
        Kind::Scalar(scalar) => varints.contains(scalar),
        _ => false,
    };
    is_varint && matches!(field.ty, FieldType::Repeated { .. })
}

fn run(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader::new(bytes, Overflow::Drop);
    let mut wide = Vec::new();
    while !reader.is_at_end() {
        put(reader.varint().ok()?, &mut wide);
    }
    Some(wide)
}

/// Nine bytes of seven bits; of the tenth, one bit is the 64th and the others are too many.
fn put(value: u64, wide: &mut Vec<u8>) {
    wide.extend((0..9).map(|place| (value >> (7 * place)) as u8 | 0x80));
    wide.push((value >> 63) as u8 | 0x7e);
}
