//! A message written record by record, as it is read: the way of most messages. It is looked at twice, shallowly: once
//! to know that it may go this way, and once to write it.

use super::{
    ConvertError,
    run::{At, Mark, Parts, Place, Run},
    walk,
};
use crate::{
    migration::plan::{Holds, Layout, MessagePlan, Passage, Step},
    wire::{Depth, Key, Overflow, RawValue, Reader, WireReason},
};

impl<'p, 'i> Run<'p, 'i> {
    /// Whether the message between two offsets can be written so: nothing in it is unknown or malformed, nothing that
    /// may be there once is there twice, and what the target requires is there. On any doubt it is taken apart.
    pub(super) fn may_pass(
        &self,
        passage: &Passage,
        layout: &Layout,
        (start, end): (usize, usize),
        depth: Depth,
    ) -> bool {
        let mut reader = Reader::within(self.input, start..end, Overflow::Drop);
        let (mut seen, mut valued) = (0u64, 0u64);
        loop {
            let (number, wire) = match reader.key() {
                Ok(None) => return passage.required & !valued == 0,
                Ok(Some(Key::Field { number, wire_type })) => (number, wire_type),
                Ok(Some(Key::EndGroup { .. })) | Err(_) => return false,
            };
            let Some((id, slot)) = layout.slot(number) else { return false };
            let (step, rivals) = (passage.steps.get(usize::from(id)), passage.rivals.get(usize::from(id)));
            let (Some(Step::Copy { .. } | Step::Enter { .. }), Some(rivals)) = (step, rivals) else { return false };
            let bit = 1u64 << id;
            let already = if slot.repeated { *rivals } else { rivals | bit };
            if seen & already != 0 || !slot.holds.takes(wire, slot.repeated) {
                return false;
            }
            let Ok(value) = reader.value(number, wire, depth) else { return false };
            let is_sound = match (&slot.holds, value) {
                (Holds::Text { checked: true }, RawValue::Len(text)) => std::str::from_utf8(text).is_ok(),
                (Holds::Number { wire, .. }, RawValue::Len(run)) => walk::numbers(run, *wire),
                _ => true,
            };
            if !is_sound {
                return false;
            }
            seen |= bit;
            if slot.explicit || !walk::is_default(value) {
                valued |= bit;
            }
        }
    }

    /// Writes the message between two offsets. It may pass.
    pub(super) fn pass(
        &mut self,
        message: &'p MessagePlan,
        passage: &'p Passage,
        layout: &'p Layout,
        (start, end): (usize, usize),
        depth: Depth,
    ) -> Result<(), ConvertError> {
        let mut reader = Reader::within(self.input, start..end, Overflow::Drop);
        let mut ordinals = [0u32; u64::BITS as usize];
        // Neighbours that stay as they are are copied in one go.
        let mut staying = start;
        loop {
            let at = reader.position();
            let Ok(Some(Key::Field { number, wire_type })) = reader.key() else { break };
            let payload = reader.position();
            let Ok(value) = reader.value(number, wire_type, depth) else { break };
            let after = reader.position();
            let Some((id, slot)) = layout.slot(number) else { break };
            match passage.steps.get(usize::from(id)) {
                Some(Step::Copy { number: target }) if *target == number => continue,
                Some(Step::Copy { number: target }) => {
                    self.out.records(self.input.get(staying..at).unwrap_or_default());
                    self.out.tag(*target, wire_type);
                    // With its length, and without the end of a group, which numbers and texts have not.
                    self.out.records(self.input.get(payload..after).unwrap_or_default());
                }
                Some(Step::Enter { plan, wire, number: target, write }) => {
                    self.out.records(self.input.get(staying..at).unwrap_or_default());
                    let content = match value {
                        RawValue::Len(content) => (after - content.len(), after),
                        RawValue::Group(content) => (payload, payload + content.len()),
                        _ => (payload, after),
                    };
                    let Some(inner) = depth.enter() else {
                        return Err(self.fault(Place::Trail, Some(slot), at, WireReason::TooDeep.into()));
                    };
                    let ordinal =
                        ordinals.get_mut(usize::from(id)).map_or(0, |next| std::mem::replace(next, *next + 1));
                    let step = if slot.repeated { At::Element(ordinal) } else { At::Only };
                    let name = message.writes.get(*write).map_or("", |write| &write.name);
                    let marks = self.trail.len();
                    self.trail.push(Mark { source: Some((&slot.name, step)), target: Some((name, step)) });
                    let begun = self.begin(*target, *wire, content.1 - content.0);
                    self.message(*plan, Parts::Stretch(content.0, content.1), inner)?;
                    self.finish(begun);
                    self.trail.truncate(marks);
                }
                Some(Step::Apart) | None => {}
            }
            staying = after;
        }
        self.out.records(self.input.get(staying..end).unwrap_or_default());
        Ok(())
    }
}
