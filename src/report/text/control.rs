//! Control characters from schemas, which a terminal would obey.

use std::borrow::Cow;

/// The text with every control character replaced, line feeds and colours (`ESC [ … m`) left in: a name or default in a
/// schema must not be able to move the cursor or set a window's title.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c.is_control() && c != '\n') {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let colour = colour_sequence(rest);
        let taken = if colour > 0 { colour } else { c.len_utf8() };
        match c {
            _ if colour > 0 => clean.push_str(&rest[..colour]),
            '\n' => clean.push('\n'),
            c if c.is_control() => clean.push('\u{fffd}'),
            c => clean.push(c),
        }
        rest = &rest[taken..];
    }
    Cow::Owned(clean)
}

/// The length of a colour sequence that `text` begins with, or 0.
fn colour_sequence(text: &str) -> usize {
    let Some(parameters) = text.strip_prefix("\x1b[") else { return 0 };
    let length = parameters.bytes().take_while(|b| b.is_ascii_digit() || *b == b';').count();
    if parameters.as_bytes().get(length) == Some(&b'm') { 2 + length + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::without_controls;

    #[test]
    fn colours_stay_and_commands_go() {
        assert_eq!(without_controls("plain\n"), "plain\n");
        assert_eq!(without_controls("\x1b[31mred\x1b[0m"), "\x1b[31mred\x1b[0m");
        assert_eq!(without_controls("a\x1b]0;title\x07b\x1b[2Jc\r"), "a\u{fffd}]0;title\u{fffd}b\u{fffd}[2Jc\u{fffd}");
    }
}
