//! The migration as source code: what [`convert`](crate::migration::convert) does to bytes, done to the message types of
//! a language by code that needs neither this program nor a schema.
//!
//! ```text
//! Migration ──▶ Plan ──▶ Program ──▶ rust
//!                                ├─▶ python
//!                                └─▶ typescript
//! ```
//!
//! Everything up to the program (`program/mod.rs`) is shared: it says in the terms of fields and types what happens in which order, and
//! leaves to a language how that is said. What a program can say and a language cannot is an [`AdaptError`] when the
//! code is made, never a surprise when it runs. `docs/new-language.md` says how to add a language.
//!
//! ```
//! use proto_diff::{codegen::{Language, RustOptions, adapt}, migration::Migration};
//!
//! let migration = Migration::a2a()?;
//! let files = adapt(&migration, &Language::Rust(RustOptions::default()))?;
//! assert!(files.iter().any(|file| file.path == "src/lib.rs"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod extensions;
mod free_name;
mod header;
mod modules;
mod output;
mod pieces;
pub(crate) mod program;
mod python;
mod rust;
mod templates;
mod typescript;
mod wrapping;

pub use error::AdaptError;
pub use output::{Differs, Fault, OutputError, Written, compare_with, write_to};
pub use python::{PythonOptions, USUAL_INTERPRETER};
pub use rust::RustOptions;
pub use typescript::TypeScriptOptions;

use crate::migration::{Migration, Side};
use program::Program;

/// A language, and where the message types of both versions are in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Language {
    /// A crate over types by prost, or a module over the caller's own.
    Rust(RustOptions),
    /// A package over modules by protoc.
    Python(PythonOptions),
    /// A module over types by protoc-gen-es, version 2.
    TypeScript(TypeScriptOptions),
}

/// A file of source code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Where it belongs, seen from the directory of the output, with `/` between names.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// The migration as source code. The same migration and language give the same files, to the byte.
///
/// # Errors
/// When the migration does something that the language cannot say, or the types it is to go by are not to be found.
pub fn adapt(migration: &Migration, language: &Language) -> Result<Vec<GeneratedFile>, AdaptError> {
    let program = Program::of(migration);
    if program.upgrade.public().next().is_none() {
        let [old, new] = [Side::Old, Side::New].map(|side| header::origin(&migration.schema(side).origin).to_owned());
        return Err(AdaptError::Nothing { old, new });
    }
    let mut files = match language {
        Language::Rust(options) => rust::files(&program, options)?,
        Language::Python(options) => python::files(&program, options)?,
        Language::TypeScript(options) => typescript::files(&program, options)?,
    };
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}
