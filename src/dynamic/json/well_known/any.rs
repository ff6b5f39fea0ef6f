//! `google.protobuf.Any`: the packed message with an `@type` beside its fields, or around its special form.

use serde_json::{Map, Value as Json};

use super::{WellKnown, message};
use crate::{
    dynamic::{
        DynamicMessage, Reader, Value, binary,
        json::{JsonError, JsonReason, UnknownNames, reader::Decoder, writer::Encoder},
        path::Step,
    },
    schema::{Message, Schema},
    wire::Depth,
};

const TYPE: &str = "@type";
const VALUE: &str = "value";

pub(super) fn write(encoder: &Encoder<'_>, value: &DynamicMessage, depth: Depth) -> Result<Json, JsonError> {
    let type_url = match value.fields.get(&1) {
        Some(Value::String(type_url)) => type_url.as_str(),
        Some(_) => return Err(JsonReason::Mismatch.into()),
        None => "",
    };
    let packed = match value.fields.get(&2) {
        Some(Value::Bytes(packed)) => packed.as_slice(),
        Some(_) => return Err(JsonReason::Mismatch.into()),
        None => &[],
    };
    if type_url.is_empty() && packed.is_empty() {
        return Ok(Json::Object(Map::new()));
    }
    let packed_type = resolve(encoder.schema, type_url)?;
    let inner = binary::read(encoder.schema, packed_type, packed, Reader::Conformant).map_err(JsonReason::Packed)?;
    let depth = depth.enter().ok_or(JsonReason::TooDeep)?;
    let mut object = match WellKnown::of(packed_type) {
        None => encoder.object(packed_type, &inner, depth)?,
        Some(well_known) => {
            let json = well_known.write(encoder, &inner, depth).map_err(|error| error.within(Step::Field(VALUE)))?;
            Map::from_iter([(VALUE.to_owned(), json)])
        }
    };
    object.insert(TYPE.to_owned(), type_url.into());
    Ok(Json::Object(object))
}

pub(super) fn read(decoder: &Decoder<'_>, json: &Json, depth: Depth) -> Result<DynamicMessage, JsonError> {
    let Json::Object(object) = json else { return Err(JsonReason::Expected("an object").into()) };
    if object.is_empty() {
        return Ok(DynamicMessage::default());
    }
    let type_url = match object.get(TYPE) {
        Some(Json::String(type_url)) => type_url,
        Some(_) => return Err(JsonReason::Expected("a type URL in `@type`").into()),
        None => return Err(JsonReason::NoType.into()),
    };
    let packed_type = resolve(decoder.schema, type_url)?;
    let depth = depth.enter().ok_or(JsonReason::TooDeep)?;
    let rest = object.iter().filter(|(name, _)| name.as_str() != TYPE);
    let inner = match WellKnown::of(packed_type) {
        Some(well_known) => {
            only_value(decoder, rest)?;
            let json = object.get(VALUE).ok_or(JsonReason::Expected("`value` beside `@type`"))?;
            well_known.read(decoder, json, depth).map_err(|error| error.within(Step::Field(VALUE)))?
        }
        // Some runtimes give Empty the special form too, others write it as a message without fields.
        None if packed_type.element.full_name == "google.protobuf.Empty" => {
            only_value(decoder, rest)?;
            DynamicMessage::default()
        }
        None => decoder.object(packed_type, rest, depth)?,
    };
    let packed = binary::write(decoder.schema, packed_type, &inner);
    let mut value = message([(1, Value::String(type_url.clone()))]);
    if !packed.is_empty() {
        value.fields.insert(2, Value::Bytes(packed));
    }
    Ok(value)
}

/// Beside the special form nothing else may stand.
fn only_value<'j>(
    decoder: &Decoder<'_>,
    mut entries: impl Iterator<Item = (&'j String, &'j Json)>,
) -> Result<(), JsonReason> {
    match entries.find(|(name, _)| name.as_str() != VALUE) {
        Some((name, _)) if decoder.unknown_names == UnknownNames::Reject => Err(JsonReason::UnknownField(name.clone())),
        _ => Ok(()),
    }
}

/// The type that a type URL names: what follows the last slash
/// (`src/google/protobuf/any.proto`). The host is not consulted.
fn resolve<'s>(schema: &'s Schema, type_url: &str) -> Result<&'s Message, JsonReason> {
    let name = type_url.rsplit_once('/').map(|(_, name)| name);
    let id = name.and_then(|name| schema.message_named(name));
    id.map(|id| &schema[id]).ok_or_else(|| JsonReason::UnknownType(type_url.to_owned()))
}
