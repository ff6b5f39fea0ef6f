//! Lowering of one field: kind, cardinality, presence, packing.

use buffa_descriptor::{
    features::{self, FieldPresence, MessageEncoding, RepeatedFieldEncoding, ResolvedFeatures, Utf8Validation},
    generated::descriptor::{
        FieldDescriptorProto, FileDescriptorProto,
        field_descriptor_proto::{Label, Type},
    },
};

use super::names::{Names, file_name, join};
use crate::schema::{
    Definition, FieldType, FileRole, Kind, MessageId, Packing, Presence, Scalar, SchemaError, SchemaErrorKind, Utf8,
};

/// What surrounds a field.
pub(super) struct FieldScope<'a> {
    pub(super) file: &'a FileDescriptorProto,
    pub(super) names: &'a Names<'a>,
    /// The role of a file, by name.
    pub(super) roles: &'a dyn Fn(&str) -> FileRole,
    /// Full name of the message, or of whatever else the field is declared in.
    pub(super) scope: &'a str,
    /// Features of the message or file around it.
    pub(super) features: ResolvedFeatures,
    pub(super) place: Place,
}

/// Where a field stands, as far as that decides how it is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Message { in_oneof: bool },
    MapEntry,
    Extension,
}

/// The facts about a field that need other descriptors or features to be known.
pub(super) struct Lowered {
    pub(super) ty: FieldType,
    pub(super) utf8: Utf8,
}

impl FieldScope<'_> {
    /// Resolves type and features of `field`.
    pub(super) fn lower(&self, field: &FieldDescriptorProto) -> Result<Lowered, SchemaError> {
        let own = features::field_features(field);
        let features = features::resolve_child(&self.features, own);
        let (kind, map_entry) = self.kind(field, &features)?;
        let ty = match (field.label, map_entry) {
            (Some(Label::LABEL_REPEATED), Some(entry)) => self.map(field, entry)?,
            (Some(Label::LABEL_REPEATED), None) => {
                FieldType::Repeated { packing: packing(field, &kind, &features), kind }
            }
            _ => FieldType::Singular { presence: self.presence(field, &kind, &features), kind },
        };
        let utf8 = match features.utf8_validation {
            Utf8Validation::None => Utf8::Unchecked,
            _ => Utf8::Verify,
        };
        Ok(Lowered { ty, utf8 })
    }

    /// The kind of one value, and the entry message when that is a map's.
    fn kind(
        &self,
        field: &FieldDescriptorProto,
        features: &ResolvedFeatures,
    ) -> Result<(Kind, Option<MessageId>), SchemaError> {
        let declared = field.r#type;
        if let Some(scalar) = declared.and_then(scalar) {
            return Ok((Kind::Scalar(scalar), None));
        }
        let Some(type_name) = field.type_name.as_deref() else {
            return Err(self.error(field, "has no type"));
        };
        let Some((definition, full_name)) = self.names.resolve(type_name, self.scope) else {
            return Err(self.error(field, &format!("has the type `{type_name}`, which is not defined")));
        };
        if self.is_stand_in(&full_name) {
            return Ok((Kind::StandIn(full_name), None));
        }
        match (definition, declared) {
            (Definition::Enum(id), None | Some(Type::TYPE_ENUM)) => Ok((Kind::Enum(id), None)),
            (Definition::Message(id), Some(Type::TYPE_GROUP)) => Ok((Kind::Group(id), None)),
            (Definition::Message(id), None | Some(Type::TYPE_MESSAGE)) => {
                let options = self.names.message(id).options.as_option();
                let is_map_entry = options.and_then(|o| o.map_entry).unwrap_or(false);
                // Maps and what is in them are always length-prefixed, whatever the feature says.
                let delimited = features.message_encoding == MessageEncoding::Delimited
                    && !is_map_entry
                    && self.place != Place::MapEntry;
                let kind = if delimited { Kind::Group(id) } else { Kind::Message(id) };
                Ok((kind, is_map_entry.then_some(id)))
            }
            (Definition::Enum(_), _) => Err(self.error(field, &format!("uses the enum `{full_name}` as a message"))),
            (Definition::Message(_), _) => {
                Err(self.error(field, &format!("uses the message `{full_name}` as an enum")))
            }
        }
    }

    fn is_stand_in(&self, full_name: &str) -> bool {
        self.names.file_of(full_name).is_some_and(|file| (self.roles)(file_name(file)) == FileRole::StandIn)
    }

    /// A map from its entry message: key at 1, value at 2.
    fn map(&self, field: &FieldDescriptorProto, entry: MessageId) -> Result<FieldType, SchemaError> {
        let descriptor = self.names.message(entry);
        let numbered = |number| descriptor.field.iter().find(|f| f.number == Some(number));
        let (Some(key), Some(value)) = (numbered(1), numbered(2)) else {
            return Err(self.error(field, "is a map whose entry message lacks the key or the value"));
        };
        let Some(key) = key.r#type.and_then(scalar) else {
            return Err(self.error(field, "is a map whose key is no scalar"));
        };
        let scope = join(self.scope, descriptor.name.as_deref().unwrap_or_default());
        let inside = FieldScope { scope: &scope, place: Place::MapEntry, ..*self };
        let (value, _) = inside.kind(value, &self.features)?;
        Ok(FieldType::Map { key, value, entry })
    }

    fn presence(&self, field: &FieldDescriptorProto, kind: &Kind, features: &ResolvedFeatures) -> Presence {
        if field.label == Some(Label::LABEL_REQUIRED) {
            return Presence::Required;
        }
        match self.place {
            Place::Extension | Place::Message { in_oneof: true } => return Presence::Explicit,
            Place::Message { in_oneof: false } | Place::MapEntry => {}
        }
        match features.field_presence {
            FieldPresence::LegacyRequired => Presence::Required,
            FieldPresence::Implicit if !kind.is_message() && field.proto3_optional != Some(true) => Presence::Implicit,
            _ => Presence::Explicit,
        }
    }

    fn error(&self, field: &FieldDescriptorProto, what: &str) -> SchemaError {
        let name = field.name.as_deref().unwrap_or("without a name");
        let scope = if self.scope.is_empty() { "the unnamed package" } else { self.scope };
        let message = format!("`{}`: field `{name}` of `{scope}` {what}", file_name(self.file));
        SchemaError::new(SchemaErrorKind::DescriptorSet, message).with_help(
            "write the set together with its imports (protoc: --include_imports; buf build does so by itself)",
        )
    }
}

fn packing(field: &FieldDescriptorProto, kind: &Kind, features: &ResolvedFeatures) -> Packing {
    let packable = match kind {
        Kind::Scalar(scalar) => !matches!(scalar, Scalar::String | Scalar::Bytes),
        Kind::Enum(_) => true,
        // What is unknown is packed only where somebody says so.
        Kind::Message(_) | Kind::Group(_) | Kind::StandIn(_) => false,
    };
    let option = field.options.as_option().and_then(|o| o.packed);
    let packed = option.unwrap_or(packable && features.repeated_field_encoding == RepeatedFieldEncoding::Packed);
    if packed { Packing::Packed } else { Packing::Expanded }
}

fn scalar(ty: Type) -> Option<Scalar> {
    Some(match ty {
        Type::TYPE_DOUBLE => Scalar::Double,
        Type::TYPE_FLOAT => Scalar::Float,
        Type::TYPE_INT64 => Scalar::Int64,
        Type::TYPE_UINT64 => Scalar::Uint64,
        Type::TYPE_INT32 => Scalar::Int32,
        Type::TYPE_FIXED64 => Scalar::Fixed64,
        Type::TYPE_FIXED32 => Scalar::Fixed32,
        Type::TYPE_BOOL => Scalar::Bool,
        Type::TYPE_STRING => Scalar::String,
        Type::TYPE_BYTES => Scalar::Bytes,
        Type::TYPE_UINT32 => Scalar::Uint32,
        Type::TYPE_SFIXED32 => Scalar::Sfixed32,
        Type::TYPE_SFIXED64 => Scalar::Sfixed64,
        Type::TYPE_SINT32 => Scalar::Sint32,
        Type::TYPE_SINT64 => Scalar::Sint64,
        Type::TYPE_GROUP | Type::TYPE_MESSAGE | Type::TYPE_ENUM => return None,
    })
}

/// The default JSON name: underscores go, and the letter after one is upper case
/// (`ToJsonName` in protoc's `descriptor.cc`).
pub(in crate::schema) fn json_name(name: &str) -> String {
    let mut json = String::with_capacity(name.len());
    let mut capitalize = false;
    for c in name.chars() {
        match c {
            '_' => capitalize = true,
            _ if capitalize => {
                json.push(c.to_ascii_uppercase());
                capitalize = false;
            }
            _ => json.push(c),
        }
    }
    json
}

#[cfg(test)]
mod tests {
    #[test]
    fn json_names_are_those_of_protoc() {
        let cases = [("foo_bar", "fooBar"), ("_foo", "Foo"), ("foo__bar_", "fooBar"), ("URL", "URL"), ("a_1b", "a1b")];
        for (name, expected) in cases {
            assert_eq!(super::json_name(name), expected);
        }
    }
}
