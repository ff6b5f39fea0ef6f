//! Cycles: messages that contain one another.
//!
//! Strongly connected components by Tarjan's algorithm (<https://doi.org/10.1137/0201010>), without recursion, because
//! a schema may be as deep as it likes.

use super::references::References;
use crate::schema::MessageId;

/// Which messages contain one another, directly or not. A message outside all cycles is a component of its own.
#[derive(Debug)]
pub(super) struct Components {
    of: Vec<Option<usize>>,
    count: usize,
}

impl Components {
    pub(super) fn of(references: &References) -> Self {
        let messages = references.messages();
        let components = Components { of: vec![None; messages], count: 0 };
        let unseen = vec![None; messages];
        let mut walk =
            Walk { references, components, entered: unseen, lowest: vec![0; messages], open: Vec::new(), clock: 0 };
        for message in 0..messages {
            if walk.entered[message].is_none() {
                walk.from(message);
            }
        }
        walk.components
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The component of a message, counted from 0.
    pub(super) fn component(&self, message: MessageId) -> usize {
        // The walk above leaves no message out.
        self.of[message.0].unwrap_or_default()
    }

    /// Whether two messages contain one another, or are one.
    pub(super) fn are_one(&self, a: MessageId, b: MessageId) -> bool {
        self.of[a.0] == self.of[b.0]
    }
}

/// A walk from every message to those that refer to it.
struct Walk<'r> {
    references: &'r References,
    components: Components,
    /// When each message was entered.
    entered: Vec<Option<usize>>,
    /// The earliest entered message of its cycles that is known so far.
    lowest: Vec<usize>,
    /// Messages whose component is not known yet, in the order of entering.
    open: Vec<usize>,
    clock: usize,
}

impl Walk<'_> {
    fn from(&mut self, start: usize) {
        let mut way = vec![(start, 0)];
        self.enter(start);
        while let Some((message, next)) = way.last_mut() {
            let message = *message;
            let Some(reference) = self.references.to_message(MessageId(message)).get(*next) else {
                way.pop();
                if let Some(&(before, _)) = way.last() {
                    self.lowest[before] = self.lowest[before].min(self.lowest[message]);
                }
                self.leave(message);
                continue;
            };
            *next += 1;
            let holder = reference.holder.0;
            match self.entered[holder] {
                None => {
                    way.push((holder, 0));
                    self.enter(holder);
                }
                Some(when) if self.components.of[holder].is_none() => {
                    self.lowest[message] = self.lowest[message].min(when);
                }
                Some(_) => {}
            }
        }
    }

    fn enter(&mut self, message: usize) {
        self.entered[message] = Some(self.clock);
        self.lowest[message] = self.clock;
        self.open.push(message);
        self.clock += 1;
    }

    /// Closes the component that was entered by this message, if one was.
    fn leave(&mut self, message: usize) {
        if self.entered[message] != Some(self.lowest[message]) {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.components.of[member] = Some(self.components.count);
            if member == message {
                break;
            }
        }
        self.components.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema;

    #[test]
    fn a_cycle_is_one_and_everything_else_alone() {
        let text = "syntax = 'proto3'; message R { A a = 1; } message A { B b = 1; A a = 2; } message B { C c = 1; } \
                    message C { A a = 1; L l = 2; } message L {}";
        let schema = schema::from_texts("test", [("t.proto", text)]).expect("a valid schema");
        let components = Components::of(&References::of(&schema));
        let are_one = |a, b| {
            let id = |name| schema.message_named(name).expect("a message");
            components.are_one(id(a), id(b))
        };
        assert!(are_one("A", "B") && are_one("B", "C") && are_one("L", "L"));
        assert!(!are_one("R", "A") && !are_one("C", "L") && !are_one("R", "L"));
        assert_eq!(components.count(), 3);
    }
}
