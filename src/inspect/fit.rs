//! How well bytes fit a type.

use crate::{
    dynamic::{Reader, binary},
    schema::{Message, Schema},
    wire::framing::{Fit, is_well_formed},
};

/// How much sense bytes make as a message of this type, to a conformant reader.
pub fn fit(schema: &Schema, message: &Message, bytes: &[u8]) -> Fit {
    match binary::read(schema, message, bytes, Reader::Conformant) {
        Ok(value) if value.unknown.is_empty() => Fit::Whole,
        Ok(value) if value.fields.is_empty() => Fit::Foreign,
        Ok(_) => Fit::Partly,
        // Records it has, and no message of this type.
        Err(_) if is_well_formed(bytes) => Fit::Foreign,
        Err(_) => Fit::Malformed,
    }
}
