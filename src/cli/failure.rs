//! Why a command could not run.

use std::io;

use miette::Diagnostic;

use crate::{migration::LoadError, report::UnknownName, schema::SchemaError};

/// Why a command could not run. What it has to say to the user is the diagnostic.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub(super) enum Failure {
    /// A schema could not be loaded.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Schema(#[from] SchemaError),
    /// The manifest could not be read, or does not hold.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Manifest(#[from] LoadError),
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
    /// The report could not be written.
    #[error("cannot write the report")]
    Output(#[source] io::Error),
}
