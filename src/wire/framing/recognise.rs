//! Finding out how bytes are dressed, where that is certain.
//!
//! Protobuf has no magic number, so most bytes could be many things. These are certain:
//!
//! - gRPC frames, because no message begins with byte 00 or 01: field 0 does not exist. They must end where the input
//!   ends.
//! - JSON, hex and base64, when the text is what it is down to the last byte and the same bytes make no sense as a
//!   message themselves. For that, a [`Fit`] is asked for: with a schema at hand, it takes more than being well-formed
//!   to make sense.
//! - A line feed behind a message, because it would begin a record that has no rest.
//!
//! A length in front of a message is not: `08` before eight bytes is a record of its own. It is a [`Hint`] at most.

use std::fmt;

use serde::de::IgnoredAny;

use super::{
    Framing, Layers, Text,
    prefix::{GrpcPrefix, delimited_chain, grpc_chain},
};
use crate::wire;

/// How much sense bytes make as one message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// None: they are not well-formed.
    Malformed,
    /// They are well-formed, and no record of theirs is known.
    Foreign,
    /// Some records are known; or they are well-formed, and nobody knows what is known.
    Partly,
    /// Every record is known. No records at all are known, too.
    Whole,
}

/// What an input turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recognised {
    /// JSON text.
    Json(Vec<u8>),
    /// Bytes, with the letters taken off and what is stray cut off.
    Bytes {
        /// What was recognised.
        layers: Layers,
        /// What is inside the letters.
        bytes: Vec<u8>,
        /// What was behind it.
        stray: Option<Stray>,
    },
}

/// Bytes behind a payload that belong to none: the line feed that an editor or `echo` leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    /// Where they begin.
    pub offset: usize,
    /// What they are.
    pub bytes: Vec<u8>,
}

/// Text that makes sense as hex and as base64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the input makes sense as hex and as base64")]
pub struct Ambiguous;

/// What bytes may be that make no sense as what they were taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    /// Messages with a length in front.
    Delimited {
        /// How many.
        messages: usize,
    },
    /// A gRPC frame that is not whole, or something else behind whole ones.
    Grpc,
    /// Nothing but the characters of a text form.
    Text(Text),
    /// It begins as JSON does.
    Json,
}

/// Finds out how an input is dressed. `fit` says how much sense bytes make as one message.
///
/// # Errors
/// When it is certainly text, and not certain which.
pub fn recognise(input: Vec<u8>, fit: &dyn Fn(&[u8]) -> Fit) -> Result<Recognised, Ambiguous> {
    if begins_like_json(&input) && is_json(&input) && fit(&input) < Fit::Whole {
        return Ok(Recognised::Json(input));
    }
    let (text, content) = match recognise_text(&input, fit)? {
        Some((text, content)) => (Some(text), content),
        None => (None, input),
    };
    let (framing, stray) = recognise_framing(&content, fit);
    let mut bytes = content;
    if let Some(stray) = &stray {
        bytes.truncate(stray.offset);
    }
    Ok(Recognised::Bytes { layers: Layers { text, framing }, bytes, stray })
}

/// Whether bytes without letters are gRPC frames or a message, and what is stray behind them.
pub fn recognise_framing(bytes: &[u8], fit: &dyn Fn(&[u8]) -> Fit) -> (Framing, Option<Stray>) {
    let line_end = line_end(bytes);
    let stray = || Stray { offset: bytes.len() - line_end.len(), bytes: line_end.to_vec() };
    let chain = grpc_chain(bytes);
    if chain > 0 {
        if chain == bytes.len() {
            return (Framing::Grpc, None);
        }
        if chain + line_end.len() == bytes.len() {
            return (Framing::Grpc, Some(stray()));
        }
    }
    let before = bytes.strip_suffix(line_end).unwrap_or(bytes);
    let is_stray =
        !line_end.is_empty() && !before.is_empty() && fit(bytes) == Fit::Malformed && fit(before) > Fit::Malformed;
    (Framing::Single, is_stray.then(stray))
}

/// What bytes without letters may be, after all, that make no sense as one message.
pub fn hints(bytes: &[u8], fit: &dyn Fn(&[u8]) -> Fit) -> Vec<Hint> {
    let mut hints = Vec::new();
    if begins_like_grpc(bytes) {
        hints.push(Hint::Grpc);
    } else if let Some(messages) = delimited_chain(bytes, |message| fit(message) > Fit::Malformed) {
        hints.push(Hint::Delimited { messages });
    }
    if begins_like_json(bytes) {
        hints.push(Hint::Json);
    }
    hints.extend([Text::Hex, Text::Base64].into_iter().find(|text| text.could_be(bytes)).map(Hint::Text));
    hints
}

/// Whether bytes are records from the first to the last: all that can be asked without a schema.
pub fn is_well_formed(bytes: &[u8]) -> bool {
    wire::fields(bytes).all(|field| field.is_ok())
}

fn recognise_text(input: &[u8], fit: &dyn Fn(&[u8]) -> Fit) -> Result<Option<(Text, Vec<u8>)>, Ambiguous> {
    let content = |text: Text| text.could_be(input).then(|| text.undress(input).ok()).flatten();
    let (hex, base64) = (content(Text::Hex), content(Text::Base64));
    if hex.is_none() && base64.is_none() {
        return Ok(None);
    }
    let raw = fit(input);
    if raw >= Fit::Partly {
        return Ok(None);
    }
    let fit_inside = |content: &Option<Vec<u8>>| content.as_ref().map_or(Fit::Malformed, |bytes| inside(bytes, fit));
    let (as_hex, as_base64) = (fit_inside(&hex), fit_inside(&base64));
    Ok(match (hex, base64) {
        (Some(_), Some(_)) if as_base64 >= Fit::Partly && as_hex >= Fit::Partly => return Err(Ambiguous),
        (_, Some(bytes)) if as_base64 >= Fit::Partly => Some((Text::Base64, bytes)),
        // No message that makes sense consists of hex digits by chance, so this is certain whatever is inside.
        (Some(bytes), _) => Some((Text::Hex, bytes)),
        _ => None,
    })
}

/// How much sense the content of a text makes, frames and a line feed at the end let pass.
fn inside(bytes: &[u8], fit: &dyn Fn(&[u8]) -> Fit) -> Fit {
    match recognise_framing(bytes, fit) {
        (Framing::Single, None) => fit(bytes),
        (Framing::Single, Some(stray)) => fit(bytes.get(..stray.offset).unwrap_or_default()).min(Fit::Partly),
        _ => Fit::Whole,
    }
}

fn line_end(bytes: &[u8]) -> &[u8] {
    let length = match bytes {
        [.., b'\r', b'\n'] => 2,
        [.., b'\n'] => 1,
        _ => 0,
    };
    bytes.get(bytes.len() - length..).unwrap_or_default()
}

fn begins_like_json(bytes: &[u8]) -> bool {
    matches!(bytes.trim_ascii_start(), [b'{' | b'[', ..])
}

fn begins_like_grpc(bytes: &[u8]) -> bool {
    bytes.first_chunk().is_some_and(|prefix| GrpcPrefix::read(*prefix).is_ok())
}

/// Whether it is one JSON value, or several with blanks between them.
fn is_json(text: &[u8]) -> bool {
    serde_json::Deserializer::from_slice(text).into_iter::<IgnoredAny>().all(|value| value.is_ok())
}

impl Stray {
    /// The bytes in hex.
    fn hex(&self) -> String {
        let bytes: Vec<String> = self.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        bytes.join(" ")
    }
}

/// `1 stray byte 0a at offset 10`.
impl fmt::Display for Stray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.bytes.len();
        let plural = if count == 1 { "" } else { "s" };
        write!(f, "{count} stray byte{plural} {} at offset {}", self.hex(), self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message is known when its fields are numbered 1 to 3.
    fn fit(bytes: &[u8]) -> Fit {
        let Ok(fields) = wire::fields(bytes).collect::<Result<Vec<_>, _>>() else { return Fit::Malformed };
        let known = fields.iter().filter(|field| field.number <= 3).count();
        match known {
            _ if known == fields.len() => Fit::Whole,
            0 => Fit::Foreign,
            _ => Fit::Partly,
        }
    }

    fn form(input: &[u8]) -> String {
        match recognise(input.to_vec(), &fit) {
            Err(Ambiguous) => "ambiguous".to_owned(),
            Ok(Recognised::Json(_)) => "json".to_owned(),
            Ok(Recognised::Bytes { layers, stray, .. }) => match stray {
                None => layers.to_string(),
                Some(stray) => format!("{layers}, {stray}"),
            },
        }
    }

    #[test]
    fn what_is_certain_is_recognised() {
        let cases: [(&[u8], &str); 19] = [
            (b"", "raw"),
            (b"\x08\x07", "raw"),
            (b"\x08\x07\n", "raw, 1 stray byte 0a at offset 2"),
            (b"\x08\x07\r\n", "raw, 2 stray bytes 0d 0a at offset 2"),
            (b"\0\0\0\0\x02\x08\x07", "grpc"),
            (b"\0\0\0\0\x02\x08\x07\x01\0\0\0\x01x", "grpc"),
            (b"\0\0\0\0\x02\x08\x07\n", "grpc, 1 stray byte 0a at offset 7"),
            (b"\0\0\0\0\x03\x08\x07", "raw"),
            (b"08 07", "hex+raw"),
            (b"0807\n", "hex+raw"),
            (b"0x0807", "hex+raw"),
            // Not a message, but all hex digits, which no message of this type is.
            (b"0a05616263", "hex+raw"),
            (b"08070a", "hex+raw, 1 stray byte 0a at offset 2"),
            (b"0000000002 0807", "hex+grpc"),
            (b"CAc=", "base64+raw"),
            (b"AAAAAAIIBw==\n", "base64+grpc"),
            (b" {\"a\": 1}\n{}", "json"),
            (b"{\"a\": 1", "raw"),
            // Field 6 and nothing else, but in a message that knows it this would be raw.
            (b"0a", "hex+raw"),
        ];
        for (input, expected) in cases {
            assert_eq!(form(input), expected, "{}", input.escape_ascii());
        }
    }

    #[test]
    fn a_message_in_letters_that_is_one_itself_stays_raw() {
        // Without a schema, nothing speaks against field 6.
        let lenient = |bytes: &[u8]| if is_well_formed(bytes) { Fit::Partly } else { Fit::Malformed };
        let found = recognise(b"0a".to_vec(), &lenient).unwrap();
        let layers = Layers { text: None, framing: Framing::Single };
        assert_eq!(found, Recognised::Bytes { layers, bytes: b"0a".to_vec(), stray: None });
    }

    #[test]
    fn what_is_not_certain_is_hinted_at() {
        let cases: [(&[u8], &[Hint]); 5] = [
            (b"\x02\x08\x07\x02\x08\x08", &[Hint::Delimited { messages: 2 }]),
            (b"\0\0\0\0\x09\x08\x07", &[Hint::Grpc]),
            (b"{\"a\": 1", &[Hint::Json]),
            (b"08 0", &[Hint::Text(Text::Hex)]),
            (b"\x08", &[]),
        ];
        for (input, expected) in cases {
            assert_eq!(hints(input, &fit), expected, "{}", input.escape_ascii());
        }
    }
}
