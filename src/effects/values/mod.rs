//! Values to try: for each kind a typical one first, then the ones that find trouble.

mod messages;
mod scalars;
mod suggestions;
mod widths;

pub(super) use messages::{Fill, for_message};
pub(super) use suggestions::suggested;

use messages::{any_of, is_any, messages_of};
use scalars::{NOT_UTF8, of_enum, of_scalar};

use super::{sample::Sample, typed::Typed};
use crate::{
    dynamic::{DynamicMessage, Value, binary, drop_implicit_defaults},
    schema::{Field, FieldType, Kind, Scalar, Schema, Utf8},
};

/// How deep messages are filled. Trouble shows at the first level or the second.
const DEPTH: usize = 3;
/// Values of a field that are tried at most.
const VALUES: usize = 256;
/// Elements of a long list.
const MANY: usize = 12;

/// Values for a field: one value if it is singular, lists or maps of them if it is not. Never a value that writes
/// nothing at all. `fill` says how messages are filled.
pub(super) fn for_field(schema: &Schema, field: &Field, fill: Fill<'_>) -> Vec<Value> {
    let mut values = for_field_at(schema, field, fill, DEPTH);
    values.truncate(VALUES);
    values
}

/// The typical value of a field, or, where a writer leaves that out, the first one that it does not.
pub(super) fn telling(writer: Typed<'_>, field: &Field) -> Option<Value> {
    let leaves_a_trace = |value: &Value| {
        let mut message = Sample::only(field.number, value.clone()).message;
        drop_implicit_defaults(writer.schema, writer.message, &mut message);
        !message.fields.is_empty()
    };
    let typical = typical_at(writer.schema, field, Fill::Anything, DEPTH).filter(leaves_a_trace);
    typical.or_else(|| for_field(writer.schema, field, Fill::Anything).into_iter().find(leaves_a_trace))
}

fn for_field_at(schema: &Schema, field: &Field, fill: Fill<'_>, depth: usize) -> Vec<Value> {
    let unchecked_text = |kind: &Kind| {
        let unchecked = *kind == Kind::Scalar(Scalar::String) && field.utf8 == Utf8::Unchecked;
        unchecked.then(|| Value::Bytes(NOT_UTF8.to_vec()))
    };
    let of_element = |kind: &Kind| {
        let mut values = of_kind(schema, kind, fill, depth);
        values.extend(unchecked_text(kind));
        values
    };
    match &field.ty {
        FieldType::Singular { kind, .. } => of_element(kind),
        FieldType::Repeated { kind, .. } => lists(&of_element(kind)),
        FieldType::Map { key, value, .. } => {
            let mut keys = of_scalar(*key);
            keys.extend(unchecked_text(&Kind::Scalar(*key)));
            let mut values = of_kind(schema, value, fill, depth.saturating_sub(1));
            values.extend(unchecked_text(value));
            maps(&keys, &values)
        }
    }
}

/// Whether the values of a field may share one record.
pub(super) fn packable(field: &Field) -> bool {
    matches!(&field.ty, FieldType::Repeated { kind, .. } if binary::is_packable(kind))
}

/// Lists of one, two, three and many elements, of an element and its like, and each value alone.
fn lists(values: &[Value]) -> Vec<Value> {
    let Some(typical) = values.first() else { return Vec::new() };
    let mut lists = vec![
        vec![typical.clone()],
        values.iter().take(2).cloned().collect(),
        values.iter().take(3).rev().cloned().collect(),
        values.iter().cycle().take(MANY).cloned().collect(),
    ];
    // Entries of a would-be map with one key.
    let fullest = values.iter().filter(|value| size(value) > 0).max_by_key(|value| size(value));
    lists.extend(fullest.map(|entry| vec![entry.clone(), entry.clone()]));
    lists.extend(values.iter().skip(1).map(|value| vec![value.clone()]));
    lists.into_iter().map(Value::List).collect()
}

fn size(value: &Value) -> usize {
    if let Value::Message(message) = value { message.fields.len() } else { 0 }
}

/// A typical entry, two entries, each key and each value alone.
fn maps(keys: &[Value], values: &[Value]) -> Vec<Value> {
    let (Some(key), Some(typical)) = (keys.first(), values.first()) else { return Vec::new() };
    let one = |key: &Value, value: &Value| Value::Map(vec![(key.clone(), value.clone())]);
    let two = keys.iter().take(2).cloned().zip(values.iter().cycle().cloned());
    let mut maps = vec![one(key, typical), Value::map(two.collect())];
    maps.extend(keys.iter().skip(1).map(|key| one(key, typical)));
    maps.extend(values.iter().skip(1).map(|value| one(key, value)));
    maps
}

fn of_kind(schema: &Schema, kind: &Kind, fill: Fill<'_>, depth: usize) -> Vec<Value> {
    match kind {
        Kind::Scalar(scalar) => of_scalar(*scalar),
        Kind::Enum(id) => of_enum(&schema[*id]),
        Kind::Message(id) | Kind::Group(id) if depth > 0 => {
            messages_of(schema, *id, fill, depth).into_iter().map(Value::Message).collect()
        }
        Kind::Message(_) | Kind::Group(_) => vec![Value::Message(DynamicMessage::default())],
        Kind::StandIn(_) => Vec::new(),
    }
}

fn typical_at(schema: &Schema, field: &Field, fill: Fill<'_>, depth: usize) -> Option<Value> {
    let one = |kind: &Kind| -> Option<Value> {
        match kind {
            Kind::Message(id) if depth > 1 && is_any(&schema[*id]) => {
                any_of(schema, fill, depth.saturating_sub(1)).into_iter().next().map(Value::Message)
            }
            Kind::Message(id) | Kind::Group(id) if depth > 1 => {
                let message = &schema[*id];
                let telling = message
                    .fields
                    .iter()
                    .filter(|f| fill.allows(Some(*id), f))
                    .min_by_key(|f| (!matches!(f.value_kind(), Kind::Scalar(Scalar::String)), f.number));
                let value =
                    telling.and_then(|f| Some((f.number, typical_at(schema, f, fill, depth.saturating_sub(1))?)));
                Some(Value::Message(DynamicMessage { fields: value.into_iter().collect(), unknown: Vec::new() }))
            }
            Kind::Message(_) | Kind::Group(_) => Some(Value::Message(DynamicMessage::default())),
            Kind::Scalar(_) | Kind::Enum(_) | Kind::StandIn(_) => of_kind(schema, kind, fill, 0).into_iter().next(),
        }
    };
    match &field.ty {
        FieldType::Singular { kind, .. } => one(kind),
        FieldType::Repeated { kind, .. } => Some(Value::List(vec![one(kind)?])),
        FieldType::Map { key, value, .. } => Some(Value::Map(vec![(of_scalar(*key).into_iter().next()?, one(value)?)])),
    }
}
