//! Walking bytes the way one schema reads them, noting what is odd.
//!
//! A reader says what a message *is*; this says what it looks like: it sees the order of records, the width of numbers
//! and what hides in text, and it goes on after a nested message that cannot be read, so that one fault does not hide
//! others. One pass; messages nest no deeper than [`Depth::LIMIT`].

mod frame;
mod message;
mod number;
mod text;
mod value;

use std::collections::HashMap;

use frame::Inside;

use super::{
    Bearing, Evidence, Reading, Sign, Slip, Weight,
    reading::LeftOut,
    shapes::{self, Content, FieldShape, Often, Origin, Shapes},
    spot::{self, Place, Sight, Spot, path},
    wire::{self, Depth, Overflow, Reader, WireError, WireReason, WireType},
};

/// What a walk brings home.
pub(super) struct Notes<'s> {
    pub evidence: Vec<Evidence>,
    pub spots: Vec<Spot<'s>>,
    pub left_out: LeftOut,
    /// Whether a conformant reader refuses the bytes.
    pub refused: bool,
    /// Whether there is anything that a conformant reader takes for unknown.
    pub unknown: bool,
}

/// Walks bytes as a message of this type.
pub(super) fn walk<'s>(shapes: &'s Shapes, message: usize, bytes: &[u8]) -> Notes<'s> {
    let left_out = LeftOut::default();
    let notes = Notes { evidence: Vec::new(), spots: Vec::new(), left_out, refused: false, unknown: false };
    let mut walk = Walk { shapes, skipped: 0, noted: HashMap::new(), notes };
    let mut input = Reader::new(bytes, Overflow::Drop);
    let mut inside = Inside::default();
    if let Err(error) = walk.message(message, &mut input, End::Input, Depth::outermost(), None, &mut inside) {
        walk.refuse(None, error.offset, error.reason.to_string());
    }
    let notes = &walk.notes;
    if notes.left_out.is_nothing_heavy() && notes.evidence.iter().all(|evidence| is_canonical(&evidence.sign)) {
        walk.note(None, 0, Sign::Canonical);
    }
    walk.notes
}

/// Whether a canonical writer can bring it forth.
fn is_canonical(sign: &Sign) -> bool {
    let in_values = matches!(
        sign,
        Sign::ControlText(_) | Sign::EnumNumber(_) | Sign::RequiredAbsent | Sign::OtherShape(_) | Sign::ForeignShape(_)
    );
    in_values || sign.bearing() == Bearing::For
}

struct Walk<'s> {
    shapes: &'s Shapes,
    /// How many fields there are around that readers do not look into.
    skipped: usize,
    /// How much evidence of each weight was noted.
    noted: HashMap<Option<Weight>, usize>,
    notes: Notes<'s>,
}

/// What a message ends with.
#[derive(Clone, Copy)]
enum End {
    Input,
    Group(i32),
}

/// A record whose tag has been read.
#[derive(Clone, Copy)]
struct Record {
    offset: usize,
    number: i32,
    wire_type: WireType,
    depth: Depth,
    /// Its own spot.
    spot: Option<usize>,
}

impl<'s> Walk<'s> {
    /// Notes what cannot be read. Readers refuse it, unless it is where they do not look.
    fn refuse(&mut self, spot: Option<usize>, offset: usize, reason: String) {
        self.notes.refused |= self.skipped == 0;
        self.note(spot, offset, Sign::Unreadable(reason));
    }

    fn note(&mut self, spot: Option<usize>, offset: usize, sign: Sign) {
        if self.has_room(&sign) {
            let path = path(&self.notes.spots, spot);
            self.notes.evidence.push(Evidence { path, offset, sign });
        }
    }

    /// Whether one more sign of this weight is to be kept; counts it either way. What weighs little must not crowd out
    /// what weighs much.
    fn has_room(&mut self, sign: &Sign) -> bool {
        let weight = Weight::of(sign);
        let noted = self.noted.entry(weight).or_default();
        *noted += 1;
        let room = *noted <= Reading::MOST;
        if !room {
            self.notes.left_out.add(weight);
        }
        room
    }

    fn spot(&mut self, offset: usize, parent: Option<usize>, place: Place<'s>, sight: Sight) -> Option<usize> {
        self.notes.spots.push(Spot { offset, parent, place, sight });
        Some(self.notes.spots.len() - 1)
    }

    fn see(&mut self, spot: Option<usize>, sight: Sight) {
        if let Some(spot) = spot.and_then(|index| self.notes.spots.get_mut(index)) {
            spot.sight = sight;
        }
    }
}

fn fail<T>(offset: usize, reason: WireReason) -> Result<T, WireError> {
    Err(WireError { offset, reason })
}
