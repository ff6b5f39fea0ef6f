//! What there is to say about records that a schema does not place.

use super::{Fate, Unplaced};
use crate::{
    schema::{Field, Schema},
    wire::RawValue,
};

/// Why a record is unknown: ``field 5 `at`: expected len (Stamp), found varint 1700000000; kept as unknown``. `None`
/// when there is no more to say than that it is.
pub(super) fn reason(schema: &Schema, why: Unplaced<'_>, value: RawValue<'_>, fate: Fate) -> Option<String> {
    let field = why.field()?;
    let what = what(schema, field, why, value);
    Some(format!("field {} `{}`: {what}; {}", field.number, field.name(), fate.words()))
}

/// The same without the field.
pub(super) fn what(schema: &Schema, field: &Field, why: Unplaced<'_>, value: RawValue<'_>) -> String {
    let type_name = schema.type_name(field);
    match why {
        Unplaced::NoSuchField => "unknown".to_owned(),
        Unplaced::Reserved => "unknown, the number is reserved".to_owned(),
        Unplaced::WireType { expected, .. } => {
            format!("expected {expected} ({type_name}), found {}", found(value))
        }
        Unplaced::NotInEnum { .. } => format!("expected a value that {type_name} has, found {}", found(value)),
        Unplaced::StandIn { .. } => format!("the type {type_name} is from an import that is missing"),
    }
}

pub(super) fn found(value: RawValue<'_>) -> String {
    match value {
        RawValue::Varint(value) => format!("varint {value}"),
        RawValue::Fixed64(value) => format!("fixed64 {value:#018x}"),
        RawValue::Fixed32(value) => format!("fixed32 {value:#010x}"),
        RawValue::Len(bytes) if bytes.len() == 1 => "len of 1 byte".to_owned(),
        RawValue::Len(bytes) => format!("len of {} bytes", bytes.len()),
        RawValue::Group(_) => "group".to_owned(),
    }
}
