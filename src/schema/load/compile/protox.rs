//! With protox: proto2 and proto3, in this process.

use miette::Diagnostic;
use protox::prost_reflect::{DescriptorError, DescriptorPool, prost_types::FileDescriptorProto};

use super::{
    Compiled,
    stand_in::{StandIns, restore_defaults, stand_in},
};
use crate::schema::{
    SchemaError, SchemaErrorKind,
    load::{
        descriptor_set,
        gather::{Contents, Gathered, Sources},
        screen::DisplayedText,
    },
};

/// Parses and compiles.
///
/// # Errors
///
/// The first thing that is wrong, with its place.
pub(super) fn compile(sources: &Sources) -> Result<Compiled, SchemaError> {
    let mut descriptors = Vec::with_capacity(sources.files.len());
    for Gathered { name, contents, .. } in &sources.files {
        descriptors.push(match contents {
            Contents::Compiled(descriptor) => FileDescriptorProto::clone(descriptor),
            Contents::Text { text, .. } => parse(name, text)?,
        });
    }
    let stand_ins = match sources.missing.as_slice() {
        [] => StandIns::default(),
        missing => stand_in(&mut descriptors, missing),
    };
    let mut pool = DescriptorPool::new();
    let stand_in_files = stand_ins.files.iter().map(|file| file.name().to_owned()).collect();
    for file in stand_ins.files {
        let name = file.name().to_owned();
        pool.add_file_descriptor_proto(file).map_err(|error| unlocated(&name, &error))?;
    }
    for (descriptor, file) in descriptors.into_iter().zip(&sources.files) {
        pool.add_file_descriptor_proto(descriptor).map_err(|error| match &file.contents {
            Contents::Text { text, .. } => located(text, SchemaErrorKind::Invalid, &error.with_source_code(&text.text)),
            Contents::Compiled(_) => unlocated(&file.name, &error),
        })?;
    }
    let mut set = descriptor_set::decode(&pool.encode_to_vec()).map_err(|error| {
        SchemaError::new(SchemaErrorKind::DescriptorSet, format!("what protox wrote cannot be read: {error}"))
    })?;
    restore_defaults(&mut set, stand_ins.defaults);
    Ok(Compiled { set, text_options: stand_ins.text_options, stand_in_files })
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
