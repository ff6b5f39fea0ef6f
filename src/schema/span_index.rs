//! Spans by descriptor path.

use super::Span;

/// The spans of a file. A file has thousands, so their paths share one allocation, and they are looked up by binary
/// search.
#[derive(Debug, Clone, Default)]
pub struct SpanIndex {
    /// The steps of all paths, one path after the other.
    steps: Vec<i32>,
    /// In the order of their paths.
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    first_step: usize,
    length: usize,
    span: Span,
}

impl Entry {
    fn path(self, steps: &[i32]) -> &[i32] {
        &steps[self.first_step..self.first_step + self.length]
    }
}

impl SpanIndex {
    /// The span of the descriptor element at `path`.
    pub fn get(&self, path: &[i32]) -> Option<Span> {
        let at = self.entries.binary_search_by(|entry| entry.path(&self.steps).cmp(path)).ok()?;
        Some(self.entries[at].span)
    }
}

/// Of several spans with one path the first is kept.
impl<'p> FromIterator<(&'p [i32], Span)> for SpanIndex {
    fn from_iter<T: IntoIterator<Item = (&'p [i32], Span)>>(spans: T) -> Self {
        let mut index = SpanIndex::default();
        for (path, span) in spans {
            index.entries.push(Entry { first_step: index.steps.len(), length: path.len(), span });
            index.steps.extend_from_slice(path);
        }
        let SpanIndex { steps, entries } = &mut index;
        // Compilers write them in order or nearly so, which this sort notices; and it keeps the first of equals first.
        entries.sort_by(|a, b| a.path(steps).cmp(b.path(steps)));
        entries.dedup_by(|later, first| later.path(steps) == first.path(steps));
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::FileId;

    #[test]
    fn the_first_span_of_a_path_is_found() {
        let span = |line| Span { file: FileId(0), start_line: line, start_column: 1, end_line: line, end_column: 2 };
        let spans: [(&[i32], Span); 5] =
            [(&[4, 1], span(1)), (&[], span(2)), (&[4], span(3)), (&[4, 1], span(4)), (&[4, 0, 2], span(5))];
        let index: SpanIndex = spans.into_iter().collect();
        for (path, expected) in [
            (&[4, 1][..], Some(1)),
            (&[], Some(2)),
            (&[4], Some(3)),
            (&[4, 0, 2], Some(5)),
            (&[4, 0], None),
            (&[5], None),
        ] {
            assert_eq!(index.get(path).map(|span| span.start_line), expected, "{path:?}");
        }
    }
}
