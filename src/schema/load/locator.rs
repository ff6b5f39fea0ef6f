//! How a person names a schema.

use std::path::PathBuf;

/// Where a schema comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaLocator {
    /// A file or a directory.
    Path(PathBuf),
}

/// What goes with a locator.
#[derive(Debug, Clone, Default)]
pub struct LoadOptions {
    /// Import paths, in the order they are searched.
    pub import_paths: Vec<PathBuf>,
}
