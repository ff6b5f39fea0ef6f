//! Fields that no version knows, put into messages here and there. Types of `google.protobuf` are left as they are:
//! what is the same in both versions is handed on, not looked through.

use proto_diff::{
    dynamic::{DynamicMessage, UnknownField, Value, find_field},
    schema::{MessageId, Schema},
    wire::{RawValue, WireType, Writer},
};

use super::scribe::UNKNOWN;

/// Puts some in. Gives whether there are any.
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
        let mut below = |value: &mut Value| match value {
            Value::Message(message) => added |= add(schema, inner, message, choice),
            _ => {}
        };
        match value {
            Value::List(values) => values.iter_mut().for_each(below),
            Value::Map(entries) => entries.iter_mut().for_each(|(_, value)| below(value)),
            value => below(value),
        }
    }
    added
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
