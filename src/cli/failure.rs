//! Why a command could not run.

use std::{io, path::PathBuf};

use miette::Diagnostic;

use crate::{report::UnknownName, schema::SchemaError};

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
    /// The report could not be written.
    #[error("cannot write the report")]
    Output(#[source] io::Error),
}
