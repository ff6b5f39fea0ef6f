//! What is odd about text.

use super::{Record, Walk, shape::Shape};
use crate::{
    migration::detection::{Expectation, Sign, hints::MessageHints},
    schema::Utf8,
};

impl<'s> Walk<'s> {
    /// Notes what is odd about a string; whether it can be one.
    pub(super) fn text(
        &mut self,
        shape: &Shape<'s>,
        hints: Option<&MessageHints>,
        record: Record,
        payload: &[u8],
    ) -> bool {
        let Ok(text) = std::str::from_utf8(payload) else {
            let sign = match shape.utf8 {
                Utf8::Verify => Sign::Unreadable("invalid UTF-8".to_owned()),
                Utf8::Unchecked => Sign::ControlText(char::REPLACEMENT_CHARACTER),
            };
            self.note(record.spot, record.offset, sign);
            return shape.utf8 == Utf8::Unchecked;
        };
        let odd = |c: &char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
        if let Some(c) = text.chars().find(odd) {
            self.note(record.spot, record.offset, Sign::ControlText(c));
        }
        if !text.is_empty() {
            self.name(shape, hints, record, text);
        }
        true
    }

    /// Holds a resource name against what is known of it. Where several shapes are possible, one has to fit.
    fn name(&mut self, shape: &Shape<'s>, hints: Option<&MessageHints>, record: Record, text: &str) {
        let hints = hints.into_iter().flat_map(|hints| &hints.names);
        let expectations = hints.filter(|(field, _)| field == shape.name).map(|(_, expectation)| expectation);
        let mut other_shape = None;
        let mut fits = None;
        for expectation in expectations {
            match expectation {
                Expectation::Is(template) if template.matches(text) => fits = Some(template.to_string()),
                Expectation::Is(template) => other_shape = Some(template.to_string()),
                Expectation::IsNot(template) if template.matches(text) => {
                    self.note(record.spot, record.offset, Sign::ForeignShape(template.to_string()));
                }
                Expectation::IsNot(_) => {}
                Expectation::Uri if is_uri(text) => {}
                Expectation::Uri => other_shape = Some("scheme:…".to_owned()),
            }
        }
        if let Some(template) = fits {
            self.note(record.spot, record.offset, Sign::NameFits(template));
        } else if let Some(template) = other_shape {
            self.note(record.spot, record.offset, Sign::OtherShape(template));
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

#[cfg(test)]
mod tests {
    use super::is_uri;

    #[test]
    fn a_uri_has_a_scheme_and_no_blanks() {
        for uri in ["https://agent.example/a2a", "grpc://h:1", "data:,x", "urn:x"] {
            assert!(is_uri(uri), "{uri}");
        }
        for text in ["", "JSONRPC", "h:", ":x", "a b:c", "note: this", "1a:b", "agent.example"] {
            assert!(!is_uri(text), "{text}");
        }
    }
}
