//! The payload of one record, and what is odd about it.

use super::{
    Content, End, FieldShape, Often, Record, Sign, Slip, Walk, fail,
    frame::Inside,
    number,
    spot::{Sight, Substance},
    wire::{RawValue, Reader, WireError, WireReason, WireType},
};

impl Walk<'_> {
    /// Looks at the payload of a record of a known field.
    pub(super) fn value(
        &mut self,
        field: &FieldShape,
        record: Record,
        input: &mut Reader<'_>,
        inside: &mut Inside,
    ) -> Result<(), WireError> {
        let Record { offset, number, wire_type, depth, spot } = record;
        let expected = field.wire_type();
        match expected {
            None => return input.value(number, wire_type, depth).map(drop),
            Some(expected) if expected == wire_type => inside.fields += 1,
            Some(_) if wire_type == WireType::Len && field.takes_runs() => {
                inside.fields += 1;
                return self.run(field, record, input, inside);
            }
            Some(expected) => {
                input.value(number, wire_type, depth)?;
                inside.sound = false;
                self.notes.unknown = true;
                self.note(spot, offset, Sign::WireType { expected, found: wire_type });
                return Ok(());
            }
        }
        match field.content {
            Content::Message(index) => {
                let mut payload = self.payload(record, input)?;
                let length = payload.rest().len();
                let mut nested = Inside::default();
                let ended = match depth.enter() {
                    Some(depth) => self.message(index, &mut payload, End::Input, depth, spot, &mut nested),
                    None => fail(offset, WireReason::TooDeep),
                };
                self.nested(record, length, nested, ended, inside);
            }
            Content::Group(index) => {
                let mut nested = Inside::default();
                let start = input.position();
                let Some(depth) = depth.enter() else { return fail(offset, WireReason::TooDeep) };
                self.message(index, input, End::Group(number), depth, spot, &mut nested)?;
                self.nested(record, input.position() - start, nested, Ok(()), inside);
            }
            Content::Text(utf8) => {
                let payload = self.payload(record, input)?;
                self.see(spot, Sight::Text);
                self.about_length(field, record, payload.rest());
                if !self.text(field, utf8, record, payload.rest()) {
                    inside.sound = false;
                }
            }
            Content::Bytes => {
                let payload = self.payload(record, input)?;
                self.see(spot, Sight::Bytes);
                self.about_length(field, record, payload.rest());
            }
            _ => {
                let start = input.position();
                let value = input.value(number, wire_type, depth)?;
                if let (Content::Enum(index), RawValue::Varint(value)) = (field.content, value) {
                    self.notes.unknown |= !self.shapes.enums[index].takes(value as i32);
                }
                self.number(field, record, value, input.position() - start, inside);
                if field.often == Often::Packed {
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
            self.refuse(record.spot, record.offset, error.to_string());
        }
        inside.fields += nested.fields;
        inside.sound &= matches!(sight, Sight::Message(_));
    }

    /// Repeated numbers in one record.
    fn run(
        &mut self,
        field: &FieldShape,
        record: Record,
        input: &mut Reader<'_>,
        inside: &mut Inside,
    ) -> Result<(), WireError> {
        let mut run = self.payload(record, input)?;
        if field.often == Often::Expanded {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::Packing));
        }
        let Some(element) = field.wire_type() else { return Ok(()) };
        while !run.is_at_end() {
            let start = run.position();
            match run.value(record.number, element, record.depth) {
                Ok(value) => self.number(field, record, value, run.position() - start, inside),
                Err(error) => {
                    inside.sound = false;
                    self.refuse(record.spot, record.offset, error.to_string());
                    break;
                }
            }
        }
        Ok(())
    }

    fn number(&mut self, field: &FieldShape, record: Record, value: RawValue<'_>, size: usize, inside: &mut Inside) {
        let zero = matches!(value, RawValue::Varint(0) | RawValue::Fixed32(0) | RawValue::Fixed64(0));
        if zero && field.often == Often::Implicit {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::ExplicitDefault));
        }
        let RawValue::Varint(value) = value else { return };
        let is_named = match field.content {
            Content::Enum(index) => self.shapes.enums[index].has(value as i32),
            _ => true,
        };
        if !number::fits(field.content, value) {
            inside.sound = false;
            self.note(record.spot, record.offset, Sign::NumberTooWide(value));
        } else if !is_named {
            self.note(record.spot, record.offset, Sign::EnumNumber(value as i32));
        }
        if size > number::varint_size(value) {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::LongVarint));
        }
    }

    fn about_length(&mut self, field: &FieldShape, record: Record, payload: &[u8]) {
        if payload.is_empty() && field.often == Often::Implicit {
            self.note(record.spot, record.offset, Sign::NotCanonical(Slip::ExplicitDefault));
        }
    }
}
