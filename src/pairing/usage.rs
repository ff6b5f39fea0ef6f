//! Votes: where fields and rpcs used one type, and now use another in the same place.

use std::{collections::HashMap, hash::Hash};

use super::Matched;
use crate::schema::{EnumId, Field, Kind, MessageId, Schema};

/// What a use counts, in tenths: whole numbers, because sums of fractions depend on the order of adding.
const SAME_NAME: u32 = 10;
/// A use at the same number under another name counts less.
const OTHER_NAME: u32 = 7;

/// How often each type is used, and how often one took the place of another.
#[derive(Debug)]
pub(super) struct Votes<T> {
    changed: HashMap<(T, T), u32>,
    old_uses: HashMap<T, u32>,
    new_uses: HashMap<T, u32>,
}

impl<T> Default for Votes<T> {
    fn default() -> Self {
        Votes { changed: HashMap::new(), old_uses: HashMap::new(), new_uses: HashMap::new() }
    }
}

impl<T: Copy + Eq + Hash> Votes<T> {
    /// The part of all uses of either type that speaks for `old` having become `new`, from 0 to 1.
    pub(super) fn share(&self, old: T, new: T) -> f64 {
        let changed = self.changed.get(&(old, new)).copied().unwrap_or_default();
        let uses = |uses: &HashMap<T, u32>, id| uses.get(&id).copied().unwrap_or_default();
        let all = uses(&self.old_uses, old).max(uses(&self.new_uses, new));
        if all == 0 { 0.0 } else { f64::from(changed) / f64::from(all) }
    }

    fn count(&mut self, old: Option<T>, new: Option<T>, weight: u32) {
        if let Some(old) = old {
            *self.old_uses.entry(old).or_default() += SAME_NAME;
        }
        if let Some(new) = new {
            *self.new_uses.entry(new).or_default() += SAME_NAME;
        }
        if let (Some(old), Some(new)) = (old, new) {
            *self.changed.entry((old, new)).or_default() += weight;
        }
    }
}

/// The votes of all paired messages and rpcs.
#[derive(Debug, Default)]
pub(super) struct Usage {
    pub(super) messages: Votes<MessageId>,
    pub(super) enums: Votes<EnumId>,
}

impl Usage {
    /// Counts the fields of all paired messages. One level deep, so recursive types need no care.
    pub(super) fn count_fields(&mut self, old: &Schema, new: &Schema, matched: &Matched) {
        for (old_id, new_id) in matched.messages.iter() {
            let (old_message, new_message) = (&old[old_id], &new[new_id]);
            for field in &old_message.fields {
                let same_name = new_message.field_named(field.name());
                let successor = same_name.or_else(|| new_message.field_numbered(field.number));
                let weight = if same_name.is_some() { SAME_NAME } else { OTHER_NAME };
                self.count(Some(field), successor, weight);
            }
            for field in &new_message.fields {
                let known = old_message.field_named(field.name()).is_some()
                    || old_message.field_numbered(field.number).is_some();
                if !known {
                    self.count(None, Some(field), 0);
                }
            }
        }
    }

    /// Counts a request or response type of a pair of rpcs.
    pub(super) fn count_call(&mut self, old: &Kind, new: &Kind) {
        self.messages.count(old.message(), new.message(), SAME_NAME);
    }

    fn count(&mut self, old: Option<&Field>, new: Option<&Field>, weight: u32) {
        let (old, new) = (old.map(Field::value_kind), new.map(Field::value_kind));
        self.messages.count(old.and_then(Kind::message), new.and_then(Kind::message), weight);
        self.enums.count(enum_of(old), enum_of(new), weight);
    }
}

fn enum_of(kind: Option<&Kind>) -> Option<EnumId> {
    match kind {
        Some(Kind::Enum(id)) => Some(*id),
        _ => None,
    }
}
