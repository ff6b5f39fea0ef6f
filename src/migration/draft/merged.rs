//! Removed messages that became part of one that was there before, on the evidence of rpcs.

use std::collections::HashMap;

use crate::{
    pairing::Pairing,
    schema::{Kind, MessageId, Schema},
};

/// Messages without a counterpart, with the message that has their place in an rpc now, and the rpc.
pub(super) fn find(old: &Schema, new: &Schema, pairing: &Pairing) -> HashMap<MessageId, (MessageId, String)> {
    let mut merged = HashMap::new();
    let mut calls: Vec<_> = pairing.methods.iter().collect();
    calls.sort_by_key(|(services, _)| **services);
    for ((old_service, new_service), methods) in calls {
        for pair in methods {
            let sides = pair.sides();
            let (Some(&i), Some(&j)) = (sides.old(), sides.new()) else { continue };
            let (before, after) = (&old[*old_service].methods[i], &new[*new_service].methods[j]);
            for (a, b) in [(&before.input, &after.input), (&before.output, &after.output)] {
                let (Kind::Message(a), Kind::Message(b)) = (a, b) else { continue };
                let is_free = old.is_subject(&old[*a].element) && pairing.new_message(*a).is_none();
                if is_free && new.is_subject(&new[*b].element) {
                    merged.entry(*a).or_insert_with(|| (*b, before.element.name.clone()));
                }
            }
        }
    }
    merged
}
