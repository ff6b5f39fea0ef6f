//! Maps, whose entries are messages with the key at 1 and the value at 2
//! (<https://protobuf.dev/programming-guides/encoding/#maps>).

use super::{
    ConvertError, ConvertReason,
    index::Record,
    run::{At, Parts, Place, Run},
    write::Apart,
};
use crate::{
    migration::plan::{Holds, MapValue, Source, Write},
    wire::{Depth, Overflow, RawValue, Reader, WireReason, WireType},
};

impl<'p, 'i> Run<'p, 'i> {
    /// A map: each entry is a message with the key at 1 and the value at 2.
    pub(super) fn map(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        source: Source,
        value: &'p MapValue,
    ) -> Result<bool, ConvertError> {
        let frame = self.frame(apart.frames, source.scope);
        let Some(slot) = self.slot(frame, source.slot) else { return Ok(false) };
        let Holds::Map { key, value: held } = &slot.holds else { return Ok(false) };
        let mut chain = self.source(apart.frames, source);
        let mut wrote = false;
        while let Some((record, rest)) = chain.next(&self.records) {
            chain = rest;
            let depth = self.deeper(apart, source, record)?;
            let entry = Entry::read(self.input, record, key, held, depth)
                .map_err(|(offset, reason)| self.fault(apart.place(source.scope), Some(slot), offset, reason))?;
            if entry.strange {
                let path = self.source_name(apart, source);
                self.report.lose(|| path, "something unknown inside an entry of the map");
            }
            let begun = self.begin(write.number, WireType::Len, record.payload(self.input).len());
            if let Some((start, end)) = entry.key {
                self.out.records(self.input.get(start..end).unwrap_or_default());
            }
            let at = entry.key_content.map_or(At::Only, |(start, end)| At::Key(start, end));
            let marks = self.enter(apart, frame, source, at, &write.name, at);
            self.map_value(&entry, value, held, depth, apart, source)?;
            self.trail.truncate(marks);
            self.finish(begun);
            wrote = true;
        }
        Ok(wrote)
    }

    fn map_value(
        &mut self,
        entry: &Entry,
        value: &'p MapValue,
        held: &'p Holds,
        depth: Depth,
        apart: Apart<'p>,
        source: Source,
    ) -> Result<(), ConvertError> {
        let Some(&(start, payload, payload_end, end)) = entry.values.last() else { return Ok(()) };
        match value {
            MapValue::Same => self.out.records(self.input.get(start..end).unwrap_or_default()),
            MapValue::Other { from, to } => {
                let mut reader = Reader::within(self.input, start..end, Overflow::Drop);
                let Ok(Some(field)) = reader.field(depth) else { return Ok(()) };
                let (value, lost) = super::value::convert(from, to, field.value);
                if let Some(value) = value {
                    self.out.field(2, value.raw());
                }
                if let Some(reason) = lost {
                    let path = self.source_path(Place::Trail, None);
                    self.report.lose(|| path, reason);
                }
            }
            MapValue::Message(plan) => {
                let Holds::Message { wire, .. } = held else { return Ok(()) };
                let inner = depth.enter();
                let Some(inner) = inner else {
                    let place = apart.place(source.scope);
                    return Err(self.fault(place, None, start, WireReason::TooDeep.into()));
                };
                let begun = self.begin(2, *wire, payload_end - payload);
                if let [_] = entry.values.as_slice() {
                    self.message(*plan, Parts::Stretch(payload, payload_end), inner)?;
                } else {
                    // Written twice, a message is merged like any other.
                    let records = self.records.len();
                    let merged = self.chained(*wire, &entry.values);
                    self.message(*plan, Parts::Chain(merged), inner)?;
                    self.records.truncate(records);
                }
                self.finish(begun);
            }
        }
        Ok(())
    }
}

/// A map entry, taken apart.
struct Entry {
    /// The last key record, and its content.
    key: Option<(usize, usize)>,
    key_content: Option<(usize, usize)>,
    /// The value records: start, payload, end of payload, end.
    values: Vec<(usize, usize, usize, usize)>,
    /// Whether something in it is neither.
    strange: bool,
}

impl Entry {
    fn read(
        input: &[u8],
        record: Record,
        key: &Holds,
        value: &Holds,
        depth: Depth,
    ) -> Result<Self, (usize, ConvertReason)> {
        let mut entry = Entry { key: None, key_content: None, values: Vec::new(), strange: false };
        let mut reader = Reader::within(input, record.payload as usize..record.payload_end as usize, Overflow::Drop);
        loop {
            let start = reader.position();
            let field = match reader.field(depth) {
                Ok(Some(field)) => field,
                Ok(None) => return Ok(entry),
                Err(error) => return Err((error.offset, error.reason.into())),
            };
            let end = reader.position();
            let wire = field.value.wire_type();
            let holds = match field.number {
                1 if key.takes(wire, false) => key,
                2 if value.takes(wire, false) => value,
                _ => {
                    entry.strange = true;
                    continue;
                }
            };
            let (payload, payload_end) = match field.value {
                RawValue::Len(content) => (end - content.len(), end),
                RawValue::Group(content) => {
                    let at = content.as_ptr() as usize - input.as_ptr() as usize;
                    (at, at + content.len())
                }
                _ => (start, end),
            };
            if let (Holds::Text { checked: true }, RawValue::Len(text)) = (holds, field.value)
                && let Err(error) = std::str::from_utf8(text)
            {
                return Err((payload + error.valid_up_to(), ConvertReason::Utf8));
            }
            if field.number == 1 {
                let is_text = matches!(field.value, RawValue::Len(_));
                (entry.key, entry.key_content) = (Some((start, end)), is_text.then_some((payload, payload_end)));
            } else {
                entry.values.push((start, payload, payload_end, end));
            }
        }
    }
}
