//! Defaults that writers leave out.

use super::{DynamicMessage, Value, find_field};
use crate::schema::{FieldType, Kind, Message, Presence, Schema};

/// Removes what generated code would not write: defaults of fields without presence, empty lists and empty maps, here
/// and in every message below (<https://protobuf.dev/programming-guides/field_presence/>).
///
/// A reader cannot tell such a field from an absent one, so two messages that differ only in this are the same message
/// to every program.
pub fn drop_implicit_defaults(schema: &Schema, message: &Message, value: &mut DynamicMessage) {
    value.fields.retain(|&number, value| {
        let Some(field) = find_field(schema, message, number) else { return true };
        if let Some(inner) = field.value_kind().message() {
            each_message(value, &mut |value| drop_implicit_defaults(schema, &schema[inner], value));
        }
        match (&field.ty, value) {
            (FieldType::Singular { kind, presence: Presence::Implicit }, value) => !is_default(kind, value),
            (_, Value::List(values)) => !values.is_empty(),
            (_, Value::Map(entries)) => !entries.is_empty(),
            _ => true,
        }
    });
}

fn each_message(value: &mut Value, visit: &mut impl FnMut(&mut DynamicMessage)) {
    match value {
        Value::Message(message) => visit(message),
        Value::List(values) => values.iter_mut().for_each(|value| each_message(value, visit)),
        Value::Map(entries) => entries.iter_mut().for_each(|(_, value)| each_message(value, visit)),
        _ => {}
    }
}

/// Whether a value is the zero of a field without presence. `-0.0` is not: it is written.
fn is_default(kind: &Kind, value: &Value) -> bool {
    match value {
        Value::Bool(value) => !value,
        Value::Int(value) => *value == 0,
        Value::Uint(value) => *value == 0,
        Value::Float(value) => value.to_bits() == 0,
        Value::Double(value) => value.to_bits() == 0,
        Value::String(value) => value.is_empty(),
        Value::Bytes(value) => value.is_empty(),
        // Only open enums can lack presence, and their first value is zero.
        Value::Enum(value) => matches!(kind, Kind::Enum(_)) && *value == 0,
        Value::Message(_) | Value::List(_) | Value::Map(_) => false,
    }
}
