//! The linker: a `google.protobuf.FileDescriptorSet`, from whatever source, becomes a [`Schema`].
//!
//! It works in three passes. `names` gives every message and enum its id; `lower` turns descriptors into the
//! model, with all references resolved and all features applied; `custom_options` then reads the options whose
//! definitions are part of the very schema that is being built.

mod custom_options;
mod field;
mod import_order;
mod locations;
mod lower;
mod names;
mod standard_options;

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::FileDescriptorSet;
use serde_json::Value;

use super::{FileRole, Schema, SchemaError};

pub(super) use field::json_name;
use locations::Locations;
pub(super) use locations::{byte_range, span};

/// What the descriptor of a file does not say about it.
#[derive(Debug, Clone)]
pub struct FileFacts {
    /// What a person would open: a path or `REV:path`.
    pub display_path: String,
    /// Why it is part of the schema.
    pub role: FileRole,
    /// The text it was compiled from.
    pub source: Option<String>,
    /// Options that were taken out before compiling, because their definition is in an import that is missing.
    pub text_options: Vec<TextOption>,
}

/// An option that could not be interpreted, kept as it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct TextOption {
    /// The element it is set on, as `google.protobuf.SourceCodeInfo.Location.path` has it.
    pub element: Vec<i32>,
    /// The name as written, without a leading dot: `(foo.bar)` or `(foo.bar).baz`.
    pub name: String,
    /// The text of the value.
    pub value: Value,
}

/// Links a descriptor set.
///
/// `facts` are found by file name; a file without an entry is a [`FileRole::Subject`] that is displayed by its name.
/// `origin` is how the user named the whole.
///
/// # Errors
///
/// When the set does not hang together: a type that is defined nowhere or twice, a field without a name, a type or a
/// valid number, an index out of range, a cycle of imports. The error names the file, the element and the type.
pub fn link(
    set: &FileDescriptorSet,
    facts: HashMap<String, FileFacts>,
    origin: impl Into<String>,
) -> Result<Schema, SchemaError> {
    let files = import_order::sorted(&set.file)?;
    let names = names::Names::collect(&files)?;
    let (mut schema, pending) = lower::lower(&files, &names, facts, origin.into())?;
    custom_options::apply(&mut schema, pending);
    Ok(schema)
}
