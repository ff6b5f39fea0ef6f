//! `google.protobuf.Struct` and `google.protobuf.Value` (<https://protobuf.dev/reference/protobuf/google.protobuf/>).

use super::{
    ConvertError,
    run::{At, Mark, Parts, Place, Run},
    write::Apart,
};
use crate::{
    migration::plan::{LayoutId, PlanId, ScopeId, Source, Take, Write},
    wire::{WireReason, WireType},
};

/// Numbers of `google.protobuf.Value`'s oneof members.
const STRUCT_VALUE: i32 = 5;
/// The key under which a value that is no object is put into one.
const WRAPPED: &[u8] = b"value";
/// How many levels further down a value lies that is put into an object.
const LEVELS_WRAPPED: u32 = 3;

impl<'p, 'i> Run<'p, 'i> {
    /// A `Struct` as the struct_value of a `Value`.
    pub(super) fn wrap(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        source: Source,
        structs: PlanId,
        empty: bool,
    ) -> Result<bool, ConvertError> {
        let frame = self.frame(apart.frames, source.scope);
        let chain = self.source(apart.frames, source);
        let Some(record) = chain.first(&self.records) else {
            if !frame.present || !empty {
                return Ok(false);
            }
            self.out.len_field(write.number, &[STRUCT_TAG, 0]);
            let path = self.target_path(&write.name);
            self.report.supply(path, "{}".to_owned());
            return Ok(true);
        };
        let mut depth = self.deeper(apart, source, record)?;
        // In the value it lies deeper, unless it is taken out of a message around it.
        if source.scope == ScopeId(0) {
            depth = depth.enter().ok_or_else(|| self.bad_depth(apart, source, record))?;
        }
        self.out.tag(write.number, WireType::Len);
        let value = self.out.open(record.payload(self.input).len() + 2);
        self.out.tag(STRUCT_VALUE, WireType::Len);
        let inner = self.out.open(record.payload(self.input).len());
        let marks = self.enter(apart, frame, source, At::Only, &write.name, At::Only);
        self.message(structs, Parts::Chain(chain), depth)?;
        self.trail.truncate(marks);
        self.out.close(inner);
        self.out.close(value);
        Ok(true)
    }

    /// A `Value` as a `Struct`: its object, or an object that holds it.
    pub(super) fn unwrap_value(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        source: Source,
        layout: LayoutId,
        (structs, values): (PlanId, PlanId),
    ) -> Result<bool, ConvertError> {
        let chain = self.source(apart.frames, source);
        let Some(record) = chain.first(&self.records) else { return Ok(false) };
        let depth = self.deeper(apart, source, record)?;
        let (chains, frames) = (self.chains.len(), self.frames.len());
        let marks = self.enter(apart, self.frame(apart.frames, source.scope), source, At::Only, &write.name, At::Only);
        self.open(layout, true, 0);
        let Some(frame) = self.frames.last().copied() else { return Ok(false) };
        let losses = self.report.losses.len();
        self.read_parts(frame, Parts::Chain(chain), depth, Place::Trail)?;
        let slot = self.layout(layout).and_then(|layout| layout.slot(STRUCT_VALUE)).map_or(u16::MAX, |(slot, _)| slot);
        let object = self.chain(frame, slot).take(Take::All, &self.records);
        let is_set = self.chains.iter().skip(frame.chains).any(|chain| !chain.is_empty());
        self.chains.truncate(chains);
        self.frames.truncate(frames);
        self.out.tag(write.number, WireType::Len);
        let open = self.out.open(record.payload(self.input).len());
        if !object.is_empty() {
            let too_deep = || self.fault(Place::Trail, None, record.start as usize, WireReason::TooDeep.into());
            let depth = depth.enter().ok_or_else(too_deep)?;
            self.trail.push(Mark { source: Some(("struct_value", At::Only)), target: None });
            self.message(structs, Parts::Chain(object), depth)?;
            self.trail.truncate(marks);
        } else if is_set {
            // What is unknown in it is reported when it is written.
            self.report.losses.truncate(losses);
            // It lies deeper there: in an entry, in an object, and in what holds the object. Nobody could read the
            // result otherwise.
            let deeper = (0..LEVELS_WRAPPED).try_fold(depth, |depth, _| depth.enter());
            let too_deep = || self.fault(Place::Trail, None, record.start as usize, WireReason::TooDeep.into());
            let depth = deeper.ok_or_else(too_deep)?;
            self.out.tag(1, WireType::Len);
            let entry = self.out.open(record.payload(self.input).len() + WRAPPED.len() + 4);
            self.out.len_field(1, WRAPPED);
            self.out.tag(2, WireType::Len);
            let value = self.out.open(record.payload(self.input).len());
            self.message(values, Parts::Chain(chain), depth)?;
            self.trail.truncate(marks);
            self.out.close(value);
            self.out.close(entry);
            let path = self.source_name(apart, source);
            self.report.lose(|| path, "the other version holds objects only; it stands there as {\"value\": …}");
        } else {
            self.trail.truncate(marks);
            let path = self.source_name(apart, source);
            self.report.lose(|| path, "a value without a kind; the other version has an empty object there");
        }
        self.out.close(open);
        Ok(true)
    }
}

/// The tag of an object in a `Value`.
const STRUCT_TAG: u8 = (STRUCT_VALUE as u8) << 3 | 2;
