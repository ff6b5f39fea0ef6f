//! How messages by protoc-gen-es hold their fields.

use crate::{
    codegen::{AdaptError, extensions, program::Way},
    migration::Side,
    schema::{Field, FieldRef, FieldType, Kind, MessageId, Presence, Schema, Syntax},
};

/// How a message holds a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holding {
    /// A property that is its default when it is unset.
    Implicit,
    /// A property that is `undefined` when it is unset.
    Explicit,
    /// A property that is the message's own when it is set, and otherwise its prototype's, with the default.
    Defaulted,
    /// The `value` of a oneof, whose `case` says so.
    Member,
    List,
    Map,
}

/// What the runtime has in place of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing else.
    Message,
    /// An object as JSON has it, for `google.protobuf.Struct`.
    Json,
    /// What is inside, for `google.protobuf.StringValue` and its likes.
    Bare,
}

pub(super) fn holding(schema: &Schema, field: FieldRef) -> Holding {
    let found = field.get(schema);
    match &found.ty {
        FieldType::Map { .. } => Holding::Map,
        FieldType::Repeated { .. } => Holding::List,
        _ if found.oneof.is_some() => Holding::Member,
        FieldType::Singular { kind, .. } if kind.is_message() => Holding::Explicit,
        FieldType::Singular { presence: Presence::Implicit, .. } => Holding::Implicit,
        FieldType::Singular { .. } if schema.files[found.element.file.0].syntax == Syntax::Proto3 => Holding::Explicit,
        FieldType::Singular { .. } => Holding::Defaulted,
    }
}

pub(super) fn form(schema: &Schema, field: FieldRef) -> Form {
    let found = field.get(schema);
    let Some(message) = found.value_kind().message() else { return Form::Message };
    let is_in_value = |message: MessageId| schema[message].element.full_name == "google.protobuf.Value";
    let is_single = holding(schema, field) == Holding::Explicit;
    match (schema[message].element.full_name.as_str(), field) {
        ("google.protobuf.Struct", FieldRef::Member(parent, _)) if !is_in_value(parent) => Form::Json,
        (
            "google.protobuf.DoubleValue"
            | "google.protobuf.FloatValue"
            | "google.protobuf.Int64Value"
            | "google.protobuf.UInt64Value"
            | "google.protobuf.Int32Value"
            | "google.protobuf.UInt32Value"
            | "google.protobuf.BoolValue"
            | "google.protobuf.StringValue"
            | "google.protobuf.BytesValue",
            _,
        ) if is_single => Form::Bare,
        _ => Form::Message,
    }
}

/// Generated code can read and write a field.
///
/// # Errors
/// When it is nothing that messages have, or something else than their type says.
pub(super) fn check<'m>(way: &Way<'m>, side: Side, field: FieldRef) -> Result<&'m Field, AdaptError> {
    let found = field.get(way.schema(side));
    let refused = |what: String, help: &str| AdaptError::Inexpressible {
        language: "TypeScript",
        place: found.element.full_name.clone(),
        what,
        help: help.to_owned(),
    };
    if let FieldRef::Extension(_) = field {
        return Err(refused(
            "it is an extension, which generated code would need a registry for".to_owned(),
            &extensions::remedy(way, side),
        ));
    }
    if let Kind::StandIn(name) = found.value_kind() {
        return Err(refused(
            format!("its type `{name}` is in a file that was not found"),
            "say with -I where imports are",
        ));
    }
    let is_map = matches!(found.ty, FieldType::Map { .. });
    if !is_map && found.options.get("jstype").is_some_and(|jstype| jstype == "JS_STRING") {
        return Err(refused(
            "with `jstype = JS_STRING` it is a number for the schema and a string for TypeScript".to_owned(),
            "remove `jstype`, or set it to JS_NUMBER; what is on the wire stays the same",
        ));
    }
    Ok(found)
}
