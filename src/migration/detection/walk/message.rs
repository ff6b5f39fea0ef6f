//! The records of one message: which fields they are, and what is odd about their being there.

use super::{
    End, Evidence, FieldShape, Origin, Record, Sign, Slip, Walk, fail,
    frame::{Frame, Inside},
    number,
    shapes::MessageShape,
    spot::{Place, Sight, path},
    wire::{Depth, Key, Reader, WireError, WireReason},
};

impl<'s> Walk<'s> {
    /// Walks the records of a message up to its end.
    pub(super) fn message(
        &mut self,
        index: usize,
        input: &mut Reader<'_>,
        end: End,
        depth: Depth,
        parent: Option<usize>,
        inside: &mut Inside,
    ) -> Result<(), WireError> {
        let message = &self.shapes.messages[index];
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
            match message.field(number) {
                None => {
                    record.spot = self.spot(offset, parent, Place::Number(number), Sight::Plain);
                    input.value(number, wire_type, depth)?;
                    inside.sound = false;
                    self.notes.unknown = true;
                    self.note(record.spot, offset, Sign::UnknownField { wire_type });
                }
                Some(field) => {
                    let before = frame.occurrence(number);
                    let place = match field.is_repeated() {
                        true => Place::Element(&field.name, before),
                        false => Place::Field(&field.name),
                    };
                    record.spot = self.spot(offset, parent, place, Sight::Plain);
                    self.about_place(field, before, &mut frame, record);
                    let skipped = !field.is_read();
                    self.notes.unknown |= skipped;
                    self.skipped += usize::from(skipped);
                    let read = self.value(field, record, input, inside);
                    self.skipped -= usize::from(skipped);
                    read?;
                }
            }
            if long_tag {
                self.note(record.spot, offset, Sign::NotCanonical(Slip::LongVarint));
            }
            if frame.is_out_of_order(number) {
                self.note(record.spot, offset, Sign::NotCanonical(Slip::OutOfOrder));
            }
        }
        self.absent(message, &frame, parent, start);
        Ok(())
    }

    /// What is odd about a record's being where it is.
    fn about_place(&mut self, field: &FieldShape, before: usize, frame: &mut Frame, record: Record) {
        if field.origin == Origin::Draft {
            self.note(record.spot, record.offset, Sign::Draft);
        }
        if before > 0 && !field.is_repeated() {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::SecondValue));
        }
        if field.oneof.is_some_and(|oneof| frame.replaces_member(oneof, record.number)) {
            self.note(record.spot, record.offset, Sign::TwoMembers);
        }
    }

    /// Required fields that a message ended without.
    fn absent(&mut self, message: &MessageShape, frame: &Frame, parent: Option<usize>, start: usize) {
        for field in message.required.iter().filter(|field| !frame.has(field.number)) {
            if !self.has_room(&Sign::RequiredAbsent) {
                continue;
            }
            let mut path = path(&self.notes.spots, parent);
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&field.name);
            self.notes.evidence.push(Evidence { path, offset: start, sign: Sign::RequiredAbsent });
        }
    }
}
