//! Which field a number stands for.

use crate::schema::{Field, Message, Schema};

/// The field of `message` with this number: one it declares, or an extension of it that the schema knows.
///
/// `message` need not be part of the schema. Extensions are only looked for inside its extension ranges, which is
/// where the language allows them (<https://protobuf.dev/programming-guides/proto2/#extensions>).
pub fn find_field<'a>(schema: &'a Schema, message: &'a Message, number: i32) -> Option<&'a Field> {
    message.field_numbered(number).or_else(|| {
        let extensible = message.extension_ranges.contains(number);
        let extension = extensible.then(|| schema.extension_of(&message.element.full_name, number)).flatten();
        extension.map(|extension| &extension.field)
    })
}

/// Whether a field is an extension of `message` rather than one of its own.
pub(super) fn is_extension(message: &Message, field: &Field) -> bool {
    message.field_numbered(field.number).is_none()
}
