//! From what a person names to a linked [`Schema`].

mod compile;
mod gather;
mod locator;
mod scan;
mod screen;
mod tree;

use std::{collections::HashMap, path::Path};

pub use locator::{LoadOptions, SchemaLocator};

use self::{
    gather::{Entry, Sources, gather},
    screen::DisplayedText,
    tree::{Bundled, Disk, SourceFile, SourceTree},
};
use super::{Schema, SchemaError, link};

/// Loads a schema.
///
/// # Errors
///
/// When there is no such thing, it cannot be read, or it is no valid schema. The error shows where and what to do.
pub fn load(locator: &SchemaLocator, options: &LoadOptions) -> Result<Schema, SchemaError> {
    match locator {
        SchemaLocator::Path(path) => load_file(path, options),
    }
}

fn load_file(path: &Path, options: &LoadOptions) -> Result<Schema, SchemaError> {
    let file = tree::open(path)?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut trees: Vec<Box<dyn SourceTree>> = Vec::new();
    trees.extend(options.import_paths.iter().map(|dir| Box::new(Disk::new(dir)) as Box<dyn SourceTree>));
    trees.extend(path.parent().map(|dir| Box::new(Disk::new(dir)) as Box<dyn SourceTree>));
    trees.push(Box::new(Bundled));
    from_sources(gather(vec![Entry { name, file }], &trees)?, path.display().to_string())
}

/// Loads a schema from texts: pairs of the name other files import it by and the contents. All of them are compared.
///
/// # Errors
///
/// When they are no valid schema.
pub fn from_texts<N: Into<String>, T: Into<String>>(
    origin: &str,
    files: impl IntoIterator<Item = (N, T)>,
) -> Result<Schema, SchemaError> {
    let mut entries = Vec::new();
    for (name, text) in files {
        let name = name.into();
        let text = DisplayedText::new(name.clone(), text.into().into_bytes())?;
        entries.push(Entry { file: SourceFile { text, identity: name.clone() }, name });
    }
    let trees: Vec<Box<dyn SourceTree>> = vec![Box::new(Bundled)];
    from_sources(gather(entries, &trees)?, origin.to_owned())
}

/// Loads a schema from the bytes of a descriptor set or buf image.
///
/// # Errors
///
/// When they are none, or the set does not hang together.
pub fn from_descriptor_set(origin: &str, bytes: &[u8]) -> Result<Schema, SchemaError> {
    link::link(compile::decode(bytes)?, HashMap::new(), origin)
}

fn from_sources(sources: Sources, origin: String) -> Result<Schema, SchemaError> {
    let (set, facts) = compile::compile(sources)?;
    link::link(set, facts, origin)
}
