//! Which messages stay as they are, byte for byte.

use super::{How, Layout, MapValue, MessagePlan, Plan, PlanId, Take, Write};
use crate::wire::WireType;

/// Marks every plan whose messages, if they are valid and complete, need only be copied: nothing in them is moved,
/// made or left out, and neither is anything below. Types may be recursive, so all are taken for copyable until one of
/// them is found not to be.
pub(super) fn mark(plan: &mut Plan) {
    for message in &mut plan.messages {
        let required = required(message, plan.layouts.get(message.layout.0));
        message.copyable = required.is_some();
        message.required = required.unwrap_or_default();
    }
    loop {
        let changed: Vec<usize> = (0..plan.messages.len())
            .filter(|&index| plan.messages[index].copyable && !below_is_copyable(plan, &plan.messages[index]))
            .collect();
        if changed.is_empty() {
            break;
        }
        for index in changed {
            plan.messages[index].copyable = false;
        }
    }
    for message in plan.messages.iter_mut().filter(|message| message.copyable) {
        let slots = plan.layouts.get(message.layout.0).map_or(0, |layout| layout.slots.len());
        message.below = vec![None; slots];
        for write in &message.writes {
            if let How::Message { source, plan, .. } | How::Map { source, value: MapValue::Message(plan), .. } =
                &write.how
                && let Some(place) = message.below.get_mut(usize::from(source.slot))
            {
                *place = Some(*plan);
            }
        }
    }
}

/// The required slots of a message of which every field stays; `None` when one does not.
fn required(message: &MessagePlan, layout: Option<&Layout>) -> Option<Vec<u16>> {
    let layout = layout?;
    let stays = message.scopes.is_empty()
        && message.filters.is_empty()
        && message.unread.is_empty()
        && message.writes.len() == layout.slots.len()
        && message.writes.iter().all(|write| slot(write, layout).is_some());
    let required = message.writes.iter().filter(|write| write.required).filter_map(|write| slot(write, layout));
    // What is required is watched in the bits of one number.
    stays.then(|| required.collect()).filter(|slots: &Vec<u16>| slots.iter().all(|&slot| slot < 64))
}

/// The slot that a write copies under the same number.
fn slot(write: &Write, layout: &Layout) -> Option<u16> {
    let source = match &write.how {
        How::Records { source, loss: None } => source,
        How::Message { source, loss: None, wire, .. }
            if layout.slots.get(usize::from(source.slot))?.holds.wire() == Some(*wire) =>
        {
            source
        }
        How::Map { source, value: MapValue::Same | MapValue::Message(_), loss: None } => source,
        _ => return None,
    };
    let same = layout.slots.get(usize::from(source.slot))?.number == write.number && source.take == Take::All;
    same.then_some(source.slot)
}

fn below_is_copyable(plan: &Plan, message: &MessagePlan) -> bool {
    let is_copyable = |id: &PlanId| plan.messages.get(id.0).is_some_and(|below| below.copyable);
    message.writes.iter().all(|write| match &write.how {
        How::Message { plan, wire: WireType::Len | WireType::Group, .. } => is_copyable(plan),
        How::Map { value: MapValue::Message(plan), .. } => is_copyable(plan),
        _ => true,
    })
}
