//! What a change is about, on both sides.

use crate::{
    pairing::{Evidence, Fate, Gone, Sides, Word},
    schema::{CallPart, EnumId, FieldRef, FileId, HttpBinding, MessageId, NumberSet, ServiceId},
};

/// A value of an enum: the enum and the index in [`Enum::values`](crate::schema::Enum::values).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueRef {
    /// The enum.
    pub of: EnumId,
    /// The index of the value.
    pub index: usize,
}

/// What differs.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// A field of a pair of messages. For extensions the messages are the extended ones.
    Field {
        /// The messages that hold it; one of them may lack the field.
        messages: Sides<MessageId>,
        /// The field.
        field: Sides<FieldRef>,
    },
    /// A message.
    Message(Sides<MessageId>),
    /// A oneof of a pair of messages, by its index on each side.
    Oneof {
        /// The messages.
        messages: Sides<MessageId>,
        /// Indexes in [`Message::oneofs`](crate::schema::Message::oneofs).
        oneof: Sides<usize>,
    },
    /// An enum.
    Enum(Sides<EnumId>),
    /// A value of a pair of enums.
    EnumValue {
        /// The enums that hold it; one of them may lack the value.
        enums: Sides<EnumId>,
        /// The value.
        value: Sides<ValueRef>,
    },
    /// A service.
    Service(Sides<ServiceId>),
    /// An rpc, by its index in [`Service::methods`](crate::schema::Service::methods) on each side.
    Rpc {
        /// The services.
        services: Sides<ServiceId>,
        /// The methods.
        method: Sides<usize>,
    },
    /// A file.
    File(Sides<FileId>),
    /// A package, by name.
    Package(Sides<String>),
}

/// What the two sides of a [`Subject`] alone do not show.
#[derive(Debug, Clone, PartialEq)]
pub enum Detail {
    /// The two sides say it all.
    None,
    /// Why two differently named things are taken for one, with a score from 0 to 1.
    Identity {
        /// How sure it is.
        score: f64,
        /// What speaks for it.
        evidence: Vec<Evidence>,
    },
    /// A manifest says that two things are one, and what else.
    Told(Word),
    /// Why a number is taken to be used for something else.
    Reuse(Reuse),
    /// The same, where a manifest says what became of the old field.
    ReuseTold {
        /// Why.
        why: Reuse,
        /// What became of it.
        fate: Fate,
    },
    /// What a manifest says became of a field that is gone.
    Fate(Fate),
    /// What a manifest says about a type that is gone.
    Gone(Gone),
    /// The values of one option, as text; `None` where it is not set.
    Option {
        /// Its name as [`Options`](crate::schema::Options) has it.
        name: String,
        /// Old value.
        old: Option<String>,
        /// New value.
        new: Option<String>,
    },
    /// The type of a request or response, by full name.
    CallType {
        /// Which of the two.
        part: CallPart,
        /// Old type.
        old: String,
        /// New type.
        new: String,
    },
    /// Whether client and server stream: (client, server).
    Streaming {
        /// Before.
        old: (bool, bool),
        /// Now.
        new: (bool, bool),
    },
    /// Two texts that differ: defaults, JSON names, type names.
    Texts {
        /// Old text.
        old: String,
        /// New text.
        new: String,
    },
    /// `required` on the wire, or by `google.api.field_behavior`.
    Required {
        /// Whether the wire-level label (proto2 `required`, `LEGACY_REQUIRED`) is what changed.
        on_the_wire: bool,
    },
    /// Numbers that lost their reservation or their extension range.
    Numbers(NumberSet),
    /// A name that lost its reservation.
    Name(String),
    /// A counter in a comment.
    Counter {
        /// What the comment says.
        said: i64,
        /// One more than the highest number in use or once used.
        right: i64,
    },
    /// Http bindings.
    Http {
        /// Old bindings that no new binding equals.
        gone: Vec<HttpBinding>,
        /// New bindings that no old binding equals.
        added: Vec<HttpBinding>,
    },
}

/// Why the same number is not the same field (or enum value), in the order in which it is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reuse {
    /// The old name lives on at this number: certain.
    OldNameMovedTo(i32),
    /// The new name lived at this number before: certain.
    NewNameCameFrom(i32),
    /// A manifest says that the old field is somewhere else, or nowhere: certain.
    Told,
    /// The types cannot carry one another.
    TypesDiffer,
    /// Nothing speaks for one and the same thing (enum values only; for fields that is a suspect meaning).
    NothingInCommon,
}
