//! From `.proto` texts to a descriptor set.
//!
//! protox compiles proto2 and proto3. It knows no editions, and it refuses some texts that are valid; both are left to
//! protoc, where there is one. Two of its refusals are got around (`json_names`, `public_imports`); without protoc
//! these remain, and `tests/schema/limits/` has an example of each: `inf` and `nan` as values of custom options,
//! options of a single extension number, `deprecated_legacy_json_field_conflicts` in proto3, reserved names that are
//! no identifiers, and 536870912 as a reserved number.

mod definition;
mod json_names;
mod patch;
mod protoc;
mod protox;
mod public_imports;
mod remedies;
mod stand_in;

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::FileDescriptorSet;

use self::protoc::Protoc;
use super::gather::{Contents, Sources};
use crate::schema::{
    FileRole, SchemaError,
    link::{FileFacts, TextOption},
};

/// What a compiler makes of texts.
pub(super) struct Compiled {
    pub(super) set: FileDescriptorSet,
    /// Options that could not be interpreted, by file name.
    text_options: HashMap<String, Vec<TextOption>>,
    /// Names of the files that were made up.
    stand_in_files: Vec<String>,
}

/// Compiles.
///
/// # Errors
///
/// The first thing that is wrong, with its place; or that there is no protoc for an edition.
pub(super) fn compile(sources: &Sources) -> Result<Compiled, SchemaError> {
    if let Some((text, edition)) = sources.first_edition() {
        return match Protoc::find() {
            Ok(protoc) => protoc.compile(sources),
            Err(absent) => Err(absent.for_edition(text, edition)),
        };
    }
    protox::compile(sources).or_else(|refusal| match Protoc::find() {
        // A second opinion; where protoc refuses too, what protox says is better placed.
        Ok(protoc) if sources.missing.is_empty() => protoc.compile(sources).map_err(|_| refusal),
        _ => Err(refusal),
    })
}

impl Compiled {
    /// Sets what the linker has to know beside the descriptors.
    pub(super) fn facts(&mut self, sources: Sources) -> HashMap<String, FileFacts> {
        let unnamed = |name: &String, role| FileFacts {
            display_path: name.clone(),
            role,
            source: None,
            text_options: Vec::new(),
        };
        // What protoc found by itself is its own: `google/protobuf/cpp_features.proto`.
        let of_compiler = self.set.file.iter().filter_map(|file| file.name.as_ref());
        let mut facts: HashMap<String, FileFacts> =
            of_compiler.map(|name| (name.clone(), unnamed(name, FileRole::Library))).collect();
        facts.extend(self.stand_in_files.iter().map(|name| (name.clone(), unnamed(name, FileRole::StandIn))));
        for file in sources.files {
            let text_options = self.text_options.remove(&file.name).unwrap_or_default();
            let (display_path, source) = match file.contents {
                Contents::Text { text, .. } => (text.display_path, Some(text.text)),
                Contents::Compiled(_) => (file.name.clone(), None),
            };
            facts.insert(file.name, FileFacts { display_path, role: file.role, source, text_options });
        }
        facts
    }
}
