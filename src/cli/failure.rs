//! Why a command could not run.

use std::{io, path::PathBuf};

use miette::Diagnostic;

use super::payload::PayloadFailure;
use crate::{inspect::TypeError, report::UnknownName, schema::SchemaError};

/// Why a command could not run. What it has to say to the user is the diagnostic.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub(super) enum Failure {
    /// A schema could not be loaded.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Schema(#[from] SchemaError),
    /// Neither schema has the element that was asked for.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Name(#[from] UnknownName),
    /// `--package` names a package that is not there.
    #[error("no file of {origin} has package `{name}`")]
    #[diagnostic(help("its packages are: {packages}"))]
    Package {
        /// The schema.
        origin: String,
        /// What was named.
        name: String,
        /// What there is.
        packages: String,
    },
    /// A file that would be overwritten.
    #[error("{} exists already", .path.display())]
    #[diagnostic(help("`--force` replaces it"))]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A file could not be written.
    #[error("cannot write {}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A payload could not be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Payload(Box<PayloadFailure>),
    /// The type that was named is not there, or there are several.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Type(#[from] TypeError),
    /// Several schemas have the type.
    #[error("{schemas} each have `{type_name}`, and nothing says which of them the bytes were written with")]
    #[diagnostic(help("give one --schema"))]
    Undecided {
        /// The type.
        type_name: String,
        /// The schemas.
        schemas: String,
    },
    /// No schema was given.
    #[error("there is no schema to look for the type in")]
    #[diagnostic(help("give one with --schema"))]
    NoSchema,
    /// JSON without a schema.
    #[error("--raw has no JSON: without a schema, nothing in a message has a name")]
    #[diagnostic(help("leave --raw away and give --type and --schema, or take --out text"))]
    RawJson,
    /// The report could not be written.
    #[error("cannot write the report")]
    Output(#[source] io::Error),
}

impl From<PayloadFailure> for Failure {
    fn from(failure: PayloadFailure) -> Self {
        Failure::Payload(Box::new(failure))
    }
}
