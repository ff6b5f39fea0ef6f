//! Messages of the target: carried from one of the source, or put together.

use super::{
    ConvertError,
    index::{Chain, Frame, Record},
    run::{At, Mark, Parts, Run},
    walk,
    write::Apart,
};
use crate::{
    migration::plan::{Build, Compared, Extra, Guard, PlanId, Source, Write},
    wire::{Depth, Overflow, RawValue, Reader, WireType},
};

impl<'p, 'i> Run<'p, 'i> {
    /// A message, or each of several.
    pub(super) fn messages(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        source: Source,
        plan: PlanId,
        wire: WireType,
        extra: Extra,
    ) -> Result<bool, ConvertError> {
        let frame = self.frame(apart.frames, source.scope);
        let Some(slot) = self.slot(frame, source.slot) else { return Ok(false) };
        let all = self.source(apart.frames, source);
        if all.is_empty() {
            return Ok(false);
        }
        if !slot.repeated {
            self.one_message(apart, write, source, all, plan, wire)?;
            return Ok(true);
        }
        let mut chain = all;
        let mut written = 0;
        while let Some((record, rest)) = chain.next(&self.records) {
            chain = rest;
            if extra == Extra::Lost && written > 0 {
                walk::check(self.plan, self.input, (slot, record), apart.depth)
                    .map_err(|(offset, reason)| self.fault(apart.place(source.scope), Some(slot), offset, reason))?;
                let path = self.element_path(apart.place(source.scope), &slot.name, record.ordinal);
                self.report.lose(|| path, "the other version has room for one");
                continue;
            }
            let at = if extra == Extra::Lost { At::Only } else { At::Element(written) };
            self.element(apart, frame, write, source, record, plan, wire, at)?;
            written += 1;
        }
        Ok(true)
    }

    pub(super) fn one_message(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        source: Source,
        chain: Chain,
        plan: PlanId,
        wire: WireType,
    ) -> Result<(), ConvertError> {
        let frame = self.frame(apart.frames, source.scope);
        let Some(record) = chain.first(&self.records) else { return Ok(()) };
        let last = chain.last(&self.records).unwrap_or(record);
        let parts = if record.start == last.start {
            Parts::Stretch(record.payload as usize, record.payload_end as usize)
        } else {
            Parts::Chain(chain)
        };
        let begun = self.begin(write.number, wire, record.payload(self.input).len());
        let depth = self.deeper(apart, source, record)?;
        let marks = self.enter(apart, frame, source, At::Only, &write.name, At::Only);
        self.message(plan, parts, depth)?;
        self.trail.truncate(marks);
        self.finish(begun);
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn element(
        &mut self,
        apart: Apart<'p>,
        frame: Frame,
        write: &'p Write,
        source: Source,
        record: Record,
        plan: PlanId,
        wire: WireType,
        at: At,
    ) -> Result<(), ConvertError> {
        let begun = self.begin(write.number, wire, record.payload(self.input).len());
        let depth = self.deeper(apart, source, record)?;
        let marks = self.enter(apart, frame, source, At::Element(record.ordinal), &write.name, at);
        self.message(plan, Parts::Stretch(record.payload as usize, record.payload_end as usize), depth)?;
        self.trail.truncate(marks);
        self.finish(begun);
        Ok(())
    }

    /// A message put together from fields of the scopes. It is written when there is anything in it, or when it is
    /// there itself.
    pub(super) fn build(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        build: &'p Build,
        at: At,
    ) -> Result<bool, ConvertError> {
        if let Some(guard) = &build.guard
            && self.is_kept_out(apart, guard)
        {
            return Ok(false);
        }
        let (start, missing) = (self.out.written(), self.report.missing.len());
        let begun = self.begin(write.number, build.wire, build.base.map_or(0, |(source, _)| self.size(apart, source)));
        let content = self.out.written();
        let mut has_base = false;
        if let Some((source, plan)) = build.base {
            let chain = self.source(apart.frames, source);
            if let Some(record) = chain.first(&self.records) {
                has_base = true;
                let depth = self.deeper(apart, source, record)?;
                let frame = self.frame(apart.frames, source.scope);
                let last = chain.last(&self.records).unwrap_or(record);
                let parts = if record.start == last.start {
                    Parts::Stretch(record.payload as usize, record.payload_end as usize)
                } else {
                    Parts::Chain(chain)
                };
                let marks = self.enter(apart, frame, source, At::Only, &write.name, at);
                self.message(plan, parts, depth)?;
                self.trail.truncate(marks);
            }
        }
        let marks = self.trail.len();
        self.trail.push(Mark { source: None, target: Some((&write.name, at)) });
        for inner in &build.writes {
            if !self.write(apart.message, apart.frames, inner, apart.depth)? && inner.required {
                self.report_missing(&inner.name);
            }
        }
        self.trail.truncate(marks);
        let wrote = self.out.written() > content;
        if !wrote && !has_base {
            self.out.take_back_to(start);
            self.report.missing.truncate(missing);
            return Ok(false);
        }
        self.finish(begun);
        if build.base.is_some() && !has_base {
            let path = self.target_path(&write.name);
            self.report.supply(path, "made to hold what stands elsewhere in the other version".to_owned());
        }
        Ok(true)
    }

    /// How many bytes the payload of a source has, about.
    fn size(&self, apart: Apart<'p>, source: Source) -> usize {
        let first = self.source(apart.frames, source).first(&self.records);
        first.map_or(0, |record| record.payload(self.input).len())
    }

    /// Whether another member of the oneof is set. What would have gone along with this one is lost then.
    fn is_kept_out(&mut self, apart: Apart<'p>, guard: &'p Guard) -> bool {
        let is_set = |source: &Source| !self.source(apart.frames, *source).is_empty();
        if guard.own.iter().any(is_set) || !guard.others.iter().any(is_set) {
            return false;
        }
        for &source in &guard.company {
            let frame = self.frame(apart.frames, source.scope);
            let chain = self.source(apart.frames, source);
            if self.slot(frame, source.slot).is_some_and(|slot| self.is_set(slot, chain)) {
                let path = self.source_name(apart, source);
                self.report
                    .lose(|| path, "the other version has a place for it only beside another member of the oneof");
            }
        }
        true
    }

    /// A list put together: its first element, then others.
    pub(super) fn list(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        first: &'p Build,
        rest: Option<&'p (Source, PlanId)>,
        distinct: &[Compared],
    ) -> Result<bool, ConvertError> {
        let start = self.out.written();
        let mut wrote = self.build(apart, write, first, At::Element(0))?;
        let Some(&(source, plan)) = rest else { return Ok(wrote) };
        let mut chain = self.source(apart.frames, source);
        if !wrote && !chain.is_empty() {
            // The others must not move up into the place of the first.
            let begun = self.begin(write.number, first.wire, 0);
            self.finish(begun);
            wrote = true;
        }
        let head = if distinct.is_empty() { Vec::new() } else { content(self.out.since(start)).to_vec() };
        // Looked up once: the head may be large, and there may be many others.
        let head: Vec<_> = distinct.iter().map(|compared| (*compared, last_value(&head, *compared))).collect();
        let frame = self.frame(apart.frames, source.scope);
        let mut index = 1;
        while let Some((record, others)) = chain.next(&self.records) {
            chain = others;
            let element = self.out.written();
            let (supplied, missing) = (self.report.supplied.len(), self.report.missing.len());
            self.element(apart, frame, write, source, record, plan, first.wire, At::Element(index))?;
            if !head.is_empty() && repeats(&head, content(self.out.since(element))) {
                self.out.take_back_to(element);
                self.report.supplied.truncate(supplied);
                self.report.missing.truncate(missing);
                let name = self.slot_name(frame, source.slot);
                let path = self.element_path(apart.place(source.scope), name, record.ordinal);
                self.report.lose(|| path, "it repeats the first, and the options say to leave that out");
                continue;
            }
            index += 1;
        }
        Ok(wrote)
    }
}

/// The content of a length-prefixed record.
fn content(record: &[u8]) -> &[u8] {
    match Reader::new(record, Overflow::Drop).field(Depth::outermost()) {
        Ok(Some(field)) => match field.value {
            RawValue::Len(content) | RawValue::Group(content) => content,
            _ => &[],
        },
        _ => &[],
    }
}

/// Whether a message has these values in these fields.
fn repeats(head: &[(Compared, Option<RawValue<'_>>)], element: &[u8]) -> bool {
    head.iter().all(|(compared, value)| last_value(element, *compared) == *value)
}

/// The value of a field; none, where it is a default that is not told from it.
fn last_value(message: &[u8], compared: Compared) -> Option<RawValue<'_>> {
    let fields = crate::wire::fields(message).filter_map(Result::ok);
    let value = fields.filter(|field| field.number == compared.number).map(|field| field.value).last();
    value.filter(|value| compared.explicit || !walk::is_default(*value))
}
