//! The four readers that every payload is given to.

use super::{BinaryOutcomes, Encoding, JsonOutcomes};
use crate::dynamic::{Reader, UnknownNames};

/// A reader of an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trial {
    Binary(Reader),
    Json(UnknownNames),
}

impl Trial {
    pub(super) const ALL: [Trial; 4] = [
        Trial::Binary(Reader::Conformant),
        Trial::Binary(Reader::Strict),
        Trial::Json(UnknownNames::Reject),
        Trial::Json(UnknownNames::Ignore),
    ];

    /// Those of JSON.
    pub(super) const JSON: [Trial; 2] = [Trial::Json(UnknownNames::Reject), Trial::Json(UnknownNames::Ignore)];

    /// Those of bytes.
    pub(super) const BINARY: [Trial; 2] = [Trial::Binary(Reader::Conformant), Trial::Binary(Reader::Strict)];

    pub(super) fn encoding(self) -> Encoding {
        match self {
            Trial::Binary(_) => Encoding::Binary,
            Trial::Json(_) => Encoding::Json,
        }
    }

    /// As reports name it.
    pub(super) fn reader_name(self) -> &'static str {
        match self {
            Trial::Binary(Reader::Conformant) => "conformant",
            Trial::Binary(Reader::Strict) | Trial::Json(UnknownNames::Reject) => "strict",
            Trial::Json(UnknownNames::Ignore) => "lenient",
        }
    }
}

/// Something about each reader: its worst outcome, say.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ByTrial<T> {
    pub(super) binary: BinaryOutcomes<T>,
    pub(super) json: JsonOutcomes<T>,
}

impl<T> ByTrial<T> {
    pub(super) fn map<U>(self, of: impl Fn(T) -> U) -> ByTrial<U> {
        ByTrial {
            binary: BinaryOutcomes { conformant: of(self.binary.conformant), strict: of(self.binary.strict) },
            json: JsonOutcomes { strict: of(self.json.strict), lenient: of(self.json.lenient) },
        }
    }

    pub(super) fn of(&mut self, trial: Trial) -> &mut T {
        match trial {
            Trial::Binary(Reader::Conformant) => &mut self.binary.conformant,
            Trial::Binary(Reader::Strict) => &mut self.binary.strict,
            Trial::Json(UnknownNames::Reject) => &mut self.json.strict,
            Trial::Json(UnknownNames::Ignore) => &mut self.json.lenient,
        }
    }
}
