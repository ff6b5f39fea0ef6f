//! TypeScript: a module over types by protoc-gen-es, version 2.

use super::{AdaptError, GeneratedFile, program::Program};

/// Where the message types of both versions are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeScriptOptions {
    /// Modules of the old version, by the name of their `.proto` file, or with an empty name the one of all: what
    /// `--old-module` says.
    pub old_modules: Vec<(String, String)>,
    /// Modules of the new version.
    pub new_modules: Vec<(String, String)>,
}

pub(super) fn files(_program: &Program<'_>, _options: &TypeScriptOptions) -> Result<Vec<GeneratedFile>, AdaptError> {
    todo!()
}
