//! One version as the walk sees it: plain tables, in which messages and enums are found by index and fields by number.
//!
//! They are made from a schema when a program runs, or stand in a program as statics; so whatever is in them is either
//! owned or static, and nothing of it has to be made before it can be used.

use std::borrow::Cow;

use super::wire::WireType;

/// A text that is part of a program or was made when it ran.
pub type Name = Cow<'static, str>;

/// A list that is part of a program or was made when it ran.
pub type List<T> = Cow<'static, [T]>;

/// The types of one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shapes {
    /// Messages, map entries among them.
    pub messages: List<MessageShape>,
    /// Enums.
    pub enums: List<EnumShape>,
}

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageShape {
    /// Fields in the order of their numbers, each number once.
    pub fields: List<FieldShape>,
    /// Fields that have to be there, in the order in which their absence is told.
    pub required: List<Required>,
    /// Whether it is an entry of a map, with the key at 1 and the value at 2.
    pub is_map_entry: bool,
}

/// A field that has to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Required {
    /// Its number.
    pub number: i32,
    /// Its name.
    pub name: Name,
}

/// An enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumShape {
    /// The numbers that it has, in their order.
    pub numbers: List<i32>,
    /// Whether all other numbers are unknown fields to its readers.
    pub closed: bool,
}

/// A field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldShape {
    /// Its number.
    pub number: i32,
    /// Its name.
    pub name: Name,
    /// What one value is.
    pub content: Content,
    /// How often it occurs.
    pub often: Often,
    /// The oneof of its message that it is a member of.
    pub oneof: Option<usize>,
    /// Who knows of it.
    pub origin: Origin,
    /// What its text may be, where more is known than that it is text.
    pub expected: List<Expected>,
}

/// What one value is, as far as bytes show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// A varint, 0 or 1.
    Bool,
    /// A varint of 32 bits, sign-extended to 64: `int32`.
    Int32,
    /// A varint of 32 bits: `uint32`, `sint32`.
    Uint32,
    /// A varint of 64 bits: `int64`, `uint64`, `sint64`.
    Varint64,
    /// Four bytes: `fixed32`, `sfixed32`, `float`.
    Fixed32,
    /// Eight bytes: `fixed64`, `sfixed64`, `double`.
    Fixed64,
    /// `string`.
    Text(Utf8),
    /// `bytes`.
    Bytes,
    /// A number of the enum with this index.
    Enum(usize),
    /// The message with this index, with a length in front.
    Message(usize),
    /// The message with this index, between group tags.
    Group(usize),
    /// Of a type that could not be found.
    Anything,
}

/// Whether readers check that text is UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Utf8 {
    /// They refuse what is not.
    Checked,
    /// They take any bytes.
    Unchecked,
}

/// How often a field occurs, and how absence is told from the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Often {
    /// Once at most; the default is not written.
    Implicit,
    /// Once at most; the default may be written.
    Explicit,
    /// Any number of times, each value in a record of its own.
    Expanded,
    /// Any number of times, the values in one record.
    Packed,
}

/// Who knows of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The schema.
    Schema,
    /// The schema, but not the type of its values, which could not be found. Readers do not look at them.
    Unlinked,
    /// Drafts of this version only. Readers do not know it.
    Draft,
}

/// What text may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// A resource name of this form, `tasks/{id}`.
    Is(Name),
    /// No resource name of this form.
    IsNot(Name),
    /// A URI with its scheme.
    Uri,
}

impl MessageShape {
    /// The field with this number.
    pub fn field(&self, number: i32) -> Option<&FieldShape> {
        // Most messages number their fields from 1 without a gap.
        let guess = usize::try_from(number).ok().and_then(|number| self.fields.get(number.checked_sub(1)?));
        guess.filter(|field| field.number == number).or_else(|| {
            let found = self.fields.binary_search_by_key(&number, |field| field.number);
            found.ok().and_then(|index| self.fields.get(index))
        })
    }
}

impl EnumShape {
    /// Whether it has a number.
    pub fn has(&self, number: i32) -> bool {
        self.numbers.binary_search(&number).is_ok()
    }

    /// Whether readers take a number for one of its own.
    pub fn takes(&self, number: i32) -> bool {
        !self.closed || self.has(number)
    }
}

impl FieldShape {
    /// The wire type of one value; `None` when nothing is known about it.
    pub fn wire_type(&self) -> Option<WireType> {
        Some(match self.content {
            Content::Bool | Content::Int32 | Content::Uint32 | Content::Varint64 | Content::Enum(_) => WireType::Varint,
            Content::Fixed32 => WireType::Fixed32,
            Content::Fixed64 => WireType::Fixed64,
            Content::Text(_) | Content::Bytes | Content::Message(_) => WireType::Len,
            Content::Group(_) => WireType::Group,
            Content::Anything => return None,
        })
    }

    /// Whether there may be more than one value.
    pub fn is_repeated(&self) -> bool {
        matches!(self.often, Often::Expanded | Often::Packed)
    }

    /// Whether values may come in a packed run, whatever the schema prefers.
    pub fn takes_runs(&self) -> bool {
        let number = matches!(self.wire_type(), Some(WireType::Varint | WireType::Fixed32 | WireType::Fixed64));
        number && self.is_repeated()
    }

    /// Whether readers look at its values.
    pub fn is_read(&self) -> bool {
        self.origin == Origin::Schema
    }
}
