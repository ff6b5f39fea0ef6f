//! Values that the reader would like best: what it writes itself where the writer's field arrives. If the writer could
//! have put down the same bytes or the same JSON, it may have, and the reader takes it for its own.
//!
//! This finds the text that parses as just this message, the bytes that are an acceptable string, the number that is
//! a value of just this enum, the string that is a timestamp.

use super::{Fill, for_field};
use crate::{
    dynamic::{DynamicMessage, FieldNames, Reader, UnknownNames, Value, binary, find_field, json},
    effects::typed::Typed,
    schema::Field,
};

/// How many of the reader's values are put to the writer.
const PUT_TO_THE_WRITER: usize = 24;

/// Values of the writer's field that the reader's field at the same number, or under the same JSON name, would have
/// written the same.
pub(in crate::effects) fn suggested(writer: Typed<'_>, field: &Field, reader: Typed<'_>) -> Vec<Value> {
    let at_the_number = find_field(reader.schema, reader.message, field.number);
    let under_the_name = reader.message.fields.iter().find(|other| other.json_name == field.json_name);
    let values = |of: Option<&Field>| -> Vec<(i32, Value)> {
        let of = of.filter(|of| of.ty != field.ty);
        let values = of.into_iter().flat_map(|of| {
            let values = for_field(reader.schema, of, Fill::Anything).into_iter().take(PUT_TO_THE_WRITER);
            values.map(|value| (of.number, value))
        });
        values.collect()
    };
    let by_bytes = values(at_the_number).into_iter().filter_map(|value| through_bytes(writer, field, reader, value));
    let by_json = values(under_the_name).into_iter().filter_map(|value| through_json(writer, field, reader, value));
    by_bytes.chain(by_json).collect()
}

fn through_bytes(writer: Typed<'_>, field: &Field, reader: Typed<'_>, value: (i32, Value)) -> Option<Value> {
    let bytes = binary::write(reader.schema, reader.message, &only(value));
    let mut message = binary::read(writer.schema, writer.message, &bytes, Reader::Conformant).ok()?;
    is_all_known(&message).then(|| message.fields.remove(&field.number))?
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

fn through_json(writer: Typed<'_>, field: &Field, reader: Typed<'_>, value: (i32, Value)) -> Option<Value> {
    let written = json::write(reader.schema, reader.message, &only(value), FieldNames::Json).ok()?;
    let mut message = json::read(writer.schema, writer.message, &written, UnknownNames::Reject).ok()?;
    message.fields.remove(&field.number)
}

fn only((number, value): (i32, Value)) -> DynamicMessage {
    DynamicMessage { fields: [(number, value)].into_iter().collect(), unknown: Vec::new() }
}
