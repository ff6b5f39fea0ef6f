//! Reading.

use base64::{
    DecodeError, Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use serde_json::Value as Json;

use super::{
    JsonError, JsonReason, UnknownNames, number,
    well_known::{WellKnown, is_null_value},
};
use crate::{
    dynamic::{DynamicMessage, Value, path::Step},
    schema::{Enum, Field, FieldType, Kind, Message, Scalar, Schema},
    wire::Depth,
};

/// Reads a message from ProtoJSON.
///
/// Takes fields by either name and extensions as `[full.name]`; `null` is absence; integers and floats may be strings,
/// bytes either kind of base64, enums names (aliases too) or numbers (of a closed enum only its own). Gives the fields that were there, explicit
/// defaults included. Required fields are not checked, see [`crate::dynamic::missing_required`].
///
/// # Errors
/// When a value is not of its field's type or out of its range, a field or two members of a oneof are given twice, a
/// name is unknown and `unknown_names` rejects that, an `Any` has no known type, or messages nest more than
/// [`Depth::LIMIT`] levels below the root.
pub fn read(
    schema: &Schema,
    message: &Message,
    json: &Json,
    unknown_names: UnknownNames,
) -> Result<DynamicMessage, JsonError> {
    Decoder { schema, unknown_names }.message(message, json, Depth::outermost())
}

/// What every level of reading needs to know.
#[derive(Clone, Copy)]
pub(super) struct Decoder<'s> {
    pub(super) schema: &'s Schema,
    pub(super) unknown_names: UnknownNames,
}

impl<'s> Decoder<'s> {
    pub(super) fn message(&self, message: &Message, json: &Json, depth: Depth) -> Result<DynamicMessage, JsonError> {
        match (WellKnown::of(message), json) {
            (Some(well_known), json) => well_known.read(self, json, depth),
            (None, Json::Object(object)) => self.object(message, object, depth),
            (None, _) => Err(JsonReason::Expected("an object").into()),
        }
    }

    /// The message that the entries of an object stand for.
    pub(super) fn object<'j>(
        &self,
        message: &Message,
        entries: impl IntoIterator<Item = (&'j String, &'j Json)>,
        depth: Depth,
    ) -> Result<DynamicMessage, JsonError> {
        let mut target = DynamicMessage::default();
        // Names are compared, not values: a field given as null under one name and as a value under the other is
        // given twice as well.
        let mut given: Vec<i32> = Vec::new();
        for (name, json) in entries {
            let Some(field) = self.field_named(message, name) else {
                match self.unknown_names {
                    UnknownNames::Reject => return Err(JsonReason::UnknownField(name.clone()).into()),
                    UnknownNames::Ignore => continue,
                }
            };
            if given.contains(&field.number) {
                return Err(JsonReason::FieldTwice(field.name().to_owned()).into());
            }
            given.push(field.number);
            let value = self.field(field, json, depth).map_err(|error| error.within(Step::Field(name)))?;
            if let Some(value) = value {
                check_oneof(message, field, &target)?;
                target.fields.insert(field.number, value);
            }
        }
        Ok(target)
    }

    fn field_named<'a>(&'a self, message: &'a Message, name: &str) -> Option<&'a Field> {
        if let Some(name) = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            let is_named = |field: &Field| field.element.full_name == name;
            let extension = self
                .schema
                .extensions
                .iter()
                .find(|extension| extension.extendee == message.element.full_name && is_named(&extension.field));
            return extension.map(|extension| &extension.field);
        }
        message.fields.iter().find(|field| field.json_name == name).or_else(|| message.field_named(name))
    }

    /// `None` when the field is absent.
    fn field(&self, field: &Field, json: &Json, depth: Depth) -> Result<Option<Value>, JsonError> {
        match (&field.ty, json) {
            (FieldType::Singular { kind, .. }, Json::Null) if !self.takes_null(kind) => Ok(None),
            (FieldType::Singular { kind, .. }, json) => self.value(kind, json, depth),
            (FieldType::Repeated { .. } | FieldType::Map { .. }, Json::Null) => Ok(None),
            (FieldType::Repeated { kind, .. }, Json::Array(array)) => self.list(kind, array, depth),
            (FieldType::Map { key, value, .. }, Json::Object(object)) => {
                let mut entries = Vec::with_capacity(object.len());
                for (name, json) in object {
                    let within = |error: JsonError| error.within(Step::Key(name));
                    let key = map_key(*key, name).map_err(|reason| within(reason.into()))?;
                    if let Some(value) = self.element(value, json, depth).map_err(within)? {
                        entries.push((key, value));
                    }
                }
                Ok((!entries.is_empty()).then(|| Value::map(entries)))
            }
            (FieldType::Repeated { .. }, _) => Err(JsonReason::Expected("an array").into()),
            (FieldType::Map { .. }, _) => Err(JsonReason::Expected("an object").into()),
        }
    }

    fn list(&self, kind: &Kind, array: &[Json], depth: Depth) -> Result<Option<Value>, JsonError> {
        let mut values = Vec::with_capacity(array.len());
        for (index, json) in array.iter().enumerate() {
            values.extend(self.element(kind, json, depth).map_err(|error| error.within(Step::Index(index)))?);
        }
        Ok((!values.is_empty()).then_some(Value::List(values)))
    }

    /// An element of a list or a value of a map.
    fn element(&self, kind: &Kind, json: &Json, depth: Depth) -> Result<Option<Value>, JsonError> {
        if json.is_null() && !self.takes_null(kind) {
            return Err(JsonReason::Null.into());
        }
        self.value(kind, json, depth)
    }

    /// Whether `null` is a value of the kind rather than absence: `google.protobuf.Value` and `NullValue`.
    fn takes_null(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Enum(id) => is_null_value(&self.schema[*id]),
            Kind::Message(id) => WellKnown::of(&self.schema[*id]) == Some(WellKnown::Value),
            Kind::Scalar(_) | Kind::Group(_) | Kind::StandIn(_) => false,
        }
    }

    /// `None` for an enum name that is unknown and ignored.
    fn value(&self, kind: &Kind, json: &Json, depth: Depth) -> Result<Option<Value>, JsonError> {
        match kind {
            Kind::Scalar(scalar) => Ok(Some(read_scalar(*scalar, json)?)),
            Kind::Enum(id) => Ok(self.enum_value(&self.schema[*id], json)?),
            Kind::Message(id) | Kind::Group(id) => {
                let depth = depth.enter().ok_or(JsonReason::TooDeep)?;
                Ok(Some(Value::Message(self.message(&self.schema[*id], json, depth)?)))
            }
            Kind::StandIn(name) => Err(JsonReason::UnknownType(name.clone()).into()),
        }
    }

    fn enum_value(&self, of: &Enum, json: &Json) -> Result<Option<Value>, JsonReason> {
        match json {
            Json::Null if is_null_value(of) => Ok(Some(Value::Enum(0))),
            Json::String(name) => match (of.value_named(name), self.unknown_names) {
                (Some(value), _) => Ok(Some(Value::Enum(value.number))),
                (None, UnknownNames::Ignore) => Ok(None),
                (None, UnknownNames::Reject) => Err(JsonReason::UnknownEnumValue(name.clone())),
            },
            Json::Number(_) => {
                let number = number::read_integer(Scalar::Int32, json)? as i32;
                // Python refuses it even where it ignores unknown names; Java leaves the field out there.
                if of.closed && of.values_numbered(number).next().is_none() {
                    return Err(JsonReason::UnknownEnumValue(number.to_string()));
                }
                Ok(Some(Value::Enum(number)))
            }
            _ => Err(JsonReason::Expected("the name or number of an enum value")),
        }
    }
}

/// An integer, float, bool, string or bytes.
pub(super) fn read_scalar(scalar: Scalar, json: &Json) -> Result<Value, JsonReason> {
    Ok(match scalar {
        Scalar::Int32 | Scalar::Sint32 | Scalar::Sfixed32 | Scalar::Int64 | Scalar::Sint64 | Scalar::Sfixed64 => {
            Value::Int(number::read_integer(scalar, json)? as i64)
        }
        Scalar::Uint32 | Scalar::Fixed32 | Scalar::Uint64 | Scalar::Fixed64 => {
            Value::Uint(number::read_integer(scalar, json)? as u64)
        }
        Scalar::Float => Value::Float(number::read_float(json)?),
        Scalar::Double => Value::Double(number::read_double(json)?),
        Scalar::Bool => Value::Bool(json.as_bool().ok_or(JsonReason::Expected("true or false"))?),
        Scalar::String => Value::String(json.as_str().ok_or(JsonReason::Expected("a string"))?.to_owned()),
        Scalar::Bytes => Value::Bytes(read_base64(json.as_str().ok_or(JsonReason::Expected("base64 as string"))?)?),
    })
}

fn map_key(scalar: Scalar, key: &str) -> Result<Value, JsonReason> {
    Ok(match scalar {
        Scalar::String => Value::String(key.to_owned()),
        Scalar::Bool => match key {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => return Err(JsonReason::Expected("\"true\" or \"false\" as map key")),
        },
        Scalar::Uint32 | Scalar::Fixed32 | Scalar::Uint64 | Scalar::Fixed64 => {
            Value::Uint(number::read_integer_key(scalar, key)? as u64)
        }
        _ => Value::Int(number::read_integer_key(scalar, key)? as i64),
    })
}

/// Either alphabet, with or without padding.
fn read_base64(text: &str) -> Result<Vec<u8>, JsonReason> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
    const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);
    match STANDARD.decode(text) {
        Err(DecodeError::InvalidByte(_, b'-' | b'_')) => URL_SAFE.decode(text),
        other => other,
    }
    .map_err(|_| JsonReason::Base64)
}

fn check_oneof(message: &Message, field: &Field, target: &DynamicMessage) -> Result<(), JsonReason> {
    let Some(oneof) = field.oneof else { return Ok(()) };
    if message.members(oneof).any(|member| target.fields.contains_key(&member.number)) {
        let name = message.oneofs.get(oneof).map_or_else(String::new, |oneof| oneof.element.name.clone());
        return Err(JsonReason::OneofTwice(name));
    }
    Ok(())
}
