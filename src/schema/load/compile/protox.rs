//! With protox: proto2 and proto3, in this process.

use std::ops::Range;

use buffa_descriptor::generated::descriptor::FileDescriptorSet;
use miette::Diagnostic;
use protox::prost_reflect::{DescriptorError, DescriptorPool, prost_types::FileDescriptorProto};

use super::{
    Compiled, definition, json_names,
    patch::{self, Patch},
    public_imports, remedies,
    stand_in::{StandIns, stand_in},
};
use crate::schema::{
    FileId, FileRole, SchemaError, SchemaErrorKind,
    link::{self, byte_range},
    load::{
        descriptor_set,
        gather::{Contents, Gathered, Sources},
        screen::DisplayedText,
        tree,
    },
};

/// Parses and compiles.
///
/// # Errors
///
/// The first thing that is wrong, with its place.
pub(super) fn compile(sources: &Sources) -> Result<Compiled, SchemaError> {
    let mut descriptors = Vec::with_capacity(sources.files.len());
    for Gathered { name, role, contents } in &sources.files {
        descriptors.push(match (contents, role) {
            (Contents::Compiled(_), _) => {
                FileDescriptorProto { name: Some(name.clone()), ..FileDescriptorProto::default() }
            }
            (Contents::Text { text, .. }, FileRole::Library) => match tree::parsed(name, &text.text) {
                Some(parsed) => parsed,
                None => parse(name, text)?,
            },
            (Contents::Text { text, .. }, _) => parse(name, text)?,
        });
    }
    let mut pool = base_pool(sources, &descriptors);
    if pool.files().len() == 0 || !sources.missing.is_empty() {
        // Otherwise the pool has these files, and their names are enough.
        for (descriptor, file) in descriptors.iter_mut().zip(&sources.files) {
            if let Contents::Compiled(compiled) = &file.contents {
                *descriptor = compiled.file_descriptor_proto().clone();
            }
        }
    }
    public_imports::made_direct(&mut descriptors);
    let stand_ins = match sources.missing.as_slice() {
        [] => StandIns::default(),
        missing => stand_in(&mut descriptors, missing),
    };
    let mut patches: Vec<Patch> = descriptors.iter_mut().flat_map(json_names::set_apart).collect();
    patches.extend(stand_ins.patches);
    let stand_in_files: Vec<String> = stand_ins.files.iter().map(|file| file.name().to_owned()).collect();
    for file in stand_ins.files {
        let name = file.name().to_owned();
        pool.add_file_descriptor_proto(file).map_err(|error| unlocated(&name, &error))?;
    }
    for (descriptor, file) in descriptors.into_iter().zip(&sources.files) {
        pool.add_file_descriptor_proto(descriptor).map_err(|error| match &file.contents {
            Contents::Text { text, .. } => with_other_definition(refused(&file.name, text, error), sources),
            Contents::Compiled(_) => unlocated(&file.name, &error),
        })?;
    }
    let names = stand_in_files.iter().chain(sources.files.iter().map(|file| &file.name));
    let mut set = encoded(&pool, names)?;
    patch::undo(&mut set, patches);
    Ok(Compiled { set, text_options: stand_ins.text_options, stand_in_files })
}

/// The pool to compile in. protox has one with the well-known files, which saves compiling them, unless a text defines
/// the same things.
fn base_pool(sources: &Sources, descriptors: &[FileDescriptorProto]) -> DescriptorPool {
    let clashes = sources.files.iter().zip(descriptors).any(|(file, descriptor)| {
        file.text().is_some()
            && (descriptor.package().starts_with("google.protobuf") || tree::well_known(&file.name).is_some())
    });
    if clashes { DescriptorPool::new() } else { DescriptorPool::global() }
}

/// The named files of a pool as a set. They go through bytes because the pool's own descriptors lack custom options.
fn encoded<'n>(
    pool: &DescriptorPool,
    names: impl Iterator<Item = &'n String>,
) -> Result<FileDescriptorSet, SchemaError> {
    let mut set = FileDescriptorSet::default();
    for file in names.filter_map(|name| pool.get_file_by_name(name)) {
        let file = descriptor_set::decode(&file.encode_to_vec()).map_err(|error| {
            let message = format!("`{}`: what protox wrote cannot be read: {error}", file.name());
            SchemaError::new(SchemaErrorKind::DescriptorSet, message)
        })?;
        set.file.push(file);
    }
    Ok(set)
}

fn refused(name: &str, text: &DisplayedText, error: DescriptorError) -> SchemaError {
    let unplaced = error.line().is_none();
    let path = error.path().map(<[i32]>::to_vec).unwrap_or_default();
    let refusal = located(text, SchemaErrorKind::Invalid, &error.with_source_code(&text.text));
    match unplaced.then(|| nearest(name, text, &path)).flatten() {
        Some(range) => refusal.with_main_label(range, "here"),
        None => refusal,
    }
}

/// Of a name that two files define, adds the place in the other one.
fn with_other_definition(refusal: SchemaError, sources: &Sources) -> SchemaError {
    // "name 'p.A' is already defined in file 'b.proto'"
    let message = refusal.to_string();
    let Some((before, other)) = message.split_once("' is already defined in file '") else { return refusal };
    let (full_name, other) = (before.trim_start_matches("name '"), other.trim_end_matches('\''));
    let other = sources.files.iter().find(|file| file.name == other).and_then(|file| {
        let text = file.text()?;
        let path = definition::path_of(full_name, &parse(&file.name, text).ok()?)?;
        let place = text.error(SchemaErrorKind::Invalid, "the other definition");
        Some(place.with_label(nearest(&file.name, text, &path)?, "defined here already"))
    });
    match other {
        Some(other) => refusal
            .with_help("rename one of the two; or, if these are two versions of one file, compare one with the other")
            .with_related(other),
        None => refusal,
    }
}

/// Where the element at `path`, or the nearest around it, stands. protox sometimes gives a path that has no place of
/// its own.
fn nearest(name: &str, text: &DisplayedText, path: &[i32]) -> Option<Range<usize>> {
    let locations = parse(name, text).ok()?.source_code_info?.location;
    let around = (1..=path.len()).rev().find_map(|length| locations.iter().find(|l| l.path == path[..length]))?;
    Some(byte_range(&text.text, link::span(&around.span, FileId(0))?))
}

fn unlocated(name: &str, error: &DescriptorError) -> SchemaError {
    SchemaError::new(SchemaErrorKind::Invalid, format!("`{name}`: {error}"))
}

fn parse(name: &str, text: &DisplayedText) -> Result<FileDescriptorProto, SchemaError> {
    protox_parse::parse(name, &text.text).map_err(|error| located(text, SchemaErrorKind::Syntax, &error))
}

/// An error of protox, with its labels, about the file as the person knows it.
fn located(text: &DisplayedText, kind: SchemaErrorKind, error: &(impl Diagnostic + ?Sized)) -> SchemaError {
    let message = error.to_string();
    let help = error.help().map(|help| help.to_string()).or_else(|| remedies::remedy(&message).map(str::to_owned));
    let located = text.error(kind, message).with_labels(error.labels().into_iter().flatten());
    match help {
        Some(help) => located.with_help(help),
        None => located,
    }
}
