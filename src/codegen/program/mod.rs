//! A migration in the terms of source code: the plans of both directions, with fields where the plans have slots, and
//! with everything decided that the schemas decide.
//!
//! A [`Program`] knows no language. Whoever prints one goes through its functions from top to bottom: what a
//! [`Function`] says in its fields, in their order, is what [`convert`](crate::migration::convert) does in that order,
//! and so the code it becomes reports the same.

mod lower;
mod names;
mod told;
mod used;
mod uses;
mod values;
mod writes;

use std::collections::BTreeSet;

pub(crate) use told::Told;
pub(crate) use used::Used;
pub(crate) use values::{Host, Literal, LiteralValue};

use crate::{
    direction::Direction,
    migration::{
        Migration, Side,
        correspondence::EnumPair,
        manifest::{EmptyVersion, Template},
        plan::Take,
    },
    schema::{Field, FieldRef, MessageId, Schema},
};

/// Both directions of a migration.
#[derive(Debug)]
pub(crate) struct Program<'m> {
    pub migration: &'m Migration,
    pub upgrade: Way<'m>,
    pub downgrade: Way<'m>,
}

/// One direction.
#[derive(Debug)]
pub(crate) struct Way<'m> {
    pub direction: Direction,
    /// The schema that data comes from.
    pub source: &'m Schema,
    /// The schema that it goes to.
    pub target: &'m Schema,
    /// Addressed by [`FunctionId`].
    pub functions: Vec<Function<'m>>,
    /// Addressed by [`EnumId`].
    pub enums: Vec<EnumFunction<'m>>,
}

/// Index of a [`Function`] in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FunctionId(pub usize);

/// Index of an [`EnumFunction`] in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EnumId(pub usize);

/// What makes one message of the source one of the target.
#[derive(Debug)]
pub(crate) struct Function<'m> {
    /// Unique in its way, in snake_case: `task`, `task_push_notification_config_to_push_notification_config`.
    pub name: String,
    /// Whether it is for everybody: what makes one type the other, and not the part of it that is left when fields of
    /// it are carried elsewhere.
    pub public: bool,
    pub source: MessageId,
    pub target: MessageId,
    /// Whether source and target are one and the same type of `google.protobuf`, which every language has once, so
    /// that there is nothing to be done.
    pub shared: bool,
    /// What the manifest says about it.
    pub told: Vec<Told>,
    /// The messages that are taken apart: the source itself, then those inside it whose fields end up elsewhere, outer
    /// ones before inner ones.
    pub scopes: Vec<Scope>,
    /// List elements that are left out before anything else is done with their list.
    pub filters: Vec<Filter<'m>>,
    /// What no write reads.
    pub unread: Vec<Unread<'m>>,
    /// The fields of the target, in the order of their numbers. A field that is not among them stays unset.
    pub writes: Vec<Write<'m>>,
}

/// A message that is taken apart.
#[derive(Debug)]
pub(crate) struct Scope {
    pub message: MessageId,
    /// Where it is, seen from an outer scope; `None` for the source itself.
    pub place: Option<Place>,
    /// Whether the message is carried as a whole too.
    pub carried: bool,
    /// Whether it is a loss when it is there and empty: it leaves no trace then.
    pub hollow_is_lost: bool,
}

/// A field of a scope, and which of its values are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    /// Index of the scope in its function.
    pub scope: usize,
    pub field: FieldRef,
    pub take: Take,
}

/// Elements of a list that have a place in the target: those whose version lies in a range.
#[derive(Debug)]
pub(crate) struct Filter<'m> {
    pub list: Place,
    /// The string field of an element that holds its version, `Major.Minor`; a third part does not count.
    pub version: FieldRef,
    /// The lowest version that is in.
    pub from: Option<(u32, u32)>,
    /// The lowest version that is out again.
    pub below: Option<(u32, u32)>,
    /// What an element with an empty version is. One whose version is none at all is out.
    pub empty: EmptyVersion,
    /// Follows `version "…": ` in the loss.
    pub reason: &'m str,
}

/// A source field that no write reads.
#[derive(Debug)]
pub(crate) struct Unread<'m> {
    /// Where it is. With [`Take::Rest`] the path of the loss ends in `[1..]`.
    pub place: Place,
    pub reason: &'m str,
    pub lost: Lost,
}

/// When something unread is a loss. Never, when its scope is not there.
#[derive(Debug)]
pub(crate) enum Lost {
    /// When it is set: for a field without presence, not its default.
    Set,
    /// When it is not this, which the way back makes: another value; or, unless this is the default of a field without
    /// presence, none.
    Not(Literal),
    /// When it is set, which for this bool field means true, and the enum has none of these numbers; or the other way
    /// round.
    NotOneOf { of: Place, numbers: Vec<i32> },
}

/// How one field of the target is written.
#[derive(Debug)]
pub(crate) struct Write<'m> {
    pub field: FieldRef,
    /// Whether it is reported as missing when it has no value afterwards. A field without presence that is its default
    /// has none.
    pub required: bool,
    pub how: How<'m>,
}

#[derive(Debug)]
pub(crate) enum How<'m> {
    /// As it is. A field without presence that is its default has no value.
    Copy { from: Place, loss: Option<&'m str> },
    /// One number, string or bytes, from the first candidate that has a value.
    Value(Value<'m>),
    /// Each of several numbers, strings or bytes. With [`Take::Rest`] those after the first; paths count from the
    /// first.
    Values { from: Place, conversion: Conversion<'m>, loss: Option<&'m str> },
    /// A message, or each of several.
    Message { from: Place, function: FunctionId, carry: Carry, loss: Option<&'m str> },
    /// A map.
    Map { from: Place, value: MapValue<'m>, loss: Option<&'m str> },
    /// A message put together.
    Build(Box<Build<'m>>),
    /// A list put together.
    List(Box<List<'m>>),
    /// A resource name put together from its parts.
    Name { template: &'m Template, parts: Vec<Part> },
    /// A `google.protobuf.Struct` put into a `google.protobuf.Value`. With `empty`, one without anything in it, which
    /// is reported as supplied, when there is none and its scope is there.
    Wrap { from: Place, empty: bool },
    /// A `google.protobuf.Struct` taken out of a `google.protobuf.Value`.
    Unwrap { from: Place },
    /// Always this.
    Constant(Literal),
    /// Whether an enum has one of some numbers; one that is absent is 0.
    IsOneOf { of: Place, numbers: Vec<i32> },
    /// Never. It is here because the target requires it.
    Nothing,
}

/// How many messages are carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carry {
    /// The one that there may be.
    One,
    /// Each of them.
    Each,
    /// The first; each other one is a loss.
    First,
}

/// One number, string or bytes. A candidate that has a value and does not go first must have the same, or is a loss.
#[derive(Debug)]
pub(crate) struct Value<'m> {
    pub candidates: Vec<Candidate<'m>>,
    /// Whether the target tells absent from default; if not, a default is no value.
    pub explicit: bool,
    /// What is written, and reported as supplied, when no candidate has a value and the scope of one is there.
    pub empty: Option<Literal>,
}

/// Where a value may come from.
#[derive(Debug)]
pub(crate) struct Candidate<'m> {
    /// Where it is; of a list the first is meant. With [`Take::All`] of a list, each other element is a loss.
    pub from: Place,
    /// Whether the source tells absent from default.
    pub explicit: bool,
    /// What an explicit default is.
    pub default: OnDefault,
    pub conversion: Conversion<'m>,
    /// A loss whenever its value is the one that is taken.
    pub loss: Option<&'m str>,
}

/// What a default is, of a field that is set to it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum OnDefault {
    /// A value.
    Value,
    /// None.
    Nothing,
    /// None, and a loss.
    Lost(String),
}

/// How a number, string or bytes becomes another.
#[derive(Debug)]
pub(crate) enum Conversion<'m> {
    /// Not at all.
    Same,
    /// A number of another type, or of an enum: first `known`, then `map`, then `cast`.
    Number {
        /// The numbers of the closed enum that it comes from, or, if it comes from none, of the one that it becomes; any
        /// other is a loss.
        known: Option<BTreeSet<i32>>,
        /// What the numbers of the enum become.
        map: Option<EnumId>,
        /// From one type to another; what does not fit is a loss.
        cast: Option<(Host, Host)>,
    },
    /// Text as its bytes.
    TextToBytes,
    /// Bytes as text; what is not UTF-8 is a loss.
    BytesToText,
    /// `true` as `false`. A field without presence always has a value then, if its scope is there.
    Not,
    /// A variable of a resource name, by its index; a name of another form is an error.
    Part { template: &'m Template, index: usize },
    /// Base64 text, of either alphabet and with or without padding, as the bytes it stands for; anything else is an
    /// error.
    DecodeBase64,
    /// Bytes as base64 text, with the standard alphabet and padding.
    EncodeBase64,
    /// `0.3.0` as `0.3`; the patch number is a loss.
    MajorMinor,
}

/// The value of a map entry.
#[derive(Debug)]
pub(crate) enum MapValue<'m> {
    Converted(Conversion<'m>),
    Message(FunctionId),
}

/// A message put together from fields of the scopes. It is there when anything is written in it, or its base is there.
#[derive(Debug)]
pub(crate) struct Build<'m> {
    pub message: MessageId,
    /// The message that it is before the writes. If there is a base and it is absent, the message is reported as
    /// supplied.
    pub base: Option<(Place, FunctionId)>,
    pub writes: Vec<Write<'m>>,
    pub guard: Option<Guard>,
}

/// What keeps a oneof from being set twice: if nothing of `own` is set and something of `others` is, the message is not
/// built, and whatever of `company` has a value is a loss.
#[derive(Debug)]
pub(crate) struct Guard {
    pub own: Vec<Place>,
    pub others: Vec<Place>,
    pub company: Vec<Place>,
}

/// A list put together.
#[derive(Debug)]
pub(crate) struct List<'m> {
    /// The first element. When it has nothing in it and there are others, it is an empty message.
    pub first: Build<'m>,
    /// The others.
    pub rest: Option<(Place, FunctionId)>,
    /// Fields of an element. One of the others in which all of them equal those of the first is a loss.
    pub distinct: Vec<FieldRef>,
}

/// One part of a resource name.
#[derive(Debug)]
pub(crate) struct Part {
    pub from: Place,
    /// Whether it is carried elsewhere too, so that nothing is lost when there is no name.
    pub carried: bool,
}

/// What the numbers of an enum become.
#[derive(Debug)]
pub(crate) struct EnumFunction<'m> {
    /// Unique in its way, in snake_case.
    pub name: String,
    pub source: crate::schema::EnumId,
    pub target: crate::schema::EnumId,
    pub pair: &'m EnumPair,
    pub told: Vec<Told>,
}

impl<'m> Program<'m> {
    /// The program of a migration.
    pub fn of(migration: &'m Migration) -> Self {
        let way = |direction| lower::way(migration, direction);
        Program { migration, upgrade: way(Direction::Upgrade), downgrade: way(Direction::Downgrade) }
    }

    /// The functions for everybody, up and down, of each pair of messages.
    pub fn both_ways(&self) -> impl Iterator<Item = (&Function<'m>, &Function<'m>)> {
        self.upgrade.public().filter_map(|(_, up)| {
            let mut back = self.downgrade.public().map(|(_, down)| down);
            back.find(|down| (down.source, down.target) == (up.target, up.source)).map(|down| (up, down))
        })
    }

    /// Both ways, up first.
    pub fn ways(&self) -> [&Way<'m>; 2] {
        [&self.upgrade, &self.downgrade]
    }
}

impl Function<'_> {
    /// How many levels below the message of the source the messages in a field of a scope are.
    pub fn levels(&self, place: Place) -> usize {
        let outer = |place: &Place| self.scopes[place.scope].place;
        std::iter::successors(Some(place), outer).count()
    }
}

impl<'m> Way<'m> {
    pub fn function(&self, id: FunctionId) -> &Function<'m> {
        &self.functions[id.0]
    }

    /// The functions for everybody that have something to do, with their ids.
    pub fn public(&self) -> impl Iterator<Item = (FunctionId, &Function<'m>)> {
        self.printed().filter(|(_, function)| function.public)
    }

    /// The functions that have something to do, with their ids.
    pub fn printed(&self) -> impl Iterator<Item = (FunctionId, &Function<'m>)> {
        let all = self.functions.iter().enumerate().map(|(index, function)| (FunctionId(index), function));
        all.filter(|(_, function)| !function.shared)
    }

    /// The version that data comes from.
    pub fn source_side(&self) -> Side {
        match self.direction {
            Direction::Upgrade => Side::Old,
            Direction::Downgrade => Side::New,
        }
    }

    /// The version that it goes to.
    pub fn target_side(&self) -> Side {
        match self.direction {
            Direction::Upgrade => Side::New,
            Direction::Downgrade => Side::Old,
        }
    }

    /// The schema of a version.
    pub fn schema(&self, side: Side) -> &'m Schema {
        if side == self.source_side() { self.source } else { self.target }
    }

    /// Whether two enums are one and the same of `google.protobuf`, which every language has once.
    pub fn is_one_enum(&self, source: crate::schema::EnumId, target: crate::schema::EnumId) -> bool {
        let name = &self.source[source].element.full_name;
        name.starts_with("google.protobuf.") && *name == self.target[target].element.full_name
    }

    /// A field of the source.
    pub fn field(&self, place: Place) -> &'m Field {
        place.field.get(self.source)
    }
}
