//! Writing.

use super::scalar;
use crate::{
    dynamic::{DynamicMessage, Value, find_field},
    schema::{Field, FieldType, Kind, Message, Packing, Schema},
    wire::{RawValue, WireType, Writer},
};

/// The bytes of a message: set fields in the order of their numbers, then the unknown records as they are.
///
/// Everything in `value.fields` is written, the defaults of fields without presence included; what generated code would
/// leave out is for the caller to remove ([`crate::dynamic::drop_implicit_defaults`]). A value under a number that
/// `message` does not have, or of another kind than the field, has no encoding and leaves no bytes.
pub fn write(schema: &Schema, message: &Message, value: &DynamicMessage) -> Vec<u8> {
    // Most messages here are tiny; growing to this size step by step would cost more than writing them.
    let mut out = Writer::with_capacity(64);
    write_message(schema, message, value, &mut out);
    out.into_bytes()
}

fn write_message(schema: &Schema, message: &Message, value: &DynamicMessage, out: &mut Writer) {
    for (&number, value) in &value.fields {
        if let Some(field) = find_field(schema, message, number) {
            write_field(schema, field, value, out);
        }
    }
    for unknown in &value.unknown {
        out.records(&unknown.bytes);
    }
}

fn write_field(schema: &Schema, field: &Field, value: &Value, out: &mut Writer) {
    match (&field.ty, value) {
        (FieldType::Singular { kind, .. }, value) => write_record(schema, field.number, kind, value, out),
        (FieldType::Repeated { kind, packing: Packing::Packed }, Value::List(values))
            if scalar::is_packable(kind) && !values.is_empty() =>
        {
            out.tag(field.number, WireType::Len);
            out.len_with(|out| values.iter().filter_map(|v| payload(kind, v)).for_each(|raw| write_raw(raw, out)));
        }
        (FieldType::Repeated { kind, .. }, Value::List(values)) => {
            values.iter().for_each(|value| write_record(schema, field.number, kind, value, out));
        }
        (FieldType::Map { key, value: kind, .. }, Value::Map(entries)) => {
            for (entry_key, entry_value) in entries {
                out.tag(field.number, WireType::Len);
                out.len_with(|out| {
                    write_record(schema, 1, &Kind::Scalar(*key), entry_key, out);
                    write_record(schema, 2, kind, entry_value, out);
                });
            }
        }
        _ => {}
    }
}

fn write_record(schema: &Schema, number: i32, kind: &Kind, value: &Value, out: &mut Writer) {
    match (kind, value) {
        (Kind::Message(id), Value::Message(inner)) => {
            out.tag(number, WireType::Len);
            out.len_with(|out| write_message(schema, &schema[*id], inner, out));
        }
        (Kind::Group(id), Value::Message(inner)) => {
            out.tag(number, WireType::Group);
            write_message(schema, &schema[*id], inner, out);
            out.end_group(number);
        }
        _ => {
            if let Some(raw) = payload(kind, value) {
                out.tag(number, raw.wire_type());
                write_raw(raw, out);
            }
        }
    }
}

/// The payload of a scalar or enum; `None` for messages and for values of another kind.
fn payload<'a>(kind: &Kind, value: &'a Value) -> Option<RawValue<'a>> {
    match (kind, value) {
        (Kind::Scalar(scalar), value) => scalar::encode(*scalar, value),
        // Negative numbers are sign-extended to ten bytes, as int32 is.
        (Kind::Enum(_), Value::Enum(number)) => Some(RawValue::Varint(i64::from(*number) as u64)),
        _ => None,
    }
}

fn write_raw(raw: RawValue<'_>, out: &mut Writer) {
    match raw {
        RawValue::Varint(value) => out.varint(value),
        RawValue::Fixed32(value) => out.fixed32(value),
        RawValue::Fixed64(value) => out.fixed64(value),
        RawValue::Len(bytes) => out.len(bytes),
        RawValue::Group(records) => out.records(records),
    }
}
