//! Who refers to whom, looked up from the type that is referred to.

use crate::schema::{EnumId, Field, FieldRef, Kind, MessageId, Schema};

/// A field whose values are of the type it is looked up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reference {
    /// The message that has the field; of an extension, the extended one.
    pub(super) holder: MessageId,
    /// The field.
    pub(super) field: FieldRef,
}

/// All references of a schema. Maps refer to the type of their values; map entries are nobody.
#[derive(Debug)]
pub(super) struct References {
    messages: Vec<Vec<Reference>>,
    enums: Vec<Vec<Reference>>,
}

impl References {
    pub(super) fn of(schema: &Schema) -> Self {
        let mut references = References {
            messages: vec![Vec::new(); schema.messages.len()],
            enums: vec![Vec::new(); schema.enums.len()],
        };
        for (id, message) in schema.messages.iter().enumerate().filter(|(_, message)| !message.is_map_entry) {
            let holder = MessageId(id);
            for (index, field) in message.fields.iter().enumerate() {
                references.add(field, Reference { holder, field: FieldRef::Member(holder, index) });
            }
        }
        for (index, extension) in schema.extensions.iter().enumerate() {
            // Whoever extends a message that could not be found refers to nothing we know.
            if let Some(holder) = schema.message_named(&extension.extendee) {
                references.add(&extension.field, Reference { holder, field: FieldRef::Extension(index) });
            }
        }
        references
    }

    fn add(&mut self, field: &Field, reference: Reference) {
        match field.value_kind() {
            Kind::Message(id) | Kind::Group(id) => self.messages[id.0].push(reference),
            Kind::Enum(id) => self.enums[id.0].push(reference),
            Kind::Scalar(_) | Kind::StandIn(_) => {}
        }
    }

    /// How many messages there are, map entries included.
    pub(super) fn messages(&self) -> usize {
        self.messages.len()
    }

    /// The fields whose values are this message.
    pub(super) fn to_message(&self, message: MessageId) -> &[Reference] {
        &self.messages[message.0]
    }

    /// The fields whose values are this enum.
    pub(super) fn to_enum(&self, of: EnumId) -> &[Reference] {
        &self.enums[of.0]
    }
}
