//! Records with a type.

use std::io;

use super::{
    Written, escape,
    page::{Page, Tag},
    raw,
};
use crate::{
    inspect::{Content, FieldView, MessageView, Packed, RawPayload, Record, Unplaced, ValueView, remark},
    report::text::Ink,
    schema::Field,
};

pub(super) fn message(page: &mut Page<'_>, view: &MessageView<'_>) -> io::Result<Written> {
    for record in view.records() {
        let record = match record {
            Ok(record) => record,
            Err(fault) => return page.cut(&fault),
        };
        let tag = Tag { offset: record.offset, key: Some((record.number, record.wire_type)) };
        let written = match &record.content {
            Content::Unknown { why, payload } => unknown(page, view, &record, *why, payload)?,
            Content::Field { field, view: shown } => {
                let name = name(view, field);
                match shown {
                    FieldView::One(value) => one(page, tag, &name, value)?,
                    FieldView::Entry(entry) => braces(page, tag, &name, entry)?,
                    FieldView::Packed(numbers) => packed(page, tag, &name, numbers)?,
                }
            }
        };
        if written == Written::InPart {
            return Ok(Written::InPart);
        }
    }
    Ok(Written::ToTheEnd)
}

/// The proto name; of an extension the full name in brackets.
fn name(view: &MessageView<'_>, field: &Field) -> String {
    match view.message().field_numbered(field.number) {
        Some(_) => field.name().to_owned(),
        None => format!("[{}]", field.element.full_name),
    }
}

fn one(page: &mut Page<'_>, tag: Tag, name: &str, value: &ValueView<'_>) -> io::Result<Written> {
    let (literal, remark) = match value {
        ValueView::Message(inner) => return braces(page, tag, name, inner),
        ValueView::Scalar(value) => (escape::scalar(value, page.style.glyphs), None),
        ValueView::Enum { of, number } => match of.json_name(*number) {
            Some(value) => (value.to_owned(), None),
            None => (number.to_string(), Some(format!("{} has no such value", of.nested_name))),
        },
    };
    page.record(tag, Ink::Plain, &format!("{name}: {literal}"), remark.as_deref())?;
    Ok(Written::ToTheEnd)
}

fn braces(page: &mut Page<'_>, tag: Tag, name: &str, inner: &MessageView<'_>) -> io::Result<Written> {
    if inner.bytes().is_empty() {
        page.record(tag, Ink::Plain, &format!("{name} {{}}"), None)?;
        return Ok(Written::ToTheEnd);
    }
    page.braces(tag, Ink::Plain, (name, None), |page| message(page, inner))
}

/// `numbers: [1, 2, 3]`, in as many lines as it takes.
fn packed(page: &mut Page<'_>, tag: Tag, name: &str, numbers: &Packed<'_>) -> io::Result<Written> {
    let room = page.room();
    let mut tag = tag;
    let mut line = format!("{name}: [");
    let mut before = "";
    for element in numbers.elements() {
        let element = match element {
            Ok(element) => element,
            Err(fault) => {
                page.record(tag, Ink::Plain, &line, None)?;
                return page.cut(&fault);
            }
        };
        let literal = match element.value {
            ValueView::Enum { of, number } => of.json_name(number).map_or_else(|| number.to_string(), str::to_owned),
            ValueView::Scalar(value) => escape::scalar(&value, page.style.glyphs),
            ValueView::Message(_) => String::new(),
        };
        line += before;
        if line.len() + literal.len() + 1 > room && !before.is_empty() {
            page.record(tag, Ink::Plain, line.trim_end(), None)?;
            tag = Tag { offset: element.offset, key: None };
            line = "  ".to_owned();
        }
        line += &literal;
        before = ", ";
    }
    line.push(']');
    page.record(tag, Ink::Plain, &line, None)?;
    Ok(Written::ToTheEnd)
}

fn unknown(
    page: &mut Page<'_>,
    view: &MessageView<'_>,
    record: &Record<'_>,
    why: Unplaced<'_>,
    payload: &RawPayload<'_>,
) -> io::Result<Written> {
    let tag = Tag { offset: record.offset, key: Some((record.number, record.wire_type)) };
    if let Some(reason) = remark::reason(view.schema(), why, payload.value, view.fate()) {
        page.remark(Ink::Doubtful, &reason)?;
    }
    let remark = match why {
        Unplaced::NoSuchField => Some("unknown"),
        Unplaced::Reserved => Some("unknown, the number is reserved"),
        _ => None,
    };
    raw::payload(page, tag, Ink::Doubtful, record.number, payload, remark)
}
