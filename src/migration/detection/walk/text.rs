//! What is odd about text.

use super::{
    FieldShape, Record, Sign, Walk,
    shapes::{Expected, Utf8},
};

impl Walk<'_> {
    /// Notes what is odd about a string; whether it can be one.
    pub(super) fn text(&mut self, field: &FieldShape, utf8: Utf8, record: Record, payload: &[u8]) -> bool {
        let Ok(text) = std::str::from_utf8(payload) else {
            match utf8 {
                Utf8::Checked => self.refuse(record.spot, record.offset, "invalid UTF-8".to_owned()),
                Utf8::Unchecked => {
                    self.note(record.spot, record.offset, Sign::ControlText(char::REPLACEMENT_CHARACTER));
                }
            }
            return utf8 == Utf8::Unchecked;
        };
        let odd = |c: &char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
        if let Some(c) = text.chars().find(odd) {
            self.note(record.spot, record.offset, Sign::ControlText(c));
        }
        if !text.is_empty() {
            self.name(field, record, text);
        }
        true
    }

    /// Holds a resource name against what is known of it. Where several shapes are possible, one has to fit.
    fn name(&mut self, field: &FieldShape, record: Record, text: &str) {
        let mut other_shape = None;
        let mut fitting = None;
        for expected in field.expected.iter() {
            match expected {
                Expected::Is(form) if fits(form, text) => fitting = Some(form.to_string()),
                Expected::Is(form) => other_shape = Some(form.to_string()),
                Expected::IsNot(form) if fits(form, text) => {
                    self.note(record.spot, record.offset, Sign::ForeignShape(form.to_string()));
                }
                Expected::IsNot(_) => {}
                Expected::Uri if is_uri(text) => {}
                Expected::Uri => other_shape = Some("scheme:…".to_owned()),
            }
        }
        if let Some(form) = fitting {
            self.note(record.spot, record.offset, Sign::NameFits(form));
        } else if let Some(form) = other_shape {
            self.note(record.spot, record.offset, Sign::OtherShape(form));
        }
    }
}

/// Whether a resource name has a form such as `tasks/{id}`. No variable is empty or holds a slash.
fn fits(form: &str, name: &str) -> bool {
    let (mut segments, mut parts) = (form.split('/'), name.split('/'));
    loop {
        match (segments.next(), parts.next()) {
            (None, None) => return true,
            (Some(segment), Some(part)) if segment.starts_with('{') => {
                if part.is_empty() {
                    return false;
                }
            }
            (Some(segment), Some(part)) if segment == part => {}
            _ => return false,
        }
    }
}

/// Whether text is a scheme, a colon and something without blanks.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let letters = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(letters)
        && !rest.is_empty()
        && !rest.contains(|c: char| c.is_whitespace() || c.is_control())
}
