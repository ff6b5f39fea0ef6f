//! Fields and their types.

use super::{Element, EnumId, MessageId, Options, Schema};

/// A field of a message.
#[derive(Debug, Clone)]
pub struct Field {
    /// Name, place, comments.
    pub element: Element,
    /// The number, 1 to 536,870,911.
    pub number: i32,
    /// The name ProtoJSON prints: `json_name` if set, else the name in lowerCamelCase.
    pub json_name: String,
    /// Kind, cardinality and presence.
    pub ty: FieldType,
    /// Index into the message's real oneofs, when it is a member of one.
    pub oneof: Option<usize>,
    /// The declared default (proto2 and editions), in descriptor notation: numbers and enum names as text,
    /// bytes C-escaped (`google.protobuf.FieldDescriptorProto.default_value`).
    pub default: Option<String>,
    /// Whether readers check that strings are UTF-8.
    pub utf8: Utf8,
    /// Options set on the field, features left out.
    pub options: Options,
}

impl Field {
    /// The simple name.
    pub fn name(&self) -> &str {
        &self.element.name
    }

    /// The kind of one value: of the field itself, of an element, of a map's value.
    pub fn value_kind(&self) -> &Kind {
        match &self.ty {
            FieldType::Singular { kind, .. } | FieldType::Repeated { kind, .. } => kind,
            FieldType::Map { value, .. } => value,
        }
    }

    /// Whether it must be present on the wire: proto2 `required` or `features.field_presence = LEGACY_REQUIRED`.
    pub fn is_required(&self) -> bool {
        matches!(self.ty, FieldType::Singular { presence: Presence::Required, .. })
    }
}

/// A field declared outside the message it belongs to.
#[derive(Debug, Clone)]
pub struct Extension {
    /// The field itself. Its `element.full_name` is what ProtoJSON prints in brackets.
    pub field: Field,
    /// Fully-qualified name of the extended message.
    pub extendee: String,
}

/// Where a field stands in its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FieldRef {
    /// Declared in a message: the message and the index in [`Message::fields`](super::Message::fields).
    Member(MessageId, usize),
    /// Declared by `extend`: the index in [`Schema::extensions`].
    Extension(usize),
}

impl FieldRef {
    /// The field itself.
    pub fn get(self, schema: &Schema) -> &Field {
        match self {
            FieldRef::Member(message, index) => &schema[message].fields[index],
            FieldRef::Extension(index) => &schema.extensions[index].field,
        }
    }
}

/// Cardinality with what only that cardinality has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldType {
    /// At most one value.
    Singular {
        /// What the value is.
        kind: Kind,
        /// How absence is told from the default.
        presence: Presence,
    },
    /// Any number of values.
    Repeated {
        /// What each value is.
        kind: Kind,
        /// How they are written.
        packing: Packing,
    },
    /// A map. On the wire it is repeated messages with the key at 1 and the value at 2.
    Map {
        /// Kind of the keys: an integer, `bool` or `string`.
        key: Scalar,
        /// Kind of the values.
        value: Kind,
        /// The synthetic entry message.
        entry: MessageId,
    },
}

/// What one value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A scalar.
    Scalar(Scalar),
    /// An enum.
    Enum(EnumId),
    /// A message with a length in front.
    Message(MessageId),
    /// A message between group tags: a proto2 `group`, or `features.message_encoding = DELIMITED`.
    Group(MessageId),
    /// A type from an import that could not be found, by its fully-qualified name. Nothing is known about it.
    StandIn(String),
}

impl Kind {
    /// Whether it is a message, in either encoding.
    pub fn is_message(&self) -> bool {
        matches!(self, Kind::Message(_) | Kind::Group(_))
    }

    /// The message, in either encoding.
    pub fn message(&self) -> Option<MessageId> {
        match self {
            Kind::Message(id) | Kind::Group(id) => Some(*id),
            _ => None,
        }
    }
}

/// The scalar types of <https://protobuf.dev/programming-guides/proto3/#scalar>.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// `double`: 64 bits, fixed.
    Double,
    /// `float`: 32 bits, fixed.
    Float,
    /// `int32`: a varint; a negative one takes ten bytes.
    Int32,
    /// `int64`: a varint; a negative one takes ten bytes.
    Int64,
    /// `uint32`: a varint.
    Uint32,
    /// `uint64`: a varint.
    Uint64,
    /// `sint32`: a zigzag varint.
    Sint32,
    /// `sint64`: a zigzag varint.
    Sint64,
    /// `fixed32`: 32 bits, unsigned.
    Fixed32,
    /// `fixed64`: 64 bits, unsigned.
    Fixed64,
    /// `sfixed32`: 32 bits, signed.
    Sfixed32,
    /// `sfixed64`: 64 bits, signed.
    Sfixed64,
    /// `bool`: a varint, 0 or 1.
    Bool,
    /// `string`: length and UTF-8.
    String,
    /// `bytes`: length and anything.
    Bytes,
}

impl Scalar {
    /// All fifteen.
    pub const ALL: [Scalar; 15] = [
        Scalar::Double,
        Scalar::Float,
        Scalar::Int32,
        Scalar::Int64,
        Scalar::Uint32,
        Scalar::Uint64,
        Scalar::Sint32,
        Scalar::Sint64,
        Scalar::Fixed32,
        Scalar::Fixed64,
        Scalar::Sfixed32,
        Scalar::Sfixed64,
        Scalar::Bool,
        Scalar::String,
        Scalar::Bytes,
    ];

    /// The keyword in a `.proto` file.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Double => "double",
            Scalar::Float => "float",
            Scalar::Int32 => "int32",
            Scalar::Int64 => "int64",
            Scalar::Uint32 => "uint32",
            Scalar::Uint64 => "uint64",
            Scalar::Sint32 => "sint32",
            Scalar::Sint64 => "sint64",
            Scalar::Fixed32 => "fixed32",
            Scalar::Fixed64 => "fixed64",
            Scalar::Sfixed32 => "sfixed32",
            Scalar::Sfixed64 => "sfixed64",
            Scalar::Bool => "bool",
            Scalar::String => "string",
            Scalar::Bytes => "bytes",
        }
    }
}

/// How a singular field tells "absent" from "default" (`features.field_presence`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Presence {
    /// The default is not written; absent and default are one thing.
    Implicit,
    /// Absent and default are two things: `optional`, oneof members, messages.
    Explicit,
    /// Must be present: proto2 `required`, `LEGACY_REQUIRED`.
    Required,
}

/// How a repeated field is written (`features.repeated_field_encoding`). Readers accept both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Packing {
    /// One length-prefixed run of values.
    Packed,
    /// One tag for each value; the only way for strings, bytes and messages.
    Expanded,
}

/// Whether readers check strings (`features.utf8_validation`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Utf8 {
    /// Bytes that are not UTF-8 are a parse error.
    Verify,
    /// They are passed through (proto2).
    Unchecked,
}
