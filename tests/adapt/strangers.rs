//! What a schema does not know, put into messages here and there, or found in them.

use proto_diff::{
    dynamic::{DynamicMessage, UnknownField, Value, find_field},
    schema::{FieldType, Kind, MessageId, Schema},
    wire::{RawValue, WireType, Writer},
};

use super::scribe::UNKNOWN;

/// Puts some unknown fields in. Gives whether there are any. Types of `google.protobuf` are left as they are: what is
/// the same in both versions is handed on, not looked through.
pub fn add(schema: &Schema, of: MessageId, message: &mut DynamicMessage, choice: &mut dyn FnMut() -> u8) -> bool {
    if schema[of].element.full_name.starts_with("google.protobuf.") {
        return false;
    }
    let mut added = false;
    for _ in 0..choice().checked_sub(200).map_or(0, |choice| 1 + choice % 3) {
        message.unknown.push(stranger(choice()));
        added = true;
    }
    for (number, value) in &mut message.fields {
        let Some(inner) = find_field(schema, &schema[of], *number).and_then(|field| field.value_kind().message())
        else {
            continue;
        };
        let mut below = |value: &mut Value| {
            if let Value::Message(message) = value {
                added |= add(schema, inner, message, choice);
            }
        };
        match value {
            Value::List(values) => values.iter_mut().for_each(below),
            Value::Map(entries) => entries.iter_mut().for_each(|(_, value)| below(value)),
            value => below(value),
        }
    }
    added
}

/// Gives members of closed enums numbers that their enums do not have. Gives whether there are any.
pub fn unlist(schema: &Schema, of: MessageId, message: &mut DynamicMessage, choice: &mut dyn FnMut() -> u8) -> bool {
    let mut added = false;
    for (number, value) in &mut message.fields {
        let Some(field) = find_field(schema, &schema[of], *number) else { continue };
        // A runtime that does not keep such a number sets the whole entry of a map aside.
        if matches!(field.ty, FieldType::Map { .. }) && field.value_kind().message().is_none() {
            continue;
        }
        let mut each = |value: &mut Value| match (value, field.value_kind()) {
            (Value::Message(message), kind) => {
                added |= kind.message().is_some_and(|inner| unlist(schema, inner, message, choice));
            }
            (Value::Enum(number), Kind::Enum(id)) if schema[*id].closed && choice() >= 128 => {
                *number = [40, -1, i32::MAX][usize::from(choice()) % 3];
                added = true;
            }
            _ => {}
        };
        match value {
            Value::List(values) => values.iter_mut().for_each(each),
            Value::Map(entries) => entries.iter_mut().for_each(|(_, value)| each(value)),
            value => each(value),
        }
    }
    added
}

/// What of a message its schema does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strange {
    /// Nothing.
    Nothing,
    /// Some fields.
    Fields,
    /// Some field has another wire type than it should.
    WireTypes,
}

/// What of it the schema does not know, here and below.
pub fn strange(schema: &Schema, of: MessageId, message: &DynamicMessage) -> Strange {
    let here = message.unknown.iter().map(|field| match find_field(schema, &schema[of], field.number) {
        Some(_) => Strange::WireTypes,
        None => Strange::Fields,
    });
    let mut most = here.max().unwrap_or(Strange::Nothing);
    for (number, value) in &message.fields {
        let Some(inner) = find_field(schema, &schema[of], *number).and_then(|field| field.value_kind().message())
        else {
            continue;
        };
        let mut below = |value: &Value| {
            if let Value::Message(message) = value {
                most = most.max(strange(schema, inner, message));
            }
        };
        match value {
            Value::List(values) => values.iter().for_each(below),
            Value::Map(entries) => entries.iter().for_each(|(_, value)| below(value)),
            value => below(value),
        }
    }
    most
}

/// A record of each kind, of numbers of two sizes.
fn stranger(choice: u8) -> UnknownField {
    let number = UNKNOWN + i32::from(choice / 8 % 3) * 14_000;
    let mut writer = Writer::default();
    let value = match choice % 5 {
        0 => RawValue::Varint(u64::from(choice) << (choice / 8)),
        1 => RawValue::Len(b"stranger"),
        2 => RawValue::Fixed32(1),
        3 => RawValue::Fixed64(u64::MAX),
        _ => RawValue::Group(b"\x08\x01"),
    };
    writer.tag(number, value.wire_type());
    match value {
        RawValue::Varint(value) => writer.varint(value),
        RawValue::Len(bytes) => writer.len(bytes),
        RawValue::Fixed32(value) => writer.fixed32(value),
        RawValue::Fixed64(value) => writer.fixed64(value),
        RawValue::Group(_) => {
            writer.tag(1, WireType::Varint);
            writer.varint(1);
            writer.end_group(number);
        }
    }
    UnknownField { number, wire_type: value.wire_type(), bytes: writer.into_bytes() }
}
