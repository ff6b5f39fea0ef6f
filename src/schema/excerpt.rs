//! Source text for diagnostics, with lines that are too long for a screen cut down.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// More than this much context is cut: a file without line breaks would be printed as a whole.
const LONGEST_CONTEXT: usize = 2000;
/// What is left on each side of the place in question then.
const REACH: usize = 60;

/// A text with the name a person knows it by.
#[derive(Debug)]
pub(crate) struct Excerpt {
    display_path: String,
    text: String,
}

impl Excerpt {
    pub(crate) fn new(display_path: &str, text: &str) -> Self {
        Excerpt { display_path: display_path.to_owned(), text: text.to_owned() }
    }

    pub(super) fn display_path(&self) -> &str {
        &self.display_path
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let context = self.text.read_span(span, lines_before, lines_after)?;
        let name = self.display_path.clone();
        if context.data().len() <= LONGEST_CONTEXT {
            let (line, column, lines) = (context.line(), context.column(), context.line_count());
            let cut = MietteSpanContents::new_named(name, context.data(), *context.span(), line, column, lines);
            return Ok(Box::new(cut));
        }
        let place = self.text.read_span(span, 0, 0)?;
        let bytes = self.text.as_bytes();
        let start = span.offset().min(bytes.len());
        let end = (start + span.len()).min(bytes.len());
        let is_edge = |&i: &usize| self.text.is_char_boundary(i);
        let before = (start.saturating_sub(REACH)..=start).find(is_edge).unwrap_or(start);
        let from = self.text[before..start].rfind('\n').map_or(before, |i| before + i + 1);
        let after = (end..=(end + REACH).min(bytes.len())).rev().find(is_edge).unwrap_or(end);
        let to = self.text[end..after].find('\n').map_or(after, |i| end + i);
        let column = place.column().saturating_sub(start - from);
        let span = SourceSpan::from((from, to - from));
        Ok(Box::new(MietteSpanContents::new_named(name, &bytes[from..to], span, place.line(), column, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("first\n{}X{}\nlast", "é".repeat(3000), "b".repeat(3000));
        let at = text.find('X').unwrap();
        let excerpt = Excerpt::new("t.proto", &text);
        let contents = excerpt.read_span(&SourceSpan::from((at, 1)), 1, 1).unwrap();
        let shown = std::str::from_utf8(contents.data()).unwrap();
        assert!(shown.len() < 130 && shown.contains('X'), "{shown}");
        assert_eq!(contents.line(), 1);
        let short = excerpt.read_span(&SourceSpan::from((1, 1)), 0, 0).unwrap();
        assert_eq!((short.line(), short.column()), (0, 1));
    }
}
