//! `proto-diff manifest init`.

use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::{Component, Path, PathBuf},
};

use crate::{
    cli::{
        Exit, Failure,
        arguments::ManifestInitArguments,
        schemas,
        terminal::{self, Terminal},
    },
    migration::draft::draft,
    pairing,
    schema::{Schema, SchemaLocator},
};

/// Drafts a manifest.
pub(super) fn run(arguments: &ManifestInitArguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let (mut old, mut new) = schemas::load(&arguments.schemas, terminal)?;
    let options = arguments.pairing.options();
    schemas::must_have_packages(&old, &new, &options)?;
    let pairing = pairing::pair(&old, &new, &options);
    let Some(path) = &arguments.output else {
        let text = draft(&old, &new, &pairing);
        terminal::deliver(|out| out.write_all(text.as_bytes()))?;
        return Ok(Exit::Clean);
    };
    // A manifest names its schemas as seen from itself.
    let folder = path.parent().unwrap_or(Path::new(""));
    seen_from(folder, &mut old, &arguments.schemas.old);
    seen_from(folder, &mut new, &arguments.schemas.new);
    write(path, &draft(&old, &new, &pairing), arguments.force)?;
    Ok(Exit::Clean)
}

fn write(path: &Path, text: &str, replace: bool) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    match replace {
        true => options.write(true).create(true).truncate(true),
        false => options.write(true).create_new(true),
    };
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => Failure::Exists { path: path.to_owned() },
        _ => Failure::File { path: path.to_owned(), source },
    })
}

/// Gives a schema from a relative path the path that leads there from a folder.
fn seen_from(folder: &Path, schema: &mut Schema, locator: &str) {
    if let Ok(SchemaLocator::Path(path)) = SchemaLocator::parse(locator)
        && path.is_relative()
        && let Some(path) = relative(folder, &path)
    {
        schema.origin = path.to_string_lossy().replace('\\', "/");
    }
}

/// The path from a folder to a file. `None` where one of them is not there.
fn relative(folder: &Path, file: &Path) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (folder, file) = (folder.canonicalize().ok()?, file.canonicalize().ok()?);
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(file.components().skip(shared)).collect();
    Some(if path.as_os_str().is_empty() { PathBuf::from(".") } else { path })
}
