//! Bytes in letters.

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::{FramingError, FramingReason, Text};

impl Text {
    /// The bytes that a text stands for.
    ///
    /// # Errors
    /// When the text is not of this form. The offset is that of the character which is wrong.
    pub fn undress(self, text: &[u8]) -> Result<Vec<u8>, FramingError> {
        match self {
            Text::Hex => hex(text),
            Text::Base64 => base64(text),
        }
    }

    /// A text that stands for these bytes, without blanks: lower-case hex, or padded base64 in the standard alphabet.
    pub fn dress(self, bytes: &[u8]) -> String {
        const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
        let digit = |nibble: u8| DIGITS[usize::from(nibble & 0xf)];
        match self {
            Text::Hex => bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect(),
            Text::Base64 => base64::prelude::BASE64_STANDARD.encode(bytes),
        }
    }

    /// Whether a text has no character that this form does not have. Blanks alone are no text.
    pub fn could_be(self, text: &[u8]) -> bool {
        let is_letter = |byte: &u8| match self {
            Text::Hex => byte.is_ascii_hexdigit(),
            Text::Base64 => sextet(*byte).is_some() || *byte == b'=',
        };
        let text = match self {
            Text::Hex => without_0x(text).0,
            Text::Base64 => text,
        };
        text.iter().all(|byte| is_letter(byte) || byte.is_ascii_whitespace()) && text.iter().any(is_letter)
    }
}

/// The text after `0x`, and how many bytes that took.
fn without_0x(text: &[u8]) -> (&[u8], usize) {
    let trimmed = text.trim_ascii_start();
    let rest = trimmed.strip_prefix(b"0x").or_else(|| trimmed.strip_prefix(b"0X")).unwrap_or(text);
    (rest, text.len() - rest.len())
}

fn hex(text: &[u8]) -> Result<Vec<u8>, FramingError> {
    let (digits, start) = without_0x(text);
    let mut bytes = Vec::with_capacity(digits.len() / 2);
    let mut high = None;
    for (at, &byte) in digits.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()) {
        let digit = match char::from(byte).to_digit(16) {
            Some(digit) => digit as u8,
            None => return Err(FramingReason::NotHex(byte).at((start + at) as u64)),
        };
        match high.take() {
            None => high = Some(digit),
            Some(high) => bytes.push(high << 4 | digit),
        }
    }
    match high {
        None => Ok(bytes),
        Some(_) => Err(FramingReason::OddHex(bytes.len() * 2 + 1).at(text.len() as u64)),
    }
}

fn base64(text: &[u8]) -> Result<Vec<u8>, FramingError> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
    let mut letters = Vec::with_capacity(text.len());
    let mut padding = false;
    for (at, &byte) in text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()) {
        match sextet(byte) {
            Some(letter) if !padding => letters.push(letter),
            _ if byte == b'=' => padding = true,
            _ => return Err(FramingReason::NotBase64(byte).at(at as u64)),
        }
    }
    STANDARD.decode(letters).map_err(|_| FramingReason::CutBase64.at(text.len() as u64))
}

/// A letter of either alphabet, as the standard one has it.
fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' => Some(byte),
        b'-' => Some(b'+'),
        b'_' => Some(b'/'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_read_in_every_spelling() {
        for text in ["0896 01", "089601", "0x089601", " 0X08 96\n01\r\n", "08\t96\u{c}01"] {
            assert_eq!(Text::Hex.undress(text.as_bytes()).unwrap(), [8, 0x96, 1], "{text:?}");
        }
        assert_eq!(Text::Hex.undress(b"aBcD").unwrap(), [0xab, 0xcd]);
    }

    #[test]
    fn base64_is_read_in_every_spelling() {
        for text in ["+/8=", "-_8=", "+/8", "-_8", "+/\n8=\n", "+ /8"] {
            assert_eq!(Text::Base64.undress(text.as_bytes()).unwrap(), [0xfb, 0xff], "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let cases = [
            (Text::Hex, "08 9g", "byte 4: `g` is not a hex digit"),
            (Text::Hex, "0x08x", "byte 4: `x` is not a hex digit"),
            (Text::Hex, "089", "byte 3: 3 hex digits, an odd number"),
            (Text::Hex, "08\u{1}", "byte 2: byte 01 is not a hex digit"),
            (Text::Base64, "+/8=A", "byte 4: `A` is not a base64 character"),
            (Text::Base64, "a", "byte 1: the base64 text ends inside a byte"),
            (Text::Base64, "a*", "byte 1: `*` is not a base64 character"),
        ];
        for (form, text, message) in cases {
            assert_eq!(form.undress(text.as_bytes()).unwrap_err().to_string(), message, "{text:?}");
        }
    }
}
