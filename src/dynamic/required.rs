//! Required fields.

use super::{
    DynamicMessage, Value, find_field,
    path::{Step, key_text, prepend},
};
use crate::schema::{Message, Schema};

/// Paths of the required fields that are absent, in `value` and in every message below it.
///
/// Both encodings can carry such a message, and most runtimes refuse it after parsing or before writing
/// (<https://protobuf.dev/programming-guides/proto2/#field-labels>); [`super::binary::read`] therefore leaves the check
/// to the caller.
pub fn missing_required(schema: &Schema, message: &Message, value: &DynamicMessage) -> Vec<String> {
    let mut missing: Vec<String> = message
        .fields
        .iter()
        .filter(|field| field.is_required() && !value.fields.contains_key(&field.number))
        .map(|field| field.name().to_owned())
        .collect();
    for (&number, value) in &value.fields {
        let Some(field) = find_field(schema, message, number) else { continue };
        let Some(inner) = field.value_kind().message() else { continue };
        let mut below = |value: &Value, step: Option<Step<'_>>| {
            let Value::Message(value) = value else { return };
            for mut path in missing_required(schema, &schema[inner], value) {
                if let Some(step) = step {
                    prepend(&mut path, step);
                }
                prepend(&mut path, Step::Field(field.name()));
                missing.push(path);
            }
        };
        match value {
            Value::List(values) => values.iter().enumerate().for_each(|(i, v)| below(v, Some(Step::Index(i)))),
            Value::Map(entries) => entries.iter().for_each(|(k, v)| below(v, Some(Step::Key(&key_text(k))))),
            other => below(other, None),
        }
    }
    missing
}
