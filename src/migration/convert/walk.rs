//! Whether a message that stays as it is may be copied as bytes: it is valid, holds nothing unknown, and has what the
//! target requires.

use super::{ConvertReason, index::Record};
use crate::{
    migration::plan::{Holds, LayoutId, MessagePlan, Plan, PlanId, Slot},
    wire::{Depth, Key, Overflow, RawValue, Reader, WireReason, WireType},
};

/// Whether the bytes between two offsets are such a message. On any doubt the answer is no: then the message is taken
/// apart, which finds out what is wrong and where.
pub(super) fn is_clean(plan: &Plan, id: PlanId, input: &[u8], stretch: (usize, usize), depth: Depth) -> bool {
    Walk { plan, input }.message(id, stretch, depth)
}

struct Walk<'a> {
    plan: &'a Plan,
    input: &'a [u8],
}

impl<'a> Walk<'a> {
    fn message(&self, id: PlanId, (start, end): (usize, usize), depth: Depth) -> bool {
        let Some(message) = self.plan.messages.get(id.0) else { return false };
        let Some(layout) = self.plan.layouts.get(message.layout.0) else { return false };
        let mut reader = Reader::within(self.input, start..end, Overflow::Drop);
        let mut seen = 0u64;
        loop {
            let (number, wire) = match reader.key() {
                Ok(None) => break,
                Ok(Some(Key::Field { number, wire_type })) => (number, wire_type),
                Ok(Some(Key::EndGroup { .. })) | Err(_) => return false,
            };
            let Some((slot_id, slot)) = layout.slot(number) else { return false };
            if !slot.holds.takes(wire, slot.repeated) {
                return false;
            }
            let payload = reader.position();
            let Ok(value) = reader.value(number, wire, depth) else { return false };
            if !self.value(message, slot_id, slot, value, payload, reader.position(), depth) {
                return false;
            }
            if slot_id < 64 && (slot.explicit || !is_default(value)) {
                seen |= 1 << slot_id;
            }
        }
        message.required.iter().all(|&slot| seen & (1 << slot) != 0)
    }

    #[allow(clippy::too_many_arguments)]
    fn value(
        &self,
        message: &MessagePlan,
        slot_id: u16,
        slot: &Slot,
        value: RawValue<'a>,
        payload: usize,
        end: usize,
        depth: Depth,
    ) -> bool {
        match (&slot.holds, value) {
            (Holds::Text { checked: true }, RawValue::Len(text)) => std::str::from_utf8(text).is_ok(),
            (Holds::Text { .. } | Holds::Anything, _) => true,
            (Holds::Message { .. }, RawValue::Len(content)) => {
                self.below(message, slot_id, (end - content.len(), end), depth)
            }
            (Holds::Message { .. }, RawValue::Group(content)) => {
                self.below(message, slot_id, (payload, payload + content.len()), depth)
            }
            (Holds::Map { key, value }, RawValue::Len(content)) => {
                self.entry(message, slot_id, (key, value), (end - content.len(), end), depth)
            }
            (Holds::Number { wire, closed }, RawValue::Len(run)) => closed.is_none() && numbers(run, *wire),
            (Holds::Number { closed: Some(known), .. }, RawValue::Varint(number)) => known.contains(&(number as i32)),
            (Holds::Number { .. }, _) => true,
            _ => false,
        }
    }

    fn below(&self, message: &MessagePlan, slot: u16, stretch: (usize, usize), depth: Depth) -> bool {
        let (Some(&plan), Some(depth)) = (message.below.get(usize::from(slot)), depth.enter()) else { return false };
        plan.is_some_and(|plan| self.message(plan, stretch, depth))
    }

    /// A map entry: a key and a value, each once at most, and nothing else.
    fn entry(
        &self,
        message: &MessagePlan,
        slot: u16,
        (key, value): (&Holds, &Holds),
        (start, end): (usize, usize),
        depth: Depth,
    ) -> bool {
        let Some(depth) = depth.enter() else { return false };
        let mut reader = Reader::within(self.input, start..end, Overflow::Drop);
        let mut seen = [false; 2];
        loop {
            let (number, wire) = match reader.key() {
                Ok(None) => return true,
                Ok(Some(Key::Field { number, wire_type })) => (number, wire_type),
                Ok(Some(Key::EndGroup { .. })) | Err(_) => return false,
            };
            let (holds, seen) = match number {
                1 => (key, &mut seen[0]),
                2 => (value, &mut seen[1]),
                _ => return false,
            };
            if std::mem::replace(seen, true) || !holds.takes(wire, false) {
                return false;
            }
            let payload = reader.position();
            let Ok(found) = reader.value(number, wire, depth) else { return false };
            let end = reader.position();
            let clean = match (holds, found) {
                (Holds::Text { checked: true }, RawValue::Len(text)) => std::str::from_utf8(text).is_ok(),
                (Holds::Message { .. }, RawValue::Len(content)) => {
                    self.below(message, slot, (end - content.len(), end), depth)
                }
                (Holds::Message { .. }, RawValue::Group(content)) => {
                    self.below(message, slot, (payload, payload + content.len()), depth)
                }
                (Holds::Number { closed: Some(known), .. }, RawValue::Varint(n)) => known.contains(&(n as i32)),
                (Holds::Map { .. }, _) => false,
                _ => true,
            };
            if !clean {
                return false;
            }
        }
    }
}

/// Looks at a value that is not carried: a reader of the source would read it too, and what it refuses is no message.
/// Gives the first byte that is wrong.
pub(super) fn check(
    plan: &Plan,
    input: &[u8],
    (slot, record): (&Slot, Record),
    depth: Depth,
) -> Result<(), (usize, ConvertReason)> {
    let (start, end) = (record.payload as usize, record.payload_end as usize);
    let deeper = || depth.enter().ok_or((record.start as usize, ConvertReason::from(WireReason::TooDeep)));
    match &slot.holds {
        Holds::Message { layout, .. } => check_message(plan, *layout, input, (start, end), deeper()?),
        Holds::Map { key, value } => {
            let entry = |number| match number {
                1 => Some((&**key, false)),
                2 => Some((&**value, false)),
                _ => None,
            };
            check_fields(plan, input, (start, end), deeper()?, &entry)
        }
        Holds::Number { wire, .. } if record.wire == WireType::Len => match numbers(record.payload(input), *wire) {
            true => Ok(()),
            false => Err((start, WireReason::Truncated.into())),
        },
        Holds::Number { .. } | Holds::Text { .. } | Holds::Anything => Ok(()),
    }
}

fn check_message(
    plan: &Plan,
    layout: LayoutId,
    input: &[u8],
    stretch: (usize, usize),
    depth: Depth,
) -> Result<(), (usize, ConvertReason)> {
    let Some(layout) = plan.layouts.get(layout.0) else { return Ok(()) };
    let held = |number| layout.slot(number).map(|(_, slot)| (&slot.holds, slot.repeated));
    check_fields(plan, input, stretch, depth, &held)
}

fn check_fields<'p>(
    plan: &'p Plan,
    input: &[u8],
    (start, end): (usize, usize),
    depth: Depth,
    held: &dyn Fn(i32) -> Option<(&'p Holds, bool)>,
) -> Result<(), (usize, ConvertReason)> {
    let mut reader = Reader::within(input, start..end, Overflow::Drop);
    loop {
        let at = reader.position();
        let found = reader.key().map_err(|error| (error.offset, error.reason.into()))?;
        let (number, wire) = match found {
            None => return Ok(()),
            Some(Key::Field { number, wire_type }) => (number, wire_type),
            Some(Key::EndGroup { number }) => return Err((at, WireReason::UnmatchedEndGroup(number).into())),
        };
        let payload = reader.position();
        let value = reader.value(number, wire, depth).map_err(|error| (error.offset, error.reason.into()))?;
        let Some((holds, repeated)) = held(number) else { continue };
        if !holds.takes(wire, repeated) {
            continue;
        }
        let after = reader.position();
        let content = match value {
            RawValue::Len(content) => (after - content.len(), after),
            RawValue::Group(content) => (payload, payload + content.len()),
            _ => continue,
        };
        let deeper = || depth.enter().ok_or((at, ConvertReason::from(WireReason::TooDeep)));
        match holds {
            Holds::Text { checked: true } => {
                let text = input.get(content.0..content.1).unwrap_or_default();
                std::str::from_utf8(text).map_err(|error| (content.0 + error.valid_up_to(), ConvertReason::Utf8))?;
            }
            Holds::Message { layout, .. } => check_message(plan, *layout, input, content, deeper()?)?,
            Holds::Map { key, value } => {
                let entry = |number| match number {
                    1 => Some((&**key, false)),
                    2 => Some((&**value, false)),
                    _ => None,
                };
                check_fields(plan, input, content, deeper()?, &entry)?;
            }
            Holds::Number { wire, .. } => {
                let run = input.get(content.0..content.1).unwrap_or_default();
                if !numbers(run, *wire) {
                    return Err((content.0, WireReason::Truncated.into()));
                }
            }
            Holds::Text { checked: false } | Holds::Anything => {}
        }
    }
}

/// Whether a packed run holds whole numbers.
pub(super) fn numbers(run: &[u8], wire: WireType) -> bool {
    match wire {
        WireType::Fixed32 => run.len().is_multiple_of(4),
        WireType::Fixed64 => run.len().is_multiple_of(8),
        _ => {
            let mut reader = Reader::new(run, Overflow::Drop);
            while !reader.is_at_end() {
                if reader.varint().is_err() {
                    return false;
                }
            }
            true
        }
    }
}

/// Whether a value is what an absent field reads as.
#[inline]
pub(super) fn is_default(value: RawValue<'_>) -> bool {
    match value {
        RawValue::Varint(value) | RawValue::Fixed64(value) => value == 0,
        RawValue::Fixed32(value) => value == 0,
        RawValue::Len(bytes) | RawValue::Group(bytes) => bytes.is_empty(),
    }
}
