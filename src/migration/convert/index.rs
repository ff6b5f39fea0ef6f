//! A message taken apart one level deep: for each field, where in the input its records are.
//!
//! Records of all messages that are open live in one list, and those of one field are chained, so taking a message
//! apart allocates nothing once the lists have grown.

use super::{
    ConvertError, ConvertReason,
    run::{Place, Run},
};
use crate::{
    migration::plan::{Holds, Layout, LayoutId, Slot, Take},
    wire::{Depth, Key, Overflow, RawValue, Reader, WireError, WireType},
};

/// Where one record of a known field is. Offsets count from the start of the input, which has less than 4 GiB.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    pub wire: WireType,
    pub start: u32,
    pub payload: u32,
    pub payload_end: u32,
    pub end: u32,
    /// Which of the field's records it was.
    pub ordinal: u32,
    next: u32,
}

/// The records of one field, first to last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chain {
    first: u32,
    last: u32,
    count: u32,
}

/// A message that is open.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// Where its chains begin.
    pub chains: usize,
    pub layout: LayoutId,
    /// Whether it is there at all.
    pub present: bool,
    /// Which element of its list it is.
    pub ordinal: u32,
}

const NONE: u32 = u32::MAX;

impl Chain {
    const EMPTY: Chain = Chain { first: NONE, last: NONE, count: 0 };

    pub(super) fn is_empty(self) -> bool {
        self.first == NONE
    }

    /// The part of it that is meant.
    pub(super) fn take(self, take: Take, records: &[Record]) -> Chain {
        match take {
            Take::All => self,
            Take::First if self.is_empty() => self,
            Take::First => Chain { last: self.first, count: 1, ..self },
            Take::Rest => match records.get(self.first as usize) {
                Some(first) if self.first != self.last => Chain { first: first.next, count: self.count - 1, ..self },
                _ => Chain::EMPTY,
            },
        }
    }

    /// Its first record and what comes after it.
    pub(super) fn next(self, records: &[Record]) -> Option<(Record, Chain)> {
        let record = *records.get(self.first as usize)?;
        let rest = if self.first == self.last { Chain::EMPTY } else { Chain { first: record.next, ..self } };
        Some((record, rest))
    }

    pub(super) fn last(self, records: &[Record]) -> Option<Record> {
        records.get(self.last as usize).copied()
    }

    pub(super) fn first(self, records: &[Record]) -> Option<Record> {
        records.get(self.first as usize).copied()
    }
}

impl Record {
    /// The payload, of a group its content.
    pub(super) fn payload(self, input: &[u8]) -> &[u8] {
        input.get(self.payload as usize..self.payload_end as usize).unwrap_or_default()
    }

    /// The whole record.
    pub(super) fn whole(self, input: &[u8]) -> &[u8] {
        input.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// The payload as a value.
    pub(super) fn value(self, input: &[u8]) -> Option<RawValue<'_>> {
        let payload = self.payload(input);
        match self.wire {
            WireType::Len => Some(RawValue::Len(payload)),
            WireType::Group => Some(RawValue::Group(payload)),
            wire => number(payload, wire),
        }
    }
}

/// The number that a payload begins with.
fn number(payload: &[u8], wire: WireType) -> Option<RawValue<'_>> {
    let mut reader = Reader::new(payload, Overflow::Drop);
    match wire {
        WireType::Varint => reader.varint().ok().map(RawValue::Varint),
        WireType::Fixed32 => reader.fixed32().ok().map(RawValue::Fixed32),
        WireType::Fixed64 => reader.fixed64().ok().map(RawValue::Fixed64),
        WireType::Len | WireType::Group => None,
    }
}

impl<'p, 'i> Run<'p, 'i> {
    /// Opens a message that nothing has been read of yet.
    pub(super) fn open(&mut self, layout: LayoutId, present: bool, ordinal: u32) {
        let chains = self.chains.len();
        let slots = self.layout(layout).map_or(0, |layout| layout.slots.len());
        self.chains.resize(chains + slots, Chain::EMPTY);
        self.frames.push(Frame { chains, layout, present, ordinal });
    }

    /// The chain of a slot of an open message.
    pub(super) fn chain(&self, frame: Frame, slot: u16) -> Chain {
        self.chains.get(frame.chains + usize::from(slot)).copied().unwrap_or(Chain::EMPTY)
    }

    /// Puts in place of a chain the records that are left of it.
    pub(super) fn rechain(&mut self, frame: Frame, slot: u16, kept: &[u32]) {
        let mut chain = Chain::EMPTY;
        for &index in kept {
            link(&mut self.records, &mut chain, index);
        }
        if let Some(place) = self.chains.get_mut(frame.chains + usize::from(slot)) {
            *place = chain;
        }
    }

    /// A chain of records that belong to no slot: start, payload, end of payload, end. They are the last in the list.
    pub(super) fn chained(&mut self, wire: WireType, parts: &[(usize, usize, usize, usize)]) -> Chain {
        let mut chain = Chain::EMPTY;
        for &(start, payload, payload_end, end) in parts {
            let index = self.records.len() as u32;
            let ordinal = chain.count;
            let [start, payload, payload_end, end] = [start, payload, payload_end, end].map(|at| at as u32);
            self.records.push(Record { wire, start, payload, payload_end, end, ordinal, next: NONE });
            link(&mut self.records, &mut chain, index);
        }
        chain
    }

    /// The indices of the records of a chain.
    pub(super) fn indices(&self, mut chain: Chain) -> Vec<u32> {
        let mut indices = Vec::new();
        while let Some((_, rest)) = chain.next(&self.records) {
            indices.push(chain.first);
            chain = rest;
        }
        indices
    }

    /// Reads the records between two offsets into an open message, as a conformant reader takes them: later ones after
    /// earlier ones, a oneof member clears the others, what does not fit is unknown.
    pub(super) fn index(
        &mut self,
        frame: Frame,
        (start, end): (usize, usize),
        depth: Depth,
        place: Place<'p>,
    ) -> Result<(), ConvertError> {
        let Some(layout) = self.layout(frame.layout) else { return Ok(()) };
        let mut reader = Reader::within(self.input, start..end, Overflow::Drop);
        loop {
            let at = reader.position();
            let (number, wire) = match reader.key() {
                Ok(None) => return Ok(()),
                Ok(Some(Key::Field { number, wire_type })) => (number, wire_type),
                Ok(Some(Key::EndGroup { number })) => {
                    let reason = crate::wire::WireReason::UnmatchedEndGroup(number);
                    return Err(self.fault(place, None, at, reason.into()));
                }
                Err(error) => return Err(self.wire_fault(place, None, error)),
            };
            let payload = reader.position();
            let found = layout.slot(number);
            let value = match reader.value(number, wire, depth) {
                Ok(value) => value,
                Err(error) => return Err(self.wire_fault(place, found.map(|(_, slot)| slot), error)),
            };
            let end = reader.position();
            let (payload, payload_end) = match value {
                RawValue::Len(content) => (end - content.len(), end),
                RawValue::Group(content) => (payload, payload + content.len()),
                _ => (payload, end),
            };
            let slot = match found {
                Some((id, slot)) if self.is_value(slot, wire, value) => Some((id, slot)),
                _ => None,
            };
            let Some((id, slot)) = slot else {
                self.unknown(place, found.map(|(_, slot)| slot), number, wire, end - at);
                continue;
            };
            if let (Holds::Text { checked: true }, RawValue::Len(text)) = (&slot.holds, value)
                && let Err(error) = std::str::from_utf8(text)
            {
                return Err(self.fault(place, Some(slot), payload + error.valid_up_to(), ConvertReason::Utf8));
            }
            if slot.oneof.is_some() {
                self.clear_others(layout, frame, id, slot, depth, place)?;
            }
            let short = |offset: usize| u32::try_from(offset).unwrap_or(NONE);
            let index = short(self.records.len());
            let Some(chain) = self.chains.get_mut(frame.chains + usize::from(id)) else { continue };
            let (start, payload, payload_end, end) = (short(at), short(payload), short(payload_end), short(end));
            let record = Record { wire, start, payload, payload_end, end, ordinal: chain.count, next: NONE };
            self.records.push(record);
            link(&mut self.records, chain, index);
        }
    }

    /// Whether a record is a value of the field, or a run of values.
    fn is_value(&self, slot: &Slot, wire: WireType, value: RawValue<'_>) -> bool {
        if !slot.holds.takes(wire, slot.repeated) {
            return false;
        }
        match (&slot.holds, value) {
            // A number that a closed enum does not have is an unknown field.
            (Holds::Number { closed: Some(known), .. }, RawValue::Varint(number)) => known.contains(&(number as i32)),
            _ => true,
        }
    }

    /// Setting one member of a oneof clears the others, which must be well-formed all the same.
    fn clear_others(
        &mut self,
        layout: &'p Layout,
        frame: Frame,
        set: u16,
        slot: &Slot,
        depth: Depth,
        place: Place<'p>,
    ) -> Result<(), ConvertError> {
        let members = slot.oneof.and_then(|oneof| layout.oneofs.get(usize::from(oneof)));
        for &member in members.into_iter().flatten().filter(|&&member| member != set) {
            let chain = self.chain(frame, member);
            if let (false, Some(slot)) = (chain.is_empty(), layout.slots.get(usize::from(member))) {
                self.check(slot, chain, depth, place)?;
                self.rechain(frame, member, &[]);
            }
        }
        Ok(())
    }

    /// Looks at what is not carried.
    pub(super) fn check(
        &self,
        slot: &Slot,
        mut chain: Chain,
        depth: Depth,
        place: Place<'p>,
    ) -> Result<(), ConvertError> {
        while let Some((record, rest)) = chain.next(&self.records) {
            super::walk::check(self.plan, self.input, (slot, record), depth)
                .map_err(|(offset, reason)| self.fault(place, Some(slot), offset, reason))?;
            chain = rest;
        }
        Ok(())
    }

    fn wire_fault(&self, place: Place<'p>, slot: Option<&Slot>, error: WireError) -> ConvertError {
        self.fault(place, slot, error.offset, error.reason.into())
    }

    /// A record that the source has no field for. It is not carried: in the target its number means something else.
    fn unknown(&mut self, place: Place<'p>, slot: Option<&Slot>, number: i32, wire: WireType, size: usize) {
        if place.is_carried() {
            return;
        }
        let reason = match slot {
            None => format!("unknown field {number} of {size} bytes ({wire})"),
            Some(slot) => {
                let expected = slot.holds.wire().map_or("anything", WireType::name);
                match slot.holds.takes(wire, slot.repeated) {
                    true => format!("field {number} holds a number that its closed enum does not have"),
                    false => format!("field {number} should be {expected} and is {wire} ({size} bytes)"),
                }
            }
        };
        let path = self.source_path(place, slot.map(|slot| &*slot.name));
        let path = if path.is_empty() {
            format!("#{number}")
        } else if slot.is_some() {
            path
        } else {
            format!("{path}.#{number}")
        };
        self.report.lose(|| path, reason);
    }
}

fn link(records: &mut [Record], chain: &mut Chain, index: u32) {
    if let Some(last) = records.get_mut(chain.last as usize) {
        last.next = index;
    } else {
        chain.first = index;
    }
    if let Some(record) = records.get_mut(index as usize) {
        record.next = NONE;
    }
    chain.last = index;
    chain.count += 1;
}
