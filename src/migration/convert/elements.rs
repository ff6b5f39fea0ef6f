//! Elements of lists of numbers, strings and bytes, packed or not.

use super::{ConvertError, index::Record, run::Run, write::Apart};
use crate::{
    migration::plan::{NumberOrText, Source, Take, Write},
    wire::{Overflow, RawValue, Reader, WireReason, WireType},
};

/// More lost elements of one list than this are reported as one.
const LISTED_ELEMENTS: usize = 16;

impl<'p, 'i> Run<'p, 'i> {
    /// Each value of a list, made into another type.
    pub(super) fn values(
        &mut self,
        apart: Apart<'p>,
        source: Source,
        write: &'p Write,
        (from, to): (&'p NumberOrText, &'p NumberOrText),
        packed: bool,
    ) -> Result<bool, ConvertError> {
        let start = self.out.written();
        let open = packed.then(|| {
            self.out.tag(write.number, WireType::Len);
            self.out.open(
                self.source(apart.frames, source)
                    .last(&self.records)
                    .map_or(0, |r| r.payload_end as usize - r.payload as usize),
            )
        });
        let content = self.out.written();
        let mut chain = self.source(apart.frames, Source { take: Take::All, ..source });
        let mut ordinal = 0;
        while let Some((record, rest)) = chain.next(&self.records) {
            chain = rest;
            for value in elements(record, self.input, from) {
                let value = value.map_err(|error| self.bad_run(apart, source, record, error))?;
                ordinal += 1;
                if source.take == Take::Rest && ordinal == 1 {
                    continue;
                }
                let (value, lost) = super::value::convert(from, to, value);
                match value {
                    Some(value) if packed => self.bare(value.raw()),
                    Some(value) => self.out.field(write.number, value.raw()),
                    None => {}
                }
                if let Some(reason) = lost {
                    let path = format!("{}[{}]", self.source_name(apart, source), ordinal - 1);
                    self.report.lose(|| path, reason);
                }
            }
        }
        let wrote = self.out.written() > content;
        match open {
            Some(open) if wrote => self.out.close(open),
            _ if !wrote => self.out.take_back_to(start),
            _ => {}
        }
        Ok(wrote)
    }

    pub(super) fn bad_run(&self, apart: Apart<'p>, source: Source, record: Record, reason: WireReason) -> ConvertError {
        let frame = self.frame(apart.frames, source.scope);
        self.fault(apart.place(source.scope), self.slot(frame, source.slot), record.payload as usize, reason.into())
    }

    fn bare(&mut self, value: RawValue<'_>) {
        match value {
            RawValue::Varint(value) => self.out.varint(value),
            RawValue::Fixed32(value) => self.out.fixed32(value),
            RawValue::Fixed64(value) => self.out.fixed64(value),
            RawValue::Len(_) | RawValue::Group(_) => {}
        }
    }

    /// Notes elements of a list that the target has no room for.
    pub(super) fn lose_elements(&mut self, apart: Apart<'p>, source: Source, from: usize, count: usize) {
        let name = self.source_name(apart, source);
        let reason = "the other version has room for one";
        for index in from..count.min(from + LISTED_ELEMENTS) {
            self.report.lose(|| format!("{name}[{index}]"), reason);
        }
        if count > from + LISTED_ELEMENTS {
            let rest = from + LISTED_ELEMENTS;
            self.report.lose(|| format!("{name}[{rest}..{count}]"), reason);
        }
    }
}

/// The values of one record: itself, or those of a packed run.
pub(super) fn elements<'i>(
    record: Record,
    input: &'i [u8],
    of: &NumberOrText,
) -> impl Iterator<Item = Result<RawValue<'i>, WireReason>> + use<'i> {
    let wire = match of {
        NumberOrText::Number(number) if record.wire == WireType::Len => Some(number.wire()),
        _ => None,
    };
    let mut single = if wire.is_none() { record.value(input) } else { None };
    let mut reader = Reader::new(if wire.is_some() { record.payload(input) } else { &[] }, Overflow::Drop);
    let mut failed = false;
    std::iter::from_fn(move || {
        let Some(wire) = wire else { return single.take().map(Ok) };
        if failed || reader.is_at_end() {
            return None;
        }
        let value = match wire {
            WireType::Fixed32 => reader.fixed32().map(RawValue::Fixed32),
            WireType::Fixed64 => reader.fixed64().map(RawValue::Fixed64),
            _ => reader.varint().map(RawValue::Varint),
        };
        failed = value.is_err();
        Some(value.map_err(|error| error.reason))
    })
}
