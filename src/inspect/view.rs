//! Records, and what a schema makes of them.

use super::{
    Fault, Packed, RawPayload,
    raw::{key, payload_fault},
};
use crate::{
    dynamic::{
        Value,
        binary::{self, ReadReason},
        find_field,
    },
    schema::{Enum, Field, FieldType, Kind, Message, Scalar, Schema, Utf8},
    wire::{Depth, Overflow, RawValue, Reader, WireError, WireReason, WireType},
};

/// The bytes of a message and the type they are seen as.
#[derive(Debug, Clone)]
pub struct MessageView<'a> {
    schema: &'a Schema,
    message: &'a Message,
    reader: Reader<'a>,
    depth: Depth,
    /// The map field, when it is an entry of one.
    map: Option<&'a Field>,
}

/// One record of a message.
#[derive(Debug, Clone)]
pub struct Record<'a> {
    /// Where its tag begins in the outermost bytes.
    pub offset: usize,
    /// The field number.
    pub number: i32,
    /// How the payload is delimited.
    pub wire_type: WireType,
    /// All of it, tag included.
    pub bytes: &'a [u8],
    /// What the schema makes of it.
    pub content: Content<'a>,
}

/// What the schema makes of a record.
#[derive(Debug, Clone)]
pub enum Content<'a> {
    /// It is a value of this field.
    Field {
        /// The field.
        field: &'a Field,
        /// The value.
        view: FieldView<'a>,
    },
    /// It is no value of any field. A conformant reader keeps it without understanding it.
    Unknown {
        /// Why.
        why: Unplaced<'a>,
        /// What it holds.
        payload: RawPayload<'a>,
    },
}

/// What one record contributes to a field.
#[derive(Debug, Clone)]
pub enum FieldView<'a> {
    /// One value: of a singular field, or an element of a repeated one.
    One(ValueView<'a>),
    /// Many elements of a repeated field.
    Packed(Packed<'a>),
    /// An entry of a map: a message with the key at 1 and the value at 2.
    Entry(MessageView<'a>),
}

/// One value.
#[derive(Debug, Clone)]
pub enum ValueView<'a> {
    /// A number, bool, string or bytes.
    Scalar(Value),
    /// A value of an enum.
    Enum {
        /// The enum.
        of: &'a Enum,
        /// The number, which an open enum need not have a name for. In [`Packed`] also one that a closed enum does not
        /// have: there is no record of its own to set aside.
        number: i32,
    },
    /// A message or group.
    Message(MessageView<'a>),
}

/// Why a record is no value of any field.
#[derive(Debug, Clone, Copy)]
pub enum Unplaced<'a> {
    /// The message has no field with this number.
    NoSuchField,
    /// It had one once: the number is reserved.
    Reserved,
    /// The field has another wire type.
    WireType {
        /// The field.
        field: &'a Field,
        /// What the schema asks for.
        expected: WireType,
    },
    /// The field is of a closed enum that does not have this number.
    NotInEnum {
        /// The field.
        field: &'a Field,
    },
    /// The type of the field is from an import that could not be found.
    StandIn {
        /// The field.
        field: &'a Field,
    },
}

/// What becomes of a record that is no value of any field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// A reader keeps it as an unknown field and writes it again.
    Kept,
    /// It is gone: of a map entry, readers keep the key and the value and nothing else.
    Ignored,
}

impl Fate {
    pub(super) fn words(self) -> &'static str {
        match self {
            Fate::Kept => "kept as unknown",
            Fate::Ignored => "ignored, as everything but key and value of a map entry is",
        }
    }
}

impl<'a> Unplaced<'a> {
    /// The field that has its number, if there is one.
    pub fn field(self) -> Option<&'a Field> {
        match self {
            Unplaced::NoSuchField | Unplaced::Reserved => None,
            Unplaced::WireType { field, .. } | Unplaced::NotInEnum { field } | Unplaced::StandIn { field } => {
                Some(field)
            }
        }
    }
}

impl<'a> MessageView<'a> {
    /// The outermost message.
    pub fn new(schema: &'a Schema, message: &'a Message, bytes: &'a [u8]) -> Self {
        let reader = Reader::new(bytes, Overflow::Drop);
        MessageView { schema, message, reader, depth: Depth::outermost(), map: None }
    }

    /// The schema it is seen with.
    pub fn schema(&self) -> &'a Schema {
        self.schema
    }

    /// The type it is seen as.
    pub fn message(&self) -> &'a Message {
        self.message
    }

    /// The map field that it is an entry of. Of an entry, readers keep the key and the value and nothing else.
    pub fn entry_of(&self) -> Option<&'a Field> {
        self.map
    }

    /// What becomes of its unknown records.
    pub fn fate(&self) -> Fate {
        if self.map.is_some() { Fate::Ignored } else { Fate::Kept }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.reader.rest()
    }

    /// Its records, in the order of the bytes. Stops after the first error.
    pub fn records(&self) -> Records<'a> {
        Records(self.clone())
    }

    fn record(&mut self) -> Result<Option<Record<'a>>, Fault> {
        let offset = self.reader.position();
        let Some((number, wire_type)) = key(&mut self.reader)? else { return Ok(None) };
        let content = match find_field(self.schema, self.message, number) {
            Some(field) => self
                .content(field, wire_type)
                .map_err(|error| self.fault(offset, (number, wire_type), error).named(field))?,
            None => {
                let why = match self.message.reserved.numbers.contains(number) {
                    true => Unplaced::Reserved,
                    false => Unplaced::NoSuchField,
                };
                self.unknown(number, wire_type, why).map_err(|error| self.fault(offset, (number, wire_type), error))?
            }
        };
        Ok(Some(Record { offset, number, wire_type, bytes: self.reader.since(offset), content }))
    }

    fn fault(&self, record: usize, tag: (i32, WireType), error: Misread) -> Fault {
        match error {
            Misread::Wire(error) => payload_fault(&self.reader, record, tag, error),
            Misread::Utf8 { at } => Fault::payload(record, tag, at, ReadReason::Utf8, 0),
        }
    }

    fn content(&mut self, field: &'a Field, wire_type: WireType) -> Result<Content<'a>, Misread> {
        let kind = field.value_kind();
        let Some(expected) = binary::wire_type(kind) else {
            return self.unknown(field.number, wire_type, Unplaced::StandIn { field });
        };
        let view = match &field.ty {
            FieldType::Singular { .. } | FieldType::Repeated { .. } if wire_type == expected => {
                return self.one(field, kind, wire_type);
            }
            FieldType::Repeated { .. } if wire_type == WireType::Len && binary::is_packable(kind) => {
                let run = self.reader.delimited()?;
                FieldView::Packed(Packed { schema: self.schema, field, element: expected, run })
            }
            FieldType::Map { entry, .. } if wire_type == WireType::Len => {
                return self.entry(field, &self.schema[*entry]);
            }
            FieldType::Map { .. } => {
                let why = Unplaced::WireType { field, expected: WireType::Len };
                return self.unknown(field.number, wire_type, why);
            }
            FieldType::Singular { .. } | FieldType::Repeated { .. } => {
                return self.unknown(field.number, wire_type, Unplaced::WireType { field, expected });
            }
        };
        Ok(Content::Field { field, view })
    }

    /// A value whose wire type fits.
    fn one(&mut self, field: &'a Field, kind: &'a Kind, wire_type: WireType) -> Result<Content<'a>, Misread> {
        if let Some(id) = kind.message() {
            let (depth, content) = match wire_type {
                WireType::Group => (self.deeper()?, self.reader.group(field.number, self.depth)?),
                _ => (self.deeper()?, self.reader.delimited()?),
            };
            let view = self.nested(&self.schema[id], content, depth, None);
            return Ok(Content::Field { field, view: FieldView::One(ValueView::Message(view)) });
        }
        let payload = RawPayload::read(&mut self.reader, field.number, wire_type, self.depth)?;
        let value = match (kind, payload.value) {
            (Kind::Scalar(Scalar::String), RawValue::Len(bytes)) => {
                let checked = self.map.unwrap_or(field).utf8;
                let at = self.reader.position() - bytes.len();
                ValueView::Scalar(string(bytes, checked).map_err(|good| Misread::Utf8 { at: at + good })?)
            }
            (kind, raw) => number_view(self.schema, kind, raw),
        };
        Ok(match value {
            ValueView::Enum { of, number } if is_unknown_to(of, number) => {
                Content::Unknown { why: Unplaced::NotInEnum { field }, payload }
            }
            value => Content::Field { field, view: FieldView::One(value) },
        })
    }

    fn entry(&mut self, field: &'a Field, message: &'a Message) -> Result<Content<'a>, Misread> {
        let mut after = self.reader.clone();
        let payload = RawPayload::read(&mut after, field.number, WireType::Len, self.depth)?;
        let content = self.reader.delimited()?;
        let depth = self.deeper()?;
        let entry = self.nested(message, content, depth, Some(field));
        // The whole entry is set aside, not its value alone (<https://protobuf.dev/programming-guides/enum/>).
        Ok(match entry.ends_unknown() {
            true => Content::Unknown { why: Unplaced::NotInEnum { field }, payload },
            false => Content::Field { field, view: FieldView::Entry(entry) },
        })
    }

    /// Whether the last value in this entry is a number that its closed enum does not have. An entry that cannot be
    /// read is for those who read it.
    fn ends_unknown(&self) -> bool {
        let is_closed = |field: &&Field| match field.value_kind() {
            Kind::Enum(id) => self.schema[*id].closed,
            _ => false,
        };
        if self.map.filter(is_closed).is_none() {
            return false;
        }
        let mut ends_unknown = false;
        for record in self.records() {
            match record {
                Ok(Record { number: 2, content: Content::Field { .. }, .. }) => ends_unknown = false,
                Ok(Record { number: 2, content: Content::Unknown { why: Unplaced::NotInEnum { .. }, .. }, .. }) => {
                    ends_unknown = true;
                }
                Ok(_) => {}
                Err(_) => return false,
            }
        }
        ends_unknown
    }

    fn unknown(&mut self, number: i32, wire_type: WireType, why: Unplaced<'a>) -> Result<Content<'a>, Misread> {
        let payload = RawPayload::read(&mut self.reader, number, wire_type, self.depth)?;
        Ok(Content::Unknown { why, payload })
    }

    fn nested(&self, message: &'a Message, reader: Reader<'a>, depth: Depth, map: Option<&'a Field>) -> Self {
        MessageView { schema: self.schema, message, reader, depth, map }
    }

    fn deeper(&self) -> Result<Depth, WireError> {
        let error = WireError { offset: self.reader.position(), reason: WireReason::TooDeep };
        self.depth.enter().ok_or(error)
    }
}

/// The iterator that [`MessageView::records`] returns.
#[derive(Debug, Clone)]
pub struct Records<'a>(MessageView<'a>);

impl<'a> Iterator for Records<'a> {
    type Item = Result<Record<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.0.record().transpose();
        if matches!(item, Some(Err(_))) {
            self.0.reader.skip_to_end();
        }
        item
    }
}

/// Why a payload is none, before it is known where.
enum Misread {
    Wire(WireError),
    Utf8 { at: usize },
}

impl From<WireError> for Misread {
    fn from(error: WireError) -> Self {
        Misread::Wire(error)
    }
}

/// What a number is as a value of this kind.
pub(super) fn number_view<'a>(schema: &'a Schema, kind: &'a Kind, raw: RawValue<'_>) -> ValueView<'a> {
    match (kind, raw) {
        (Kind::Enum(id), RawValue::Varint(number)) => ValueView::Enum { of: &schema[*id], number: number as i32 },
        (Kind::Scalar(scalar), raw) => match binary::decode(*scalar, raw) {
            Some(value) => ValueView::Scalar(value),
            None => nothing(),
        },
        _ => nothing(),
    }
}

/// For a payload of another wire type than its kind, which callers do not ask about.
fn nothing<'a>() -> ValueView<'a> {
    ValueView::Scalar(Value::Bytes(Vec::new()))
}

/// Whether a closed enum does not have a number.
pub(super) fn is_unknown_to(of: &Enum, number: i32) -> bool {
    of.closed && of.values_numbered(number).next().is_none()
}

/// A string, or how much of it is one.
fn string(bytes: &[u8], utf8: Utf8) -> Result<Value, usize> {
    match (std::str::from_utf8(bytes), utf8) {
        (Ok(text), _) => Ok(Value::String(text.to_owned())),
        (Err(_), Utf8::Unchecked) => Ok(Value::Bytes(bytes.to_vec())),
        (Err(error), Utf8::Verify) => Err(error.valid_up_to()),
    }
}
