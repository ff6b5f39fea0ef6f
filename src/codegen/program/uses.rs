//! How often each value of the source is read: what is read once can be moved, in languages that move.

use std::collections::HashMap;

use super::{Function, How, Place, Write};

impl Function<'_> {
    /// How many places read each value. The checks of guards are none: they look at what others read. The messages that
    /// are taken apart, and the lists that are filtered, are not counted either.
    pub fn uses(&self) -> HashMap<Place, usize> {
        let mut uses = HashMap::new();
        let mut note = |place: Place| *uses.entry(place).or_default() += 1;
        self.all_writes().for_each(|write| read_by(write, &mut note));
        uses
    }
}

/// What a write reads itself: not those in the message that it puts together.
fn read_by(write: &Write<'_>, mut note: impl FnMut(Place)) {
    write.build().and_then(|build| build.base).iter().for_each(|(place, _)| note(*place));
    match &write.how {
        How::Copy { from, .. }
        | How::Values { from, .. }
        | How::Message { from, .. }
        | How::Map { from, .. }
        | How::Wrap { from, .. }
        | How::Unwrap { from } => note(*from),
        How::Value(value) => value.candidates.iter().for_each(|candidate| note(candidate.from)),
        How::List(list) => list.rest.iter().for_each(|(place, _)| note(*place)),
        How::Name { parts, .. } => parts.iter().for_each(|part| note(part.from)),
        How::IsOneOf { of, .. } => note(*of),
        How::Build(_) | How::Constant(_) | How::Nothing => {}
    }
}
