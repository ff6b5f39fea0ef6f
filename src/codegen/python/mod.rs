//! Python: a package over modules by protoc.

use super::{AdaptError, GeneratedFile, program::Program};

/// Where the message types of both versions are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PythonOptions {
    /// Modules of the old version, by the name of their `.proto` file, or with an empty name the one of all: what
    /// `--old-module` says.
    pub old_modules: Vec<(String, String)>,
    /// Modules of the new version.
    pub new_modules: Vec<(String, String)>,
}

pub(super) fn files(_program: &Program<'_>, _options: &PythonOptions) -> Result<Vec<GeneratedFile>, AdaptError> {
    todo!()
}
