//! What is remembered of one message while its records go by.

use std::collections::BTreeMap;

/// The records of one message so far.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// Known numbers and how often each came.
    seen: BTreeMap<i32, usize>,
    /// The member that each oneof holds.
    members: BTreeMap<usize, i32>,
    last: i32,
}

impl Frame {
    /// Notes the number of a record; whether it is lower than the one before.
    pub fn is_out_of_order(&mut self, number: i32) -> bool {
        let out_of_order = number < self.last;
        self.last = number;
        out_of_order
    }

    /// Notes a known field; how often it came before.
    pub fn occurrence(&mut self, number: i32) -> usize {
        let count = self.seen.entry(number).or_default();
        *count += 1;
        *count - 1
    }

    /// Notes a member of a oneof; whether another one was there.
    pub fn replaces_member(&mut self, oneof: usize, number: i32) -> bool {
        self.members.insert(oneof, number).is_some_and(|before| before != number)
    }

    /// Whether a known number came.
    pub fn has(&self, number: i32) -> bool {
        self.seen.contains_key(&number)
    }
}

/// What became of a message.
#[derive(Debug, Clone, Copy)]
pub(super) struct Inside {
    /// Known fields that fit, in it and below.
    pub fields: usize,
    /// Whether nothing in it or below is unknown, does not fit or cannot be read.
    pub sound: bool,
}

impl Default for Inside {
    fn default() -> Self {
        Inside { fields: 0, sound: true }
    }
}
