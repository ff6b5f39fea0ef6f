//! Files.

use super::{Comments, FileId, Options, Span, SpanIndex};

/// A `.proto` file.
#[derive(Debug, Clone)]
pub struct File {
    /// Its own index, so that spans can name it.
    pub id: FileId,
    /// The name other files import it by: `google/api/http.proto`.
    pub name: String,
    /// What a person would open: a path or `REV:path`. Equal to `name` where nothing better is known.
    pub display_path: String,
    /// The package, empty when there is none.
    pub package: String,
    /// What it is written in.
    pub syntax: Syntax,
    /// Why it is part of the schema.
    pub role: FileRole,
    /// File options, features left out.
    pub options: Options,
    /// Comments of the `package` and `syntax` statements, where files keep their remarks.
    pub comments: Comments,
    /// The source text, when it was read from text.
    pub source: Option<String>,
    pub(super) locations: SpanIndex,
}

impl File {
    /// The span of the descriptor element at `path` (see `google.protobuf.SourceCodeInfo.Location.path`).
    pub fn span(&self, path: &[i32]) -> Option<Span> {
        self.locations.get(path)
    }
}

/// What a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// `syntax = "proto2"`, or none.
    Proto2,
    /// `syntax = "proto3"`.
    Proto3,
    /// `edition = "…"`, as its `google.protobuf.Edition` number (1000 is 2023, 1001 is 2024).
    Edition(i32),
}

impl std::fmt::Display for Syntax {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Syntax::Proto2 => f.write_str("proto2"),
            Syntax::Proto3 => f.write_str("proto3"),
            Syntax::Edition(1000) => f.write_str("edition 2023"),
            Syntax::Edition(1001) => f.write_str("edition 2024"),
            Syntax::Edition(other) => write!(f, "edition #{other}"),
        }
    }
}

/// Why a file is part of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileRole {
    /// Named by the user, or imported by such a file and found: it is compared.
    Subject,
    /// A library everyone shares (`google/protobuf/*`, bundled `google/api/*`): known, not compared.
    Library,
    /// Made up in place of an import that was not found.
    StandIn,
}
