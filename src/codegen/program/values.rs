//! Values, and the types that languages have for them.

use crate::{
    migration::{
        correspondence::Constant,
        plan::{Number, NumberOrText, Plain},
    },
    schema::{Kind, MessageId, Scalar, Schema},
};

/// The type of a value in memory. Those that differ on the wire only are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Host {
    I32,
    I64,
    U32,
    U64,
    F32,
    F64,
    Bool,
    /// The number of an enum, in 32 bits.
    Enum(crate::schema::EnumId),
    Text,
    Bytes,
    Message(MessageId),
    /// Of a type that could not be found.
    Unknown,
}

impl Host {
    /// The type of a value of this kind.
    pub fn of(kind: &Kind) -> Self {
        match kind {
            Kind::Scalar(scalar) => match scalar {
                Scalar::Double => Host::F64,
                Scalar::Float => Host::F32,
                Scalar::Int32 | Scalar::Sint32 | Scalar::Sfixed32 => Host::I32,
                Scalar::Int64 | Scalar::Sint64 | Scalar::Sfixed64 => Host::I64,
                Scalar::Uint32 | Scalar::Fixed32 => Host::U32,
                Scalar::Uint64 | Scalar::Fixed64 => Host::U64,
                Scalar::Bool => Host::Bool,
                Scalar::String => Host::Text,
                Scalar::Bytes => Host::Bytes,
            },
            Kind::Enum(id) => Host::Enum(*id),
            Kind::Message(id) | Kind::Group(id) => Host::Message(*id),
            Kind::StandIn(_) => Host::Unknown,
        }
    }

    /// Whether values of both are the same in memory.
    pub fn is_like(self, other: Host) -> bool {
        let plain = |host| if let Host::Enum(_) = host { Host::I32 } else { host };
        plain(self) == plain(other)
    }
}

/// A value that stands in the manifest.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Literal {
    pub value: LiteralValue,
    /// It as reports show it.
    pub shown: String,
    /// Whether it is what an absent field reads as.
    pub is_default: bool,
}

/// The value itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum LiteralValue {
    Bool(bool),
    /// Of any integer type, or the number of an enum.
    Integer(i128),
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
    /// A message without anything in it.
    EmptyMessage,
}

impl Literal {
    /// A constant that is a value of this kind.
    pub(super) fn of(schema: &Schema, kind: &Kind, constant: &Constant) -> Self {
        let number = Number::of(schema, kind);
        let plain = number.as_ref().and_then(|number| number.decode(constant.raw()));
        let value = match (kind, plain, constant) {
            (Kind::Scalar(Scalar::Bool), Some(Plain::Integer(value)), _) => LiteralValue::Bool(value != 0),
            (_, Some(Plain::Integer(value)), _) => LiteralValue::Integer(value),
            (_, Some(Plain::Float(value)), _) => LiteralValue::Float(value),
            (Kind::Scalar(Scalar::String), _, Constant::Len(bytes)) => {
                LiteralValue::Text(String::from_utf8_lossy(bytes).into_owned())
            }
            (Kind::Scalar(_), _, Constant::Len(bytes)) => LiteralValue::Bytes(bytes.clone()),
            _ => LiteralValue::EmptyMessage,
        };
        let form = number.map_or(NumberOrText::Bytes, NumberOrText::Number);
        Literal { value, shown: form.show(constant.raw()), is_default: constant.is_default() }
    }
}
