//! A schema: linked protobuf descriptors with source spans and comments.
//!
//! Everything a later stage needs to know about *one* version of a set of `.proto` files is in [`Schema`].
//! Nothing in this module knows that there are two versions.
//!
//! All syntaxes (proto2, proto3, editions) are lowered to one shape while linking: presence, packing, closedness,
//! group encoding and UTF-8 validation are resolved features, so no later stage asks for the syntax to know how a
//! field behaves. Synthetic oneofs (`optional` in proto3) do not exist here, and map fields are
//! [`FieldType::Map`]; the map-entry messages stay in the arena because other tools address them by name.

mod annotations;
mod checks;
mod element;
mod enums;
mod error;
mod excerpt;
mod field;
mod file;
pub mod link;
pub mod load;
mod message;
mod number_set;
mod options;
mod service;
mod span_index;
mod warning;

use std::collections::{BTreeMap, HashMap};

pub use annotations::{HttpBinding, http_bindings, is_required_by_annotation};
pub use element::{Comments, Element, Span};
pub use enums::{Enum, EnumValue};
pub use error::{Position, SchemaError, SchemaErrorKind};
pub(crate) use excerpt::Excerpt;
pub use field::{Extension, Field, FieldRef, FieldType, Kind, Packing, Presence, Scalar, Utf8};
pub use file::{File, FileRole, Syntax};
pub use load::{LoadOptions, SchemaLocator, from_descriptor_set, from_texts, load, load_as, load_pair};
pub use message::{Message, Oneof, Reserved};
pub use number_set::NumberSet;
pub use options::Options;
pub use service::{CallPart, Method, Service};
pub use span_index::SpanIndex;
pub use warning::Warning;

/// Index of a [`File`] in its [`Schema`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub usize);
/// Index of a [`Message`] in its [`Schema`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MessageId(pub usize);
/// Index of an [`Enum`] in its [`Schema`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub usize);
/// Index of a [`Service`] in its [`Schema`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ServiceId(pub usize);

/// One version of a set of `.proto` files, linked.
///
/// Elements live in arenas in the order of the files and of their declarations; ids index into them:
/// `schema[message_id]`.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// Where it came from, as the user named it: `a2a:1.0.1`, `v0.3.0:specification/grpc/a2a.proto`, `old.proto`.
    pub origin: String,
    /// All files, imports before the files that import them.
    pub files: Vec<File>,
    /// All messages, nested ones and map entries included.
    pub messages: Vec<Message>,
    /// All enums, nested ones included.
    pub enums: Vec<Enum>,
    /// All services.
    pub services: Vec<Service>,
    /// All extension fields, wherever they are declared.
    pub extensions: Vec<Extension>,
    /// What was noticed while loading: imports that could not be found, for one.
    pub warnings: Vec<Warning>,
    definitions: HashMap<String, Definition>,
    extension_index: BTreeMap<(String, i32), usize>,
}

/// What a fully-qualified name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Definition {
    /// A message.
    Message(MessageId),
    /// An enum.
    Enum(EnumId),
}

impl Schema {
    /// Puts the arenas together and indexes them by name.
    pub fn new(
        origin: String,
        files: Vec<File>,
        messages: Vec<Message>,
        enums: Vec<Enum>,
        services: Vec<Service>,
        extensions: Vec<Extension>,
    ) -> Self {
        let message_names =
            messages.iter().enumerate().map(|(i, m)| (m.element.full_name.clone(), Definition::Message(MessageId(i))));
        let enum_names =
            enums.iter().enumerate().map(|(i, e)| (e.element.full_name.clone(), Definition::Enum(EnumId(i))));
        let definitions = message_names.chain(enum_names).collect();
        let extension_index =
            extensions.iter().enumerate().map(|(i, e)| ((e.extendee.clone(), e.field.number), i)).collect();
        let warnings = Vec::new();
        Schema { origin, files, messages, enums, services, extensions, warnings, definitions, extension_index }
    }

    /// The message or enum with this fully-qualified name (no leading dot).
    pub fn definition(&self, full_name: &str) -> Option<Definition> {
        self.definitions.get(full_name).copied()
    }

    /// The message with this fully-qualified name.
    pub fn message_named(&self, full_name: &str) -> Option<MessageId> {
        match self.definition(full_name)? {
            Definition::Message(id) => Some(id),
            Definition::Enum(_) => None,
        }
    }

    /// The enum with this fully-qualified name.
    pub fn enum_named(&self, full_name: &str) -> Option<EnumId> {
        match self.definition(full_name)? {
            Definition::Enum(id) => Some(id),
            Definition::Message(_) => None,
        }
    }

    /// The extension of `extendee` (fully-qualified) at `number`.
    pub fn extension_of(&self, extendee: &str, number: i32) -> Option<&Extension> {
        self.extension_index.get(&(extendee.to_owned(), number)).map(|&i| &self.extensions[i])
    }

    /// Whether an element belongs to what the user asked to compare, as opposed to a bundled or stand-in import.
    pub fn is_subject(&self, element: &Element) -> bool {
        self[element.file].role == FileRole::Subject
    }

    /// Ids of the messages to compare: declared in a subject file, map entries left out.
    pub fn subject_messages(&self) -> impl Iterator<Item = MessageId> + '_ {
        (0..self.messages.len())
            .map(MessageId)
            .filter(|&id| !self[id].is_map_entry && self.is_subject(&self[id].element))
    }

    /// Ids of the enums to compare.
    pub fn subject_enums(&self) -> impl Iterator<Item = EnumId> + '_ {
        (0..self.enums.len()).map(EnumId).filter(|&id| self.is_subject(&self[id].element))
    }

    /// Ids of the services to compare.
    pub fn subject_services(&self) -> impl Iterator<Item = ServiceId> + '_ {
        (0..self.services.len()).map(ServiceId).filter(|&id| self.is_subject(&self[id].element))
    }

    /// Ids of the files to compare.
    pub fn subject_files(&self) -> impl Iterator<Item = FileId> + '_ {
        (0..self.files.len()).map(FileId).filter(|&id| self[id].role == FileRole::Subject)
    }

    /// Packages of the subject files, sorted, without duplicates. The empty string is the unnamed package.
    pub fn packages(&self) -> Vec<&str> {
        let mut packages: Vec<&str> = self.subject_files().map(|id| self[id].package.as_str()).collect();
        packages.sort_unstable();
        packages.dedup();
        packages
    }

    /// Where an element stands in its source, when the source is known.
    pub fn span(&self, element: &Element) -> Option<Span> {
        self[element.file].span(&element.path)
    }

    /// The name of a kind as a person would write it in a file of `package`: `string`, `AgentCard`, `google.protobuf.Struct`.
    pub fn kind_name<'a>(&'a self, kind: &'a Kind, package: &str) -> &'a str {
        let full_name = match kind {
            Kind::Scalar(scalar) => return scalar.name(),
            Kind::Enum(id) => &self[*id].element.full_name,
            Kind::Message(id) | Kind::Group(id) => &self[*id].element.full_name,
            Kind::StandIn(name) => name,
        };
        match full_name.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')) {
            Some(relative) if !package.is_empty() => relative,
            _ => full_name,
        }
    }

    /// The type of a field as a person would write it, with its label: `optional string`, `repeated Part`,
    /// `map<string, SecurityScheme>`.
    pub fn type_name(&self, field: &Field) -> String {
        let package = &self[field.element.file].package;
        match &field.ty {
            FieldType::Singular { kind, presence } => {
                let name = match kind {
                    Kind::Group(_) => format!("group {}", self.kind_name(kind, package)),
                    _ => self.kind_name(kind, package).to_owned(),
                };
                match presence {
                    Presence::Required => format!("required {name}"),
                    Presence::Explicit if field.oneof.is_none() && !kind.is_message() => format!("optional {name}"),
                    _ => name,
                }
            }
            FieldType::Repeated { kind: kind @ Kind::Group(_), .. } => {
                format!("repeated group {}", self.kind_name(kind, package))
            }
            FieldType::Repeated { kind, .. } => format!("repeated {}", self.kind_name(kind, package)),
            FieldType::Map { key, value, .. } => format!("map<{}, {}>", key.name(), self.kind_name(value, package)),
        }
    }
}

macro_rules! index_arena {
    ($id:ty, $item:ty, $arena:ident) => {
        impl std::ops::Index<$id> for Schema {
            type Output = $item;
            fn index(&self, id: $id) -> &$item {
                &self.$arena[id.0]
            }
        }
    };
}
index_arena!(FileId, File, files);
index_arena!(MessageId, Message, messages);
index_arena!(EnumId, Enum, enums);
index_arena!(ServiceId, Service, services);
