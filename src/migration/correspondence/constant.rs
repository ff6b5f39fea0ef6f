//! Values written in a manifest, as the payload of the field they are for.

use crate::{
    migration::manifest::Literal,
    schema::{Enum, Field, FieldType, Kind, Scalar, Schema},
    wire::{RawValue, zigzag32, zigzag64},
};

/// A value in the form it has on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constant {
    /// A base-128 number.
    Varint(u64),
    /// Four bytes.
    Fixed32(u32),
    /// Eight bytes.
    Fixed64(u64),
    /// A string, bytes or an empty message.
    Len(Vec<u8>),
}

impl Constant {
    /// What a literal is as the value of a field.
    ///
    /// # Errors
    /// Why it is none, in words.
    pub(super) fn of(literal: &Literal, schema: &Schema, field: &Field) -> Result<Self, String> {
        let FieldType::Singular { kind, .. } = &field.ty else {
            return Err(format!(
                "`{}` is a {}, and only a single value can be given",
                field.name(),
                schema.type_name(field)
            ));
        };
        let refused = || format!("that is no {}", schema.kind_name(kind, ""));
        match (kind, literal) {
            (Kind::Message(_), Literal::EmptyMessage) => Ok(Constant::Len(Vec::new())),
            (Kind::Enum(id), Literal::Text(name)) => enum_number(&schema[*id], name),
            (Kind::Scalar(scalar), literal) => scalar_value(*scalar, literal).ok_or_else(refused),
            _ => Err(refused()),
        }
    }

    /// It as a payload.
    pub(crate) fn raw(&self) -> RawValue<'_> {
        match self {
            Constant::Varint(value) => RawValue::Varint(*value),
            Constant::Fixed32(value) => RawValue::Fixed32(*value),
            Constant::Fixed64(value) => RawValue::Fixed64(*value),
            Constant::Len(bytes) => RawValue::Len(bytes),
        }
    }

    /// Whether it is what an absent field reads as.
    pub fn is_default(&self) -> bool {
        match self {
            Constant::Varint(value) | Constant::Fixed64(value) => *value == 0,
            Constant::Fixed32(value) => *value == 0,
            Constant::Len(bytes) => bytes.is_empty(),
        }
    }
}

fn enum_number(of: &Enum, name: &str) -> Result<Constant, String> {
    match of.value_named(name) {
        Some(value) => Ok(Constant::Varint(i64::from(value.number) as u64)),
        None => {
            let known: Vec<&str> = of.values.iter().map(|value| value.element.name.as_str()).collect();
            Err(format!("`{}` has no value `{name}`, but {}", of.element.name, known.join(", ")))
        }
    }
}

fn scalar_value(scalar: Scalar, literal: &Literal) -> Option<Constant> {
    Some(match (scalar, literal) {
        (Scalar::String | Scalar::Bytes, Literal::Text(text)) => Constant::Len(text.clone().into_bytes()),
        (Scalar::Bool, Literal::Boolean(value)) => Constant::Varint(u64::from(*value)),
        (Scalar::Double, Literal::Float(value)) => Constant::Fixed64(value.to_bits()),
        (Scalar::Float, Literal::Float(value)) => Constant::Fixed32((*value as f32).to_bits()),
        (_, Literal::Integer(value)) => {
            let value = *value;
            match scalar {
                Scalar::Int32 => Constant::Varint(i64::from(i32::try_from(value).ok()?) as u64),
                Scalar::Int64 => Constant::Varint(value as u64),
                Scalar::Uint32 => Constant::Varint(u64::from(u32::try_from(value).ok()?)),
                Scalar::Uint64 => Constant::Varint(u64::try_from(value).ok()?),
                Scalar::Sint32 => Constant::Varint(u64::from(zigzag32(i32::try_from(value).ok()?))),
                Scalar::Sint64 => Constant::Varint(zigzag64(value)),
                Scalar::Fixed32 => Constant::Fixed32(u32::try_from(value).ok()?),
                Scalar::Sfixed32 => Constant::Fixed32(i32::try_from(value).ok()? as u32),
                Scalar::Fixed64 => Constant::Fixed64(u64::try_from(value).ok()?),
                Scalar::Sfixed64 => Constant::Fixed64(value as u64),
                Scalar::Double => Constant::Fixed64((value as f64).to_bits()),
                Scalar::Float => Constant::Fixed32((value as f32).to_bits()),
                Scalar::Bool | Scalar::String | Scalar::Bytes => return None,
            }
        }
        _ => return None,
    })
}
