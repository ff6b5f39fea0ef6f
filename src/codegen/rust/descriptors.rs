//! A schema as prost-build takes it: descriptors, lowered to what they mean.
//!
//! They are made from the linked schema, not from what was loaded, so every syntax works, editions too: presence and
//! packing are said field by field, in the one syntax in which all of them can be said.

use std::collections::{BTreeSet, HashMap};

use prost_types::{
    DescriptorProto, EnumDescriptorProto, EnumOptions, EnumValueDescriptorProto, FieldDescriptorProto, FieldOptions,
    FileDescriptorProto, MessageOptions, OneofDescriptorProto,
    field_descriptor_proto::{Label, Type},
};

use crate::{
    codegen::AdaptError,
    schema::{Element, Field, FieldType, FileId, Kind, MessageId, Packing, Presence, Scalar, Schema},
};

/// The files that types of the schema's own files are in, and those that these need.
pub(super) fn files(schema: &Schema) -> Result<Vec<FileDescriptorProto>, AdaptError> {
    let mut needed = BTreeSet::new();
    let mut seen = vec![false; schema.messages.len()];
    for id in schema.subject_messages() {
        need(schema, id, &mut seen, &mut needed)?;
    }
    needed.extend(schema.subject_enums().map(|id| schema[id].element.file));
    let children = Children::of(schema);
    Ok(needed.into_iter().map(|file| children.file(file)).collect())
}

fn need(schema: &Schema, id: MessageId, seen: &mut [bool], needed: &mut BTreeSet<FileId>) -> Result<(), AdaptError> {
    if std::mem::replace(&mut seen[id.0], true) {
        return Ok(());
    }
    needed.insert(schema[id].element.file);
    for field in &schema[id].fields {
        match field.value_kind() {
            Kind::Message(inner) | Kind::Group(inner) => need(schema, *inner, seen, needed)?,
            Kind::Enum(inner) => _ = needed.insert(schema[*inner].element.file),
            Kind::Scalar(_) => {}
            Kind::StandIn(name) => {
                return Err(AdaptError::Inexpressible {
                    language: "Rust",
                    place: field.element.full_name.clone(),
                    what: format!("its type `{name}` is from an import that was not found"),
                    help: "say where imports are with -I".to_owned(),
                });
            }
        }
        // The entry of a map, whose value is another message.
        if let FieldType::Map { entry, .. } = &field.ty {
            need(schema, *entry, seen, needed)?;
        }
    }
    Ok(())
}

/// What is nested in what.
struct Children<'s> {
    schema: &'s Schema,
    messages: HashMap<Option<MessageId>, Vec<MessageId>>,
}

impl<'s> Children<'s> {
    fn of(schema: &'s Schema) -> Self {
        let mut messages: HashMap<Option<MessageId>, Vec<MessageId>> = HashMap::new();
        for (index, message) in schema.messages.iter().enumerate() {
            messages.entry(message.parent).or_default().push(MessageId(index));
        }
        Children { schema, messages }
    }

    fn file(&self, id: FileId) -> FileDescriptorProto {
        let file = &self.schema.files[id.0];
        let outermost = self.messages.get(&None).into_iter().flatten();
        let own = outermost.filter(|message| self.schema[**message].element.file == id);
        FileDescriptorProto {
            name: Some(file.name.clone()),
            package: (!file.package.is_empty()).then(|| file.package.clone()),
            message_type: own.map(|message| self.message(*message)).collect(),
            enum_type: self.enums(id, &file.package),
            syntax: Some("proto3".to_owned()),
            ..FileDescriptorProto::default()
        }
    }

    /// The enums that are declared in a scope.
    fn enums(&self, file: FileId, scope: &str) -> Vec<EnumDescriptorProto> {
        let is_own = |element: &Element| {
            let prefix = element.full_name.strip_suffix(element.name.as_str()).unwrap_or_default();
            element.file == file && prefix.strip_suffix('.').unwrap_or_default() == scope
        };
        let own = self.schema.enums.iter().filter(|of| is_own(&of.element));
        own.map(|of| {
            let numbers: BTreeSet<i32> = of.values.iter().map(|value| value.number).collect();
            EnumDescriptorProto {
                name: Some(of.element.name.clone()),
                value: of
                    .values
                    .iter()
                    .map(|value| EnumValueDescriptorProto {
                        name: Some(value.element.name.clone()),
                        number: Some(value.number),
                        options: None,
                    })
                    .collect(),
                options: (numbers.len() < of.values.len())
                    .then(|| EnumOptions { allow_alias: Some(true), ..EnumOptions::default() }),
                ..EnumDescriptorProto::default()
            }
        })
        .collect()
    }

    fn message(&self, id: MessageId) -> DescriptorProto {
        let message = &self.schema[id];
        let nested = self.messages.get(&Some(id)).into_iter().flatten();
        DescriptorProto {
            name: Some(message.element.name.clone()),
            field: message.fields.iter().map(|field| self.field(field)).collect(),
            nested_type: nested.map(|inner| self.message(*inner)).collect(),
            enum_type: self.enums(message.element.file, &message.element.full_name),
            oneof_decl: message
                .oneofs
                .iter()
                .map(|oneof| OneofDescriptorProto { name: Some(oneof.element.name.clone()), options: None })
                .collect(),
            options: message
                .is_map_entry
                .then(|| MessageOptions { map_entry: Some(true), ..MessageOptions::default() }),
            ..DescriptorProto::default()
        }
    }

    fn field(&self, field: &Field) -> FieldDescriptorProto {
        let (label, packed, optional) = match &field.ty {
            FieldType::Singular { presence, kind } => match presence {
                Presence::Required => (Label::Required, None, false),
                // A message is optional without a word; a group is not, to prost-build.
                Presence::Explicit => {
                    (Label::Optional, None, field.oneof.is_none() && !matches!(kind, Kind::Message(_)))
                }
                Presence::Implicit => (Label::Optional, None, false),
            },
            FieldType::Repeated { packing, .. } => (Label::Repeated, Some(*packing == Packing::Packed), false),
            FieldType::Map { .. } => (Label::Repeated, None, false),
        };
        let (ty, type_name) = match &field.ty {
            FieldType::Map { entry, .. } => (Type::Message, Some(self.schema[*entry].element.full_name.as_str())),
            _ => self.kind(field.value_kind()),
        };
        FieldDescriptorProto {
            name: Some(field.name().to_owned()),
            number: Some(field.number),
            label: Some(label.into()),
            r#type: Some(ty.into()),
            type_name: type_name.map(|name| format!(".{name}")),
            default_value: field.default.clone(),
            oneof_index: field.oneof.and_then(|index| i32::try_from(index).ok()),
            json_name: Some(field.json_name.clone()),
            options: packed.map(|packed| FieldOptions { packed: Some(packed), ..FieldOptions::default() }),
            proto3_optional: optional.then_some(true),
            ..FieldDescriptorProto::default()
        }
    }

    fn kind(&self, kind: &Kind) -> (Type, Option<&str>) {
        match kind {
            Kind::Message(id) => (Type::Message, Some(&self.schema[*id].element.full_name)),
            Kind::Group(id) => (Type::Group, Some(&self.schema[*id].element.full_name)),
            Kind::Enum(id) => (Type::Enum, Some(&self.schema[*id].element.full_name)),
            // Nothing gets here that has one.
            Kind::StandIn(_) => (Type::Bytes, None),
            Kind::Scalar(scalar) => {
                let ty = match scalar {
                    Scalar::Double => Type::Double,
                    Scalar::Float => Type::Float,
                    Scalar::Int32 => Type::Int32,
                    Scalar::Int64 => Type::Int64,
                    Scalar::Uint32 => Type::Uint32,
                    Scalar::Uint64 => Type::Uint64,
                    Scalar::Sint32 => Type::Sint32,
                    Scalar::Sint64 => Type::Sint64,
                    Scalar::Fixed32 => Type::Fixed32,
                    Scalar::Fixed64 => Type::Fixed64,
                    Scalar::Sfixed32 => Type::Sfixed32,
                    Scalar::Sfixed64 => Type::Sfixed64,
                    Scalar::Bool => Type::Bool,
                    Scalar::String => Type::String,
                    Scalar::Bytes => Type::Bytes,
                };
                (ty, None)
            }
        }
    }
}
