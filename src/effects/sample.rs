//! What is written: a message, and the form it takes on the wire.

use serde_json::Value as Json;

use super::{typed::Typed, values::packable};
use crate::{
    dynamic::{DynamicMessage, FieldNames, UnknownField, Value, binary, find_field, json},
    schema::{Field, FieldType, Message, Packing},
};

/// Lists that are tried in the other packing as well: of one, two, three and many elements.
const OTHER_PACKING: usize = 4;
/// A number that few messages have.
const FIRST_UNKNOWN: i32 = 100_003;

/// A message to write, and how.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) message: DynamicMessage,
    pub(super) form: Form,
}

/// One of the forms in which a value may stand in data.
#[derive(Debug, Clone)]
pub(super) enum Form {
    /// As a writer of this version puts it down.
    Plain,
    /// JSON that a person wrote: another of several names of an enum value.
    Spelled(Json),
    /// A repeated field packed though it is declared unpacked, or the reverse: readers take both
    /// (<https://protobuf.dev/programming-guides/encoding/#packed>), and `packed` may have been changed before.
    OtherPacking(i32),
    /// After entries of the same keys that no longer count: of those the last does
    /// (<https://protobuf.dev/programming-guides/encoding/#maps>).
    After(DynamicMessage),
    /// Beside another field, of which nothing is asked: only this one counts.
    InCompany(i32),
}

impl From<DynamicMessage> for Sample {
    fn from(message: DynamicMessage) -> Self {
        Sample { message, form: Form::Plain }
    }
}

impl Sample {
    /// A message in which one field is set.
    pub(super) fn only(number: i32, value: Value) -> Self {
        Sample::from(DynamicMessage { fields: [(number, value)].into_iter().collect(), unknown: Vec::new() })
    }

    /// The bytes.
    pub(super) fn bytes(&self, writer: Typed<'_>) -> Vec<u8> {
        let write = |message: &DynamicMessage| binary::write(writer.schema, writer.message, message);
        match &self.form {
            Form::Plain | Form::InCompany(_) | Form::Spelled(_) => write(&self.message),
            Form::OtherPacking(number) => {
                let message = repacked(writer.message, *number);
                binary::write(writer.schema, &message, &self.message)
            }
            Form::After(earlier) => [write(earlier), write(&self.message)].concat(),
        }
    }

    /// The JSON; `None` where the value has no JSON form, or the sample is about a form that JSON does not have.
    pub(super) fn json(&self, writer: Typed<'_>) -> Option<Json> {
        match &self.form {
            Form::Plain | Form::InCompany(_) if self.message.unknown.is_empty() => {
                json::write(writer.schema, writer.message, &self.message, FieldNames::Json).ok()
            }
            Form::Spelled(json) => Some(json.clone()),
            Form::Plain | Form::InCompany(_) | Form::OtherPacking(_) | Form::After(_) => None,
        }
    }

    /// The same form of another message.
    pub(super) fn with(&self, message: DynamicMessage) -> Self {
        Sample { message, form: self.form.clone() }
    }
}

/// Samples in which a field has each of these values alone, in every form that data may have it in. What neither side
/// knows stands beside the first.
pub(super) fn in_all_forms(writer: Typed<'_>, reader: Typed<'_>, field: &Field, values: Vec<Value>) -> Vec<Sample> {
    let mut others: Vec<Sample> = Vec::new();
    if let Some(first) = values.first() {
        let mut sample = Sample::only(field.number, first.clone());
        sample.message.unknown.extend(known_to_neither(writer, reader));
        others.push(sample);
    }
    if packable(field) {
        let form = Form::OtherPacking(field.number);
        let lists = values.iter().take(OTHER_PACKING);
        others.extend(lists.map(|value| Sample { form: form.clone(), ..Sample::only(field.number, value.clone()) }));
    }
    others.extend(values.iter().find_map(|value| twice(field.number, value)));
    values.into_iter().map(|value| Sample::only(field.number, value)).chain(others).collect()
}

/// A map whose keys were written before, with other values.
fn twice(number: i32, value: &Value) -> Option<Sample> {
    let Value::Map(entries) = value else { return None };
    let ([(_, first), ..], [.., (_, last)]) = (entries.as_slice(), entries.as_slice()) else { return None };
    if first == last {
        return None;
    }
    let mut values: Vec<Value> = entries.iter().map(|(_, value)| value.clone()).collect();
    values.rotate_left(1);
    let stale = entries.iter().map(|(key, _)| key.clone()).zip(values).collect();
    let earlier = Sample::only(number, Value::Map(stale)).message;
    Some(Sample { form: Form::After(earlier), ..Sample::only(number, value.clone()) })
}

/// A record with a number that neither message has.
fn known_to_neither(writer: Typed<'_>, reader: Typed<'_>) -> Option<UnknownField> {
    let is_free =
        |number: &i32| [writer, reader].iter().all(|side| find_field(side.schema, side.message, *number).is_none());
    Some(UnknownField::varint((FIRST_UNKNOWN..).find(is_free)?, 1))
}

/// The message with `packed` the other way round at one field.
pub(super) fn repacked(message: &Message, number: i32) -> Message {
    let mut message = message.clone();
    for field in message.fields.iter_mut().filter(|field| field.number == number) {
        if let FieldType::Repeated { packing, .. } = &mut field.ty {
            *packing = match packing {
                Packing::Packed => Packing::Expanded,
                Packing::Expanded => Packing::Packed,
            };
        }
    }
    message
}
