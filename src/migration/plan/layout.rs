//! What a reader of the source must know about a message: which number is which field, and how it is written.

use std::{collections::BTreeSet, collections::HashMap};

use crate::{
    dynamic::binary::{is_packable, wire_type},
    migration::correspondence::fields_of,
    schema::{Field, FieldRef, FieldType, Kind, MessageId, Presence, Scalar, Schema, Utf8},
    wire::WireType,
};

/// Index of a [`Layout`] in its plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct LayoutId(pub usize);

/// The fields of a message, found by number.
#[derive(Debug)]
pub(crate) struct Layout {
    pub message: MessageId,
    pub slots: Vec<Slot>,
    /// For each oneof, its members as indices of slots.
    pub oneofs: Vec<Vec<u16>>,
    /// Slot + 1 for small numbers, 0 where there is no field.
    small: Vec<u16>,
    large: HashMap<i32, u16>,
}

/// One field of the source.
#[derive(Debug)]
pub(crate) struct Slot {
    pub name: Box<str>,
    pub number: i32,
    pub holds: Holds,
    pub repeated: bool,
    /// Whether absent and default are two things.
    pub explicit: bool,
    pub oneof: Option<u16>,
}

/// What a field holds, as far as reading it goes.
#[derive(Debug)]
pub(crate) enum Holds {
    /// A number; of a closed enum those that it knows.
    Number { wire: WireType, closed: Option<BTreeSet<i32>> },
    /// A string that is checked, or bytes.
    Text { checked: bool },
    /// A message.
    Message { wire: WireType, layout: LayoutId },
    /// A map with its key and value.
    Map { key: Box<Holds>, value: Box<Holds> },
    /// Nothing is known about it.
    Anything,
}

/// Numbers below this are found by index.
const SMALL: usize = 128;

/// The layouts of a schema, made as they are asked for.
pub(super) struct Layouts<'s> {
    schema: &'s Schema,
    made: Vec<Option<Layout>>,
    index: HashMap<MessageId, LayoutId>,
}

impl<'s> Layouts<'s> {
    pub(super) fn new(schema: &'s Schema) -> Self {
        Layouts { schema, made: Vec::new(), index: HashMap::new() }
    }

    /// The layout of a message. Types may be recursive, so its place is taken before it is filled.
    pub(super) fn of(&mut self, message: MessageId) -> LayoutId {
        if let Some(&id) = self.index.get(&message) {
            return id;
        }
        let id = LayoutId(self.made.len());
        self.index.insert(message, id);
        self.made.push(None);
        let fields: Vec<FieldRef> = fields_of(self.schema, message).collect();
        let slots: Vec<Slot> = fields.iter().map(|field| self.slot(field.get(self.schema))).collect();
        let mut layout = Layout { message, oneofs: Vec::new(), small: Vec::new(), large: HashMap::new(), slots };
        layout.index();
        if let Some(place) = self.made.get_mut(id.0) {
            *place = Some(layout);
        }
        id
    }

    fn slot(&mut self, field: &Field) -> Slot {
        let (repeated, explicit) = match &field.ty {
            FieldType::Singular { presence, .. } => (false, *presence != Presence::Implicit),
            FieldType::Repeated { .. } | FieldType::Map { .. } => (true, true),
        };
        let holds = match &field.ty {
            FieldType::Singular { kind, .. } | FieldType::Repeated { kind, .. } => self.holds(kind, field.utf8),
            FieldType::Map { key, value, .. } => Holds::Map {
                key: Box::new(self.holds(&Kind::Scalar(*key), field.utf8)),
                value: Box::new(self.holds(value, field.utf8)),
            },
        };
        let oneof = field.oneof.and_then(|index| u16::try_from(index).ok());
        Slot { name: field.name().into(), number: field.number, holds, repeated, explicit, oneof }
    }

    fn holds(&mut self, kind: &Kind, utf8: Utf8) -> Holds {
        match kind {
            Kind::Scalar(Scalar::String) => Holds::Text { checked: utf8 == Utf8::Verify },
            Kind::Scalar(Scalar::Bytes) => Holds::Text { checked: false },
            Kind::Message(id) => Holds::Message { wire: WireType::Len, layout: self.of(*id) },
            Kind::Group(id) => Holds::Message { wire: WireType::Group, layout: self.of(*id) },
            Kind::Enum(id) => {
                let of = &self.schema[*id];
                let closed = of.closed.then(|| of.values.iter().map(|value| value.number).collect());
                Holds::Number { wire: WireType::Varint, closed }
            }
            Kind::Scalar(_) => match wire_type(kind) {
                Some(wire) => Holds::Number { wire, closed: None },
                None => Holds::Anything,
            },
            Kind::StandIn(_) => Holds::Anything,
        }
    }

    /// All of them. Every place has been filled by now.
    pub(super) fn finish(self) -> Vec<Layout> {
        self.made.into_iter().flatten().collect()
    }

    /// Which slot a field is.
    pub(super) fn slot_of(&self, message: MessageId, field: FieldRef) -> u16 {
        fields_of(self.schema, message)
            .position(|found| found == field)
            .and_then(|i| u16::try_from(i).ok())
            .unwrap_or(0)
    }
}

impl Layout {
    fn index(&mut self) {
        self.small = vec![0; SMALL];
        for (index, slot) in self.slots.iter().enumerate() {
            let Ok(id) = u16::try_from(index) else { continue };
            match usize::try_from(slot.number).ok().and_then(|number| self.small.get_mut(number)) {
                Some(place) => *place = id + 1,
                None => _ = self.large.insert(slot.number, id),
            }
            if let Some(oneof) = slot.oneof.map(usize::from) {
                if self.oneofs.len() <= oneof {
                    self.oneofs.resize(oneof + 1, Vec::new());
                }
                if let Some(members) = self.oneofs.get_mut(oneof) {
                    members.push(id);
                }
            }
        }
    }

    /// The slot of a field number.
    #[inline]
    pub fn slot(&self, number: i32) -> Option<(u16, &Slot)> {
        let id = match usize::try_from(number).ok().and_then(|number| self.small.get(number)) {
            Some(0) => return None,
            Some(id) => id - 1,
            None => *self.large.get(&number)?,
        };
        Some((id, self.slots.get(usize::from(id))?))
    }
}

impl Holds {
    /// The wire type of one value.
    pub fn wire(&self) -> Option<WireType> {
        match self {
            Holds::Number { wire, .. } | Holds::Message { wire, .. } => Some(*wire),
            Holds::Text { .. } | Holds::Map { .. } => Some(WireType::Len),
            Holds::Anything => None,
        }
    }

    /// Whether a record with this wire type is a value of it, or a run of values.
    #[inline]
    pub fn takes(&self, found: WireType, repeated: bool) -> bool {
        match self {
            Holds::Number { wire, .. } => found == *wire || repeated && found == WireType::Len,
            other => other.wire().is_none_or(|wire| wire == found),
        }
    }
}

/// Whether values of a kind may share one record.
pub(super) fn packable(kind: &Kind) -> bool {
    is_packable(kind)
}
