//! `google.protobuf.Struct` and `google.protobuf.Value` (<https://protobuf.dev/reference/protobuf/google.protobuf/>).

use prost_types::{Struct, Value, value::Kind};

use super::{report::Report, trail::Trail};

/// An object as a value; without one, where there could be one and `empty` says so, an empty one.
pub(crate) fn wrapped(
    object: Option<Struct>,
    empty: bool,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Option<Value> {
    if object.is_none() && empty {
        trail.supply(name, "{}", report);
    }
    let object = object.or(empty.then(Struct::default))?;
    Some(Value { kind: Some(Kind::StructValue(object)) })
}

/// The object that a value is, or an object that holds it.
pub(crate) fn unwrapped(
    value: Option<Value>,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Option<Struct> {
    Some(match value?.kind {
        Some(Kind::StructValue(object)) => object,
        Some(kind) => {
            trail.lose(name, "the other version holds objects only; it stands there as {\"value\": …}", report);
            Struct { fields: [("value".to_owned(), Value { kind: Some(kind) })].into() }
        }
        None => {
            trail.lose(name, "a value without a kind; the other version has an empty object there", report);
            Struct::default()
        }
    })
}
