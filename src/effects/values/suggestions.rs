//! Values that the reader would like best: what it writes itself where the writer's field arrives. If the writer could
//! have put down the same bytes or the same JSON, it may have, and the reader takes it for its own.
//!
//! This finds the text that parses as just this message, the bytes that are an acceptable string, the number that is
//! a value of just this enum, the string that is a timestamp.

use super::{Fill, for_field, packable, widths::as_wide_as};
use crate::{
    dynamic::{DynamicMessage, FieldNames, Reader, UnknownNames, Value, binary, find_field, json},
    effects::{
        sample::{Sample, repacked},
        typed::Typed,
    },
    schema::{Field, FieldType, Kind, Scalar},
    wire::Writer,
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
    values.map(move |value| Sample::only(number, value).message)
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
