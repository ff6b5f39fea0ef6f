//! `google.protobuf.SourceCodeInfo`, indexed by path.

use std::{collections::HashMap, ops::Range};

use buffa_descriptor::generated::descriptor::{SourceCodeInfo, source_code_info::Location};

use crate::schema::{Comments, FileId, Span, SpanIndex};

/// Spans and comments of one file, by descriptor path.
#[derive(Debug, Default)]
pub(super) struct Locations {
    spans: SpanIndex,
    comments: HashMap<Vec<i32>, Comments>,
}

impl Locations {
    /// Indexes the locations of a file. Where a path occurs more than once (`extend` blocks of one extendee), the
    /// first occurrence is kept.
    pub(super) fn new(info: Option<&SourceCodeInfo>, file: FileId) -> Self {
        let Some(info) = info else { return Locations::default() };
        let spans = info.location.iter().filter_map(|l| Some((l.path.as_slice(), span(&l.span, file)?)));
        let mut locations = Locations { spans: spans.collect(), comments: HashMap::new() };
        for location in &info.location {
            if let Some(comments) = comments(location) {
                locations.comments.entry(location.path.clone()).or_insert(comments);
            }
        }
        locations
    }

    /// Takes the comments of the element at `path` out.
    pub(super) fn take_comments(&mut self, path: &[i32]) -> Comments {
        self.comments.remove(path).unwrap_or_default()
    }

    /// Comments of the `package` and the `syntax` statement together: where files keep their remarks.
    pub(super) fn take_file_comments(&mut self) -> Comments {
        /// `FileDescriptorProto.package`, `.syntax` and `.edition`.
        const STATEMENTS: [i32; 3] = [2, 12, 14];
        let mut all = Comments::default();
        for statement in STATEMENTS {
            let comments = self.take_comments(&[statement]);
            append(&mut all.leading, comments.leading);
            append(&mut all.trailing, comments.trailing);
            all.detached.extend(comments.detached);
        }
        all
    }

    pub(super) fn into_spans(self) -> SpanIndex {
        self.spans
    }
}

fn append(all: &mut String, more: String) {
    if !all.is_empty() && !more.is_empty() {
        all.push('\n');
    }
    all.push_str(&more);
}

/// `[start line, start column, end column]` or `[start line, start column, end line, end column]`, counted from 0.
pub(in crate::schema) fn span(numbers: &[i32], file: FileId) -> Option<Span> {
    let (start_line, start_column, end_line, end_column) = match *numbers {
        [line, start, end] => (line, start, line, end),
        [start_line, start, end_line, end] => (start_line, start, end_line, end),
        _ => return None,
    };
    let from_one = |n: i32| u32::try_from(n).ok().map(|n| n.saturating_add(1));
    Some(Span {
        file,
        start_line: from_one(start_line)?,
        start_column: from_one(start_column)?,
        end_line: from_one(end_line)?,
        end_column: from_one(end_column)?,
    })
}

fn comments(location: &Location) -> Option<Comments> {
    let text = |comment: &Option<String>| comment.as_deref().map(unindented).unwrap_or_default();
    let comments = Comments {
        leading: text(&location.leading_comments),
        trailing: text(&location.trailing_comments),
        detached: location.leading_detached_comments.iter().map(|c| unindented(c)).collect(),
    };
    (comments != Comments::default()).then_some(comments)
}

/// A comment without the space that stands between `//` and the text, and without a final line break.
fn unindented(comment: &str) -> String {
    let lines: Vec<&str> = comment.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    lines.join("\n").trim_end().to_owned()
}

/// The bytes of `text` that a span covers. A span that does not fit the text (it is from another version of it)
/// gives the nearest range that does.
pub(in crate::schema) fn byte_range(text: &str, span: Span) -> Range<usize> {
    let start = offset(text, span.start_line, span.start_column);
    let end = offset(text, span.end_line, span.end_column).max(start);
    start..end
}

fn offset(text: &str, line: u32, column: u32) -> usize {
    let line_start = match line {
        0 | 1 => 0,
        _ => text.match_indices('\n').nth(line as usize - 2).map_or(text.len(), |(i, _)| i + 1),
    };
    let line_length = text[line_start..].find('\n').unwrap_or(text.len() - line_start);
    let mut offset = line_start + (column.saturating_sub(1) as usize).min(line_length);
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_that_do_not_fit_the_text_are_clamped() {
        let at = |start_line, start_column, end_line, end_column| Span {
            file: FileId(0),
            start_line,
            start_column,
            end_line,
            end_column,
        };
        let text = "één\ntwo\n";
        let cases = [(at(2, 1, 2, 4), "two"), (at(2, 2, 2, 99), "wo"), (at(9, 9, 9, 12), ""), (at(1, 2, 1, 6), "één")];
        for (span, expected) in cases {
            assert_eq!(&text[byte_range(text, span)], expected, "{span:?}");
        }
    }
}
