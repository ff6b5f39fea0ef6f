//! Walking bytes the way one schema reads them, noting what is odd.
//!
//! The reader in [`crate::dynamic`] says what a message *is*; this says what it looks like: it sees the order of records,
//! the width of numbers and what hides in text, and it goes on after a nested message that cannot be read, so that one
//! fault does not hide others. One pass; messages nest no deeper than [`Depth::LIMIT`].

mod frame;
mod number;
mod shape;
mod text;

use std::collections::HashMap;

use frame::{Frame, Inside};
use shape::{Content, Often, Origin, Shape, shape};

use super::{
    Bearing, Evidence, Hints, Reading, Sign, Slip, Weight,
    hints::MessageHints,
    reading::LeftOut,
    spot::{Place, Sight, Spot, Substance, path},
};
use crate::{
    schema::{MessageId, Packing, Scalar, Schema, is_required_by_annotation},
    wire::{Depth, Key, Overflow, RawValue, Reader, WireError, WireReason, WireType},
};

/// What a walk brings home.
pub(super) struct Notes<'s> {
    pub evidence: Vec<Evidence>,
    pub spots: Vec<Spot<'s>>,
    pub left_out: LeftOut,
}

/// Walks bytes as a message of this type.
pub(super) fn walk<'s>(schema: &'s Schema, message: MessageId, hints: &'s Hints, bytes: &[u8]) -> Notes<'s> {
    let notes = Notes { evidence: Vec::new(), spots: Vec::new(), left_out: LeftOut::default() };
    let mut walk = Walk { schema, hints, required: HashMap::new(), noted: HashMap::new(), notes };
    let mut input = Reader::new(bytes, Overflow::Drop);
    let mut inside = Inside::default();
    if let Err(error) = walk.message(message, &mut input, End::Input, Depth::outermost(), None, &mut inside) {
        walk.note(None, error.offset, Sign::Unreadable(error.reason.to_string()));
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
    schema: &'s Schema,
    hints: &'s Hints,
    /// Numbers and names of required fields, by message.
    required: HashMap<MessageId, Vec<(i32, &'s str)>>,
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

    fn message(
        &mut self,
        id: MessageId,
        input: &mut Reader<'_>,
        end: End,
        depth: Depth,
        parent: Option<usize>,
        inside: &mut Inside,
    ) -> Result<(), WireError> {
        let schema = self.schema;
        let message = &schema[id];
        let hints = self.hints.of(&message.element.full_name);
        let start = parent.and_then(|index| self.notes.spots.get(index)).map_or(0, |spot| spot.offset);
        let mut frame = Frame::default();
        loop {
            let offset = input.position();
            let (number, wire_type) = match (input.key()?, end) {
                (None, End::Input) => break,
                (Some(Key::EndGroup { number }), End::Group(open)) if number == open => break,
                (None, End::Group(open)) => return fail(offset, WireReason::UnterminatedGroup(open)),
                (Some(Key::EndGroup { number: found }), End::Group(open)) => {
                    return fail(offset, WireReason::MismatchedEndGroup { open, found });
                }
                (Some(Key::EndGroup { number }), End::Input) => {
                    return fail(offset, WireReason::UnmatchedEndGroup(number));
                }
                (Some(Key::Field { number, wire_type }), _) => (number, wire_type),
            };
            let long_tag = input.position() - offset > number::varint_size((number as u64) << 3);
            let mut record = Record { offset, number, wire_type, depth, spot: None };
            match shape(schema, message, hints, number) {
                None => {
                    record.spot = self.spot(offset, parent, Place::Number(number), Sight::Plain);
                    input.value(number, wire_type, depth)?;
                    inside.sound = false;
                    self.note(record.spot, offset, Sign::UnknownField { wire_type });
                }
                Some(shape) => {
                    let before = frame.occurrence(number);
                    let place = match shape.often {
                        Often::Repeated(_) => Place::Element(shape.name, before),
                        _ => Place::Field(shape.name),
                    };
                    record.spot = self.spot(offset, parent, place, Sight::Plain);
                    self.about_place(&shape, before, &mut frame, record);
                    self.value(&shape, hints, record, input, inside)?;
                }
            }
            if long_tag {
                self.note(record.spot, offset, Sign::NotCanonical(Slip::LongVarint));
            }
            if frame.is_out_of_order(number) {
                self.note(record.spot, offset, Sign::NotCanonical(Slip::OutOfOrder));
            }
        }
        self.absent(id, &frame, parent, start);
        Ok(())
    }

    /// What is odd about a record's being where it is.
    fn about_place(&mut self, shape: &Shape<'s>, before: usize, frame: &mut Frame, record: Record) {
        if shape.origin == Origin::Draft {
            self.note(record.spot, record.offset, Sign::Draft);
        }
        if before > 0 && !matches!(shape.often, Often::Repeated(_)) {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::SecondValue));
        }
        if let Some(oneof) = shape.oneof
            && frame.replaces_member(oneof, record.number)
        {
            self.note(record.spot, record.offset, Sign::TwoMembers);
        }
    }

    fn value(
        &mut self,
        shape: &Shape<'s>,
        hints: Option<&MessageHints>,
        record: Record,
        input: &mut Reader<'_>,
        inside: &mut Inside,
    ) -> Result<(), WireError> {
        let Record { offset, number, wire_type, depth, spot } = record;
        let expected = shape.wire_type();
        match expected {
            None => return input.value(number, wire_type, depth).map(drop),
            Some(expected) if expected == wire_type => inside.fields += 1,
            Some(_) if wire_type == WireType::Len && shape.takes_runs() => {
                inside.fields += 1;
                return self.run(shape, record, input, inside);
            }
            Some(expected) => {
                input.value(number, wire_type, depth)?;
                inside.sound = false;
                self.note(spot, offset, Sign::WireType { expected, found: wire_type });
                return Ok(());
            }
        }
        match shape.content {
            Content::Message(id) => {
                let mut payload = self.payload(record, input)?;
                let length = payload.rest().len();
                let mut nested = Inside::default();
                let ended = match depth.enter() {
                    Some(depth) => self.message(id, &mut payload, End::Input, depth, spot, &mut nested),
                    None => fail(offset, WireReason::TooDeep),
                };
                self.nested(record, length, nested, ended, inside);
            }
            Content::Group(id) => {
                let mut nested = Inside::default();
                let start = input.position();
                let Some(depth) = depth.enter() else { return fail(offset, WireReason::TooDeep) };
                self.message(id, input, End::Group(number), depth, spot, &mut nested)?;
                self.nested(record, input.position() - start, nested, Ok(()), inside);
            }
            Content::Scalar(Scalar::String) => {
                let payload = self.payload(record, input)?;
                self.see(spot, Sight::Text);
                self.about_length(shape, record, payload.rest());
                if !self.text(shape, hints, record, payload.rest()) {
                    inside.sound = false;
                }
            }
            Content::Scalar(Scalar::Bytes) => {
                let payload = self.payload(record, input)?;
                self.see(spot, Sight::Bytes);
                self.about_length(shape, record, payload.rest());
            }
            Content::Scalar(_) | Content::Enum(_) | Content::Anything => {
                let start = input.position();
                let value = input.value(number, wire_type, depth)?;
                self.number(shape, record, value, input.position() - start, inside);
                if matches!(shape.often, Often::Repeated(Packing::Packed)) {
                    self.note(spot, offset, Sign::NotCanonical(Slip::Packing));
                }
            }
        }
        Ok(())
    }

    /// The payload of a length-prefixed record.
    fn payload<'a>(&mut self, record: Record, input: &mut Reader<'a>) -> Result<Reader<'a>, WireError> {
        let start = input.position();
        let payload = input.delimited()?;
        if payload.position() - start > number::varint_size(payload.rest().len() as u64) {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::LongVarint));
        }
        Ok(payload)
    }

    /// What became of a message in a message.
    fn nested(
        &mut self,
        record: Record,
        length: usize,
        nested: Inside,
        ended: Result<(), WireError>,
        inside: &mut Inside,
    ) {
        let sight = match ended {
            Ok(()) if nested.sound => Sight::Message(Substance { fields: nested.fields, bytes: length }),
            Ok(()) => Sight::Faulty,
            Err(_) => Sight::Broken(nested.fields),
        };
        self.see(record.spot, sight);
        if let Err(error) = ended {
            self.note(record.spot, record.offset, Sign::Unreadable(error.to_string()));
        }
        inside.fields += nested.fields;
        inside.sound &= matches!(sight, Sight::Message(_));
    }

    /// Repeated numbers in one record.
    fn run(
        &mut self,
        shape: &Shape<'s>,
        record: Record,
        input: &mut Reader<'_>,
        inside: &mut Inside,
    ) -> Result<(), WireError> {
        let mut run = self.payload(record, input)?;
        if matches!(shape.often, Often::Repeated(Packing::Expanded)) {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::Packing));
        }
        let Some(element) = shape.wire_type() else { return Ok(()) };
        while !run.is_at_end() {
            let start = run.position();
            match run.value(record.number, element, record.depth) {
                Ok(value) => self.number(shape, record, value, run.position() - start, inside),
                Err(error) => {
                    inside.sound = false;
                    self.note(record.spot, record.offset, Sign::Unreadable(error.to_string()));
                    break;
                }
            }
        }
        Ok(())
    }

    fn number(&mut self, shape: &Shape<'s>, record: Record, value: RawValue<'_>, size: usize, inside: &mut Inside) {
        let zero = matches!(value, RawValue::Varint(0) | RawValue::Fixed32(0) | RawValue::Fixed64(0));
        if zero && shape.often == Often::Implicit {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::ExplicitDefault));
        }
        let RawValue::Varint(value) = value else { return };
        if !number::fits(shape.content, value) {
            inside.sound = false;
            self.note(record.spot, record.offset, Sign::NumberTooWide(value));
        } else if let Content::Enum(id) = shape.content
            && self.schema[id].values_numbered(value as i32).next().is_none()
        {
            self.note(record.spot, record.offset, Sign::EnumNumber(value as i32));
        }
        if size > number::varint_size(value) {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::LongVarint));
        }
    }

    fn about_length(&mut self, shape: &Shape<'s>, record: Record, payload: &[u8]) {
        if payload.is_empty() && shape.often == Often::Implicit {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::ExplicitDefault));
        }
    }

    /// Required fields that a message ended without.
    fn absent(&mut self, id: MessageId, frame: &Frame, parent: Option<usize>, start: usize) {
        let schema = self.schema;
        let required = self.required.entry(id).or_insert_with(|| {
            let fields = schema[id].fields.iter();
            let required = fields.filter(|field| field.is_required() || is_required_by_annotation(field));
            required.map(|field| (field.number, field.name())).collect()
        });
        let absent: Vec<&str> = required.iter().filter(|(n, _)| !frame.has(*n)).map(|(_, name)| *name).collect();
        for name in absent {
            if !self.has_room(&Sign::RequiredAbsent) {
                continue;
            }
            let mut path = path(&self.notes.spots, parent);
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(name);
            self.notes.evidence.push(Evidence { path, offset: start, sign: Sign::RequiredAbsent });
        }
    }
}

fn fail<T>(offset: usize, reason: WireReason) -> Result<T, WireError> {
    Err(WireError { offset, reason })
}
