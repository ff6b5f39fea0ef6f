//! One conversion at work: a message is taken apart, what is lost is noted, and each target field is written.

use super::{
    ConvertError, ConvertReason,
    index::{Chain, Frame, Record},
    report::Report,
    walk,
};
use crate::{
    migration::{
        correspondence::Constant,
        manifest::EmptyVersion,
        plan::{Back, Filter, Holds, Layout, LayoutId, MessagePlan, Plan, PlanId, ScopeId, Slot, Source, Unread},
    },
    wire::{Depth, Overflow, RawValue, Reader, WireType, Writer},
};

/// The state of one conversion.
pub(super) struct Run<'p, 'i> {
    pub plan: &'p Plan,
    pub input: &'i [u8],
    pub out: Writer,
    pub report: Report,
    /// The way from the root to the message at hand.
    pub trail: Vec<Mark<'p>>,
    /// Records of all open messages.
    pub records: Vec<Record>,
    pub chains: Vec<Chain>,
    pub frames: Vec<Frame>,
    pub doubt: Doubt,
}

/// Whether messages that may stay as they are are looked at for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    /// They are.
    None,
    /// One around them is not clean, so what is inside is taken apart without another look: looking again at every
    /// level would be quadratic.
    Raised,
}

/// One step of the way to a message, on both sides. A side where the message is no step of its own has none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark<'p> {
    pub source: Option<(&'p str, At)>,
    pub target: Option<(&'p str, At)>,
}

/// Which value of a field.
#[derive(Debug, Clone, Copy)]
pub(super) enum At {
    /// The only one.
    Only,
    /// An element of a list.
    Element(u32),
    /// The value of a map, whose key is between two offsets of the input.
    Key(usize, usize),
}

/// Where something is found: in a message that is open in the frames from `frames` on, in the scope with this number;
/// or in what the trail leads to.
#[derive(Clone, Copy)]
pub(super) enum Place<'p> {
    Scope { message: &'p MessagePlan, frames: usize, scope: ScopeId },
    Trail,
}

impl Place<'_> {
    /// Whether another reader of the same bytes reports what is wrong with them.
    pub(super) fn is_carried(self) -> bool {
        match self {
            Place::Scope { message, scope, .. } => scope_of(message, scope).is_some_and(|scope| scope.carried),
            Place::Trail => false,
        }
    }
}

/// The records that make up a message.
#[derive(Clone, Copy)]
pub(super) enum Parts {
    /// One stretch of the input.
    Stretch(usize, usize),
    /// The payloads of a chain, merged.
    Chain(Chain),
}

impl<'p, 'i> Run<'p, 'i> {
    pub(super) fn new(plan: &'p Plan, input: &'i [u8]) -> Self {
        Run {
            plan,
            input,
            out: Writer::with_capacity(input.len() + input.len() / 8 + 16),
            report: Report::default(),
            // No more than a kilobyte each: so much the allocator hands out and takes back without a thought.
            trail: Vec::with_capacity(8),
            records: Vec::with_capacity(32),
            chains: Vec::with_capacity(64),
            frames: Vec::with_capacity(16),
            doubt: Doubt::None,
        }
    }

    /// Converts a message and writes its fields.
    pub(super) fn message(&mut self, id: PlanId, parts: Parts, depth: Depth) -> Result<(), ConvertError> {
        let plan: &'p Plan = self.plan;
        let Some(message) = plan.messages.get(id.0) else { return Ok(()) };
        if !message.copyable || self.doubt == Doubt::Raised {
            if let (Parts::Stretch(start, end), Some(passage)) = (parts, &message.passage)
                && let Some(layout) = self.layout(message.layout)
                && self.may_pass(passage, layout, (start, end), depth)
            {
                return self.pass(message, passage, layout, (start, end), depth);
            }
            return self.apart(message, parts, depth);
        }
        if let Parts::Stretch(start, end) = parts
            && walk::is_clean(plan, id, self.input, (start, end), depth)
        {
            self.out.records(self.input.get(start..end).unwrap_or_default());
            return Ok(());
        }
        self.doubt = Doubt::Raised;
        let done = self.apart(message, parts, depth);
        self.doubt = Doubt::None;
        done
    }

    /// Takes a message apart and writes its fields.
    fn apart(&mut self, message: &'p MessagePlan, parts: Parts, depth: Depth) -> Result<(), ConvertError> {
        let (records, chains, frames) = (self.records.len(), self.chains.len(), self.frames.len());
        self.open(message.layout, true, 0);
        let place = Place::Scope { message, frames, scope: ScopeId(0) };
        self.read_parts(self.frame(frames, ScopeId(0)), parts, depth, place)?;
        self.filter(message, frames, ScopeId(0), depth)?;
        self.open_scopes(message, frames, depth)?;
        for unread in &message.unread {
            self.note_unread(message, frames, unread, depth)?;
        }
        for write in &message.writes {
            if !self.write(message, frames, write, depth)? && write.required {
                self.report_missing(&write.name);
            }
        }
        self.records.truncate(records);
        self.chains.truncate(chains);
        self.frames.truncate(frames);
        Ok(())
    }

    pub(super) fn read_parts(
        &mut self,
        frame: Frame,
        parts: Parts,
        depth: Depth,
        place: Place<'p>,
    ) -> Result<(), ConvertError> {
        match parts {
            Parts::Stretch(start, end) => self.index(frame, (start, end), depth, place),
            Parts::Chain(mut chain) => {
                while let Some((record, rest)) = chain.next(&self.records) {
                    self.index(frame, (record.payload as usize, record.payload_end as usize), depth, place)?;
                    chain = rest;
                }
                Ok(())
            }
        }
    }

    /// Opens the messages inside whose fields end up elsewhere.
    fn open_scopes(&mut self, message: &'p MessagePlan, frames: usize, depth: Depth) -> Result<(), ConvertError> {
        if message.scopes.is_empty() {
            return Ok(());
        }
        let mut depths = vec![depth];
        for (index, scope) in message.scopes.iter().enumerate() {
            let id = ScopeId(u16::try_from(index + 1).unwrap_or(u16::MAX));
            let source = Source { scope: scope.parent, slot: scope.slot, take: scope.take };
            let chain = self.source(frames, source);
            let ordinal = chain.first(&self.records).map_or(0, |record| record.ordinal);
            self.open(scope.layout, !chain.is_empty(), ordinal);
            let place = Place::Scope { message, frames, scope: id };
            let outer = depths.get(usize::from(scope.parent.0)).copied().unwrap_or(depth);
            let inner = match outer.enter() {
                Some(inner) => inner,
                None if chain.is_empty() => outer,
                None => {
                    let offset = chain.first(&self.records).map_or(0, |record| record.start as usize);
                    return Err(self.fault(place, None, offset, crate::wire::WireReason::TooDeep.into()));
                }
            };
            depths.push(inner);
            let frame = self.frame(frames, id);
            self.read_parts(frame, Parts::Chain(chain), inner, place)?;
            self.filter(message, frames, id, inner)?;
            if frame.present && !scope.carried && !scope.traced && self.is_hollow(frame) {
                let path = self.source_path(place, None);
                self.report.lose(|| path, "it is there and empty, which has no form of its own in the other version");
            }
        }
        Ok(())
    }

    /// Whether a message has nothing in it that its readers could tell from nothing.
    fn is_hollow(&self, frame: Frame) -> bool {
        let Some(layout) = self.layout(frame.layout) else { return true };
        let is_nothing = |(slot, chain): (&Slot, &Chain)| {
            let value = chain.last(&self.records).and_then(|record| record.value(self.input));
            chain.is_empty() || !slot.explicit && value.is_some_and(walk::is_default)
        };
        layout.slots.iter().zip(self.chains.iter().skip(frame.chains)).all(is_nothing)
    }

    /// Leaves out list elements that have no place in the target.
    fn filter(
        &mut self,
        message: &'p MessagePlan,
        frames: usize,
        scope: ScopeId,
        depth: Depth,
    ) -> Result<(), ConvertError> {
        for filter in message.filters.iter().filter(|filter| filter.scope == scope) {
            let frame = self.frame(frames, scope);
            let all = self.indices(self.chain(frame, filter.slot));
            let mut kept = Vec::with_capacity(all.len());
            for index in all {
                let Some(record) = self.records.get(index as usize).copied() else { continue };
                let version = text_field(record.payload(self.input), filter.version_field);
                if is_in(filter, version) {
                    kept.push(index);
                    continue;
                }
                let place = Place::Scope { message, frames, scope };
                if let Some(slot) = self.slot(frame, filter.slot) {
                    walk::check(self.plan, self.input, (slot, record), depth)
                        .map_err(|(offset, reason)| self.fault(place, Some(slot), offset, reason))?;
                }
                let path = self.element_path(place, self.slot_name(frame, filter.slot), record.ordinal);
                let version = version.unwrap_or_default().escape_debug().to_string();
                self.report.lose(|| path, format!("version \"{version}\": {}", filter.reason));
            }
            self.rechain(frame, filter.slot, &kept);
        }
        Ok(())
    }

    /// Notes what no write reads.
    fn note_unread(
        &mut self,
        message: &'p MessagePlan,
        frames: usize,
        unread: &'p Unread,
        depth: Depth,
    ) -> Result<(), ConvertError> {
        let frame = self.frame(frames, unread.source.scope);
        if !frame.present {
            return Ok(());
        }
        let chain = self.source(frames, unread.source);
        let Some(slot) = self.slot(frame, unread.source.slot) else { return Ok(()) };
        let place = Place::Scope { message, frames, scope: unread.source.scope };
        self.check(slot, chain, depth, place)?;
        let value = chain.last(&self.records).and_then(|record| record.value(self.input));
        let lost = match &unread.back {
            None => self.is_set(slot, chain),
            Some(Back::Constant(constant)) => match value {
                Some(value) => !is_same(constant, value),
                None => !constant.is_default() || slot.explicit,
            },
            Some(Back::IsOneOf { of, numbers }) => {
                let made = self.is_one_of(frames, *of, numbers);
                value.is_some_and(|value| !walk::is_default(value)) != made
            }
        };
        if lost {
            let path = self.source_path(place, Some(&slot.name));
            let path =
                if unread.source.take == crate::migration::plan::Take::Rest { format!("{path}[1..]") } else { path };
            self.report.lose(|| path, &*unread.reason);
        }
        Ok(())
    }

    /// Whether a field with these records is set: one without presence is not when it is its default, and neither is a list
    /// of empty runs.
    pub(super) fn is_set(&self, slot: &Slot, chain: Chain) -> bool {
        if slot.repeated && matches!(slot.holds, Holds::Number { .. }) {
            let mut rest = chain;
            while let Some((record, others)) = rest.next(&self.records) {
                rest = others;
                if record.wire != WireType::Len || !record.payload(self.input).is_empty() {
                    return true;
                }
            }
            return false;
        }
        let value = chain.last(&self.records).and_then(|record| record.value(self.input));
        value.is_some_and(|value| slot.explicit || !walk::is_default(value))
    }

    /// Whether an enum field has one of some numbers; absent is 0.
    pub(super) fn is_one_of(&self, frames: usize, of: Source, numbers: &[i32]) -> bool {
        let value = self.source(frames, of).last(&self.records).and_then(|record| record.value(self.input));
        let number = match value {
            Some(RawValue::Varint(number)) => number as i32,
            _ => 0,
        };
        numbers.contains(&number)
    }

    pub(super) fn layout(&self, id: LayoutId) -> Option<&'p Layout> {
        self.plan.layouts.get(id.0)
    }

    /// The open message that a scope is.
    pub(super) fn frame(&self, frames: usize, scope: ScopeId) -> Frame {
        let absent = Frame { chains: usize::MAX / 2, layout: LayoutId(usize::MAX), present: false, ordinal: 0 };
        self.frames.get(frames + usize::from(scope.0)).copied().unwrap_or(absent)
    }

    /// The records that a source means.
    pub(super) fn source(&self, frames: usize, source: Source) -> Chain {
        self.chain(self.frame(frames, source.scope), source.slot).take(source.take, &self.records)
    }

    pub(super) fn slot(&self, frame: Frame, slot: u16) -> Option<&'p Slot> {
        self.layout(frame.layout)?.slots.get(usize::from(slot))
    }

    pub(super) fn slot_name(&self, frame: Frame, slot: u16) -> &'p str {
        self.slot(frame, slot).map_or("", |slot| &slot.name)
    }

    pub(super) fn report_missing(&mut self, name: &str) {
        let path = self.target_path(name);
        self.report.miss(|| path);
    }

    pub(super) fn fault(
        &self,
        place: Place<'p>,
        slot: Option<&Slot>,
        offset: usize,
        reason: ConvertReason,
    ) -> ConvertError {
        ConvertError { path: self.source_path(place, slot.map(|slot| &*slot.name)), offset, reason }
    }

    /// The path of a field of the source.
    pub(super) fn source_path(&self, place: Place<'p>, name: Option<&str>) -> String {
        let mut path = String::new();
        for (name, at) in self.trail.iter().filter_map(|mark| mark.source) {
            self.step(&mut path, name, at);
        }
        if let Place::Scope { message, frames, scope } = place {
            let mut through = Vec::new();
            let mut scope = scope;
            while let Some(inner) = scope_of(message, scope) {
                let name = self.slot_name(self.frame(frames, inner.parent), inner.slot);
                let at = match inner.take {
                    crate::migration::plan::Take::First => At::Element(self.frame(frames, scope).ordinal),
                    _ => At::Only,
                };
                through.push((name, at));
                scope = inner.parent;
            }
            for (name, at) in through.into_iter().rev() {
                self.step(&mut path, name, at);
            }
        }
        if let Some(name) = name {
            self.step(&mut path, name, At::Only);
        }
        path
    }

    pub(super) fn element_path(&self, place: Place<'p>, name: &str, ordinal: u32) -> String {
        format!("{}[{ordinal}]", self.source_path(place, Some(name)))
    }

    /// The path of a field of the target.
    pub(super) fn target_path(&self, name: &str) -> String {
        let mut path = String::new();
        for (name, at) in self.trail.iter().filter_map(|mark| mark.target) {
            self.step(&mut path, name, at);
        }
        self.step(&mut path, name, At::Only);
        path
    }

    fn step(&self, path: &mut String, name: &str, at: At) {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(name);
        match at {
            At::Only => {}
            At::Element(index) => path.push_str(&format!("[{index}]")),
            At::Key(start, end) => {
                let key = String::from_utf8_lossy(self.input.get(start..end).unwrap_or_default());
                path.push_str(&format!("[{key:?}]"));
            }
        }
    }
}

fn scope_of(message: &MessagePlan, scope: ScopeId) -> Option<&crate::migration::plan::Scope> {
    usize::from(scope.0).checked_sub(1).and_then(|index| message.scopes.get(index))
}

/// The last text under a number of a message; `None` where there is none.
fn text_field(message: &[u8], number: i32) -> Option<&str> {
    let mut reader = Reader::new(message, Overflow::Drop);
    let mut found = None;
    while let Ok(Some(field)) = reader.field(Depth::outermost()) {
        if let (true, RawValue::Len(text)) = (field.number == number, field.value) {
            found = std::str::from_utf8(text).ok();
        }
    }
    found
}

/// Whether a version lies in a filter's range. Patch numbers do not count.
fn is_in(filter: &Filter, version: Option<&str>) -> bool {
    let version = version.unwrap_or_default();
    if version.is_empty() {
        return filter.empty == EmptyVersion::In;
    }
    let mut parts = version.splitn(3, '.').map(|part| part.parse::<u32>().ok());
    let (Some(Some(major)), Some(Some(minor))) = (parts.next(), parts.next()) else { return false };
    let version = (major, minor);
    filter.from.is_none_or(|from| from <= version) && filter.below.is_none_or(|below| version < below)
}

/// Whether a constant and a value are one.
fn is_same(constant: &Constant, value: RawValue<'_>) -> bool {
    constant.raw() == value
}
