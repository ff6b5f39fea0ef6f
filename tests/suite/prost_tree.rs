//! What prost-reflect read, as a tree of every fact.

use prost_reflect::{DynamicMessage, Kind, MapKey, Value, prost::encoding::WireType};
use serde_json::{Value as Json, json};

use super::hex::to_hex;

/// Their message as the tree that `dump` makes of ours.
pub fn tree(value: &DynamicMessage) -> Json {
    let fields = value.fields().map(|(field, value)| (field.number(), one(&field.kind(), value)));
    let extensions = value.extensions().map(|(field, value)| (field.number(), one(&field.kind(), value)));
    let fields: serde_json::Map<_, _> = fields.chain(extensions).map(|(n, json)| (n.to_string(), json)).collect();
    let mut unknown: Vec<String> = value
        .unknown_fields()
        .map(|field| {
            let wire_type = match field.wire_type() {
                WireType::Varint => "varint",
                WireType::SixtyFourBit => "fixed64",
                WireType::LengthDelimited => "len",
                WireType::StartGroup | WireType::EndGroup => "group",
                WireType::ThirtyTwoBit => "fixed32",
            };
            format!("{}:{wire_type}", field.number())
        })
        .collect();
    unknown.sort();
    json!({"fields": fields, "unknown": unknown})
}

fn one(kind: &Kind, value: &Value) -> Json {
    let text = match value {
        Value::Bool(value) => format!("bool {value}"),
        Value::I32(value) => format!("int {value}"),
        Value::I64(value) => format!("int {value}"),
        Value::U32(value) => format!("int {value}"),
        Value::U64(value) => format!("int {value}"),
        Value::F32(value) if value.is_nan() => "float nan".to_owned(),
        Value::F64(value) if value.is_nan() => "double nan".to_owned(),
        Value::F32(value) => format!("float {:08x}", value.to_bits()),
        Value::F64(value) => format!("double {:016x}", value.to_bits()),
        Value::String(value) => format!("string {}", to_hex(value.as_bytes())),
        Value::Bytes(value) => format!("bytes {}", to_hex(value)),
        Value::EnumNumber(value) => format!("enum {value}"),
        Value::Message(inner) => return tree(inner),
        Value::List(values) => return values.iter().map(|value| one(kind, value)).collect(),
        Value::Map(entries) => {
            let entry = kind.as_message().unwrap();
            let (key_kind, value_kind) = (entry.map_entry_key_field().kind(), entry.map_entry_value_field().kind());
            let mut entries: Vec<(String, Json)> = entries
                .iter()
                .map(|(key, value)| {
                    let key = match key.clone() {
                        MapKey::Bool(key) => Value::Bool(key),
                        MapKey::I32(key) => Value::I32(key),
                        MapKey::I64(key) => Value::I64(key),
                        MapKey::U32(key) => Value::U32(key),
                        MapKey::U64(key) => Value::U64(key),
                        MapKey::String(key) => Value::String(key),
                    };
                    (one(&key_kind, &key).to_string(), one(&value_kind, value))
                })
                .collect();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            return json!({"map": entries});
        }
    };
    Json::String(text)
}
