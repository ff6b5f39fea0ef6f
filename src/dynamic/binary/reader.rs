//! Reading.

use super::{ReadError, ReadReason, scalar};
use crate::{
    dynamic::{DynamicMessage, Reader, UnknownField, Value, find_field, value::settle_maps},
    schema::{Enum, Field, FieldType, Kind, Message, Scalar, Schema, Utf8},
    wire::{self, Depth, Key, Overflow, WireReason, WireType},
};

/// Reads a message.
///
/// Takes the schema that nested types are looked up in, the root type (which need not be part of that schema), the
/// bytes of one message without framing, and the reader family to play. Gives the fields that were on the wire, later
/// records merged into earlier ones. Required fields are not checked, see [`crate::dynamic::missing_required`].
///
/// # Errors
/// When the bytes are not protobuf, nest more than [`Depth::LIMIT`] levels below the root, hold a checked string that
/// is not UTF-8, or, for [`Reader::Strict`], a known field with another wire type.
pub fn read(schema: &Schema, message: &Message, bytes: &[u8], reader: Reader) -> Result<DynamicMessage, ReadError> {
    let overflow = match reader {
        Reader::Conformant => Overflow::Drop,
        Reader::Strict => Overflow::Reject,
    };
    let mut decoder = Decoder { schema, family: reader, has_maps: false };
    let mut value = DynamicMessage::default();
    let mut input = wire::Reader::new(bytes, overflow);
    decoder.message(message, &mut input, End::Input, &mut value, Depth::outermost())?;
    if decoder.has_maps {
        settle_maps(&mut value);
    }
    Ok(value)
}

struct Decoder<'s> {
    schema: &'s Schema,
    family: Reader,
    /// Whether a map entry was read anywhere, so that maps have to be settled at the end.
    has_maps: bool,
}

/// What a message ends with.
#[derive(Clone, Copy)]
enum End {
    /// The end of the input or of its length.
    Input,
    /// The end tag of this group.
    Group(i32),
}

/// What became of one value of a field.
enum Reading {
    /// It is known.
    Value(Value),
    /// A number that a closed enum does not have.
    NotInEnum(i32),
}

/// A record whose tag has been read: where it begins, what the tag says, and how much deeper its content may nest.
#[derive(Clone, Copy)]
struct Record {
    offset: usize,
    number: i32,
    wire_type: WireType,
    depth: Depth,
}

impl Decoder<'_> {
    fn message(
        &mut self,
        message: &Message,
        input: &mut wire::Reader<'_>,
        end: End,
        target: &mut DynamicMessage,
        depth: Depth,
    ) -> Result<(), ReadError> {
        loop {
            let offset = input.position();
            let record = match (input.key()?, end) {
                (None, End::Input) => return Ok(()),
                (None, End::Group(open)) => return fail(offset, WireReason::UnterminatedGroup(open)),
                (Some(Key::EndGroup { number }), End::Group(open)) if number == open => return Ok(()),
                (Some(Key::EndGroup { number: found }), End::Group(open)) => {
                    return fail(offset, WireReason::MismatchedEndGroup { open, found });
                }
                (Some(Key::EndGroup { number }), End::Input) => {
                    return fail(offset, WireReason::UnmatchedEndGroup(number));
                }
                (Some(Key::Field { number, wire_type }), _) => Record { offset, number, wire_type, depth },
            };
            match find_field(self.schema, message, record.number) {
                Some(field) => self.field(message, field, record, input, target)?,
                None => unknown(record, input, target)?,
            }
        }
    }

    fn field(
        &mut self,
        message: &Message,
        field: &Field,
        record: Record,
        input: &mut wire::Reader<'_>,
        target: &mut DynamicMessage,
    ) -> Result<(), ReadError> {
        let kind = field.value_kind();
        let Some(expected) = scalar::wire_type(kind) else { return unknown(record, input, target) };
        match &field.ty {
            FieldType::Singular { .. } if record.wire_type == expected => {
                self.singular(message, field, kind, record, input, target).map_err(|e| e.within(field, None))
            }
            FieldType::Repeated { .. } if record.wire_type == expected => {
                self.element(field, kind, record, input, target).map_err(|error| {
                    let index = target.fields.get(&field.number).map_or(0, count);
                    error.within(field, Some(index))
                })
            }
            FieldType::Repeated { .. } if record.wire_type == WireType::Len && scalar::is_packable(kind) => {
                self.packed(field, kind, expected, record.depth, input, target).map_err(|e| e.within(field, None))
            }
            FieldType::Map { key, .. } if record.wire_type == WireType::Len => {
                self.map_entry(field, *key, kind, record, input, target).map_err(|e| e.within(field, None))
            }
            FieldType::Map { .. } => self.misfit(field, WireType::Len, record, input, target),
            FieldType::Singular { .. } | FieldType::Repeated { .. } => {
                self.misfit(field, expected, record, input, target)
            }
        }
    }

    /// A known number with a wire type that does not fit.
    fn misfit(
        &self,
        field: &Field,
        expected: WireType,
        record: Record,
        input: &mut wire::Reader<'_>,
        target: &mut DynamicMessage,
    ) -> Result<(), ReadError> {
        match self.family {
            Reader::Conformant => unknown(record, input, target),
            Reader::Strict => {
                let reason = ReadReason::WireType { expected, found: record.wire_type };
                Err(ReadError::new(record.offset, reason).within(field, None))
            }
        }
    }

    fn singular(
        &mut self,
        message: &Message,
        field: &Field,
        kind: &Kind,
        record: Record,
        input: &mut wire::Reader<'_>,
        target: &mut DynamicMessage,
    ) -> Result<(), ReadError> {
        if let Some(id) = kind.message() {
            clear_other_members(message, field, target);
            let slot = target.fields.entry(field.number).or_insert_with(|| Value::Message(DynamicMessage::default()));
            if let Value::Message(inner) = slot {
                self.nested(&self.schema[id], record, input, inner)?;
            }
            return Ok(());
        }
        match self.plain(field, kind, record, input)? {
            Reading::Value(value) => {
                clear_other_members(message, field, target);
                target.fields.insert(field.number, value);
            }
            // The members of a oneof stay as they are: to a reader this record is not a member.
            Reading::NotInEnum(_) => target.unknown.push(kept(record, input)),
        }
        Ok(())
    }

    fn element(
        &mut self,
        field: &Field,
        kind: &Kind,
        record: Record,
        input: &mut wire::Reader<'_>,
        target: &mut DynamicMessage,
    ) -> Result<(), ReadError> {
        let value = if let Some(id) = kind.message() {
            let mut inner = DynamicMessage::default();
            self.nested(&self.schema[id], record, input, &mut inner)?;
            Value::Message(inner)
        } else {
            match self.plain(field, kind, record, input)? {
                Reading::Value(value) => value,
                Reading::NotInEnum(_) => {
                    target.unknown.push(kept(record, input));
                    return Ok(());
                }
            }
        };
        if let Value::List(values) = target.fields.entry(field.number).or_insert_with(|| Value::List(Vec::new())) {
            values.push(value);
        }
        Ok(())
    }

    fn packed(
        &mut self,
        field: &Field,
        kind: &Kind,
        element: WireType,
        depth: Depth,
        input: &mut wire::Reader<'_>,
        target: &mut DynamicMessage,
    ) -> Result<(), ReadError> {
        let mut run = input.delimited()?;
        while !run.is_at_end() {
            let record = Record { offset: run.position(), number: field.number, wire_type: element, depth };
            match self.plain(field, kind, record, &mut run)? {
                Reading::Value(value) => {
                    let slot = target.fields.entry(field.number).or_insert_with(|| Value::List(Vec::new()));
                    if let Value::List(values) = slot {
                        values.push(value);
                    }
                }
                Reading::NotInEnum(number) => {
                    target.unknown.push(UnknownField::varint(field.number, i64::from(number) as u64));
                }
            }
        }
        Ok(())
    }

    fn map_entry(
        &mut self,
        field: &Field,
        key_kind: Scalar,
        value_kind: &Kind,
        record: Record,
        input: &mut wire::Reader<'_>,
        target: &mut DynamicMessage,
    ) -> Result<(), ReadError> {
        let mut entry = input.delimited()?;
        // An entry is a message like any other.
        let depth = deeper(record)?;
        let key_kind = Kind::Scalar(key_kind);
        let mut key = None;
        let mut value = None;
        loop {
            let offset = entry.position();
            let part = match entry.key()? {
                None => break,
                Some(Key::EndGroup { number }) => return fail(offset, WireReason::UnmatchedEndGroup(number)),
                Some(Key::Field { number, wire_type }) => Record { offset, number, wire_type, depth },
            };
            let (kind, slot) = match part.number {
                1 => (&key_kind, &mut key),
                2 => (value_kind, &mut value),
                _ => {
                    entry.value(part.number, part.wire_type, depth)?;
                    continue;
                }
            };
            match (scalar::wire_type(kind), self.family) {
                (Some(expected), _) if expected == part.wire_type => {}
                (Some(expected), Reader::Strict) => {
                    return Err(ReadError::new(offset, ReadReason::WireType { expected, found: part.wire_type }));
                }
                _ => {
                    entry.value(part.number, part.wire_type, depth)?;
                    continue;
                }
            }
            if let Some(id) = kind.message() {
                let slot = slot.get_or_insert_with(|| Reading::Value(Value::Message(DynamicMessage::default())));
                if let Reading::Value(Value::Message(inner)) = slot {
                    self.nested(&self.schema[id], part, &mut entry, inner)?;
                }
            } else {
                *slot = Some(self.plain(field, kind, part, &mut entry)?);
            }
        }
        let key = match key {
            Some(Reading::Value(key)) => key,
            _ => self.default(&key_kind),
        };
        let value = match value {
            Some(Reading::Value(value)) => value,
            None => self.default(value_kind),
            // The whole entry is set aside, not its value alone (<https://protobuf.dev/programming-guides/enum/>).
            Some(Reading::NotInEnum(_)) => {
                target.unknown.push(kept(record, input));
                return Ok(());
            }
        };
        self.has_maps = true;
        if let Value::Map(entries) = target.fields.entry(field.number).or_insert_with(|| Value::Map(Vec::new())) {
            entries.push((key, value));
        }
        Ok(())
    }

    /// A message or group whose wire type fits.
    fn nested(
        &mut self,
        message: &Message,
        record: Record,
        input: &mut wire::Reader<'_>,
        target: &mut DynamicMessage,
    ) -> Result<(), ReadError> {
        let depth = deeper(record)?;
        match record.wire_type {
            WireType::Group => self.message(message, input, End::Group(record.number), target, depth),
            _ => self.message(message, &mut input.delimited()?, End::Input, target, depth),
        }
    }

    /// A scalar or enum whose wire type fits.
    fn plain(
        &self,
        field: &Field,
        kind: &Kind,
        record: Record,
        input: &mut wire::Reader<'_>,
    ) -> Result<Reading, ReadError> {
        let raw = input.value(record.number, record.wire_type, record.depth)?;
        let value = match kind {
            Kind::Scalar(Scalar::String) => match scalar::decode(Scalar::String, raw) {
                Some(Value::Bytes(bytes)) => {
                    let offset = input.position() - bytes.len();
                    self.string(field.utf8, bytes).ok_or_else(|| ReadError::new(offset, ReadReason::Utf8))?
                }
                _ => self.default(kind),
            },
            Kind::Scalar(scalar) => scalar::decode(*scalar, raw).unwrap_or_else(|| self.default(kind)),
            _ => {
                let number = match raw {
                    wire::RawValue::Varint(number) => number as i32,
                    _ => 0,
                };
                if let Kind::Enum(id) = kind
                    && !self.keeps(&self.schema[*id], number)
                {
                    return Ok(Reading::NotInEnum(number));
                }
                Value::Enum(number)
            }
        };
        Ok(Reading::Value(value))
    }

    /// `None` when the bytes are not UTF-8 and that is an error.
    fn string(&self, utf8: Utf8, bytes: Vec<u8>) -> Option<Value> {
        match (String::from_utf8(bytes), utf8, self.family) {
            (Ok(text), ..) => Some(Value::String(text)),
            (Err(error), Utf8::Unchecked, Reader::Conformant) => Some(Value::Bytes(error.into_bytes())),
            (Err(_), ..) => None,
        }
    }

    /// Whether a number is a value of the enum to this family.
    fn keeps(&self, of: &Enum, number: i32) -> bool {
        !of.closed || self.family == Reader::Strict || of.values_numbered(number).next().is_some()
    }

    /// What a map key or value is when its entry does not say.
    fn default(&self, kind: &Kind) -> Value {
        match kind {
            Kind::Scalar(scalar) => scalar::default(*scalar),
            Kind::Enum(id) => Value::Enum(self.schema[*id].values.first().map_or(0, |value| value.number)),
            Kind::Message(_) | Kind::Group(_) | Kind::StandIn(_) => Value::Message(DynamicMessage::default()),
        }
    }
}

fn fail<T>(offset: usize, reason: WireReason) -> Result<T, ReadError> {
    Err(ReadError::new(offset, ReadReason::Wire(reason)))
}

/// The allowance inside a record.
fn deeper(record: Record) -> Result<Depth, ReadError> {
    record.depth.enter().ok_or_else(|| ReadError::new(record.offset, ReadReason::Wire(WireReason::TooDeep)))
}

fn count(value: &Value) -> usize {
    match value {
        Value::List(values) => values.len(),
        _ => 0,
    }
}

/// Setting one member of a oneof clears the others (<https://protobuf.dev/programming-guides/proto3/#oneof-features>).
fn clear_other_members(message: &Message, field: &Field, target: &mut DynamicMessage) {
    if let Some(oneof) = field.oneof {
        for member in message.members(oneof).filter(|member| member.number != field.number) {
            target.fields.remove(&member.number);
        }
    }
}

/// Keeps a record whose tag has been read.
fn unknown(record: Record, input: &mut wire::Reader<'_>, target: &mut DynamicMessage) -> Result<(), ReadError> {
    input.value(record.number, record.wire_type, record.depth)?;
    target.unknown.push(kept(record, input));
    Ok(())
}

/// The record that begins here and has been read to its end.
fn kept(record: Record, input: &wire::Reader<'_>) -> UnknownField {
    UnknownField { number: record.number, wire_type: record.wire_type, bytes: input.since(record.offset).to_vec() }
}
