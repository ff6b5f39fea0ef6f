//! Import paths on disk.

use std::path::{Component, Path, PathBuf};

use super::{SourceFile, SourceTree};
use crate::schema::{
    SchemaError,
    load::screen::{self, DisplayedText},
};

/// A directory that import names are relative to.
#[derive(Debug)]
pub(in crate::schema::load) struct Disk {
    root: PathBuf,
}

impl Disk {
    pub(in crate::schema::load) fn new(root: impl Into<PathBuf>) -> Self {
        Disk { root: root.into() }
    }
}

impl SourceTree for Disk {
    fn open(&self, name: &str) -> Result<Option<SourceFile>, SchemaError> {
        // An import name is relative and stays below the import path; anything else is not looked up at all.
        let relative = Path::new(name);
        if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
            return Ok(None);
        }
        let path = self.root.join(relative);
        if !path.is_file() {
            return Ok(None);
        }
        open(&path).map(Some)
    }
}

/// Reads a `.proto` file.
fn open(path: &Path) -> Result<SourceFile, SchemaError> {
    let bytes = screen::read_file(path, screen::MAX_TEXT)?;
    source_file(path, bytes)
}

/// A file that was read already.
pub(in crate::schema::load) fn source_file(path: &Path, bytes: Vec<u8>) -> Result<SourceFile, SchemaError> {
    let identity = path.canonicalize().unwrap_or_else(|_| path.to_owned()).display().to_string();
    Ok(SourceFile { text: DisplayedText::new(path.display().to_string(), bytes)?, identity })
}
