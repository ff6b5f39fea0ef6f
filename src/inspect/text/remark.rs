//! What there is to say about records that a schema does not place.

use crate::{
    inspect::{MessageView, Record, Unplaced},
    schema::Field,
    wire::RawValue,
};

/// Why a record is unknown, in a sentence: ``field 5 `at`: expected len (Stamp), found varint 1700000000; kept as
/// unknown``. `None` when there is no more to say than that it is unknown.
pub(super) fn reason(
    view: &MessageView<'_>,
    record: &Record<'_>,
    why: Unplaced<'_>,
    value: RawValue<'_>,
) -> Option<String> {
    let schema = view.schema();
    let about = |field: &Field, what: String| {
        let fate = match view.entry_of() {
            Some(_) => "ignored, the entry takes the default",
            None => "kept as unknown",
        };
        Some(format!("field {} `{}`: {what}; {fate}", record.number, field.name()))
    };
    match why {
        Unplaced::NoSuchField | Unplaced::Reserved => None,
        Unplaced::WireType { field, expected } => {
            about(field, format!("expected {expected} ({}), found {}", schema.type_name(field), found(value)))
        }
        Unplaced::NotInEnum { field } => {
            let name = schema.type_name(field);
            about(field, format!("the closed enum of {name} has no such value, found {}", found(value)))
        }
        Unplaced::StandIn { field } => {
            about(field, format!("the type {} is from an import that is missing", schema.type_name(field)))
        }
    }
}

fn found(value: RawValue<'_>) -> String {
    match value {
        RawValue::Varint(value) => format!("varint {value}"),
        RawValue::Fixed64(value) => format!("fixed64 {value:#018x}"),
        RawValue::Fixed32(value) => format!("fixed32 {value:#010x}"),
        RawValue::Len(bytes) => format!("len of {} bytes", bytes.len()),
        RawValue::Group(_) => "a group".to_owned(),
    }
}
