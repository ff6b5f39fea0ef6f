//! Values as literals of the text format.

use std::fmt::Write;

use crate::{dynamic::Value, report::text::Glyphs};

/// A scalar: `150`, `true`, `"north"`, `-inf`.
pub(super) fn scalar(value: &Value, glyphs: Glyphs) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Float(value) => float(f64::from(*value), format!("{value:?}")),
        Value::Double(value) => float(*value, format!("{value:?}")),
        Value::String(value) => text(value, glyphs),
        Value::Bytes(value) => bytes(value),
        Value::Enum(number) => number.to_string(),
        Value::Message(_) | Value::List(_) | Value::Map(_) => String::new(),
    }
}

fn float(value: f64, digits: String) -> String {
    match value {
        _ if value.is_nan() => "nan".to_owned(),
        _ if value == f64::INFINITY => "inf".to_owned(),
        _ if value == f64::NEG_INFINITY => "-inf".to_owned(),
        _ => digits,
    }
}

/// A string in quotes.
pub(super) fn text(value: &str, glyphs: Glyphs) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            c if c.is_ascii_control() => escape_byte(&mut out, c as u8),
            c if c.is_control() || turns_text(c) || glyphs == Glyphs::Ascii && !c.is_ascii() => {
                escape_char(&mut out, c)
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Bytes in quotes.
pub(super) fn bytes(value: &[u8]) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for &byte in value {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b'\n' => out += "\\n",
            b'\r' => out += "\\r",
            b'\t' => out += "\\t",
            b' '..=b'~' => out.push(char::from(byte)),
            _ => escape_byte(&mut out, byte),
        }
    }
    out.push('"');
    out
}

/// Three octal digits, which unlike `\x` cannot run into what follows, whoever reads them.
fn escape_byte(out: &mut String, byte: u8) {
    let _ = write!(out, "\\{byte:03o}");
}

fn escape_char(out: &mut String, c: char) {
    let code = u32::from(c);
    let _ = if code > 0xffff { write!(out, "\\U{code:08x}") } else { write!(out, "\\u{code:04x}") };
}

/// Marks that change the direction of the text around them, and separators of lines: what is read would not be what is
/// there (<https://www.unicode.org/reports/tr9/#Explicit_Directional_Embeddings>).
fn turns_text(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_a_terminal() {
        assert_eq!(text("a\"\\\n\u{1b}[31m\u{85}\u{202e}é", Glyphs::Unicode), r#""a\"\\\n\033[31m\u0085\u202eé""#);
        assert_eq!(text("é😀", Glyphs::Ascii), r#""\u00e9\U0001f600""#);
        assert_eq!(bytes(b"a\x00\xff\"1"), r#""a\000\377\"1""#);
    }

    #[test]
    fn floats_as_the_text_format_has_them() {
        let written = |value| scalar(&Value::Double(value), Glyphs::Unicode);
        assert_eq!(
            [f64::NAN, f64::NEG_INFINITY, -0.0, 1.5, 1e300].map(written),
            ["nan", "-inf", "-0.0", "1.5", "1e300"]
        );
        assert_eq!(scalar(&Value::Float(0.1), Glyphs::Unicode), "0.1");
    }
}
