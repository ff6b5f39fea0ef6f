//! Two values: what was written into a field, and what the reader has in the one it belongs to.

use super::{
    EnumNumbers, Identity, collections::collections, judge, same_number_and_name, says_something, scalars::scalars,
};
use crate::{
    dynamic::{DynamicMessage, Value},
    effects::{Outcome, typed::Typed},
    schema::{Kind, Schema},
};

/// A value, its kind, and the schema that says what that is.
pub(super) type Side<'a> = (&'a Schema, &'a Kind, &'a Value);

/// What a value became in the field it belongs to.
pub(super) fn compare(written: Side<'_>, read: Side<'_>, identity: &Identity<'_>) -> Outcome {
    match (written.2, read.2) {
        (Value::List(_) | Value::Map(_), _) | (_, Value::List(_) | Value::Map(_)) => {
            collections(written, read, identity)
        }
        (Value::Message(w), Value::Message(r)) => messages(written, w, read, r, identity),
        (Value::Enum(w), Value::Enum(r)) => enums(written, *w, read, *r, identity),
        (w, r) if !says_something(w) && !says_something(r) => Outcome::Exact,
        // `google.protobuf.StringValue` and its like are, in JSON, the value they wrap.
        (Value::Message(w), r) => match wrapped(written.0, written.1, w) {
            Some(inside) => scalars(&inside, r),
            None => Outcome::Misread,
        },
        (w, Value::Message(r)) => match wrapped(read.0, read.1, r) {
            Some(inside) => scalars(w, &inside),
            None => Outcome::Misread,
        },
        (Value::Enum(number), Value::String(name)) => named(written.0, written.1, *number, name),
        (Value::String(name), Value::Enum(number)) => named(read.0, read.1, *number, name),
        (w, r) => scalars(w, r),
    }
}

/// What a wrapper holds, the default when it holds nothing; `None` for any other message.
fn wrapped(schema: &Schema, kind: &Kind, message: &DynamicMessage) -> Option<Value> {
    let wrapper = &schema[kind.message()?];
    let kind = wrapper.element.full_name.strip_prefix("google.protobuf.")?.strip_suffix("Value")?;
    let default = match kind {
        "Double" | "Float" => Value::Double(0.0),
        "Int64" | "UInt64" | "Int32" | "UInt32" => Value::Int(0),
        "Bool" => Value::Bool(false),
        "String" | "Bytes" => Value::String(String::new()),
        _ => return None,
    };
    Some(message.fields.get(&1).cloned().unwrap_or(default))
}

fn messages(
    written: Side<'_>,
    w: &DynamicMessage,
    read: Side<'_>,
    r: &DynamicMessage,
    identity: &Identity<'_>,
) -> Outcome {
    // It arrived as what it is; what changed inside it is a change of its own.
    if identity.types.are_one(written.1, read.1) {
        return Outcome::Exact;
    }
    let (Some(writer_id), Some(reader_id)) = (written.1.message(), read.1.message()) else { return Outcome::Misread };
    let (writer, reader) = (&written.0[writer_id], &read.0[reader_id]);
    let numbers = same_number_and_name(writer, reader);
    judge(
        Typed { schema: written.0, message: writer },
        w,
        Typed { schema: read.0, message: reader },
        r,
        &Identity { numbers, types: identity.types, enum_numbers: identity.enum_numbers, meaning: None },
    )
}

/// Numbers of one enum mean the same unless the enum is what is being tried; of two enums, the names decide.
fn enums(written: Side<'_>, w: i32, read: Side<'_>, r: i32, identity: &Identity<'_>) -> Outcome {
    let (Kind::Enum(writer), Kind::Enum(reader)) = (written.1, read.1) else { return scalars(written.2, read.2) };
    let reader_names_it = read.0[*reader].json_name(r).is_some();
    match identity.enum_numbers {
        EnumNumbers::Mean(meant) if meant(w) == Some(r) => Outcome::Exact,
        EnumNumbers::Mean(_) if reader_names_it => Outcome::Misread,
        EnumNumbers::Mean(_) => Outcome::Dropped,
        EnumNumbers::MeanTheSame if w != r => Outcome::Misread,
        EnumNumbers::MeanTheSame if identity.types.are_one(written.1, read.1) => Outcome::Exact,
        EnumNumbers::MeanTheSame => match (written.0[*writer].json_name(w), read.0[*reader].json_name(r)) {
            (Some(written), Some(read)) if written != read => Outcome::Misread,
            (Some(_), None) => Outcome::Dropped,
            _ => Outcome::Exact,
        },
    }
}

/// A value of an enum beside a text, which JSON has for it.
fn named(schema: &Schema, kind: &Kind, number: i32, name: &str) -> Outcome {
    let Kind::Enum(id) = kind else { return Outcome::Misread };
    let is_its_name = schema[*id].values_numbered(number).any(|value| value.element.name == name);
    if is_its_name { Outcome::Exact } else { Outcome::Misread }
}
