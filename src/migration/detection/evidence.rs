//! What speaks for or against a reading.

use std::fmt;

use super::wire::WireType;

/// One thing that a reading shows, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Path of the field by proto names, `#18` for a number without one; empty for the message as a whole.
    pub path: String,
    /// Where its record begins; for a field that is absent, where its message begins.
    pub offset: usize,
    /// What it shows.
    pub sign: Sign,
}

/// What a reading shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sign {
    /// The value cannot be read as what it must be.
    Unreadable(String),
    /// A number that the schema does not have.
    UnknownField {
        /// Its wire type.
        wire_type: WireType,
    },
    /// A number that the schema has, with a wire type that does not fit.
    WireType {
        /// What the schema asks for.
        expected: WireType,
        /// What the tag says.
        found: WireType,
    },
    /// A number that is written wider than its field, or a bool that is neither 0 nor 1.
    NumberTooWide(u64),
    /// Two members of one oneof.
    TwoMembers,
    /// Text with a control character other than tab and line ends.
    ControlText(char),
    /// A number that the enum does not name. Enums grow.
    EnumNumber(i32),
    /// A field that has to be there is not.
    RequiredAbsent,
    /// A record that a canonical writer would not have put down like this.
    NotCanonical(Slip),
    /// A resource name that does not have the shape it should have.
    OtherShape(String),
    /// Text of a shape that only the other version puts here.
    ForeignShape(String),
    /// A field that only drafts of this version have.
    Draft,
    /// The other version reads this text as a well-formed message.
    TextIsMessage {
        /// Known fields in it and below.
        fields: usize,
        /// The length of the text.
        bytes: usize,
    },
    /// The other version reads these bytes as a well-formed message. Bytes may hold anything.
    BytesAreMessage {
        /// Known fields in it and below.
        fields: usize,
    },
    /// The other version reads the beginning of this text or these bytes as a message that breaks off.
    BeginsAsMessage,
    /// The other version reads this text as a resource name of its own.
    NameOfTheOther(String),
    /// A resource name that has the shape it should have.
    NameFits(String),
    /// The bytes are what a canonical writer of this schema writes (map entries in any order).
    Canonical,
}

/// How a record differs from what a canonical writer puts down
/// (<https://protobuf.dev/programming-guides/encoding/#order>).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slip {
    /// A number lower than the one before it.
    OutOfOrder,
    /// The default of a field without presence.
    ExplicitDefault,
    /// A varint with more bytes than it needs.
    LongVarint,
    /// A second value of a field that has one.
    SecondValue,
    /// Repeated numbers packed where the schema does not pack, or the other way round.
    Packing,
}

/// Which way evidence points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bearing {
    /// Speaks for the reading.
    For,
    /// Speaks against it.
    Against,
}

impl Sign {
    /// Which way it points.
    pub fn bearing(&self) -> Bearing {
        match self {
            Sign::NameFits(_) | Sign::Canonical => Bearing::For,
            _ => Bearing::Against,
        }
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sign::Unreadable(reason) => write!(f, "cannot be read: {reason}"),
            Sign::UnknownField { wire_type } => write!(f, "no such field ({wire_type})"),
            Sign::WireType { expected, found } => write!(f, "expected wire type {expected}, found {found}"),
            Sign::NumberTooWide(value) => write!(f, "{value} is no value of its type"),
            Sign::TwoMembers => f.write_str("a second member of its oneof"),
            Sign::ControlText(c) => write!(f, "text with the control character U+{:04X}", u32::from(*c)),
            Sign::EnumNumber(number) => write!(f, "{number} is not in the enum"),
            Sign::RequiredAbsent => f.write_str("required and absent"),
            Sign::NotCanonical(slip) => slip.fmt(f),
            Sign::OtherShape(template) => write!(f, "not of the form {template}"),
            Sign::ForeignShape(template) => write!(f, "of the form {template}, which the other version has here"),
            Sign::Draft => f.write_str("a field of drafts only"),
            Sign::TextIsMessage { fields, .. } => {
                write!(f, "text that the other version reads as a message (fields: {fields})")
            }
            Sign::BytesAreMessage { fields } => {
                write!(f, "bytes that the other version reads as a message (fields: {fields})")
            }
            Sign::BeginsAsMessage => f.write_str("begins like the message that the other version has here"),
            Sign::NameOfTheOther(template) => write!(f, "a name {template} of the other version"),
            Sign::NameFits(template) => write!(f, "of the form {template}"),
            Sign::Canonical => f.write_str("the bytes are what a canonical writer writes"),
        }
    }
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Slip::OutOfOrder => "out of order",
            Slip::ExplicitDefault => "a default that writers leave out",
            Slip::LongVarint => "a varint longer than it needs to be",
            Slip::SecondValue => "a second value of a field that has one",
            Slip::Packing => "packed otherwise than writers do",
        })
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { self.sign.fmt(f) } else { write!(f, "`{}`: {}", self.path, self.sign) }
    }
}
