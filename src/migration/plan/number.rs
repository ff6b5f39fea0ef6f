//! Numbers on the wire, and one type of them as another.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    migration::correspondence::{EnumMap, Mapped},
    schema::{Enum, Kind, Scalar, Schema},
    wire::{RawValue, WireType, unzigzag32, unzigzag64, zigzag32, zigzag64},
};

/// A type of number.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Number {
    pub kind: NumberKind,
    /// Of an enum, what its numbers become in the target.
    pub map: Option<Arc<EnumMap>>,
    /// Of a closed enum, the numbers that it knows; of another number that becomes one of a closed enum, those too.
    pub known: Option<Arc<BTreeSet<i32>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberKind {
    Scalar(Scalar),
    Enum,
}

/// A number without its type. 128 bits hold every integer of either sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Plain {
    Integer(i128),
    Float(f64),
}

impl Number {
    /// The type of number that a kind is; `None` for anything else.
    pub(crate) fn of(schema: &Schema, kind: &Kind) -> Option<Self> {
        let (kind, known) = match kind {
            Kind::Scalar(Scalar::String | Scalar::Bytes) => return None,
            Kind::Scalar(scalar) => (NumberKind::Scalar(*scalar), None),
            Kind::Enum(id) => (NumberKind::Enum, known_numbers(&schema[*id])),
            _ => return None,
        };
        Some(Number { kind, map: None, known })
    }

    pub(crate) fn wire(&self) -> WireType {
        match self.kind {
            NumberKind::Enum => WireType::Varint,
            NumberKind::Scalar(scalar) => match scalar {
                Scalar::Fixed32 | Scalar::Sfixed32 | Scalar::Float => WireType::Fixed32,
                Scalar::Fixed64 | Scalar::Sfixed64 | Scalar::Double => WireType::Fixed64,
                _ => WireType::Varint,
            },
        }
    }

    /// The number in a payload, as a reader of this type takes it.
    pub(crate) fn decode(&self, raw: RawValue<'_>) -> Option<Plain> {
        let scalar = match self.kind {
            NumberKind::Enum => Scalar::Int32,
            NumberKind::Scalar(scalar) => scalar,
        };
        Some(match (scalar, raw) {
            (Scalar::Int32, RawValue::Varint(v)) => Plain::Integer(i128::from(v as i32)),
            (Scalar::Int64, RawValue::Varint(v)) => Plain::Integer(i128::from(v as i64)),
            (Scalar::Uint32, RawValue::Varint(v)) => Plain::Integer(i128::from(v as u32)),
            (Scalar::Uint64, RawValue::Varint(v)) => Plain::Integer(i128::from(v)),
            (Scalar::Sint32, RawValue::Varint(v)) => Plain::Integer(i128::from(unzigzag32(v as u32))),
            (Scalar::Sint64, RawValue::Varint(v)) => Plain::Integer(i128::from(unzigzag64(v))),
            (Scalar::Bool, RawValue::Varint(v)) => Plain::Integer(i128::from(v != 0)),
            (Scalar::Fixed32, RawValue::Fixed32(v)) => Plain::Integer(i128::from(v)),
            (Scalar::Sfixed32, RawValue::Fixed32(v)) => Plain::Integer(i128::from(v as i32)),
            (Scalar::Float, RawValue::Fixed32(v)) => Plain::Float(f64::from(f32::from_bits(v))),
            (Scalar::Fixed64, RawValue::Fixed64(v)) => Plain::Integer(i128::from(v)),
            (Scalar::Sfixed64, RawValue::Fixed64(v)) => Plain::Integer(i128::from(v as i64)),
            (Scalar::Double, RawValue::Fixed64(v)) => Plain::Float(f64::from_bits(v)),
            _ => return None,
        })
    }

    /// A number as a payload of this type; `None` when it does not fit.
    pub(crate) fn encode(&self, plain: Plain) -> Option<RawValue<'static>> {
        let scalar = match self.kind {
            NumberKind::Enum => Scalar::Int32,
            NumberKind::Scalar(scalar) => scalar,
        };
        Some(match (scalar, plain) {
            (Scalar::Double, Plain::Float(v)) => RawValue::Fixed64(v.to_bits()),
            (Scalar::Float, Plain::Float(v)) => {
                let short = v as f32;
                let same = f64::from(short).to_bits() == v.to_bits() || short.is_nan() && v.is_nan();
                return same.then_some(RawValue::Fixed32(short.to_bits()));
            }
            (_, Plain::Float(_)) => return None,
            (_, Plain::Integer(v)) => match scalar {
                Scalar::Int32 => RawValue::Varint(i64::from(i32::try_from(v).ok()?) as u64),
                Scalar::Int64 => RawValue::Varint(i64::try_from(v).ok()? as u64),
                Scalar::Uint32 => RawValue::Varint(u64::from(u32::try_from(v).ok()?)),
                Scalar::Uint64 => RawValue::Varint(u64::try_from(v).ok()?),
                Scalar::Sint32 => RawValue::Varint(u64::from(zigzag32(i32::try_from(v).ok()?))),
                Scalar::Sint64 => RawValue::Varint(zigzag64(i64::try_from(v).ok()?)),
                Scalar::Bool => RawValue::Varint(u64::from(v != 0)),
                Scalar::Fixed32 => RawValue::Fixed32(u32::try_from(v).ok()?),
                Scalar::Sfixed32 => RawValue::Fixed32(i32::try_from(v).ok()? as u32),
                Scalar::Fixed64 => RawValue::Fixed64(u64::try_from(v).ok()?),
                Scalar::Sfixed64 => RawValue::Fixed64(i64::try_from(v).ok()? as u64),
                Scalar::Float | Scalar::Double | Scalar::String | Scalar::Bytes => return None,
            },
        })
    }

    /// Whether a number of this type, an enum, becomes another number; and why that is a loss, where it is one.
    pub(crate) fn mapped(&self, plain: Plain) -> Result<(Option<Plain>, Option<String>), String> {
        let Plain::Integer(value) = plain else { return Ok((Some(plain), None)) };
        let Ok(number) = i32::try_from(value) else { return Ok((Some(plain), None)) };
        // In a packed run or a map entry nobody has looked yet whether a closed enum has the number.
        if self.known.as_ref().is_some_and(|known| !known.contains(&number)) {
            return Err(format!("{number} is a number that its closed enum does not have"));
        }
        let Some(map) = &self.map else { return Ok((Some(plain), None)) };
        if let Some(Mapped { to, lost }) = map.changed.get(&number) {
            let to = to.map(|number| Plain::Integer(i128::from(number)));
            return Ok((to, lost.as_ref().map(|why| format!("{number}: {why}"))));
        }
        if map.taken.contains(&number) {
            return Err(format!("the number {number} means nothing here and something else in the other version"));
        }
        match &map.closed {
            Some(known) if !known.contains(&number) => Err(format!("the other version has no value {number}")),
            _ => Ok((Some(plain), None)),
        }
    }
}

fn known_numbers(of: &Enum) -> Option<Arc<BTreeSet<i32>>> {
    of.closed.then(|| Arc::new(of.values.iter().map(|value| value.number).collect()))
}
