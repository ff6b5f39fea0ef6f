//! Records without a type.

use std::io;

use super::{
    Written, escape,
    page::{Page, Tag},
};
use crate::{
    inspect::{LenGuess, RawMessage, RawPayload, RawView},
    report::text::Ink,
};

pub(super) fn message(page: &mut Page<'_>, message: &RawMessage<'_>) -> io::Result<Written> {
    for record in message.records() {
        let record = match record {
            Ok(record) => record,
            Err(fault) => return page.cut(&fault),
        };
        let tag = Tag { offset: record.offset, key: Some((record.number, record.wire_type)) };
        if payload(page, tag, Ink::Plain, record.number, &record.payload, None)? == Written::InPart {
            return Ok(Written::InPart);
        }
    }
    Ok(Written::ToTheEnd)
}

/// A record by its number. `remark` goes before what there is to say about a guess.
pub(super) fn payload(
    page: &mut Page<'_>,
    tag: Tag,
    ink: Ink,
    number: i32,
    payload: &RawPayload<'_>,
    remark: Option<&str>,
) -> io::Result<Written> {
    let view = payload.view();
    let guess = match &view {
        RawView::Varint(value) if *value > i64::MAX as u64 => Some(format!("or {}", *value as i64)),
        RawView::Fixed64(value) => {
            Some(readings(*value, f64::from_bits(*value), format!("{:?}", f64::from_bits(*value))))
        }
        RawView::Fixed32(value) => {
            let float = f32::from_bits(*value);
            Some(readings(u64::from(*value), f64::from(float), format!("{float:?}")))
        }
        RawView::Len(LenGuess::Text(text)) if !text.is_empty() => Some("guessed: text".to_owned()),
        RawView::Len(LenGuess::Message(_)) => Some("guessed: message".to_owned()),
        RawView::Varint(_) | RawView::Len(_) | RawView::Group(_) => None,
    };
    let remark = match (remark, guess) {
        (Some(remark), Some(guess)) => Some(format!("{remark}; {guess}")),
        (Some(remark), None) => Some(remark.to_owned()),
        (None, guess) => guess,
    };
    let remark = remark.as_deref();
    let literal = match view {
        RawView::Group(inner) | RawView::Len(LenGuess::Message(inner)) => {
            return page.braces(tag, ink, (&number.to_string(), remark), |page| message(page, &inner));
        }
        RawView::Varint(value) => value.to_string(),
        RawView::Fixed64(value) => format!("{value:#018x}"),
        RawView::Fixed32(value) => format!("{value:#010x}"),
        RawView::Len(LenGuess::Text(text)) => escape::text(text, page.style.glyphs),
        RawView::Len(LenGuess::Bytes(bytes)) => escape::bytes(bytes),
    };
    page.record(tag, ink, &format!("{number}: {literal}"), remark)?;
    Ok(Written::ToTheEnd)
}

/// What a number of fixed width may be: an integer, and a float if that is one that people write.
fn readings(integer: u64, float: f64, digits: String) -> String {
    match float.abs() {
        1e-9..=1e15 => format!("{integer} or {digits}"),
        _ => integer.to_string(),
    }
}
