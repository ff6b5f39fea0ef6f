//! Values as reports show them.

use super::{NumberKind, NumberOrText, Plain};
use crate::{schema::Scalar, wire::RawValue};

impl NumberOrText {
    /// A value of this type, for a message.
    pub(crate) fn show(&self, value: RawValue<'_>) -> String {
        match (self, value) {
            (NumberOrText::Number(number), _) => match number.decode(value) {
                Some(Plain::Integer(value)) if number.kind == NumberKind::Scalar(Scalar::Bool) => {
                    (value != 0).to_string()
                }
                Some(Plain::Integer(value)) => value.to_string(),
                Some(Plain::Float(value)) if number.kind == NumberKind::Scalar(Scalar::Float) => {
                    (value as f32).to_string()
                }
                Some(Plain::Float(value)) => value.to_string(),
                None => String::new(),
            },
            (_, RawValue::Len(bytes) | RawValue::Group(bytes)) => match std::str::from_utf8(bytes) {
                Ok(text) => format!("`{}`", shortened(text)),
                Err(_) => format!("{} bytes", bytes.len()),
            },
            (_, RawValue::Varint(_) | RawValue::Fixed32(_) | RawValue::Fixed64(_)) => String::new(),
        }
    }
}

/// Enough of a text to recognise it.
pub(crate) fn shortened(text: &str) -> String {
    const ENOUGH: usize = 80;
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
