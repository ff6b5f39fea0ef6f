//! String literals and comments.

use super::layout::WIDTH;
use crate::codegen::{pieces::Piece, program::Told, wrapping::wrapped};

/// A string as an expression: in quotes, or as a template where it has values in it.
pub(super) fn literal(pieces: &[Piece]) -> String {
    let texts: Option<Vec<&str>> = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Literal(text) => Some(text.as_str()),
            Piece::Value(_) => None,
        })
        .collect();
    if let Some(texts) = texts {
        return quoted(&texts.concat());
    }
    let mut out = String::from("`");
    for piece in pieces {
        match piece {
            Piece::Value(value) => out.push_str(&format!("${{{value}}}")),
            Piece::Literal(text) => text.chars().for_each(|char| escape(&mut out, char, '`')),
        }
    }
    out.push('`');
    out
}

/// A string in quotes: in those that need fewer escapes.
pub(super) fn quoted(text: &str) -> String {
    let quote = if text.matches('"').count() > text.matches('\'').count() { '\'' } else { '"' };
    let mut out = String::from(quote);
    text.chars().for_each(|char| escape(&mut out, char, quote));
    out.push(quote);
    out
}

fn escape(out: &mut String, char: char, quote: char) {
    match char {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\\' => out.push_str("\\\\"),
        '$' if quote == '`' => out.push_str("\\$"),
        _ if char == quote => out.extend(['\\', char]),
        // Line ends of their own in old versions of the language.
        '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", u32::from(char))),
        _ if char.is_control() => out.push_str(&format!("\\x{:02x}", u32::from(char))),
        _ => out.push(char),
    }
}

/// A comment on what follows: a sentence, and the lines of the manifest that it comes from.
pub(super) fn comment(summary: &str, manifest: &str, told: &[Told]) -> Vec<String> {
    let safe = |text: &str| text.replace("*/", "*\u{200b}/");
    let mut lines = wrapped(&safe(summary), WIDTH - 3, "");
    if told.is_empty() {
        return match lines.as_slice() {
            [one] if one.chars().count() + 7 <= WIDTH => vec![format!("/** {one} */")],
            _ => starred(&lines),
        };
    }
    lines.push(String::new());
    lines.push("The manifest says:".to_owned());
    lines.push("```toml".to_owned());
    let place = |told: &Told| format!("{manifest}:{}: {}", told.line, safe(&told.text));
    lines.extend(told.iter().flat_map(|told| wrapped(&place(told), WIDTH - 3, "    ")));
    lines.push("```".to_owned());
    starred(&lines)
}

fn starred(lines: &[String]) -> Vec<String> {
    let inside = lines.iter().map(|line| format!(" * {line}").trim_end().to_owned());
    ["/**".to_owned()].into_iter().chain(inside).chain([" */".to_owned()]).collect()
}

/// Lines, each with a comment sign.
pub(super) fn remarks(lines: &[String]) -> String {
    let all = lines.iter().flat_map(|line| wrapped(line, WIDTH - 3, ""));
    all.map(|line| format!("// {line}").trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted_as_people_do_it() {
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted("say \"hi\""), "'say \"hi\"'");
        assert_eq!(quoted("a\\b\n\u{1}${x}`"), "\"a\\\\b\\n\\x01${x}`\"");
        let pieces =
            [Piece::Literal("$`a[".to_owned()), Piece::Value("index".to_owned()), Piece::Literal("]".to_owned())];
        assert_eq!(literal(&pieces), "`\\$\\`a[${index}]`");
    }

    #[test]
    fn no_manifest_ends_a_comment() {
        let told = [Told { line: 3, text: "a = \"b\" # */ evil()".to_owned() }];
        let lines = comment("Makes an `a` a `b`.", "m.toml", &told);
        assert_eq!(lines.iter().filter(|line| line.contains("*/")).count(), 1, "{lines:?}");
    }
}
