//! Files and directories of a git revision.

use std::sync::Arc;

use super::{
    LoadOptions,
    gather::Entry,
    named::Named,
    recognise::{self, Format},
    roots,
    screen::{self, DisplayedText},
    tree::{Bundled, Disk, Object, Revision, RevisionTree, SourceFile, SourceTree},
};
use crate::schema::{SchemaError, SchemaErrorKind};

/// What is at a path of a revision.
///
/// # Errors
///
/// When there is no git, no repository, no such revision or no such path in it, or a directory without `.proto` files.
pub(super) fn named(revision: &str, path: &str, options: &LoadOptions) -> Result<Named, SchemaError> {
    let revision = Arc::new(Revision::new(options.repository.as_deref(), revision)?);
    let path = match path {
        relative if relative == "." || relative.starts_with("./") || relative.starts_with("../") => {
            revision.seen_from_current_directory(relative)?
        }
        from_top => from_top.trim_end_matches('/').to_owned(),
    };
    let limit = recognise::by_name(&path).unwrap_or(Format::DescriptorSet).size_limit();
    match revision.object(&path, limit)? {
        None => Err(revision.not_found(&path)),
        Some(Object::Directory) => directory(&revision, &path, options),
        Some(Object::File(bytes)) => file(&revision, &path, bytes, options),
    }
}

fn file(revision: &Arc<Revision>, path: &str, bytes: Vec<u8>, options: &LoadOptions) -> Result<Named, SchemaError> {
    let display_path = revision.display_path(path);
    if recognise::format(&display_path, &bytes)? == Format::DescriptorSet {
        return Ok(Named::DescriptorSet { display_path, bytes });
    }
    let base_name = path.rsplit('/').next().unwrap_or(path);
    let name = name_below_import_path(path, options).unwrap_or_else(|| base_name.to_owned());
    let mut trees = import_paths(revision, options);
    // The directory of the file and all above it, up to the top of the repository.
    let around = path.match_indices('/').rev().map(|(i, _)| &path[..i]).chain(std::iter::once(""));
    trees.extend(around.map(|root| Box::new(RevisionTree::new(revision, root)) as Box<dyn SourceTree>));
    trees.push(Box::new(Bundled));
    let text = DisplayedText::new(display_path.clone(), bytes)?;
    let entry = Entry::new(name, SourceFile { text, identity: display_path });
    Ok(Named::Sources { entries: vec![entry], trees })
}

fn directory(revision: &Arc<Revision>, path: &str, options: &LoadOptions) -> Result<Named, SchemaError> {
    let mut entries = Vec::new();
    for file in revision.proto_files(path)? {
        // A link to a directory, or a file of a submodule, is in the list and has no contents.
        let Some(Object::File(bytes)) = revision.object(&file, screen::MAX_TEXT)? else { continue };
        let below_directory = || file.strip_prefix(path).unwrap_or(&file).trim_start_matches('/').to_owned();
        let display_path = revision.display_path(&file);
        let text = DisplayedText::new(display_path.clone(), bytes)?;
        let name = name_below_import_path(&file, options).unwrap_or_else(below_directory);
        entries.push(Entry::new(name, SourceFile { text, identity: display_path }));
    }
    if entries.is_empty() {
        let message = format!("there is no `.proto` file below `{}`", revision.display_path(path));
        return Err(SchemaError::new(SchemaErrorKind::NotFound, message)
            .with_help("name the directory that holds them, or a single file"));
    }
    let mut trees = import_paths(revision, options);
    trees.push(Box::new(RevisionTree::new(revision, path)));
    trees.push(Box::new(Bundled));
    Ok(Named::Sources { entries: roots::renamed(entries, path)?, trees })
}

/// Import paths, in the revision first and then on disk.
fn import_paths(revision: &Arc<Revision>, options: &LoadOptions) -> Vec<Box<dyn SourceTree>> {
    let mut trees: Vec<Box<dyn SourceTree>> = Vec::new();
    for root in roots_in_revision(options) {
        trees.push(Box::new(RevisionTree::new(revision, &root)));
    }
    for directory in &options.import_paths {
        trees.push(Box::new(Disk::new(directory)));
    }
    trees
}

/// Import paths as directories of the repository, without `.` and slashes at the end.
fn roots_in_revision(options: &LoadOptions) -> impl Iterator<Item = String> + '_ {
    let relative = options.import_paths.iter().filter(|path| path.is_relative());
    relative.map(|path| {
        let path = path.to_string_lossy().replace('\\', "/");
        let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        parts.join("/")
    })
}

/// The name of a file relative to the first import path that contains it.
fn name_below_import_path(file: &str, options: &LoadOptions) -> Option<String> {
    roots_in_revision(options).find_map(|root| match root.as_str() {
        "" => Some(file.to_owned()),
        root => file.strip_prefix(root)?.strip_prefix('/').map(str::to_owned),
    })
}
