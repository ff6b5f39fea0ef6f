//! Where imports are looked for.

mod bundled;
mod disk;
mod git;

pub(super) use bundled::{Bundled, is_bundled, parsed, well_known};
pub(super) use disk::{Disk, source_file};
pub(super) use git::{Object, Revision, RevisionTree};

use super::screen::DisplayedText;
use crate::schema::SchemaError;

/// A place that has `.proto` files by the names that `import` statements use. `Send`, because the two sides of a
/// comparison are loaded at once.
pub(super) trait SourceTree: Send {
    /// The file of this name, or `None` when the place does not have it.
    ///
    /// # Errors
    ///
    /// When it has it and it cannot be read.
    fn open(&self, name: &str) -> Result<Option<SourceFile>, SchemaError>;
}

/// A `.proto` file that was found.
#[derive(Debug, Clone)]
pub(super) struct SourceFile {
    pub(super) text: DisplayedText,
    /// The same for two names that lead to one file.
    pub(super) identity: String,
}

/// The first of several places that has the file.
pub(super) fn open_first(trees: &[Box<dyn SourceTree>], name: &str) -> Result<Option<SourceFile>, SchemaError> {
    for tree in trees {
        if let Some(file) = tree.open(name)? {
            return Ok(Some(file));
        }
    }
    Ok(None)
}
