//! From `.proto` texts to a descriptor set, with protox.

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::FileDescriptorSet;
use miette::Diagnostic;
use protox::prost_reflect::{DescriptorError, DescriptorPool, prost_types::FileDescriptorProto};

use super::{
    descriptor_set,
    gather::{Contents, Gathered, MissingImport},
    screen::DisplayedText,
    stand_in::{StandIns, restore_defaults, stand_in},
};
use crate::schema::{FileRole, SchemaError, SchemaErrorKind, link::FileFacts};

/// What compiling gives: everything the linker needs.
pub(super) struct Compiled {
    pub(super) set: FileDescriptorSet,
    pub(super) facts: HashMap<String, FileFacts>,
}

/// Parses and compiles.
///
/// # Errors
///
/// The first thing that is wrong, with its place.
pub(super) fn compile(files: Vec<Gathered>, missing: &[MissingImport]) -> Result<Compiled, SchemaError> {
    let mut facts = HashMap::with_capacity(files.len());
    let mut descriptors = Vec::with_capacity(files.len());
    let mut texts = Vec::with_capacity(files.len());
    for Gathered { name, role, contents } in files {
        let (descriptor, text) = match contents {
            Contents::Compiled(descriptor) => (*descriptor, None),
            Contents::Text { text, .. } => (parse(&name, &text)?, Some(text)),
        };
        let display_path = text.as_ref().map_or_else(|| name.clone(), |text| text.display_path.clone());
        facts.insert(name, FileFacts { display_path, role, source: None, text_options: Vec::new() });
        descriptors.push(descriptor);
        texts.push(text);
    }
    let stand_ins = match missing {
        [] => StandIns::default(),
        _ => stand_in(&mut descriptors, missing),
    };
    let mut pool = DescriptorPool::new();
    for file in stand_ins.files {
        let name = file.name().to_owned();
        pool.add_file_descriptor_proto(file).map_err(|error| unlocated(&name, &error))?;
        let stand_in =
            FileFacts { display_path: name.clone(), role: FileRole::StandIn, source: None, text_options: Vec::new() };
        facts.insert(name, stand_in);
    }
    for (descriptor, text) in descriptors.into_iter().zip(texts) {
        let name = descriptor.name().to_owned();
        if let Err(error) = pool.add_file_descriptor_proto(descriptor) {
            return Err(match &text {
                Some(text) => located(text, SchemaErrorKind::Invalid, &error.with_source_code(&text.text)),
                None => unlocated(&name, &error),
            });
        }
        if let (Some(text), Some(facts)) = (text, facts.get_mut(&name)) {
            facts.source = Some(text.text);
        }
    }
    for (name, options) in stand_ins.text_options {
        if let Some(facts) = facts.get_mut(&name) {
            facts.text_options = options;
        }
    }
    let mut set = descriptor_set::decode(&pool.encode_to_vec()).map_err(|error| {
        SchemaError::new(SchemaErrorKind::DescriptorSet, format!("what protox wrote cannot be read: {error}"))
    })?;
    restore_defaults(&mut set, stand_ins.defaults);
    Ok(Compiled { set, facts })
}

fn unlocated(name: &str, error: &DescriptorError) -> SchemaError {
    SchemaError::new(SchemaErrorKind::Invalid, format!("`{name}`: {error}"))
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
