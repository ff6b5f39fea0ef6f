//! Rust.

use super::{AdaptError, GeneratedFile, program::Program};

/// Where the message types of both versions are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RustOptions {
    /// Modules of the old version.
    pub old_types: Vec<(String, String)>,
    /// Modules of the new version.
    pub new_types: Vec<(String, String)>,
}

pub(super) fn files(_program: &Program<'_>, _options: &RustOptions) -> Result<Vec<GeneratedFile>, AdaptError> {
    todo!()
}
