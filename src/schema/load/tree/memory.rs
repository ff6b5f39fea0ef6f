//! Files that are at hand already.

use std::collections::HashMap;

use super::{SourceFile, SourceTree};
use crate::schema::SchemaError;

/// Texts by import name.
#[derive(Debug, Default)]
pub(in crate::schema::load) struct Memory {
    files: HashMap<String, SourceFile>,
}

impl Memory {
    pub(in crate::schema::load) fn new(files: impl IntoIterator<Item = (String, SourceFile)>) -> Self {
        Memory { files: files.into_iter().collect() }
    }
}

impl SourceTree for Memory {
    fn open(&self, name: &str) -> Result<Option<SourceFile>, SchemaError> {
        Ok(self.files.get(name).cloned())
    }
}
