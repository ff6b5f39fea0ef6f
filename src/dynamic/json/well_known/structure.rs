//! `google.protobuf.Struct`, `Value` and `ListValue`: JSON itself, as messages.

use serde_json::{Map, Value as Json};

use super::message;
use crate::{
    dynamic::{
        DynamicMessage, Value,
        json::{JsonError, JsonReason, number},
        path::Step,
    },
    wire::Depth,
};

/// Numbers of the members of `Value.kind`
/// (<https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/struct.proto>).
mod kind {
    pub(super) const NULL: i32 = 1;
    pub(super) const NUMBER: i32 = 2;
    pub(super) const STRING: i32 = 3;
    pub(super) const BOOL: i32 = 4;
    pub(super) const STRUCT: i32 = 5;
    pub(super) const LIST: i32 = 6;
}

pub(super) fn write_struct(value: &DynamicMessage, depth: Depth) -> Result<Json, JsonError> {
    let entries = match value.fields.get(&1) {
        None => return Ok(Json::Object(Map::new())),
        Some(Value::Map(entries)) => entries,
        Some(_) => return Err(JsonReason::Mismatch.into()),
    };
    let entry = |(key, value): &(Value, Value)| match (key, value) {
        (Value::String(key), Value::Message(inner)) => {
            let json = write_value(inner, enter(depth)?).map_err(|error| error.within(Step::Key(key)))?;
            Ok((key.clone(), json))
        }
        _ => Err(JsonReason::Mismatch.into()),
    };
    entries.iter().map(entry).collect::<Result<_, JsonError>>().map(Json::Object)
}

pub(super) fn write_list(value: &DynamicMessage, depth: Depth) -> Result<Json, JsonError> {
    let values = match value.fields.get(&1) {
        None => return Ok(Json::Array(Vec::new())),
        Some(Value::List(values)) => values,
        Some(_) => return Err(JsonReason::Mismatch.into()),
    };
    let element = |(index, value): (usize, &Value)| match value {
        Value::Message(inner) => write_value(inner, enter(depth)?).map_err(|error| error.within(Step::Index(index))),
        _ => Err(JsonReason::Mismatch.into()),
    };
    values.iter().enumerate().map(element).collect::<Result<_, JsonError>>().map(Json::Array)
}

/// A `Value` without a kind is written as `null`, as every runtime does, although it is not the same message.
pub(super) fn write_value(value: &DynamicMessage, depth: Depth) -> Result<Json, JsonError> {
    let Some((&number, value)) = value.fields.first_key_value() else { return Ok(Json::Null) };
    Ok(match (number, value) {
        (kind::NULL, Value::Enum(_)) => Json::Null,
        // "NaN" would be read back as a string.
        (kind::NUMBER, Value::Double(v)) if !v.is_finite() => return Err(JsonReason::NoJsonForm("number").into()),
        (kind::NUMBER, Value::Double(v)) => number::write_double(*v),
        (kind::STRING, Value::String(v)) => v.as_str().into(),
        (kind::BOOL, Value::Bool(v)) => (*v).into(),
        (kind::STRUCT, Value::Message(inner)) => write_struct(inner, enter(depth)?)?,
        (kind::LIST, Value::Message(inner)) => write_list(inner, enter(depth)?)?,
        _ => return Err(JsonReason::Mismatch.into()),
    })
}

pub(super) fn read_struct(json: &Json, depth: Depth) -> Result<DynamicMessage, JsonError> {
    let Json::Object(object) = json else { return Err(JsonReason::Expected("an object").into()) };
    if object.is_empty() {
        return Ok(DynamicMessage::default());
    }
    let entry = |(key, json): (&String, &Json)| {
        let value = read_value(json, enter(depth)?).map_err(|error| error.within(Step::Key(key)))?;
        Ok((Value::String(key.clone()), Value::Message(value)))
    };
    let entries = object.iter().map(entry).collect::<Result<_, JsonError>>()?;
    Ok(message([(1, Value::map(entries))]))
}

pub(super) fn read_list(json: &Json, depth: Depth) -> Result<DynamicMessage, JsonError> {
    let Json::Array(array) = json else { return Err(JsonReason::Expected("an array").into()) };
    if array.is_empty() {
        return Ok(DynamicMessage::default());
    }
    let element = |(index, json): (usize, &Json)| {
        read_value(json, enter(depth)?).map(Value::Message).map_err(|error| error.within(Step::Index(index)))
    };
    let values = array.iter().enumerate().map(element).collect::<Result<_, JsonError>>()?;
    Ok(message([(1, Value::List(values))]))
}

pub(super) fn read_value(json: &Json, depth: Depth) -> Result<DynamicMessage, JsonError> {
    let (number, value) = match json {
        Json::Null => (kind::NULL, Value::Enum(0)),
        Json::Number(_) => (kind::NUMBER, Value::Double(number::read_double(json)?)),
        Json::String(text) => (kind::STRING, Value::String(text.clone())),
        Json::Bool(value) => (kind::BOOL, Value::Bool(*value)),
        Json::Object(_) => (kind::STRUCT, Value::Message(read_struct(json, enter(depth)?)?)),
        Json::Array(_) => (kind::LIST, Value::Message(read_list(json, enter(depth)?)?)),
    };
    Ok(message([(number, value)]))
}

fn enter(depth: Depth) -> Result<Depth, JsonReason> {
    depth.enter().ok_or(JsonReason::TooDeep)
}
