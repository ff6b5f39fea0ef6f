//! The well-known types with a JSON form of their own
//! (<https://protobuf.dev/programming-guides/json/#json-mapping>).
//!
//! They are recognised by name; their fields are those of the files that come with protobuf.

mod any;
mod field_mask;
mod structure;
mod time;

use serde_json::Value as Json;

use super::{
    JsonError,
    reader::{Decoder, read_scalar},
    writer::{Encoder, write_scalar},
};
use crate::{
    dynamic::{DynamicMessage, Value},
    schema::{Enum, Message, Scalar},
    wire::Depth,
};

/// A message type with a JSON form of its own.
///
/// `google.protobuf.Empty` is not among them: its form, `{}`, is that of any message without fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WellKnown {
    Any,
    Timestamp,
    Duration,
    FieldMask,
    Struct,
    Value,
    ListValue,
    /// `DoubleValue` and its like, by what they wrap.
    Wrapper(Scalar),
}

impl WellKnown {
    /// Which one a message is, if any.
    pub(super) fn of(message: &Message) -> Option<Self> {
        Some(match message.element.full_name.strip_prefix("google.protobuf.")? {
            "Any" => WellKnown::Any,
            "Timestamp" => WellKnown::Timestamp,
            "Duration" => WellKnown::Duration,
            "FieldMask" => WellKnown::FieldMask,
            "Struct" => WellKnown::Struct,
            "Value" => WellKnown::Value,
            "ListValue" => WellKnown::ListValue,
            "DoubleValue" => WellKnown::Wrapper(Scalar::Double),
            "FloatValue" => WellKnown::Wrapper(Scalar::Float),
            "Int64Value" => WellKnown::Wrapper(Scalar::Int64),
            "UInt64Value" => WellKnown::Wrapper(Scalar::Uint64),
            "Int32Value" => WellKnown::Wrapper(Scalar::Int32),
            "UInt32Value" => WellKnown::Wrapper(Scalar::Uint32),
            "BoolValue" => WellKnown::Wrapper(Scalar::Bool),
            "StringValue" => WellKnown::Wrapper(Scalar::String),
            "BytesValue" => WellKnown::Wrapper(Scalar::Bytes),
            _ => return None,
        })
    }

    /// The JSON form of a value of this type.
    pub(super) fn write(self, encoder: &Encoder<'_>, value: &DynamicMessage, depth: Depth) -> Result<Json, JsonError> {
        match self {
            WellKnown::Any => any::write(encoder, value, depth),
            WellKnown::Timestamp => Ok(time::write_timestamp(value)?),
            WellKnown::Duration => Ok(time::write_duration(value)?),
            WellKnown::FieldMask => Ok(field_mask::write(value)?),
            WellKnown::Struct => structure::write_struct(value, depth),
            WellKnown::Value => structure::write_value(value, depth),
            WellKnown::ListValue => structure::write_list(value, depth),
            WellKnown::Wrapper(scalar) => {
                let wrapped = value.fields.get(&1);
                Ok(wrapped.map_or_else(|| write_scalar(scalar, &zero(scalar)), |value| write_scalar(scalar, value))?)
            }
        }
    }

    /// The value of this type that a JSON form stands for. Fields that hold a default are left unset, as a program
    /// would leave them.
    pub(super) fn read(self, decoder: &Decoder<'_>, json: &Json, depth: Depth) -> Result<DynamicMessage, JsonError> {
        match self {
            WellKnown::Any => any::read(decoder, json, depth),
            WellKnown::Timestamp => Ok(time::read_timestamp(json)?),
            WellKnown::Duration => Ok(time::read_duration(json)?),
            WellKnown::FieldMask => Ok(field_mask::read(json)?),
            WellKnown::Struct => structure::read_struct(json, depth),
            WellKnown::Value => structure::read_value(json, depth),
            WellKnown::ListValue => structure::read_list(json, depth),
            WellKnown::Wrapper(scalar) => {
                let value = read_scalar(scalar, json)?;
                Ok(if value == zero(scalar) { DynamicMessage::default() } else { message([(1, value)]) })
            }
        }
    }
}

/// Whether an enum is `google.protobuf.NullValue`, which JSON writes as `null`.
pub(super) fn is_null_value(of: &Enum) -> bool {
    of.element.full_name == "google.protobuf.NullValue"
}

fn message<const N: usize>(fields: [(i32, Value); N]) -> DynamicMessage {
    DynamicMessage { fields: fields.into(), unknown: Vec::new() }
}

/// What an empty wrapper wraps.
fn zero(scalar: Scalar) -> Value {
    match scalar {
        Scalar::Double => Value::Double(0.0),
        Scalar::Float => Value::Float(0.0),
        Scalar::Uint32 | Scalar::Uint64 => Value::Uint(0),
        Scalar::Bool => Value::Bool(false),
        Scalar::String => Value::String(String::new()),
        Scalar::Bytes => Value::Bytes(Vec::new()),
        _ => Value::Int(0),
    }
}
