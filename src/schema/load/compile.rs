//! From `.proto` texts to a descriptor set, with protox.

use std::collections::HashMap;

use buffa::DecodeOptions;
use buffa_descriptor::generated::descriptor::FileDescriptorSet;
use miette::Diagnostic;
use protox::prost_reflect::{DescriptorPool, prost_types::FileDescriptorProto};

use super::{
    gather::{Contents, Gathered, Sources},
    screen::{self, DisplayedText},
};
use crate::schema::{SchemaError, SchemaErrorKind, link::FileFacts};

/// A parsed file.
struct Parsed {
    descriptor: FileDescriptorProto,
    text: Option<DisplayedText>,
}

/// Parses and compiles.
///
/// # Errors
///
/// The first thing that is wrong, with its place.
pub(super) fn compile(sources: Sources) -> Result<(FileDescriptorSet, HashMap<String, FileFacts>), SchemaError> {
    let mut facts = HashMap::with_capacity(sources.files.len());
    let mut parsed = Vec::with_capacity(sources.files.len());
    for Gathered { name, role, contents } in sources.files {
        let file = match contents {
            Contents::Compiled(descriptor) => Parsed { descriptor: *descriptor, text: None },
            Contents::Text { text, .. } => Parsed { descriptor: parse(&name, &text)?, text: Some(text) },
        };
        facts.insert(
            name.clone(),
            FileFacts {
                display_path: file.text.as_ref().map_or_else(|| name.clone(), |text| text.display_path.clone()),
                role,
                source: None,
                text_options: Vec::new(),
            },
        );
        parsed.push(file);
    }
    let mut pool = DescriptorPool::new();
    for Parsed { descriptor, text } in parsed {
        let name = descriptor.name().to_owned();
        if let Err(error) = pool.add_file_descriptor_proto(descriptor) {
            return Err(match &text {
                Some(text) => located(text, SchemaErrorKind::Invalid, &error.with_source_code(&text.text)),
                None => SchemaError::new(SchemaErrorKind::Invalid, format!("`{name}`: {error}")),
            });
        }
        if let (Some(text), Some(facts)) = (text, facts.get_mut(&name)) {
            facts.source = Some(text.text);
        }
    }
    Ok((decode(&pool.encode_to_vec())?, facts))
}

fn parse(name: &str, text: &DisplayedText) -> Result<FileDescriptorProto, SchemaError> {
    protox_parse::parse(name, &text.text).map_err(|error| located(text, SchemaErrorKind::Syntax, &error))
}

/// An error of protox, with its labels, about the file as the person knows it.
fn located(text: &DisplayedText, kind: SchemaErrorKind, error: &(impl Diagnostic + ?Sized)) -> SchemaError {
    let located = text.error(kind, error.to_string()).with_labels(error.labels().into_iter().flatten());
    match error.help() {
        Some(help) => located.with_help(help.to_string()),
        None => located,
    }
}

/// Decodes a descriptor set.
///
/// # Errors
///
/// When the bytes are none.
pub(super) fn decode(bytes: &[u8]) -> Result<FileDescriptorSet, SchemaError> {
    /// Descriptors in memory take up to some thirty times the space of their bytes; this is for the largest set read.
    const MAX_MEMORY: usize = 4 << 30;
    let options = DecodeOptions::new()
        .with_max_message_size(screen::MAX_DESCRIPTOR_SET as usize)
        .with_element_memory_limit(MAX_MEMORY);
    options.decode_from_slice(bytes).map_err(|error| {
        SchemaError::new(SchemaErrorKind::DescriptorSet, format!("the bytes are no descriptor set: {error}"))
    })
}
