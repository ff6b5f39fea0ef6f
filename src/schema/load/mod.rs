//! From what a person names to a linked [`Schema`].
//!
//! [`SchemaLocator`] says what was named. It leads to texts or to a descriptor set (`named`). Texts are screened
//! (`screen`, `scan`), their imports followed (`gather`), then compiled (`compile`); both ways end in a descriptor
//! set for the [linker](super::link).

mod compile;
mod descriptor_set;
mod gather;
mod locator;
mod missing_imports;
mod named;
mod path;
mod recognise;
mod revision;
mod roots;
mod scan;
mod screen;
mod tree;

use std::{io, mem, thread};

pub use locator::{LoadOptions, SchemaLocator};

use self::{compile::compile, gather::Sources, named::Named, screen::DisplayedText};
use super::{Schema, SchemaError, SchemaErrorKind, checks, link};

/// Loads a schema. Its origin is `origin`, by convention what the user typed.
///
/// # Errors
///
/// When there is no such thing, it cannot be read, or it is no valid schema. The error shows where and what to do.
pub fn load_as(origin: &str, locator: &SchemaLocator, options: &LoadOptions) -> Result<Schema, SchemaError> {
    let named = match locator {
        SchemaLocator::Path(path) => path::named(path, options)?,
        SchemaLocator::Revision { revision, path } => revision::named(revision, path, options)?,
        SchemaLocator::A2a(release) => Named::release(release),
        SchemaLocator::StandardInput => {
            let bytes = screen::read_stream(io::stdin().lock(), "-", 0, screen::MAX_DESCRIPTOR_SET)?;
            // An empty file may be meant; an empty pipe is a command before it that failed.
            if bytes.iter().all(u8::is_ascii_whitespace) {
                return Err(SchemaError::new(SchemaErrorKind::Unreadable, "standard input is empty")
                    .with_help("see what the command before the pipe says"));
            }
            Named::anonymous(bytes)?
        }
    };
    named.load(origin.to_owned())
}

/// Loads a schema; its origin is what the locator would be written as.
///
/// # Errors
///
/// Those of [`load_as`].
pub fn load(locator: &SchemaLocator, options: &LoadOptions) -> Result<Schema, SchemaError> {
    load_as(&locator.to_string(), locator, options)
}

/// Loads the two sides of a comparison at the same time.
///
/// # Errors
///
/// Those of [`load_as`], the old side's first; and when both sides are standard input.
pub fn load_pair(
    (old, old_options): (&SchemaLocator, &LoadOptions),
    (new, new_options): (&SchemaLocator, &LoadOptions),
) -> Result<(Schema, Schema), SchemaError> {
    if (old, new) == (&SchemaLocator::StandardInput, &SchemaLocator::StandardInput) {
        return Err(SchemaError::new(SchemaErrorKind::NotFound, "standard input can be only one of the two schemas")
            .with_help("give the other one as a file"));
    }
    thread::scope(|scope| {
        let old = scope.spawn(|| load(old, old_options));
        let new = load(new, new_options);
        let old = old.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((old, new?))
    })
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
    let mut texts = Vec::new();
    for (name, text) in files {
        let name = name.into();
        let text = DisplayedText::new(name.clone(), text.into().into_bytes())?;
        texts.push((name, text));
    }
    Named::texts(texts).load(origin.to_owned())
}

/// Loads a schema from the bytes of a descriptor set or buf image.
///
/// # Errors
///
/// When they are none, or the set does not hang together.
pub fn from_descriptor_set(origin: &str, bytes: &[u8]) -> Result<Schema, SchemaError> {
    descriptor_set::load(origin, bytes, origin.to_owned())
}

fn from_sources(mut sources: Sources, origin: String) -> Result<Schema, SchemaError> {
    let mut compiled = compile(&sources)?;
    let missing = mem::take(&mut sources.missing);
    let facts = compiled.facts(sources);
    let mut schema = link::link(&compiled.set, facts, origin)?;
    checks::check(&compiled.set, &schema)?;
    schema.warnings = missing_imports::warnings(&schema, &missing);
    Ok(schema)
}
