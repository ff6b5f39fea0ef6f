//! Writing.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Map, Value as Json};

use super::{FieldNames, JsonError, JsonReason, number, well_known::WellKnown};
use crate::{
    dynamic::{
        DynamicMessage, Value, find_field,
        lookup::is_extension,
        path::{Step, key_text},
    },
    schema::{Enum, Field, FieldType, Kind, Message, Scalar, Schema},
    wire::Depth,
};

/// The ProtoJSON of a message.
///
/// Everything in `value.fields` is written, the defaults of fields without presence included
/// ([`crate::dynamic::drop_implicit_defaults`] removes them); unknown fields have no JSON and are left out. Extensions
/// go by `[full.name]`.
///
/// # Errors
/// When a value does not fit its field, a well-known type has a value without a JSON form, an `Any` holds a type that
/// the schema does not have, or messages nest more than [`Depth::LIMIT`] levels below the root.
pub fn write(schema: &Schema, message: &Message, value: &DynamicMessage, names: FieldNames) -> Result<Json, JsonError> {
    Encoder { schema, names }.message(message, value, Depth::outermost())
}

/// The ProtoJSON of the value of one field, without its name.
///
/// # Errors
/// As [`write()`].
pub fn write_value(schema: &Schema, field: &Field, value: &Value, names: FieldNames) -> Result<Json, JsonError> {
    Encoder { schema, names }.field(&field.ty, value, Depth::outermost())
}

/// What every level of writing needs to know.
#[derive(Clone, Copy)]
pub(super) struct Encoder<'s> {
    pub(super) schema: &'s Schema,
    names: FieldNames,
}

impl Encoder<'_> {
    pub(super) fn message(&self, message: &Message, value: &DynamicMessage, depth: Depth) -> Result<Json, JsonError> {
        match WellKnown::of(message) {
            Some(well_known) => well_known.write(self, value, depth),
            None => self.object(message, value, depth).map(Json::Object),
        }
    }

    /// The fields of a message without a special form.
    pub(super) fn object(
        &self,
        message: &Message,
        value: &DynamicMessage,
        depth: Depth,
    ) -> Result<Map<String, Json>, JsonError> {
        let mut object = Map::new();
        for (&number, value) in &value.fields {
            let field = find_field(self.schema, message, number).ok_or(JsonReason::Mismatch)?;
            let name = match self.names {
                _ if is_extension(message, field) => format!("[{}]", field.element.full_name),
                FieldNames::Json => field.json_name.clone(),
                FieldNames::Proto => field.name().to_owned(),
            };
            match self.field(&field.ty, value, depth) {
                Ok(json) => object.insert(name, json),
                Err(error) => return Err(error.within(Step::Field(&name))),
            };
        }
        Ok(object)
    }

    fn field(&self, ty: &FieldType, value: &Value, depth: Depth) -> Result<Json, JsonError> {
        match (ty, value) {
            (FieldType::Singular { kind, .. }, value) => self.value(kind, value, depth),
            (FieldType::Repeated { kind, .. }, Value::List(values)) => {
                let element = |(i, value)| self.value(kind, value, depth).map_err(|e| e.within(Step::Index(i)));
                values.iter().enumerate().map(element).collect::<Result<_, _>>().map(Json::Array)
            }
            (FieldType::Map { value: kind, .. }, Value::Map(entries)) => {
                let entry = |(key, value): &(Value, Value)| {
                    let key = map_key(key)?;
                    let json = self.value(kind, value, depth).map_err(|e| e.within(Step::Key(&key)))?;
                    Ok((key, json))
                };
                entries.iter().map(entry).collect::<Result<_, JsonError>>().map(Json::Object)
            }
            _ => Err(JsonReason::Mismatch.into()),
        }
    }

    fn value(&self, kind: &Kind, value: &Value, depth: Depth) -> Result<Json, JsonError> {
        match (kind, value) {
            (Kind::Scalar(scalar), value) => Ok(write_scalar(*scalar, value)?),
            (Kind::Enum(id), Value::Enum(number)) => Ok(enum_value(&self.schema[*id], *number)),
            (Kind::Message(id) | Kind::Group(id), Value::Message(inner)) => {
                let depth = depth.enter().ok_or(JsonReason::TooDeep)?;
                self.message(&self.schema[*id], inner, depth)
            }
            _ => Err(JsonReason::Mismatch.into()),
        }
    }
}

/// A scalar on its own: `int64` and its like as strings, `bytes` as padded base64.
pub(super) fn write_scalar(scalar: Scalar, value: &Value) -> Result<Json, JsonReason> {
    Ok(match (scalar, value) {
        (Scalar::Bool, Value::Bool(value)) => Json::Bool(*value),
        (Scalar::Int32 | Scalar::Sint32 | Scalar::Sfixed32, Value::Int(value)) => (*value).into(),
        (Scalar::Int64 | Scalar::Sint64 | Scalar::Sfixed64, Value::Int(value)) => value.to_string().into(),
        (Scalar::Uint32 | Scalar::Fixed32, Value::Uint(value)) => (*value).into(),
        (Scalar::Uint64 | Scalar::Fixed64, Value::Uint(value)) => value.to_string().into(),
        (Scalar::Float, Value::Float(value)) => number::write_float(*value),
        (Scalar::Double, Value::Double(value)) => number::write_double(*value),
        (Scalar::String, Value::String(text)) => text.as_str().into(),
        (Scalar::String, Value::Bytes(_)) => return Err(JsonReason::Utf8),
        (Scalar::Bytes, Value::Bytes(bytes)) => BASE64_STANDARD.encode(bytes).into(),
        _ => return Err(JsonReason::Mismatch),
    })
}

/// The first declared name, the number when there is none, `null` for `google.protobuf.NullValue`.
fn enum_value(of: &Enum, number: i32) -> Json {
    match of.json_name(number) {
        _ if super::well_known::is_null_value(of) => Json::Null,
        Some(name) => name.into(),
        None => number.into(),
    }
}

fn map_key(key: &Value) -> Result<String, JsonReason> {
    match key {
        Value::String(_) | Value::Bool(_) | Value::Int(_) | Value::Uint(_) => Ok(key_text(key).into_owned()),
        Value::Bytes(_) => Err(JsonReason::Utf8),
        _ => Err(JsonReason::Mismatch),
    }
}
