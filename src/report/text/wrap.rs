//! Breaking and shortening text.

use std::fmt::Write;

use super::style::{Ink, Style};
use crate::rules::Severity;

/// Breaks text into lines of at most `width` characters: at spaces where it can, else after `_`, `.`, `/` or `,`,
/// else between the words of a camelCase name, else anywhere. Never gives no line.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text.trim_end();
    loop {
        let (line, after) = split(rest, width.max(1));
        lines.push(line.to_owned());
        if after.is_empty() {
            return lines;
        }
        rest = after;
    }
}

/// The first line of `text` and what is left of it.
fn split(text: &str, width: usize) -> (&str, &str) {
    match text.char_indices().nth(width) {
        None => (text, ""),
        Some((limit, _)) => {
            let (line, rest) = text.split_at(break_before(text, limit));
            (line.trim_end(), rest.trim_start())
        }
    }
}

/// The byte to break at, at most `limit` and more than 0.
fn break_before(text: &str, limit: usize) -> usize {
    let fits = &text[..limit];
    let at_space = match text[limit..].starts_with(' ') {
        true => Some(limit),
        false => fits.trim_start().rfind(' ').map(|_| fits.rfind(' ').unwrap_or(limit)),
    };
    let in_word = || fits.rfind(['_', '.', '/', ',']).map(|at| at + 1).or_else(|| last_hump(fits));
    // A word that hardly fits beside a long rest of line is better broken than moved down.
    at_space.filter(|&at| at > 0 && at * 3 >= limit).or_else(in_word).filter(|&at| at > 0).unwrap_or(limit)
}

/// Where the last word of `aCamelCaseName` begins.
fn last_hump(text: &str) -> Option<usize> {
    let pairs = text.char_indices().zip(text.chars().skip(1));
    pairs
        .filter(|((_, before), c)| before.is_lowercase() && c.is_uppercase())
        .map(|((at, before), _)| at + before.len_utf8())
        .last()
}

/// The text, or its beginning and an ellipsis, in at most `width` characters.
pub(super) fn shorten(text: &str, width: usize, ellipsis: &str) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(ellipsis.chars().count());
    text.chars().take(kept).chain(ellipsis.chars()).collect()
}

/// Appends `text`, wrapped, with `first` before the first line and `hang` spaces before the others.
pub(crate) fn push_hanging(out: &mut String, first: &str, text: &str, width: usize, hang: usize) {
    let mut rest = text.trim_end();
    let mut before = first.to_owned();
    loop {
        let room = width.saturating_sub(before.chars().count()).max(1);
        let (line, after) = split(rest, room);
        out.push_str(&before);
        out.push_str(line);
        out.push('\n');
        if after.is_empty() {
            return;
        }
        rest = after;
        before = " ".repeat(hang);
    }
}

/// [`push_hanging`] in a colour.
pub(super) fn push_inked(out: &mut String, ink: Ink, first: &str, text: &str, style: Style, hang: usize) {
    let mut lines = String::new();
    push_hanging(&mut lines, first, text, style.width, hang);
    for line in lines.lines() {
        let _ = writeln!(out, "{}", style.paint(ink, line));
    }
}

/// [`push_hanging`] after the mark of a severity.
pub(super) fn push_marked(out: &mut String, severity: Severity, text: &str, style: Style, hang: usize) {
    let mark = style.mark(severity);
    let mut lines = String::new();
    push_hanging(&mut lines, &format!("{mark} "), text, style.width, hang);
    let _ = write!(out, "{}{}", style.paint(Ink::from(severity), mark), &lines[mark.len()..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_at_spaces_first() {
        assert_eq!(wrap("repeated AgentCardSignature", 20), ["repeated", "AgentCardSignature"]);
        assert_eq!(wrap("one two", 7), ["one two"]);
    }

    #[test]
    fn breaks_long_names_after_underscores() {
        assert_eq!(
            wrap("supports_authenticated_extended_card: bool", 23),
            ["supports_authenticated_", "extended_card: bool"]
        );
    }

    #[test]
    fn breaks_camel_case_between_words() {
        assert_eq!(wrap("CreateTaskPushNotificationConfig", 20), ["CreateTaskPush", "NotificationConfig"]);
    }

    #[test]
    fn breaks_anywhere_when_it_must() {
        assert_eq!(wrap("abcdef", 4), ["abcd", "ef"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("äöü", 0), ["ä", "ö", "ü"]);
    }

    #[test]
    fn shortens_to_the_width() {
        assert_eq!(shorten("abcdef", 4, "…"), "abc…");
        assert_eq!(shorten("abc", 3, "…"), "abc");
    }
}
