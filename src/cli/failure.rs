//! Why a command could not run.

use std::{fmt::Display, io};

use miette::Diagnostic;

use crate::{report::UnknownName, schema::SchemaError};

/// Why a command could not run. What it has to say to the user is the diagnostic.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// A schema could not be loaded.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// Neither schema has the element that was asked for.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// Both schemas were to come from standard input.
    #[error("standard input can be one side only")]
    TwiceStandardInput,
    /// The report could not be written.
    #[error("cannot write the report: {0}")]
    Output(io::Error),
}

impl Failure {
    fn inner(&self) -> Option<&dyn Diagnostic> {
        match self {
            Failure::Schema(error) => Some(error),
            Failure::Name(error) => Some(error),
            Failure::TwiceStandardInput | Failure::Output(_) => None,
        }
    }
}

impl Diagnostic for Failure {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.inner()?.help()
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.inner()?.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        self.inner()?.labels()
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        self.inner()?.related()
    }
}
