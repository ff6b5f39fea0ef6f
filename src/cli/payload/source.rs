//! Where payload bytes come from.

use std::{
    fs::File,
    io::{self, Read},
};

use super::PayloadFailure;

/// An opened input.
pub(super) struct Source {
    /// As the user would call it.
    pub name: String,
    /// The bytes.
    pub bytes: Box<dyn Read>,
    /// Where they come from.
    pub kind: SourceKind,
}

/// Where bytes come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SourceKind {
    File,
    StandardInput,
}

impl Source {
    /// Opens a file, or standard input for `-`.
    pub(super) fn open(file: &str) -> Result<Self, PayloadFailure> {
        if file == "-" {
            let (name, bytes) = ("standard input".to_owned(), Box::new(io::stdin().lock()));
            return Ok(Source { name, bytes, kind: SourceKind::StandardInput });
        }
        let name = file.to_owned();
        let opened = File::open(file).and_then(|file| Ok((file.metadata()?.is_dir(), file)));
        match opened {
            Ok((true, _)) => Err(PayloadFailure::Directory(name)),
            Ok((false, file)) => Ok(Source { name, bytes: Box::new(file), kind: SourceKind::File }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(PayloadFailure::NotFound(name)),
            Err(source) => Err(PayloadFailure::Unopened { file: name, source }),
        }
    }
}
