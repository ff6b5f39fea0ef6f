//! What every declared thing has: a name, a place in a file, comments.

use super::FileId;

/// The common part of every declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// The simple name: `AgentCard`.
    pub name: String,
    /// The fully-qualified name, without a leading dot: `lf.a2a.v1.AgentCard`.
    pub full_name: String,
    /// The file that declares it.
    pub file: FileId,
    /// The path inside the file's descriptor, as `google.protobuf.SourceCodeInfo.Location.path` has it.
    pub path: Vec<i32>,
    /// The comments around it.
    pub comments: Comments,
}

/// Comments attached to a declaration, as protoc attaches them, without comment markers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comments {
    /// Directly above.
    pub leading: String,
    /// Directly after, on the same line or below.
    pub trailing: String,
    /// Above, separated by blank lines.
    pub detached: Vec<String>,
}

impl Comments {
    /// All comment texts, nearest first.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        [self.leading.as_str(), self.trailing.as_str()]
            .into_iter()
            .chain(self.detached.iter().map(String::as_str))
            .filter(|text| !text.is_empty())
    }
}

/// A stretch of source text. Lines and columns count from 1; the end is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file it is in.
    pub file: FileId,
    /// First line.
    pub start_line: u32,
    /// First column.
    pub start_column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last.
    pub end_column: u32,
}
