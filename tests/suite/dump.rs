//! Messages as plain JSON trees that name every fact, so that implementations can be compared: fields by number, each
//! scalar with its kind, floats by their bits, unknown records by number and wire type.

use proto_diff::{
    dynamic::{DynamicMessage, Value, drop_implicit_defaults, find_field},
    schema::{Field, Kind, Message, Scalar, Schema},
};
use serde_json::{Value as Json, json};

use super::hex::to_hex;

/// Ours. What no runtime can tell from absence is dropped first.
pub fn dump(schema: &Schema, message: &Message, value: &DynamicMessage) -> Json {
    let mut value = value.clone();
    drop_implicit_defaults(schema, message, &mut value);
    tree(schema, message, &value)
}

fn tree(schema: &Schema, message: &Message, value: &DynamicMessage) -> Json {
    let fields: serde_json::Map<String, Json> = value
        .fields
        .iter()
        .map(|(&number, value)| {
            (number.to_string(), field(schema, find_field(schema, message, number).unwrap(), value))
        })
        .collect();
    let mut unknown: Vec<String> =
        value.unknown.iter().map(|field| format!("{}:{}", field.number, field.wire_type)).collect();
    unknown.sort();
    json!({"fields": fields, "unknown": unknown})
}

fn field(schema: &Schema, field: &Field, value: &Value) -> Json {
    let kind = field.value_kind();
    match value {
        Value::List(values) => values.iter().map(|value| one(schema, kind, value)).collect(),
        Value::Map(entries) => {
            let mut entries: Vec<(String, Json)> = entries
                .iter()
                .map(|(key, value)| {
                    (one(schema, &Kind::Scalar(Scalar::String), key).to_string(), one(schema, kind, value))
                })
                .collect();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            json!({"map": entries})
        }
        value => one(schema, kind, value),
    }
}

fn one(schema: &Schema, kind: &Kind, value: &Value) -> Json {
    let text = match value {
        Value::Bool(value) => format!("bool {value}"),
        Value::Int(value) => format!("int {value}"),
        Value::Uint(value) => format!("int {value}"),
        // A NaN is a NaN: Python does not keep its payload.
        Value::Float(value) if value.is_nan() => "float nan".to_owned(),
        Value::Double(value) if value.is_nan() => "double nan".to_owned(),
        Value::Float(value) => format!("float {:08x}", value.to_bits()),
        Value::Double(value) => format!("double {:016x}", value.to_bits()),
        Value::String(value) => format!("string {}", to_hex(value.as_bytes())),
        Value::Bytes(value) if *kind == Kind::Scalar(Scalar::String) => format!("not utf-8 {}", to_hex(value)),
        Value::Bytes(value) => format!("bytes {}", to_hex(value)),
        Value::Enum(value) => format!("enum {value}"),
        Value::Message(inner) => return tree(schema, &schema[kind.message().unwrap()], inner),
        Value::List(_) | Value::Map(_) => unreachable!("lists do not nest"),
    };
    Json::String(text)
}
