//! Third pass: custom options, whose definitions are extensions in the schema itself.

use std::collections::BTreeMap;

use buffa::UnknownFields;
use serde_json::Value;

use crate::schema::{EnumId, FileId, MessageId, Options, Schema, ServiceId};

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

fn decode(schema: &Schema, extendee: &str, fields: &UnknownFields) -> Vec<(String, Value)> {
    let mut by_number: BTreeMap<u32, UnknownFields> = BTreeMap::new();
    for field in fields {
        by_number.entry(field.number).or_default().push(field.clone());
    }
    let mut options = Vec::with_capacity(by_number.len());
    for (number, fields) in by_number {
        let extension = i32::try_from(number).ok().and_then(|number| schema.extension_of(extendee, number));
        let name = extension.map_or_else(|| number.to_string(), |e| e.field.element.full_name.clone());
        let mut bytes = Vec::new();
        fields.write_to(&mut bytes);
        options.push((format!("({name})"), Value::String(hex(&bytes))));
    }
    options
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
