//! How often each value of the source is read: what is read once can be moved, in languages that move.

use std::collections::HashMap;

use super::{Build, Function, How, Place, Write};

impl Function<'_> {
    /// How many places read each value. The checks of guards are none: they look at what others read. The messages that
    /// are taken apart, and the lists that are filtered, are not counted either.
    pub fn uses(&self) -> HashMap<Place, usize> {
        let mut uses = HashMap::new();
        let mut note = |place: Place| *uses.entry(place).or_default() += 1;
        self.writes.iter().for_each(|write| of_write(write, &mut note));
        uses
    }
}

fn of_write(write: &Write<'_>, note: &mut dyn FnMut(Place)) {
    match &write.how {
        How::Copy { from, .. }
        | How::Values { from, .. }
        | How::Message { from, .. }
        | How::Map { from, .. }
        | How::Wrap { from, .. }
        | How::Unwrap { from } => note(*from),
        How::Value(value) => value.candidates.iter().for_each(|candidate| note(candidate.from)),
        How::Build(build) => of_build(build, note),
        How::List(list) => {
            of_build(&list.first, note);
            list.rest.iter().for_each(|(place, _)| note(*place));
        }
        How::Name { parts, .. } => parts.iter().for_each(|part| note(part.from)),
        How::IsOneOf { of, .. } => note(*of),
        How::Constant(_) | How::Nothing => {}
    }
}

fn of_build(build: &Build<'_>, note: &mut dyn FnMut(Place)) {
    build.base.iter().for_each(|(place, _)| note(*place));
    build.writes.iter().for_each(|write| of_write(write, note));
}
