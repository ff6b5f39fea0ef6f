//! A proof in one line: the payload, what was written, what was read.

use serde_json::Value;

use super::{
    style::{Glyphs, Style},
    wrap::shorten,
};
use crate::{
    effects::{Encoding, Share},
    report::WitnessEntry,
};

/// Characters of a payload that are shown at most.
const PAYLOAD: usize = 24;
/// And where everything is asked for: more is not for eyes, and JSON has it whole.
const LONG_PAYLOAD: usize = 48;

/// The same on as many lines as it takes, for a reader who asked for everything.
pub(super) fn in_full(witness: &WitnessEntry, style: Style) -> String {
    let Parts { head, written, read } = parts(witness, style, LONG_PAYLOAD);
    format!("{head}{written} {} {read}", style.becomes())
}

/// `↑ 10/11 720447525043  {"preferred_transport":"GRPC"} → {"icon_url":"GRPC"}` in at most `width` characters.
pub(super) fn line(witness: &WitnessEntry, width: usize, style: Style) -> String {
    let Parts { head, written, read } = parts(witness, style, PAYLOAD);
    let becomes = style.becomes();
    let room = width.saturating_sub(head.chars().count() + becomes.chars().count() + 2);
    // What one side leaves of its half, the other may have.
    let for_written = (room / 2).max(room.saturating_sub(read.chars().count())).max(8);
    let written = shorten(&written, for_written, style.ellipsis());
    let for_read = room.saturating_sub(written.chars().count()).max(8);
    format!("{head}{written} {becomes} {}", shorten(&read, for_read, style.ellipsis()))
}

struct Parts {
    /// Direction, share and payload.
    head: String,
    written: String,
    read: String,
}

fn parts(witness: &WitnessEntry, style: Style, payload_width: usize) -> Parts {
    let direction = style.direction(witness.direction);
    let (payload, written) = match (&witness.bytes, &witness.json) {
        (Some(bytes), _) if bytes.is_empty() => ("no bytes".to_owned(), value_text(&witness.written, style)),
        (Some(bytes), _) => (shorten(bytes, payload_width, style.ellipsis()), value_text(&witness.written, style)),
        // What was written is the payload.
        (None, Some(json)) => ("json".to_owned(), text(json, style)),
        (None, None) => (String::new(), value_text(&witness.written, style)),
    };
    let Share { alike, tried } = witness.share;
    let head = format!("{direction} {alike}/{tried} {payload}  ");
    Parts { head, written, read: reading_text(witness, style) }
}

fn reading_text(witness: &WitnessEntry, style: Style) -> String {
    let result = match (&witness.read, &witness.error) {
        (_, Some(error)) if witness.encoding == Encoding::Binary && witness.reader == "strict" => {
            format!("refused by strict readers: {error}")
        }
        (_, Some(error)) => format!("refused: {error}"),
        (Some(read), None) => value_text(read, style),
        (None, None) => "nothing".to_owned(),
    };
    let unknown: Vec<String> = witness.unknown.iter().map(|field| field.number.to_string()).collect();
    match unknown.as_slice() {
        [] => result,
        numbers => format!("{result} + unknown {}", numbers.join(", ")),
    }
}

fn value_text(value: &Value, style: Style) -> String {
    text(&value.to_string(), style)
}

fn text(text: &str, style: Style) -> String {
    match style.glyphs {
        Glyphs::Unicode => text.to_owned(),
        Glyphs::Ascii => text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect(),
    }
}
