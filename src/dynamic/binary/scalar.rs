//! Scalars and their wire types: the one table that reader and writer share
//! (<https://protobuf.dev/programming-guides/encoding/#structure>).

use crate::{
    dynamic::Value,
    schema::{Kind, Scalar},
    wire::{RawValue, WireType, unzigzag32, unzigzag64, zigzag32, zigzag64},
};

/// The wire type of one value; `None` for a stand-in, of which nothing is known.
pub(crate) fn wire_type(kind: &Kind) -> Option<WireType> {
    Some(match kind {
        Kind::Scalar(scalar) => scalar_wire_type(*scalar),
        Kind::Enum(_) => WireType::Varint,
        Kind::Message(_) => WireType::Len,
        Kind::Group(_) => WireType::Group,
        Kind::StandIn(_) => return None,
    })
}

fn scalar_wire_type(scalar: Scalar) -> WireType {
    match scalar {
        Scalar::Int32 | Scalar::Int64 | Scalar::Uint32 | Scalar::Uint64 | Scalar::Sint32 | Scalar::Sint64 => {
            WireType::Varint
        }
        Scalar::Bool => WireType::Varint,
        Scalar::Fixed32 | Scalar::Sfixed32 | Scalar::Float => WireType::Fixed32,
        Scalar::Fixed64 | Scalar::Sfixed64 | Scalar::Double => WireType::Fixed64,
        Scalar::String | Scalar::Bytes => WireType::Len,
    }
}

/// Whether values of this kind may share one length-prefixed record
/// (<https://protobuf.dev/programming-guides/encoding/#packed>).
pub fn is_packable(kind: &Kind) -> bool {
    match kind {
        Kind::Scalar(scalar) => scalar_wire_type(*scalar) != WireType::Len,
        Kind::Enum(_) => true,
        Kind::Message(_) | Kind::Group(_) | Kind::StandIn(_) => false,
    }
}

/// The value of a payload; `None` when its wire type does not fit. Whether a string is UTF-8 is the caller's question:
/// both `string` and `bytes` come back as [`Value::Bytes`].
///
/// Numbers wider than the field lose their upper bits (<https://protobuf.dev/programming-guides/proto3/#updating>).
pub(crate) fn decode(scalar: Scalar, raw: RawValue<'_>) -> Option<Value> {
    Some(match (scalar, raw) {
        (Scalar::Int32, RawValue::Varint(v)) => Value::Int(i64::from(v as i32)),
        (Scalar::Int64, RawValue::Varint(v)) => Value::Int(v as i64),
        (Scalar::Uint32, RawValue::Varint(v)) => Value::Uint(u64::from(v as u32)),
        (Scalar::Uint64, RawValue::Varint(v)) => Value::Uint(v),
        (Scalar::Sint32, RawValue::Varint(v)) => Value::Int(i64::from(unzigzag32(v as u32))),
        (Scalar::Sint64, RawValue::Varint(v)) => Value::Int(unzigzag64(v)),
        (Scalar::Bool, RawValue::Varint(v)) => Value::Bool(v != 0),
        (Scalar::Fixed32, RawValue::Fixed32(v)) => Value::Uint(u64::from(v)),
        (Scalar::Sfixed32, RawValue::Fixed32(v)) => Value::Int(i64::from(v as i32)),
        (Scalar::Float, RawValue::Fixed32(v)) => Value::Float(f32::from_bits(v)),
        (Scalar::Fixed64, RawValue::Fixed64(v)) => Value::Uint(v),
        (Scalar::Sfixed64, RawValue::Fixed64(v)) => Value::Int(v as i64),
        (Scalar::Double, RawValue::Fixed64(v)) => Value::Double(f64::from_bits(v)),
        (Scalar::String | Scalar::Bytes, RawValue::Len(v)) => Value::Bytes(v.to_vec()),
        _ => return None,
    })
}

/// The payload of a value; `None` when the value is not one of this scalar's.
pub(super) fn encode(scalar: Scalar, value: &Value) -> Option<RawValue<'_>> {
    Some(match (scalar, value) {
        (Scalar::Int32 | Scalar::Int64, Value::Int(v)) => RawValue::Varint(*v as u64),
        (Scalar::Uint32 | Scalar::Uint64, Value::Uint(v)) => RawValue::Varint(*v),
        (Scalar::Sint32, Value::Int(v)) => RawValue::Varint(u64::from(zigzag32(*v as i32))),
        (Scalar::Sint64, Value::Int(v)) => RawValue::Varint(zigzag64(*v)),
        (Scalar::Bool, Value::Bool(v)) => RawValue::Varint(u64::from(*v)),
        (Scalar::Fixed32, Value::Uint(v)) => RawValue::Fixed32(*v as u32),
        (Scalar::Sfixed32, Value::Int(v)) => RawValue::Fixed32(*v as u32),
        (Scalar::Float, Value::Float(v)) => RawValue::Fixed32(v.to_bits()),
        (Scalar::Fixed64, Value::Uint(v)) => RawValue::Fixed64(*v),
        (Scalar::Sfixed64, Value::Int(v)) => RawValue::Fixed64(*v as u64),
        (Scalar::Double, Value::Double(v)) => RawValue::Fixed64(v.to_bits()),
        (Scalar::String, Value::String(v)) => RawValue::Len(v.as_bytes()),
        (Scalar::String | Scalar::Bytes, Value::Bytes(v)) => RawValue::Len(v),
        _ => return None,
    })
}

/// What a map key or value is when its entry does not say.
pub(super) fn default(scalar: Scalar) -> Value {
    match scalar {
        Scalar::Int32 | Scalar::Int64 | Scalar::Sint32 | Scalar::Sint64 | Scalar::Sfixed32 | Scalar::Sfixed64 => {
            Value::Int(0)
        }
        Scalar::Uint32 | Scalar::Uint64 | Scalar::Fixed32 | Scalar::Fixed64 => Value::Uint(0),
        Scalar::Bool => Value::Bool(false),
        Scalar::Float => Value::Float(0.0),
        Scalar::Double => Value::Double(0.0),
        Scalar::String => Value::String(String::new()),
        Scalar::Bytes => Value::Bytes(Vec::new()),
    }
}
