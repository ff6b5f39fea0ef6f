//! Third pass: custom options, whose definitions are extensions in the schema itself.

use std::collections::BTreeMap;

use buffa::UnknownFields;
use serde_json::Value;

use crate::{
    dynamic::{FieldNames, Reader, binary, drop_implicit_defaults, json},
    schema::{EnumId, FileId, Message, MessageId, Options, Schema, ServiceId},
};

/// An element that options are set on.
#[derive(Debug, Clone, Copy)]
pub(super) enum OptionHolder {
    File(FileId),
    Message(MessageId),
    Field(MessageId, usize),
    Oneof(MessageId, usize),
    Enum(EnumId),
    EnumValue(EnumId, usize),
    Service(ServiceId),
    Method(ServiceId, usize),
    Extension(usize),
}

/// The custom options of one element, as the bytes they are.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) holder: OptionHolder,
    /// Full name of the options message they extend.
    pub(super) extendee: &'static str,
    pub(super) fields: UnknownFields,
}

/// Reads the custom options and puts them where they belong.
pub(super) fn apply(schema: &mut Schema, pending: Vec<Pending>) {
    for Pending { holder, extendee, fields } in pending {
        let decoded = decode(schema, extendee, &fields);
        options_of(schema, holder).0.extend(decoded);
    }
}

/// Names and values, one for each number. Records with one number belong together: they are the elements of a
/// repeated option, or the parts of a message that was set in several statements.
fn decode(schema: &Schema, extendee: &str, fields: &UnknownFields) -> Vec<(String, Value)> {
    let mut by_number: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    for field in fields {
        field.write_to(by_number.entry(field.number).or_default());
    }
    let options = schema.message_named(extendee).map(|id| &schema[id]);
    by_number
        .into_iter()
        .map(|(number, bytes)| {
            let interpreted = options.and_then(|options| interpret(schema, options, number, &bytes));
            interpreted.unwrap_or_else(|| (format!("({number})"), Value::String(hex(&bytes))))
        })
        .collect()
}

/// One option as the schema defines it; `None` when it does not, or the bytes do not fit.
fn interpret(schema: &Schema, options: &Message, number: u32, bytes: &[u8]) -> Option<(String, Value)> {
    let number = i32::try_from(number).ok()?;
    let name = &schema.extension_of(&options.element.full_name, number)?.field.element.full_name;
    let mut message = binary::read(schema, options, bytes, Reader::Conformant).ok()?;
    message.unknown.clear();
    // What a person set to its default is not set, where the two cannot be told apart: protoc and protox differ in it.
    drop_implicit_defaults(schema, options, &mut message);
    let Value::Object(mut object) = json::write(schema, options, &message, FieldNames::Proto).ok()? else {
        return None;
    };
    Some((format!("({name})"), object.remove(&format!("[{name}]"))?))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn options_of(schema: &mut Schema, holder: OptionHolder) -> &mut Options {
    match holder {
        OptionHolder::File(id) => &mut schema.files[id.0].options,
        OptionHolder::Message(id) => &mut schema.messages[id.0].options,
        OptionHolder::Field(id, i) => &mut schema.messages[id.0].fields[i].options,
        OptionHolder::Oneof(id, i) => &mut schema.messages[id.0].oneofs[i].options,
        OptionHolder::Enum(id) => &mut schema.enums[id.0].options,
        OptionHolder::EnumValue(id, i) => &mut schema.enums[id.0].values[i].options,
        OptionHolder::Service(id) => &mut schema.services[id.0].options,
        OptionHolder::Method(id, i) => &mut schema.services[id.0].methods[i].options,
        OptionHolder::Extension(i) => &mut schema.extensions[i].field.options,
    }
}
