//! Extensions: who may be extended, from where, and every number once.

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::{
    DescriptorProto, FieldDescriptorProto,
    field_descriptor_proto::{Label, Type},
};

use super::{
    child, part,
    report::{Place, Reporter},
    tag,
};
use crate::schema::{FileId, FileRole, Message, SchemaError, Syntax};

/// `google.protobuf.MessageOptions.message_set_wire_format`.
const MESSAGE_SET_OPTION: i32 = 1;

/// The extension numbers seen so far, with who took them.
#[derive(Debug, Default)]
pub(super) struct Numbers(HashMap<(String, i32), Taken>);

#[derive(Debug)]
struct Taken {
    full_name: String,
    file: FileId,
    path: Vec<i32>,
}

pub(super) fn message(
    reporter: &Reporter,
    message: &DescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    let is_proto3 = reporter.file.syntax == Syntax::Proto3;
    if is_proto3 && !message.extension_range.is_empty() {
        return Err(reporter.error(
            format!("`{full_name}` is in proto3 and has an extension range"),
            [Place::new(child(path, tag::MESSAGE_EXTENSION_RANGE, 0), "not in proto3")],
            "use `google.protobuf.Any`, or declare the message in a proto2 file",
        ));
    }
    let is_message_set = message.options.as_option().and_then(|o| o.message_set_wire_format).unwrap_or(false);
    if !is_message_set {
        return Ok(());
    }
    if is_proto3 {
        let option = [path, &[tag::MESSAGE_OPTIONS, MESSAGE_SET_OPTION]].concat();
        return Err(reporter.error(
            format!("`{full_name}` is in proto3 and a MessageSet"),
            [Place::new(option, "not in proto3")],
            "declare it in a proto2 file",
        ));
    }
    if let Some(field) = message.field.first() {
        let name = field.name.as_deref().unwrap_or_default();
        return Err(reporter.error(
            format!("`{full_name}` is a MessageSet and has the field `{name}`"),
            [Place::new(child(path, tag::MESSAGE_FIELD, 0), "a field")],
            "a MessageSet has extensions only",
        ));
    }
    Ok(())
}

pub(super) fn extension(
    reporter: &Reporter,
    numbers: &mut Numbers,
    field: &FieldDescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    let schema = reporter.schema;
    let type_name = field.extendee.as_deref().unwrap_or_default().trim_start_matches('.');
    let Some(extendee) = schema.message_named(type_name).map(|id| &schema[id]) else { return Ok(()) };
    let number = field.number.unwrap_or_default();
    if reporter.is_written(&part(path, tag::FIELD_JSON_NAME)) && reporter.file.source.is_some() {
        return Err(reporter.error(
            format!("`{full_name}` is an extension and sets `json_name`"),
            [Place::new(part(path, tag::FIELD_JSON_NAME), "set here")],
            format!("remove it: in JSON an extension is called `[{full_name}]`"),
        ));
    }
    if reporter.file.syntax == Syntax::Proto3 && !is_options_message(&extendee.element.full_name) {
        return Err(reporter.error(
            format!("`{full_name}` extends `{type_name}` from a proto3 file"),
            [Place::new(path.to_vec(), "not in proto3")],
            "proto3 can only extend the messages of `google/protobuf/descriptor.proto`; write a proto2 file",
        ));
    }
    if schema[extendee.element.file].role != FileRole::StandIn {
        in_range(reporter, extendee, number, full_name, path)?;
        fits_message_set(reporter, extendee, field, full_name, path)?;
    }
    let taken = Taken { full_name: full_name.to_owned(), file: reporter.file.id, path: part(path, tag::FIELD_NUMBER) };
    match numbers.0.insert((extendee.element.full_name.clone(), number), taken) {
        // From file to file protoc only warns.
        Some(earlier) if earlier.file == reporter.file.id => Err(reporter.error(
            format!("`{}` and `{full_name}` both extend `{type_name}` at {number}", earlier.full_name),
            [Place::new(part(path, tag::FIELD_NUMBER), "used again"), Place::new(earlier.path, "used here already")],
            "give one of them a number that was never used",
        )),
        _ => Ok(()),
    }
}

fn in_range(
    reporter: &Reporter,
    extendee: &Message,
    number: i32,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    if extendee.extension_ranges.contains(number) {
        return Ok(());
    }
    let help = match extendee.extension_ranges.is_empty() {
        true => "the message has no `extensions` statement, so it cannot be extended".to_owned(),
        false => format!("it is open to {}", extendee.extension_ranges),
    };
    Err(reporter.error(
        format!("`{full_name}` extends `{}` at {number}, which is not open to extensions", extendee.element.full_name),
        [Place::new(part(path, tag::FIELD_NUMBER), "this number")],
        help,
    ))
}

fn fits_message_set(
    reporter: &Reporter,
    extendee: &Message,
    field: &FieldDescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    let is_optional_message = field.label != Some(Label::LABEL_REPEATED) && field.r#type == Some(Type::TYPE_MESSAGE);
    if !extendee.options.is_true("message_set_wire_format") || is_optional_message {
        return Ok(());
    }
    Err(reporter.error(
        format!("`{full_name}` extends the MessageSet `{}`", extendee.element.full_name),
        [Place::new(path.to_vec(), "no optional message")],
        "only optional messages can extend a MessageSet",
    ))
}

/// The messages that define options.
fn is_options_message(full_name: &str) -> bool {
    full_name.strip_prefix("google.protobuf.").is_some_and(|name| name.ends_with("Options") && !name.contains('.'))
}
