//! The payload of one record, and what is odd about it.

use super::{
    End, Record, Walk, fail,
    frame::Inside,
    number,
    shape::{Content, Often, Shape},
};
use crate::{
    migration::detection::{
        Sign, Slip,
        hints::MessageHints,
        spot::{Sight, Substance},
    },
    schema::{Packing, Scalar},
    wire::{RawValue, Reader, WireError, WireReason, WireType},
};

impl<'s> Walk<'s> {
    /// Looks at the payload of a record of a known field.
    pub(super) fn value(
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
}
