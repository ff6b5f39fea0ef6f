//! Messages as plain JSON trees that name every fact, so that implementations can be compared: fields by number, each
//! scalar with its kind, floats by their bits, unknown records by number and wire type.

use proto_diff::{
    dynamic::{DynamicMessage, Value, drop_implicit_defaults, find_field},
    schema::{Field, Kind, Message, Scalar},
};
use serde_json::{Value as Json, json};

use crate::schemas::{SCHEMA, to_hex};

/// Ours. What no runtime can tell from absence is dropped first.
pub fn dump(message: &Message, value: &DynamicMessage) -> Json {
    let mut value = value.clone();
    drop_implicit_defaults(&SCHEMA, message, &mut value);
    tree(message, &value)
}

fn tree(message: &Message, value: &DynamicMessage) -> Json {
    let fields: serde_json::Map<String, Json> = value
        .fields
        .iter()
        .map(|(&number, value)| (number.to_string(), field(find_field(&SCHEMA, message, number).unwrap(), value)))
        .collect();
    let mut unknown: Vec<String> =
        value.unknown.iter().map(|field| format!("{}:{}", field.number, field.wire_type)).collect();
    unknown.sort();
    json!({"fields": fields, "unknown": unknown})
}

fn field(field: &Field, value: &Value) -> Json {
    let kind = field.value_kind();
    match value {
        Value::List(values) => values.iter().map(|value| one(kind, value)).collect(),
        Value::Map(entries) => {
            let mut entries: Vec<(String, Json)> = entries
                .iter()
                .map(|(key, value)| (one(&Kind::Scalar(Scalar::String), key).to_string(), one(kind, value)))
                .collect();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            json!({"map": entries})
        }
        value => one(kind, value),
    }
}

fn one(kind: &Kind, value: &Value) -> Json {
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
        Value::Message(inner) => return tree(&SCHEMA[kind.message().unwrap()], inner),
        Value::List(_) | Value::Map(_) => unreachable!("lists do not nest"),
    };
    Json::String(text)
}

/// Whether two pieces of JSON are equal but for the digits of a `float`, where everyone goes their own way.
pub fn same_json(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            a == b || a as f32 == b as f32
        }
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_json(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same_json(a, b)))
        }
        (a, b) => a == b,
    }
}
