//! Values that the reader would like best: what it writes itself where the writer's field arrives. If the writer could
//! have put down the same bytes or the same JSON, it may have, and the reader takes it for its own.
//!
//! This finds the text that parses as just this message, the bytes that are an acceptable string, the number that is
//! a value of just this enum, the string that is a timestamp.

use super::{
    Fill, for_field,
    widths::{of_all_lengths, of_width},
};
use crate::{
    dynamic::{DynamicMessage, FieldNames, Reader, UnknownNames, Value, binary, find_field, json},
    effects::{
        sample::{Sample, repacked},
        typed::Typed,
    },
    schema::{Field, FieldType, Kind, Scalar, Schema},
    wire::{self, RawField, RawValue, Writer},
};

/// How many of the reader's values are put to the writer.
const PUT_TO_THE_WRITER: usize = 24;
/// A record that any message takes: a number that few have, and one.
const ANYBODYS_RECORD: &[u8] = b"x\x01";
/// So many of it are as long as a `double`, or two `float`s.
const EIGHT_BYTES: usize = 4;

/// Values of the writer's field that the reader's field at the same number, or under the same JSON name, would have
/// written the same. Not of `itself`, the number where the reader has the same field with the same type.
pub(in crate::effects) fn suggested(
    writer: Typed<'_>,
    field: &Field,
    reader: Typed<'_>,
    itself: Option<i32>,
) -> Vec<Value> {
    let at_the_number = find_field(reader.schema, reader.message, field.number);
    let under_the_name = reader.message.fields.iter().find(|other| other.json_name == field.json_name);
    let is_other =
        |of: &&Field| Some(of.number) != itself && (of.ty != field.ty || !matches!(of.value_kind(), Kind::Scalar(_)));
    let by_bytes = at_the_number.filter(is_other).map(|of| by_bytes(writer, field, reader, of));
    let by_json = under_the_name.filter(is_other).map(|of| by_json(writer, field, reader, of));
    by_bytes.into_iter().chain(by_json).flatten().collect()
}

fn by_bytes(writer: Typed<'_>, field: &Field, reader: Typed<'_>, of: &Field) -> Vec<Value> {
    let mut payloads: Vec<Vec<u8>> = Vec::new();
    let other_packing = packable(of).then(|| repacked(reader.message, of.number));
    for message in values(reader, of) {
        payloads.push(binary::write(reader.schema, reader.message, &message));
        payloads.extend(other_packing.as_ref().map(|repacked| binary::write(reader.schema, repacked, &message)));
    }
    if of.value_kind().is_message() || matches!(of.ty, FieldType::Map { .. }) {
        payloads.extend([1, EIGHT_BYTES].map(|times| {
            let mut record = Writer::default();
            record.len_field(field.number, &ANYBODYS_RECORD.repeat(times));
            record.into_bytes()
        }));
    }
    let read = |bytes: Vec<u8>| {
        let mut message = binary::read(writer.schema, writer.message, &bytes, Reader::Conformant).ok()?;
        is_all_known(&message).then(|| message.fields.remove(&field.number))?
    };
    let mut values: Vec<Value> = payloads.into_iter().filter_map(read).collect();
    if has_64_bits(field) {
        let past_32_bits: Vec<Value> = values.iter().filter_map(past_32_bits).collect();
        values.extend(past_32_bits);
    }
    values.extend(as_wide_as(writer, field, of));
    values
}

fn by_json(writer: Typed<'_>, field: &Field, reader: Typed<'_>, of: &Field) -> Vec<Value> {
    let through = |message: DynamicMessage| {
        let written = json::write(reader.schema, reader.message, &message, FieldNames::Json).ok()?;
        let mut message = json::read(writer.schema, writer.message, &written, UnknownNames::Reject).ok()?;
        message.fields.remove(&field.number)
    };
    values(reader, of).filter_map(through).collect()
}

/// Messages of the reader's with its field alone.
fn values(reader: Typed<'_>, of: &Field) -> impl Iterator<Item = DynamicMessage> {
    let number = of.number;
    let values = for_field(reader.schema, of, Fill::Anything).into_iter().take(PUT_TO_THE_WRITER);
    values.map(move |value| DynamicMessage { fields: [(number, value)].into_iter().collect(), unknown: Vec::new() })
}

fn packable(field: &Field) -> bool {
    matches!(&field.ty, FieldType::Repeated { kind, .. } if binary::is_packable(kind))
}

fn has_64_bits(field: &Field) -> bool {
    matches!(field.value_kind(), Kind::Scalar(Scalar::Int64 | Scalar::Uint64 | Scalar::Sint64))
}

/// A number of which the same is left when it is cut to 32 bits.
fn past_32_bits(value: &Value) -> Option<Value> {
    const NEXT: i64 = 1 << 32;
    Some(match value {
        Value::Int(number) => Value::Int(number.checked_add(NEXT)?),
        Value::Uint(number) => Value::Uint(number.checked_add(NEXT as u64)?),
        Value::List(values) => Value::List(values.iter().map(past_32_bits).collect::<Option<_>>()?),
        _ => return None,
    })
}

/// A message, or a packed list, that a reader of packed fixed-width numbers takes for some.
fn as_wide_as(writer: Typed<'_>, field: &Field, of: &Field) -> Option<Value> {
    let FieldType::Repeated { kind: Kind::Scalar(scalar), .. } = &of.ty else { return None };
    let width = match scalar {
        Scalar::Double | Scalar::Fixed64 | Scalar::Sfixed64 => 8,
        Scalar::Float | Scalar::Fixed32 | Scalar::Sfixed32 => 4,
        _ => return None,
    };
    if let FieldType::Map { .. } = field.ty {
        return entry_of_width(writer, field, width);
    }
    if packable(field) {
        // As many numbers of one byte.
        return Some(Value::List(vec![of_one_byte(writer.schema, field.value_kind())?; width]));
    }
    let message = Value::Message(of_width(writer.schema, field.value_kind().message()?, width)?);
    Some(if matches!(field.ty, FieldType::Repeated { .. }) { Value::List(vec![message]) } else { message })
}

/// A map with one entry that is as long as some number of fixed-width values.
fn entry_of_width(writer: Typed<'_>, field: &Field, width: usize) -> Option<Value> {
    let mut maps = for_field(writer.schema, field, Fill::Anything);
    if let (Some(Value::Map(entries)), Some(id)) = (maps.first(), field.value_kind().message()) {
        let key = entries.first()?.0.clone();
        let values = of_all_lengths(writer.schema, id, width).map(Value::Message);
        maps.extend(values.map(|value| Value::Map(vec![(key.clone(), value)])).collect::<Vec<_>>());
    }
    let with_other_keys = maps.first().into_iter().flat_map(|map| (0..width).filter_map(|length| keyed(map, length)));
    with_other_keys.chain(maps.iter().cloned()).find(|map| {
        let bytes = Sample::only(field.number, map.clone()).bytes(writer);
        let mut records = wire::fields(&bytes);
        matches!((records.next(), records.next()), (Some(Ok(RawField { value: RawValue::Len(entry), .. })), None)
            if !entry.is_empty() && entry.len() % width == 0)
    })
}

/// The same map with a text of some length as its only key; `None` where keys are no text.
fn keyed(map: &Value, length: usize) -> Option<Value> {
    let Value::Map(entries) = map else { return None };
    let [(Value::String(_), value)] = entries.as_slice() else { return None };
    Some(Value::Map(vec![(Value::String("a".repeat(length)), value.clone())]))
}

/// A number that is one byte on the wire and not zero.
fn of_one_byte(schema: &Schema, kind: &Kind) -> Option<Value> {
    Some(match kind {
        Kind::Scalar(Scalar::Int32 | Scalar::Int64 | Scalar::Sint32 | Scalar::Sint64) => Value::Int(1),
        Kind::Scalar(Scalar::Uint32 | Scalar::Uint64) => Value::Uint(1),
        Kind::Scalar(Scalar::Bool) => Value::Bool(true),
        Kind::Enum(id) if !schema[*id].closed => Value::Enum(1),
        Kind::Enum(id) => {
            Value::Enum(schema[*id].values.iter().map(|value| value.number).find(|number| (1..128).contains(number))?)
        }
        _ => return None,
    })
}

/// Whether a message holds nothing unknown, at any depth: a writer has no such thing to write.
fn is_all_known(message: &DynamicMessage) -> bool {
    fn each(value: &Value) -> bool {
        match value {
            Value::Message(message) => is_all_known(message),
            Value::List(values) => values.iter().all(each),
            Value::Map(entries) => entries.iter().all(|(_, value)| each(value)),
            _ => true,
        }
    }
    message.unknown.is_empty() && message.fields.values().all(each)
}
