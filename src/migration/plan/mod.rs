//! What is done to data in one direction: the correspondence, turned into steps that need no schema any more.
//!
//! A [`Plan`] is driven by the target: for every target field there is one `Write`, in the order of the numbers, that
//! says where its value comes from. The places it comes from are `Scope`s, messages of the source that are taken
//! apart together: the message itself, and those inside it whose fields end up elsewhere.

mod build;
mod copyable;
mod fill;
mod layout;
mod number;
mod passage;
mod scopes;
mod shown;

use std::{collections::HashMap, sync::Arc};

pub(crate) use layout::{Holds, Layout, LayoutId, Slot};
pub(crate) use number::{Number, NumberKind, Plain};
pub(crate) use passage::{Passage, Step};
pub(crate) use shown::shortened;

use super::{
    correspondence::{Constant, Correspondence},
    manifest::{EmptyVersion, Template},
};
use crate::{
    direction::Direction,
    schema::{MessageId, Schema},
    wire::WireType,
};

/// Index of a [`MessagePlan`] in its plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PlanId(pub usize);

/// Index of a [`Scope`] in its message plan; 0 is the message itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ScopeId(pub u16);

/// What is done to data in one direction.
#[derive(Debug)]
pub struct Plan {
    pub(crate) layouts: Vec<Layout>,
    pub(crate) messages: Vec<MessagePlan>,
    roots: HashMap<(MessageId, MessageId), PlanId>,
}

/// How one message of the source becomes one of the target.
#[derive(Debug)]
pub(crate) struct MessagePlan {
    pub layout: LayoutId,
    /// The message of the target that it becomes.
    pub target: MessageId,
    /// The messages inside it that are taken apart with it, outer ones first.
    pub scopes: Vec<Scope>,
    pub filters: Vec<Filter>,
    pub writes: Vec<Write>,
    pub unread: Vec<Unread>,
    /// Whether what is valid and complete stays as it is, byte for byte, here and everywhere below.
    pub copyable: bool,
    /// Slots that the target requires, where the message is copyable.
    pub required: Vec<u16>,
    /// For each slot that holds messages, their plan, where the message is copyable.
    pub below: Vec<Option<PlanId>>,
    /// How it is written record by record, where that may be possible.
    pub passage: Option<Passage>,
}

/// A message inside the source message whose fields end up elsewhere.
#[derive(Debug)]
pub(crate) struct Scope {
    /// The scope that it is inside of; scope 0 is not in the list, so the first here is number 1.
    pub parent: ScopeId,
    pub slot: u16,
    pub take: Take,
    pub layout: LayoutId,
    /// Whether the message is carried as a whole too, which then reports what is wrong with it.
    pub carried: bool,
    /// Whether its being there leaves a trace even when nothing is in it.
    pub traced: bool,
}

/// Which values of a source field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Take {
    /// All of them; of a single message field all records, merged.
    All,
    /// The first element.
    First,
    /// The elements after the first.
    Rest,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Source {
    pub scope: ScopeId,
    pub slot: u16,
    pub take: Take,
}

/// Elements of a source list that have a place in the target.
#[derive(Debug)]
pub(crate) struct Filter {
    pub scope: ScopeId,
    pub slot: u16,
    pub version_field: i32,
    pub from: Option<(u32, u32)>,
    pub below: Option<(u32, u32)>,
    pub empty: EmptyVersion,
    pub reason: Arc<str>,
}

/// A source field that no write reads.
#[derive(Debug)]
pub(crate) struct Unread {
    pub source: Source,
    pub reason: Arc<str>,
    /// What the way back makes of it; `None` leaves it unset.
    pub back: Option<Back>,
}

/// What the way back makes of a field.
#[derive(Debug)]
pub(crate) enum Back {
    Constant(Constant),
    /// True if the enum in `of` has one of these numbers.
    IsOneOf {
        of: Source,
        numbers: Vec<i32>,
    },
}

/// How one target field is written.
#[derive(Debug)]
pub(crate) struct Write {
    pub name: Box<str>,
    pub number: i32,
    /// Whether the target requires it.
    pub required: bool,
    pub how: How,
}

#[derive(Debug)]
pub(crate) enum How {
    /// The records as they are, under this number.
    Records { source: Source, loss: Option<Arc<str>> },
    /// One number, string or bytes.
    Value(Box<ValueWrite>),
    /// Each of several numbers, strings or bytes, made into another type of them.
    Values { source: Source, from: NumberOrText, to: NumberOrText, packed: bool, loss: Option<Arc<str>> },
    /// A message or each of several.
    Message { source: Source, plan: PlanId, wire: WireType, extra: Extra, loss: Option<Arc<str>> },
    /// A map.
    Map { source: Source, value: MapValue, loss: Option<Arc<str>> },
    /// A message put together from fields of the scopes.
    Build(Box<Build>),
    /// A list put together: the first element from fields of the scopes, then others.
    List { first: Box<Build>, rest: Option<(Source, PlanId)>, distinct: Vec<Compared> },
    /// A resource name put together from its parts.
    Name { template: Arc<Template>, parts: Vec<Part> },
    /// A `google.protobuf.Struct` put into a `google.protobuf.Value`.
    Wrap { source: Source, plan: PlanId, empty: bool },
    /// A `google.protobuf.Struct` taken out of a `google.protobuf.Value`.
    Unwrap { source: Source, layout: LayoutId, structs: PlanId, values: PlanId },
    /// Always this.
    Constant(Constant),
    /// Whether an enum has one of some numbers.
    IsOneOf { of: Source, numbers: Vec<i32> },
    /// Never; it is here because the target requires it.
    Nothing,
}

/// A field of an element that is compared with that of the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Compared {
    pub number: i32,
    /// Whether absent and default are two things.
    pub explicit: bool,
}

/// What happens to elements after the first where the target has room for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// There is room for all.
    Room,
    /// They are lost.
    Lost,
}

/// One number, string or bytes from the first source that has a value.
#[derive(Debug)]
pub(crate) struct ValueWrite {
    pub candidates: Vec<Candidate>,
    /// Whether the target tells absent from default.
    pub explicit: bool,
    pub form: NumberOrText,
    /// What is written when no candidate has a value, if the message it comes from is there.
    pub empty: Option<Constant>,
}

/// A source of a value and how it becomes one of the target.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub source: Source,
    pub from: NumberOrText,
    /// Whether the source tells absent from default.
    pub explicit: bool,
    pub transform: Transform,
    pub loss: Option<Arc<str>>,
    /// Why, in the words of the manifest; said where the transform loses something.
    pub why: Option<Arc<str>>,
}

/// The type of a value that is no message.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NumberOrText {
    Number(Number),
    /// A string, which must be UTF-8.
    String,
    Bytes,
}

#[derive(Debug, Clone)]
pub(crate) enum Transform {
    Copy,
    /// The first of several; the others are lost.
    First,
    Not,
    /// Zero is left out.
    ZeroToUnset,
    /// An explicit zero is lost.
    UnsetFromZero,
    /// One variable of a resource name.
    Part {
        template: Arc<Template>,
        index: usize,
    },
    DecodeBase64,
    EncodeBase64,
    /// The patch number is lost.
    MajorMinor,
}

/// One part of a resource name.
#[derive(Debug)]
pub(crate) struct Part {
    pub source: Source,
    /// Whether it is carried elsewhere too, so that nothing is lost when there is no name.
    pub carried: bool,
}

/// The value of a map entry.
#[derive(Debug)]
pub(crate) enum MapValue {
    /// As it is.
    Same,
    /// Another type of number or text.
    Other {
        from: NumberOrText,
        to: NumberOrText,
    },
    Message(PlanId),
}

/// A message put together from fields of the scopes.
#[derive(Debug)]
pub(crate) struct Build {
    pub wire: WireType,
    /// The source message that it is, before the other fields are added.
    pub base: Option<(Source, PlanId)>,
    pub writes: Vec<Write>,
    pub guard: Option<Guard>,
}

/// What keeps a oneof from being set twice: company that follows the member that is set.
#[derive(Debug)]
pub(crate) struct Guard {
    /// Sources that call for this member.
    pub own: Vec<Source>,
    /// Sources that call for another member.
    pub others: Vec<Source>,
    /// Sources that go along with whichever member is set.
    pub company: Vec<Source>,
}

impl Plan {
    /// The plan for one direction. The correspondence has been resolved against these schemas.
    pub fn new(correspondence: &Correspondence, old: &Schema, new: &Schema, direction: Direction) -> Self {
        build::build(correspondence, old, new, direction)
    }

    /// The plan for a pair of messages.
    pub(crate) fn of(&self, old: MessageId, new: MessageId) -> Option<PlanId> {
        self.roots.get(&(old, new)).copied()
    }

    /// Whether this is the plan for a pair as such, and not for what is left of one.
    pub(crate) fn is_root(&self, id: PlanId) -> bool {
        self.roots.values().any(|root| *root == id)
    }

    /// What a reader knows about a message of the source.
    pub(crate) fn layout(&self, id: LayoutId) -> &Layout {
        &self.layouts[id.0]
    }
}
