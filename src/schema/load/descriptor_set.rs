//! Descriptor sets and buf images.

use std::collections::{HashMap, HashSet};

use buffa::DecodeOptions;
use buffa_descriptor::generated::descriptor::FileDescriptorSet;

use super::{screen, tree};
use crate::schema::{
    FileRole, Schema, SchemaError, SchemaErrorKind, checks,
    link::{self, FileFacts},
};

/// Decodes and links a set that somebody else compiled.
///
/// # Errors
///
/// When the bytes are none, it is empty, or it does not hang together.
pub(super) fn load(display_path: &str, bytes: &[u8], origin: String) -> Result<Schema, SchemaError> {
    let refused = |why: String| {
        SchemaError::new(SchemaErrorKind::DescriptorSet, format!("`{display_path}` is no descriptor set: {why}"))
            .with_help("write one with `protoc --descriptor_set_out --include_imports` or `buf build -o image.binpb`")
    };
    screen::check_size(display_path, bytes.len() as u64, screen::MAX_DESCRIPTOR_SET)?;
    let set = decode(bytes).map_err(|error| refused(error.to_string()))?;
    if set.file.is_empty() {
        return Err(refused("it holds no files".to_owned()));
    }
    let facts = facts(&set);
    let schema = link::link(&set, facts, origin)?;
    checks::check(&set, &schema)?;
    Ok(schema)
}

/// Decodes a set, within limits.
pub(super) fn decode(bytes: &[u8]) -> Result<FileDescriptorSet, buffa::DecodeError> {
    /// A descriptor takes many times the space of its bytes; this is room for the largest set that is read, and none
    /// for one that was made to fill the memory.
    const MAX_MEMORY: usize = 2 << 30;
    DecodeOptions::new()
        .with_max_message_size(screen::MAX_DESCRIPTOR_SET as usize)
        .with_element_memory_limit(MAX_MEMORY)
        .decode_from_slice(bytes)
}

/// Everything in a set is compared, apart from the files everybody shares when they are only imported.
fn facts(set: &FileDescriptorSet) -> HashMap<String, FileFacts> {
    let imported: HashSet<&str> = set.file.iter().flat_map(|f| &f.dependency).map(String::as_str).collect();
    let names = set.file.iter().filter_map(|file| file.name.as_deref());
    let libraries = names.filter(|name| imported.contains(name) && tree::is_bundled(name));
    let library = |name: &str| FileFacts {
        display_path: name.to_owned(),
        role: FileRole::Library,
        source: None,
        text_options: Vec::new(),
    };
    libraries.map(|name| (name.to_owned(), library(name))).collect()
}
