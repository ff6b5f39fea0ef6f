//! Walking through all of a message.

use std::{borrow::Cow, collections::BTreeMap, fmt::Write};

use super::{Content, Fate, Fault, FieldView, MessageView, Record, Unplaced, ValueView, remark, view::is_unknown_to};
use crate::{
    dynamic::{
        UnknownField,
        path::{Step, key_text},
    },
    schema::{Field, FieldType, Schema},
    wire::{RawValue, WireType},
};

/// A record that is no value of any field.
#[derive(Debug, Clone)]
pub struct Finding<'a> {
    /// Path of the message it lies in, by proto names; empty for the root.
    pub inside: String,
    /// Where it begins in the outermost bytes.
    pub offset: usize,
    /// The field number.
    pub number: i32,
    /// How the payload is delimited.
    pub wire_type: WireType,
    /// The whole record, tag included, as a reader keeps it.
    pub bytes: Cow<'a, [u8]>,
    /// Its payload.
    pub value: RawValue<'a>,
    /// Why.
    pub why: Unplaced<'a>,
    /// What becomes of it.
    pub fate: Fate,
}

impl Finding<'_> {
    /// What it is and why, in one line: ``field 5 `at`, offset 4: expected len (Stamp), found varint 7; kept as
    /// unknown``.
    pub fn describe(&self, schema: &Schema) -> String {
        let (place, what) = match self.why.field() {
            Some(field) => {
                let separator = if self.inside.is_empty() { "" } else { "." };
                let path = format!(" `{}{separator}{}`", self.inside, field.name());
                (path, remark::what(schema, field, self.why, self.value))
            }
            None => {
                let place = if self.inside.is_empty() { String::new() } else { format!(" in `{}`", self.inside) };
                let reserved = if let Unplaced::Reserved = self.why { "the number is reserved" } else { "unknown" };
                (place, format!("{reserved}, found {}", remark::found(self.value)))
            }
        };
        format!("field {}{place}, offset {}: {what}; {}", self.number, self.offset, self.fate.words())
    }
}

/// Walks through a message and all messages below it, and hands over what the schema does not place, in the order of
/// the bytes.
///
/// # Errors
/// When a conformant reader refuses the bytes. What was found before that has been handed over.
pub fn survey<'a>(view: &MessageView<'a>, found: &mut dyn FnMut(Finding<'a>)) -> Result<(), Fault> {
    Surveyor { path: String::new(), found }.message(view)
}

struct Surveyor<'f, 'a> {
    /// Path of the message that is walked through.
    path: String,
    found: &'f mut dyn FnMut(Finding<'a>),
}

impl<'a> Surveyor<'_, 'a> {
    fn message(&mut self, view: &MessageView<'a>) -> Result<(), Fault> {
        let mut lists = BTreeMap::new();
        for record in view.records() {
            let record = record.map_err(|fault| fault.within(&self.path))?;
            match record.content.clone() {
                Content::Unknown { why, payload } => self.unknown(view, &record, why, payload.value),
                Content::Field { view: FieldView::One(ValueView::Message(inner)), field } => {
                    let mark = self.enter_field(view, field);
                    if let FieldType::Repeated { .. } = field.ty {
                        let index = lists.entry(field.number).or_insert(0usize);
                        let _ = write!(self.path, "{}", Step::Index(*index));
                        *index += 1;
                    }
                    self.message(&inner)?;
                    self.path.truncate(mark);
                }
                Content::Field { view: FieldView::Entry(entry), field } => {
                    let mark = self.enter_field(view, field);
                    if let Some(key) = key(&entry) {
                        let _ = write!(self.path, "{}", Step::Key(&key));
                    }
                    self.message(&entry)?;
                    self.path.truncate(mark);
                }
                Content::Field { view: FieldView::Packed(packed), field } => {
                    for element in packed.elements() {
                        let element = element.map_err(|fault| fault.within(&self.path))?;
                        if let ValueView::Enum { of, number } = element.value
                            && is_unknown_to(of, number)
                        {
                            self.element(field, element.offset, number);
                        }
                    }
                }
                Content::Field { view: FieldView::One(_), .. } => {}
            }
        }
        Ok(())
    }

    /// Goes into a field; gives what to cut the path back to.
    fn enter_field(&mut self, view: &MessageView<'_>, field: &Field) -> usize {
        let mark = self.path.len();
        // The step into an entry names its key, which is as far as the value.
        if view.entry_of().is_some() {
            return mark;
        }
        if mark > 0 {
            self.path.push('.');
        }
        self.path.push_str(field.name());
        mark
    }

    fn unknown(&mut self, view: &MessageView<'a>, record: &Record<'a>, why: Unplaced<'a>, value: RawValue<'a>) {
        (self.found)(Finding {
            inside: self.path.clone(),
            offset: record.offset,
            number: record.number,
            wire_type: record.wire_type,
            bytes: Cow::Borrowed(record.bytes),
            value,
            why,
            fate: view.fate(),
        });
    }

    /// A number in a packed record that a closed enum does not have. A reader makes a record of it.
    fn element(&mut self, field: &'a Field, offset: usize, number: i32) {
        let value = i64::from(number) as u64;
        let kept = UnknownField::varint(field.number, value);
        (self.found)(Finding {
            inside: self.path.clone(),
            offset,
            number: field.number,
            wire_type: WireType::Varint,
            bytes: Cow::Owned(kept.bytes),
            value: RawValue::Varint(value),
            why: Unplaced::NotInEnum { field },
            fate: Fate::Kept,
        });
    }
}

/// The key of a map entry, as text.
fn key(entry: &MessageView<'_>) -> Option<String> {
    let keys = entry.records().map_while(Result::ok).filter_map(|record| match record.content {
        Content::Field { view: FieldView::One(ValueView::Scalar(value)), .. } if record.number == 1 => Some(value),
        _ => None,
    });
    keys.last().map(|key| key_text(&key).into_owned())
}
