//! What a number stands for: a field of the schema or of a draft, in the terms that the walk needs.

use crate::{
    dynamic::{binary::is_packable, find_field},
    migration::detection::{DraftContent, DraftField, Repetition, hints::MessageHints},
    schema::{EnumId, Field, FieldType, Kind, Message, MessageId, Packing, Presence, Scalar, Schema, Utf8},
    wire::WireType,
};

/// A field as the walk sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape<'s> {
    pub name: &'s str,
    pub content: Content,
    pub often: Often,
    pub oneof: Option<usize>,
    pub utf8: Utf8,
    pub origin: Origin,
}

/// What one value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Scalar(Scalar),
    Enum(EnumId),
    Message(MessageId),
    Group(MessageId),
    /// Of a type that could not be found.
    Anything,
}

/// How often a field occurs, and how absence is told from the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Often {
    /// The default is not written.
    Implicit,
    /// The default may be written.
    Explicit,
    /// Any number of times.
    Repeated(Packing),
}

/// Who knows of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Schema,
    Draft,
}

impl Shape<'_> {
    /// The wire type of one value; `None` when nothing is known about it.
    pub fn wire_type(&self) -> Option<WireType> {
        Some(match self.content {
            Content::Scalar(Scalar::Fixed32 | Scalar::Sfixed32 | Scalar::Float) => WireType::Fixed32,
            Content::Scalar(Scalar::Fixed64 | Scalar::Sfixed64 | Scalar::Double) => WireType::Fixed64,
            Content::Scalar(Scalar::String | Scalar::Bytes) | Content::Message(_) => WireType::Len,
            Content::Scalar(_) | Content::Enum(_) => WireType::Varint,
            Content::Group(_) => WireType::Group,
            Content::Anything => return None,
        })
    }

    /// Whether values may come in a packed run, whatever the schema prefers.
    pub fn takes_runs(&self) -> bool {
        let kind = match self.content {
            Content::Scalar(scalar) => Kind::Scalar(scalar),
            Content::Enum(id) => Kind::Enum(id),
            _ => return false,
        };
        matches!(self.often, Often::Repeated(_)) && is_packable(&kind)
    }
}

/// The field of this number; drafts are asked after the schema.
pub(super) fn shape<'s>(
    schema: &'s Schema,
    message: &'s Message,
    hints: Option<&'s MessageHints>,
    number: i32,
) -> Option<Shape<'s>> {
    if let Some(field) = find_field(schema, message, number) {
        return Some(of_field(field, message.is_map_entry));
    }
    let draft = hints?.drafts.iter().find(|draft| draft.number == number)?;
    of_draft(schema, draft)
}

fn of_field(field: &Field, in_map_entry: bool) -> Shape<'_> {
    let content = match field.value_kind() {
        Kind::Scalar(scalar) => Content::Scalar(*scalar),
        Kind::Enum(id) => Content::Enum(*id),
        Kind::Message(id) => Content::Message(*id),
        Kind::Group(id) => Content::Group(*id),
        Kind::StandIn(_) => Content::Anything,
    };
    let (content, often) = match &field.ty {
        // Writers put key and value of a map entry down even when they are defaults.
        FieldType::Singular { presence: Presence::Implicit, .. } if !in_map_entry => (content, Often::Implicit),
        FieldType::Singular { .. } => (content, Often::Explicit),
        FieldType::Repeated { packing, .. } => (content, Often::Repeated(*packing)),
        FieldType::Map { entry, .. } => (Content::Message(*entry), Often::Repeated(Packing::Expanded)),
    };
    Shape { name: field.name(), content, often, oneof: field.oneof, utf8: field.utf8, origin: Origin::Schema }
}

fn of_draft<'s>(schema: &Schema, draft: &'s DraftField) -> Option<Shape<'s>> {
    let content = match &draft.content {
        DraftContent::Scalar(scalar) => Content::Scalar(*scalar),
        DraftContent::Message(name) => Content::Message(schema.message_named(name)?),
    };
    let often = match draft.repetition {
        Repetition::Single => Often::Explicit,
        Repetition::Repeated => Often::Repeated(Packing::Packed),
    };
    Some(Shape { name: &draft.name, content, often, oneof: None, utf8: Utf8::Verify, origin: Origin::Draft })
}
