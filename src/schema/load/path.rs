//! Files and directories on disk.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use super::{
    LoadOptions,
    gather::Entry,
    named::Named,
    recognise::{self, Format},
    roots, screen,
    tree::{self, Bundled, Disk, SourceTree},
};
use crate::schema::{SchemaError, SchemaErrorKind};

/// What is at a path.
///
/// # Errors
///
/// When there is nothing, it cannot be read, or it is a directory without `.proto` files; when an import path is no
/// directory.
pub(super) fn named(path: &Path, options: &LoadOptions) -> Result<Named, SchemaError> {
    if let Some(missing) = options.import_paths.iter().find(|directory| !directory.is_dir()) {
        let message = format!("the import path `{}` is no directory", missing.display());
        return Err(SchemaError::new(SchemaErrorKind::NotFound, message).with_help("check what is given with -I"));
    }
    let metadata = fs::metadata(path).map_err(|error| screen::unreadable(&path.display().to_string(), &error))?;
    if metadata.is_dir() { directory(path, options) } else { file(path, options) }
}

fn file(path: &Path, options: &LoadOptions) -> Result<Named, SchemaError> {
    let display_path = path.display().to_string();
    let limit = recognise::by_name(&display_path).unwrap_or(Format::DescriptorSet).size_limit();
    let bytes = screen::read_file(path, limit)?;
    match recognise::format(&display_path, &bytes)? {
        Format::DescriptorSet => Ok(Named::DescriptorSet { display_path, bytes }),
        Format::Text => {
            let name = name_below_import_path(path, options).unwrap_or_else(|| {
                path.file_name().map_or_else(|| display_path.clone(), |name| name.to_string_lossy().into_owned())
            });
            let entry = Entry::new(name, tree::source_file(path, bytes)?);
            let mut trees = import_paths(options);
            trees.extend(directories_around(path).into_iter().map(disk));
            trees.push(Box::new(Bundled));
            Ok(Named::Sources { entries: vec![entry], trees })
        }
    }
}

fn directory(path: &Path, options: &LoadOptions) -> Result<Named, SchemaError> {
    let mut files = Vec::new();
    for file in proto_files_below(path)? {
        let bytes = screen::read_file(&file, screen::MAX_TEXT)?;
        let below_directory = file.strip_prefix(path).ok().map(import_name);
        let name = name_below_import_path(&file, options).or(below_directory).unwrap_or_default();
        files.push(Entry::new(name, tree::source_file(&file, bytes)?));
    }
    if files.is_empty() {
        let message = format!("there is no `.proto` file below `{}`", path.display());
        return Err(SchemaError::new(SchemaErrorKind::NotFound, message)
            .with_help("name the directory that holds them, or a single file"));
    }
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let whole = import_name(&whole);
    let mut trees = import_paths(options);
    trees.push(disk(path.to_owned()));
    trees.push(Box::new(Bundled));
    Ok(Named::Sources { entries: roots::renamed(files, &whole)?, trees })
}

/// All `.proto` files below a directory, sorted. Hidden directories (`.git`) and links to directories are left out.
fn proto_files_below(directory: &Path) -> Result<Vec<PathBuf>, SchemaError> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        let unreadable = |error| screen::unreadable(&directory.display().to_string(), &error);
        for entry in fs::read_dir(&directory).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = entry.path();
            if entry.file_type().map_err(unreadable)?.is_dir() {
                if !entry.file_name().to_string_lossy().starts_with('.') {
                    directories.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "proto") && path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn import_paths(options: &LoadOptions) -> Vec<Box<dyn SourceTree>> {
    options.import_paths.iter().cloned().map(disk).collect()
}

fn disk(directory: PathBuf) -> Box<dyn SourceTree> {
    Box::new(Disk::new(directory))
}

/// The name of a file relative to the first import path that contains it.
fn name_below_import_path(file: &Path, options: &LoadOptions) -> Option<String> {
    if options.import_paths.is_empty() {
        return None;
    }
    let file = file.canonicalize().ok()?;
    options
        .import_paths
        .iter()
        .find_map(|directory| file.strip_prefix(directory.canonicalize().ok()?).ok().map(import_name))
}

/// A relative path with forward slashes, as `import` statements have it.
fn import_name(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

/// The directory of a file and those above it, as far as the top of the project: where `.git` or `buf.yaml` is, or
/// the current directory.
fn directories_around(file: &Path) -> Vec<PathBuf> {
    let own = match file.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let (Ok(absolute), Ok(current)) = (own.canonicalize(), env::current_dir().and_then(|dir| dir.canonicalize()))
    else {
        return vec![own];
    };
    let is_top = |dir: &Path| dir.join(".git").exists() || dir.join("buf.yaml").exists();
    let project = absolute.ancestors().position(is_top);
    let top = project.or_else(|| absolute.ancestors().position(|dir| dir == current)).unwrap_or(0);
    let above = absolute.ancestors().skip(1).take(top).map(|dir| match dir.strip_prefix(&current) {
        Ok(relative) if relative != Path::new("") => relative.to_owned(),
        Ok(_) => PathBuf::from("."),
        Err(_) => dir.to_owned(),
    });
    std::iter::once(own).chain(above).collect()
}
