//! Messages, oneofs and reservations.

use std::collections::BTreeSet;

use super::{Element, Field, MessageId, NumberSet, Options};

/// A message.
#[derive(Debug, Clone)]
pub struct Message {
    /// Name, place, comments.
    pub element: Element,
    /// The name without the package: `Outer.Inner`.
    pub nested_name: String,
    /// The message it is nested in.
    pub parent: Option<MessageId>,
    /// Fields in declaration order.
    pub fields: Vec<Field>,
    /// Real oneofs; synthetic ones are not kept.
    pub oneofs: Vec<Oneof>,
    /// Reserved numbers and names.
    pub reserved: Reserved,
    /// Numbers open to extensions.
    pub extension_ranges: NumberSet,
    /// Whether it is the synthetic entry of a map field.
    pub is_map_entry: bool,
    /// Options set on the message, features left out.
    pub options: Options,
}

impl Message {
    /// The field with this number.
    pub fn field_numbered(&self, number: i32) -> Option<&Field> {
        self.fields.iter().find(|f| f.number == number)
    }

    /// The field with this name.
    pub fn field_named(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|f| f.element.name == name)
    }

    /// The oneof a field is a member of.
    pub fn oneof_of(&self, field: &Field) -> Option<&Oneof> {
        field.oneof.map(|i| &self.oneofs[i])
    }

    /// The members of a oneof, in declaration order.
    pub fn members(&self, oneof: usize) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(move |f| f.oneof == Some(oneof))
    }
}

/// A oneof that a person wrote.
#[derive(Debug, Clone)]
pub struct Oneof {
    /// Name, place, comments.
    pub element: Element,
    /// Options set on the oneof.
    pub options: Options,
}

/// `reserved` statements of a message or enum.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reserved {
    /// Numbers that must not be used.
    pub numbers: NumberSet,
    /// Names that must not be used.
    pub names: BTreeSet<String>,
}
