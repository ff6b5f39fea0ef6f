//! Text in lines, for comments and documentation.

/// Text in lines that are no longer than `room`, where its blanks allow it. All lines but the first begin with `hanging`.
pub(super) fn wrapped(text: &str, room: usize, hanging: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("{hanging}{word}")),
            None => lines.push(word.to_owned()),
        }
    }
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_words_stay_whole() {
        assert_eq!(wrapped("one two three", 9, "  "), ["one two", "  three"]);
        assert_eq!(wrapped("one longer-than-that", 5, ""), ["one", "longer-than-that"]);
        assert_eq!(wrapped("", 5, ""), [""]);
    }
}
