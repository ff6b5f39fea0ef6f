//! How much evidence counts. All opinions about that are here and in `verdict.rs`.

use super::{Sign, spot::Substance};

/// How much a piece of evidence against a reading counts. Nothing adds up: many weak signs are not a hard one, because
/// a single cause (a careless writer, one damaged byte) brings forth many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    /// It is worth telling, and keeps a reading from being certain. Incomplete messages are common: writers leave out
    /// required fields, and zero is written as nothing.
    Slight,
    /// It keeps a reading from being likely. Writers of this version do it: explicit zeros, fields out of order, NUL in
    /// text, names without their prefix.
    Weak,
    /// Writers of this version do not do it, but for newer ones, who send fields that it does not know. Speaks for the
    /// other version, if nothing speaks against that.
    Hard,
}

/// With fewer known fields than this, and fewer bytes than [`MANY_BYTES`], text can look like a message by accident or
/// by malice: `"\n\u{3}abc"` is one of a single field. Three tags and three lengths that agree to the byte are no
/// accident.
const MANY_FIELDS: usize = 3;

/// A single length that frames so much text to the byte is no accident either: the text would have to begin with the
/// character that is the tag, a line end or a control character for all low numbers, and then with the one character of
/// a hundred and more that is its length.
const MANY_BYTES: usize = 16;

impl Weight {
    /// The weight of a sign against a reading; `None` for signs that speak for it or say nothing.
    pub(super) fn of(sign: &Sign) -> Option<Weight> {
        Some(match sign {
            Sign::Unreadable(_)
            | Sign::UnknownField { .. }
            | Sign::WireType { .. }
            | Sign::NumberTooWide(_)
            | Sign::TwoMembers
            | Sign::NameOfTheOther(_) => Weight::Hard,
            Sign::TextIsMessage { fields, bytes } if is_structure(Substance { fields: *fields, bytes: *bytes }) => {
                Weight::Hard
            }
            Sign::TextIsMessage { .. }
            | Sign::ControlText(_)
            | Sign::EnumNumber(_)
            | Sign::NotCanonical(_)
            | Sign::OtherShape(_)
            | Sign::ForeignShape(_)
            | Sign::BytesAreMessage { .. }
            | Sign::BeginsAsMessage => Weight::Weak,
            Sign::RequiredAbsent => Weight::Slight,
            Sign::Draft | Sign::NameFits(_) | Sign::Canonical => return None,
        })
    }
}

/// Whether a message is too much of one to be an accident.
pub(super) fn is_structure(found: Substance) -> bool {
    found.fields >= MANY_FIELDS || found.fields > 0 && found.bytes >= MANY_BYTES
}
