//! How a person names a schema.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use crate::{
    a2a::{self, Release},
    schema::{SchemaError, SchemaErrorKind},
};

/// Where a schema comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaLocator {
    /// A `.proto` file, a descriptor set or a directory on disk.
    Path(PathBuf),
    /// The same in a revision of a git repository.
    Revision {
        /// A commit, tag, branch or whatever else git takes for one.
        revision: String,
        /// The path from the top of the repository, or with `./` in front from the current directory.
        path: String,
    },
    /// A bundled release of A2A.
    A2a(&'static Release),
    /// Standard input: a `.proto` text or a descriptor set.
    StandardInput,
}

/// What goes with a locator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Import paths, in the order they are searched.
    pub import_paths: Vec<PathBuf>,
    /// The git repository that revisions are looked up in; without one, that of the current directory.
    pub repository: Option<PathBuf>,
}

impl SchemaLocator {
    /// Reads what a person typed: `-`, a path, `a2a:VERSION` or `REV:path`. A path that exists wins.
    ///
    /// # Errors
    ///
    /// When it names a bundled version that does not exist.
    pub fn parse(text: &str) -> Result<Self, SchemaError> {
        if text == "-" {
            return Ok(SchemaLocator::StandardInput);
        }
        if Path::new(text).exists() || has_drive_letter(text) {
            return Ok(SchemaLocator::Path(PathBuf::from(text)));
        }
        if let Some(version) = text.strip_prefix("a2a:")
            && (version.is_empty() || version.starts_with(|c: char| c.is_ascii_digit()))
        {
            return a2a::release(version).map(SchemaLocator::A2a).ok_or_else(|| unknown_release(version));
        }
        match split_revision(text) {
            Some((revision, path)) => {
                Ok(SchemaLocator::Revision { revision: revision.to_owned(), path: path.to_owned() })
            }
            None => Ok(SchemaLocator::Path(PathBuf::from(text))),
        }
    }
}

/// As [`SchemaLocator::parse`] reads it.
impl fmt::Display for SchemaLocator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SchemaLocator::Path(path) => path.display().fmt(f),
            SchemaLocator::Revision { revision, path } => write!(f, "{revision}:{path}"),
            SchemaLocator::A2a(release) => write!(f, "a2a:{}", release.version),
            SchemaLocator::StandardInput => f.write_str("-"),
        }
    }
}

fn unknown_release(version: &str) -> SchemaError {
    let known: Vec<String> = a2a::RELEASES.iter().map(|release| format!("a2a:{}", release.version)).collect();
    SchemaError::new(SchemaErrorKind::NotFound, format!("there is no bundled schema `a2a:{version}`"))
        .with_help(format!("there are {}; `a2a:1.0` is the newest patch of 1.0", known.join(", ")))
}

/// `C:\schema.proto` or `C:/schema.proto`.
fn has_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic())
}

/// Splits `REV:path` where git does: at the first colon that is not inside braces (`HEAD@{10:00}:path`).
fn split_revision(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => return Some((&text[..i], &text[i + 1..])),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_recognised() {
        let revision = |revision: &str, path: &str| SchemaLocator::Revision {
            revision: revision.to_owned(),
            path: path.to_owned(),
        };
        let path = |path: &str| SchemaLocator::Path(PathBuf::from(path));
        let cases = [
            ("-", SchemaLocator::StandardInput),
            ("old.proto", path("old.proto")),
            ("proto/", path("proto/")),
            ("a2a:1.0", SchemaLocator::A2a(&a2a::RELEASES[2])),
            ("a2a:proto/x.proto", revision("a2a", "proto/x.proto")),
            ("v0.3.0:specification/grpc/a2a.proto", revision("v0.3.0", "specification/grpc/a2a.proto")),
            ("HEAD~1:", revision("HEAD~1", "")),
            ("HEAD@{10:00}:proto/", revision("HEAD@{10:00}", "proto/")),
            (r"C:\old.proto", path(r"C:\old.proto")),
            ("C:/old.proto", path("C:/old.proto")),
        ];
        for (text, expected) in cases {
            assert_eq!(SchemaLocator::parse(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn an_unknown_release_lists_the_known_ones() {
        let error = SchemaLocator::parse("a2a:9.9").unwrap_err();
        assert!(error.help_text().unwrap().contains("a2a:0.3.0, a2a:1.0.0, a2a:1.0.1"));
    }
}
