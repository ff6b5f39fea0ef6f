//! What is to be known of a write by itself.

use super::{Conversion, How, Write};

impl Write<'_> {
    /// Whether the field is written whatever the message of the source holds.
    pub fn is_always(&self) -> bool {
        match &self.how {
            How::Constant(_) => true,
            How::Value(value) => {
                let is_there = value.candidates.iter().any(|candidate| candidate.from.scope == 0);
                let keeps = value
                    .candidates
                    .iter()
                    .all(|candidate| !matches!(candidate.conversion, Conversion::Not | Conversion::Number { .. }));
                value.empty.is_some() && is_there && (keeps || value.explicit)
            }
            _ => false,
        }
    }
}
