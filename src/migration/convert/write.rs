//! Target fields, written one after the other.

use super::{
    ConvertError,
    index::{Frame, Record},
    run::{At, Mark, Place, Run},
    walk,
};
use crate::{
    migration::plan::{Holds, How, MessagePlan, ScopeId, Source, Take, Write},
    wire::{Depth, OpenLen, WireReason, WireType},
};

/// A message of the target that is being written.
pub(super) enum Begun {
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
                self.out.field(write.number, constant.raw());
                Ok(!constant.is_default())
            }
            How::IsOneOf { of, numbers } => {
                let holds = self.is_one_of(frames, *of, numbers);
                if holds {
                    self.out.varint_field(write.number, 1);
                }
                Ok(holds)
            }
            How::Nothing => Ok(false),
        }
    }

    /// A loss that the manifest states for whenever there is a value.
    fn note_loss(&mut self, apart: Apart<'p>, source: Source, loss: &Option<std::sync::Arc<str>>) {
        if let Some(reason) = loss
            && let Some(slot) = self.slot(self.frame(apart.frames, source.scope), source.slot)
            && self.is_set(slot, self.source(apart.frames, source))
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

    /// The records as they are, under another number. Of a number or a text that is not a list only the last one counts,
    /// and a default that its readers cannot tell from nothing must not bring a message around it into being.
    fn records(&mut self, apart: Apart<'p>, source: Source, number: i32) -> bool {
        let frame = self.frame(apart.frames, source.scope);
        let Some(slot) = self.slot(frame, source.slot) else { return false };
        let mut chain = self.source(apart.frames, source);
        if !slot.repeated && matches!(slot.holds, Holds::Number { .. } | Holds::Text { .. }) {
            let Some(record) = chain.last(&self.records) else { return false };
            let has_value = slot.explicit || record.value(self.input).is_some_and(|value| !walk::is_default(value));
            if has_value {
                self.copy(record, slot.number, number);
            }
            return has_value;
        }
        let has_value = !chain.is_empty();
        while let Some((record, rest)) = chain.next(&self.records) {
            chain = rest;
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

    /// Puts the way into a message of the source on the trail; gives how long the trail was.
    pub(super) fn enter(
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

    pub(super) fn bad_depth(&self, apart: Apart<'p>, source: Source, record: Record) -> ConvertError {
        let frame = self.frame(apart.frames, source.scope);
        let slot = self.slot(frame, source.slot);
        self.fault(apart.place(source.scope), slot, record.start as usize, WireReason::TooDeep.into())
    }

    pub(super) fn begin(&mut self, number: i32, wire: WireType, expected: usize) -> Begun {
        self.out.tag(number, wire);
        match wire {
            WireType::Group => Begun::Group(number),
            _ => Begun::Len(self.out.open(expected)),
        }
    }

    pub(super) fn finish(&mut self, begun: Begun) {
        match begun {
            Begun::Len(open) => self.out.close(open),
            Begun::Group(number) => self.out.end_group(number),
        }
    }
}
