//! Target fields, written one after the other.

use super::{
    ConvertError, ConvertReason,
    index::{Chain, Frame, Record},
    run::{At, Mark, Parts, Place, Run, raw},
    walk,
};
use crate::{
    migration::plan::{
        Build, Extra, Guard, Holds, How, MapValue, MessagePlan, NumberOrText, Part, PlanId, ScopeId, Source, Take,
        Write,
    },
    wire::{Depth, OpenLen, Overflow, RawValue, Reader, WireReason, WireType},
};

/// More lost elements of one list than this are reported as one.
const LISTED_ELEMENTS: usize = 16;

/// A message of the target that is being written.
enum Begun {
    Len(OpenLen),
    Group(i32),
}

/// What the messages that are being taken apart are to those who write.
#[derive(Clone, Copy)]
pub(super) struct Apart<'p> {
    pub message: &'p MessagePlan,
    pub frames: usize,
    pub depth: Depth,
}

impl<'p> Apart<'p> {
    pub(super) fn place(self, scope: ScopeId) -> Place<'p> {
        Place::Scope { message: self.message, frames: self.frames, scope }
    }
}

impl<'p, 'i> Run<'p, 'i> {
    /// Writes a target field. Says whether it has a value now, which for a field without presence is one that is not
    /// its default.
    pub(super) fn write(
        &mut self,
        message: &'p MessagePlan,
        frames: usize,
        write: &'p Write,
        depth: Depth,
    ) -> Result<bool, ConvertError> {
        let apart = Apart { message, frames, depth };
        match &write.how {
            How::Records { source, loss } => {
                self.note_loss(apart, *source, loss);
                Ok(self.records(apart, *source, write.number))
            }
            How::Value(value) => self.value(apart, write, value),
            How::Values { source, from, to, packed, loss } => {
                self.note_loss(apart, *source, loss);
                self.values(apart, *source, write, (from, to), *packed)
            }
            How::Message { source, plan, wire, extra, loss } => {
                self.note_loss(apart, *source, loss);
                self.messages(apart, write, *source, *plan, *wire, *extra)
            }
            How::Map { source, value, loss } => {
                self.note_loss(apart, *source, loss);
                self.map(apart, write, *source, value)
            }
            How::Build(build) => self.build(apart, write, build, At::Only),
            How::List { first, rest, distinct } => self.list(apart, write, first, rest.as_ref(), distinct),
            How::Name { template, parts } => self.name(apart, write, template, parts),
            How::Wrap { source, plan, empty } => self.wrap(apart, write, *source, *plan, *empty),
            How::Unwrap { source, layout, structs, values } => {
                self.unwrap_value(apart, write, *source, *layout, (*structs, *values))
            }
            How::Constant(constant) => {
                self.out.field(write.number, raw(constant));
                if !constant.is_default() {
                    let path = self.target_path(&write.name);
                    self.report.supply(path, super::value::shown_constant(constant));
                }
                Ok(!constant.is_default())
            }
            How::IsOneOf { of, numbers } => {
                let holds = self.is_one_of(frames, *of, numbers);
                if holds {
                    self.out.varint_field(write.number, 1);
                    let path = self.target_path(&write.name);
                    self.report.supply(path, "true".to_owned());
                }
                Ok(holds)
            }
            How::Nothing => Ok(false),
        }
    }

    /// A loss that the manifest states for whenever there is a value.
    fn note_loss(&mut self, apart: Apart<'p>, source: Source, loss: &Option<std::sync::Arc<str>>) {
        if let Some(reason) = loss
            && !self.source(apart.frames, source).is_empty()
        {
            let path = self.source_name(apart, source);
            self.report.lose(|| path, &**reason);
        }
    }

    /// The path of a source.
    pub(super) fn source_name(&self, apart: Apart<'p>, source: Source) -> String {
        let name = self.slot_name(self.frame(apart.frames, source.scope), source.slot);
        self.source_path(apart.place(source.scope), Some(name))
    }

    /// The records as they are, under another number.
    fn records(&mut self, apart: Apart<'p>, source: Source, number: i32) -> bool {
        let frame = self.frame(apart.frames, source.scope);
        let Some(slot) = self.slot(frame, source.slot) else { return false };
        let mut chain = self.source(apart.frames, source);
        let mut has_value = false;
        while let Some((record, rest)) = chain.next(&self.records) {
            chain = rest;
            has_value = slot.explicit || record.value(self.input).is_some_and(|value| !walk::is_default(value));
            self.copy(record, slot.number, number);
        }
        has_value
    }

    /// One record under another number.
    fn copy(&mut self, record: Record, from: i32, to: i32) {
        if from == to {
            self.out.records(record.whole(self.input));
            return;
        }
        self.out.tag(to, record.wire);
        match record.wire {
            WireType::Len => self.out.len(record.payload(self.input)),
            WireType::Group => {
                self.out.records(record.payload(self.input));
                self.out.end_group(to);
            }
            _ => self.out.records(record.payload(self.input)),
        }
    }

    /// Each value of a list, made into another type.
    fn values(
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

    /// A message, or each of several.
    fn messages(
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

    fn one_message(
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
    fn element(
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

    /// Puts the way into a message of the source on the trail; gives how long the trail was.
    fn enter(
        &mut self,
        apart: Apart<'p>,
        frame: Frame,
        source: Source,
        at: At,
        target: &'p str,
        target_at: At,
    ) -> usize {
        let marks = self.trail.len();
        self.scope_marks(apart, source.scope);
        let name = self.slot_name(frame, source.slot);
        self.trail.push(Mark { source: Some((name, at)), target: Some((target, target_at)) });
        marks
    }

    /// The way from the message to one of its scopes, which is a way on the source side only.
    fn scope_marks(&mut self, apart: Apart<'p>, scope: ScopeId) {
        let Some(inner) = usize::from(scope.0).checked_sub(1).and_then(|index| apart.message.scopes.get(index)) else {
            return;
        };
        self.scope_marks(apart, inner.parent);
        let name = self.slot_name(self.frame(apart.frames, inner.parent), inner.slot);
        let at =
            if inner.take == Take::First { At::Element(self.frame(apart.frames, scope).ordinal) } else { At::Only };
        self.trail.push(Mark { source: Some((name, at)), target: None });
    }

    /// The nesting allowance inside a record of a scope.
    pub(super) fn deeper(&self, apart: Apart<'p>, source: Source, record: Record) -> Result<Depth, ConvertError> {
        let mut depth = Some(apart.depth);
        let mut scope = source.scope;
        while let Some(inner) = usize::from(scope.0).checked_sub(1).and_then(|index| apart.message.scopes.get(index)) {
            depth = depth.and_then(Depth::enter);
            scope = inner.parent;
        }
        depth.and_then(Depth::enter).ok_or_else(|| self.bad_depth(apart, source, record))
    }

    fn bad_depth(&self, apart: Apart<'p>, source: Source, record: Record) -> ConvertError {
        let frame = self.frame(apart.frames, source.scope);
        let slot = self.slot(frame, source.slot);
        self.fault(apart.place(source.scope), slot, record.start as usize, WireReason::TooDeep.into())
    }

    fn begin(&mut self, number: i32, wire: WireType, expected: usize) -> Begun {
        self.out.tag(number, wire);
        match wire {
            WireType::Group => Begun::Group(number),
            _ => Begun::Len(self.out.open(expected)),
        }
    }

    fn finish(&mut self, begun: Begun) {
        match begun {
            Begun::Len(open) => self.out.close(open),
            Begun::Group(number) => self.out.end_group(number),
        }
    }

    /// A message put together from fields of the scopes. It is written when there is anything in it, or when it is
    /// there itself.
    fn build(&mut self, apart: Apart<'p>, write: &'p Write, build: &'p Build, at: At) -> Result<bool, ConvertError> {
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
            let explicit = self.slot(frame, source.slot).is_some_and(|slot| slot.explicit);
            let value = self.source(apart.frames, source).last(&self.records).and_then(|r| r.value(self.input));
            if value.is_some_and(|value| explicit || !walk::is_default(value)) {
                let path = self.source_name(apart, source);
                self.report
                    .lose(|| path, "the other version has a place for it only beside another member of the oneof");
            }
        }
        true
    }

    /// A list put together: its first element, then others.
    fn list(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        first: &'p Build,
        rest: Option<&'p (Source, PlanId)>,
        distinct: &[i32],
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
        let frame = self.frame(apart.frames, source.scope);
        let mut index = 1;
        while let Some((record, others)) = chain.next(&self.records) {
            chain = others;
            let element = self.out.written();
            self.element(apart, frame, write, source, record, plan, first.wire, At::Element(index))?;
            if !distinct.is_empty() && repeats(&head, content(self.out.since(element)), distinct) {
                self.out.take_back_to(element);
                let name = self.slot_name(frame, source.slot);
                let path = self.element_path(apart.place(source.scope), name, record.ordinal);
                self.report.lose(|| path, "it repeats the first, and the options say to leave that out");
                continue;
            }
            index += 1;
        }
        Ok(wrote)
    }

    /// A map: each entry is a message with the key at 1 and the value at 2.
    fn map(
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
                    let merged: Vec<u8> = entry
                        .values
                        .iter()
                        .flat_map(|&(_, p, e, _)| self.input.get(p..e).unwrap_or_default())
                        .copied()
                        .collect();
                    let converted = super::convert(self.plan, *plan, &merged)?;
                    self.out.records(&converted.message);
                    self.report.losses.extend(converted.losses);
                }
                self.finish(begun);
            }
        }
        Ok(())
    }

    /// A resource name put together from its parts.
    fn name(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        template: &crate::migration::manifest::Template,
        parts: &'p [Part],
    ) -> Result<bool, ConvertError> {
        let input = self.input;
        let text = |run: &Self, part: &Part| -> &'i str {
            let last = run.source(apart.frames, part.source).last(&run.records);
            last.and_then(|record| std::str::from_utf8(record.payload(input)).ok()).unwrap_or_default()
        };
        let values: Vec<&str> = parts.iter().map(|part| text(self, part)).collect();
        if values.iter().any(|value| value.is_empty()) {
            for (part, _) in parts.iter().zip(&values).filter(|(part, value)| !value.is_empty() && !part.carried) {
                let path = self.source_name(apart, part.source);
                let reason =
                    format!("`{}` is a name of the form `{template}`, and another part of it is missing", write.name);
                self.report.lose(|| path, reason);
            }
            return Ok(false);
        }
        match template.fill(&values) {
            Ok(name) => {
                self.out.len_field(write.number, name.as_bytes());
                Ok(true)
            }
            Err(bad) => {
                let part = parts.iter().zip(&values).find(|(_, value)| **value == bad).map(|(part, _)| part.source);
                let source = part.unwrap_or(Source { scope: ScopeId(0), slot: 0, take: Take::All });
                let frame = self.frame(apart.frames, source.scope);
                let offset = self.source(apart.frames, source).last(&self.records).map_or(0, |r| r.payload as usize);
                let reason = ConvertReason::NamePart { value: bad.to_owned(), template: template.to_string() };
                Err(self.fault(apart.place(source.scope), self.slot(frame, source.slot), offset, reason))
            }
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

/// Whether two messages have the same values under these numbers.
fn repeats(a: &[u8], b: &[u8], numbers: &[i32]) -> bool {
    numbers.iter().all(|&number| last_value(a, number) == last_value(b, number))
}

fn last_value(message: &[u8], number: i32) -> Option<RawValue<'_>> {
    let fields = crate::wire::fields(message).filter_map(Result::ok);
    fields.filter(|field| field.number == number).map(|field| field.value).last()
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
