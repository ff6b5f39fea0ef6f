//! The records of one message: which fields they are, and what is odd about their being there.

use super::{
    End, Record, Walk, fail,
    frame::{Frame, Inside},
    number,
    shape::{Often, Origin, Shape, shape},
};
use crate::{
    migration::detection::{
        Evidence, Sign, Slip,
        spot::{Place, Sight, path},
    },
    schema::{MessageId, is_required_by_annotation},
    wire::{Depth, Key, Reader, WireError, WireReason},
};

impl<'s> Walk<'s> {
    /// Walks the records of a message up to its end.
    pub(super) fn message(
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
