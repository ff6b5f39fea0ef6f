//! String literals, docstrings and comments.

use super::layout::WIDTH;
use crate::codegen::{pieces::Piece, program::Told, wrapping::wrapped};

/// A string literal in one line.
pub(super) fn flat_text(pieces: &[Piece]) -> String {
    let quote = preferred_quote(pieces);
    literal(pieces, quote)
}

/// A string as a literal.
pub(super) fn quoted(text: &str) -> String {
    flat_text(&[Piece::Literal(text.to_owned())])
}

/// Bytes as a literal.
pub(super) fn quoted_bytes(bytes: &[u8]) -> String {
    let mut text = String::from("b\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            0x20..=0x7e => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\x{byte:02x}")),
        }
    }
    text + "\""
}

/// The quote that takes fewer escapes, as `ruff format` chooses it.
fn preferred_quote(pieces: &[Piece]) -> char {
    let count = |quote: char| -> usize {
        let texts =
            pieces.iter().map(|piece| if let Piece::Literal(text) = piece { text.matches(quote).count() } else { 0 });
        texts.sum()
    };
    if count('"') > count('\'') { '\'' } else { '"' }
}

fn literal(pieces: &[Piece], quote: char) -> String {
    let has_values = pieces.iter().any(|piece| matches!(piece, Piece::Value(_)));
    let mut out = String::from(if has_values { "f" } else { "" });
    out.push(quote);
    for piece in pieces {
        match piece {
            Piece::Value(expr) => out.push_str(&format!("{{{expr}}}")),
            Piece::Literal(text) => text.chars().for_each(|char| escape(&mut out, char, quote, has_values)),
        }
    }
    out.push(quote);
    out
}

fn escape(out: &mut String, char: char, quote: char, braces: bool) {
    match char {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\\' => out.push_str("\\\\"),
        _ if char == quote => out.extend(['\\', char]),
        '{' | '}' if braces => out.extend([char, char]),
        _ if char.is_control() => out.push_str(&format!("\\x{:02x}", u32::from(char))),
        _ => out.push(char),
    }
}

/// A string literal as several, each of which has room in a line.
pub(super) fn split_text(pieces: &[Piece], room: usize) -> Vec<String> {
    let mut words: Vec<Piece> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Value(_) => words.push(piece.clone()),
            Piece::Literal(text) => words.extend(text.split_inclusive(' ').map(|word| Piece::Literal(word.to_owned()))),
        }
    }
    let mut lines: Vec<Vec<Piece>> = vec![Vec::new()];
    for word in words {
        let Some(line) = lines.last_mut() else { break };
        line.push(word.clone());
        if line.len() > 1 && flat_text(line).chars().count() > room {
            line.pop();
            lines.push(vec![word]);
        }
    }
    lines.iter().map(|line| flat_text(line)).collect()
}

/// What a function makes of what, in one line: by the full names where there is room.
pub(super) fn summary(what: &str, (from, to): (&str, &str)) -> String {
    let simple = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
    let full = format!("Convert {what} `{from}` to `{to}`.");
    if full.chars().count() <= WIDTH - 10 {
        full
    } else {
        format!("Convert {what} `{}` to `{}`.", simple(from), simple(to))
    }
}

/// A docstring: a sentence, and the lines of the manifest that it comes from.
pub(super) fn docstring(indent: usize, summary: &str, manifest: &str, told: &[Told]) -> Vec<String> {
    let room = WIDTH - indent;
    let safe = |text: &str| text.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
    let summary = safe(summary);
    if told.is_empty() && summary.chars().count() + 6 <= room {
        return vec![format!("\"\"\"{summary}\"\"\"")];
    }
    let mut lines = wrapped(&format!("\"\"\"{summary}"), room, "");
    if !told.is_empty() {
        lines.push(String::new());
        lines.push("The manifest says:".to_owned());
        lines.push(String::new());
        for line in told {
            lines.extend(wrapped(&format!("{manifest}:{}: {}", line.line, safe(&line.text)), room, "    "));
        }
    }
    lines.push("\"\"\"".to_owned());
    lines
}

/// Lines as comments.
pub(super) fn comments(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        match line.is_empty() {
            true => text.push_str("#\n"),
            false => wrapped(line, WIDTH - 2, "").iter().for_each(|line| text.push_str(&format!("# {line}\n"))),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_those_that_need_fewer_escapes() {
        assert_eq!(quoted("a"), "\"a\"");
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted("say \"hi\""), "'say \"hi\"'");
        assert_eq!(quoted("it's \"q\""), "'it\\'s \"q\"'");
        assert_eq!(quoted("a\\b\n\u{1}"), "\"a\\\\b\\n\\x01\"");
        let pieces =
            [Piece::Literal("{a}[".to_owned()), Piece::Value("index".to_owned()), Piece::Literal("]".to_owned())];
        assert_eq!(flat_text(&pieces), "f\"{{a}}[{index}]\"");
    }

    #[test]
    fn long_texts_are_split_at_blanks() {
        let pieces = [Piece::Literal("one two three".to_owned())];
        assert_eq!(split_text(&pieces, 10), ["\"one two \"", "\"three\""]);
    }
}
