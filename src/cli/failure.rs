//! Why a command could not run.

use std::{io, path::PathBuf};

use miette::Diagnostic;

use super::payload::PayloadFailure;
use crate::{
    codegen::{AdaptError, OutputError},
    inspect::TypeError,
    migration::{CallError, LoadError, UnknownType, detection::UnknownVersion},
    report::UnknownName,
    schema::SchemaError,
};

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
    /// There is no code for a migration.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Adapt(#[from] AdaptError),
    /// Generated files could not be written or read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Generated(#[from] OutputError),
    /// Types were named in the way of another language.
    #[error("{given} not for {language}")]
    #[diagnostic(help("{meant} say where its types are"))]
    TypesOfAnother {
        /// What was given, with its verb.
        given: &'static str,
        /// The language.
        language: &'static str,
        /// What is meant.
        meant: &'static str,
    },
    /// An option says something about one thing twice.
    #[error("{option} is given twice{what}: {first} and {second}")]
    #[diagnostic(help("{help}"))]
    Twice {
        /// The option.
        option: &'static str,
        /// What it is about, with what leads to it.
        what: String,
        /// What it says first.
        first: String,
        /// What it says then.
        second: String,
        /// What to do.
        help: String,
    },
    /// A payload could not be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Payload(Box<PayloadFailure>),
    /// The type that was named is not there, or there are several.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Type(#[from] TypeError),
    /// More schemas than two versions.
    #[error("a payload is in one of two versions at most")]
    #[diagnostic(help("give one --schema, or the old one and the new one"))]
    TooManySchemas,
    /// One schema, or more than two, where two versions are needed.
    #[error("a conversion is between two schemas")]
    #[diagnostic(help("give the old one and the new one, each with --schema, or none: the manifest names them"))]
    TwoSchemas,
    /// Two schemas, and nothing that says what became of what.
    #[error("nothing says what became of what between these schemas")]
    #[diagnostic(help("draft a manifest with `proto-diff manifest init OLD NEW` and give it with --manifest"))]
    NoManifest,
    /// Neither a manifest nor two schemas.
    #[error("nothing says which manifest to check")]
    #[diagnostic(help("`manifest check MANIFEST`, or `manifest check --manifest MANIFEST OLD NEW`"))]
    WhichManifest,
    /// Nothing says what the payload is.
    #[error("nothing says of which type the payload is")]
    #[diagnostic(help(
        "name it with --type, or give the gRPC path with --method; `decode --raw` shows bytes of any type"
    ))]
    NoType,
    /// Something that only a manifest gives a meaning.
    #[error("{0} means nothing without a manifest")]
    #[diagnostic(help("give one with --manifest; or say `--from old` or `--from new`"))]
    WithoutManifest(&'static str),
    /// A choice between versions where there is one.
    #[error("{0} chooses between two versions, and there is one schema")]
    #[diagnostic(help("leave it away, or give the other version too: --schema OLD --schema NEW"))]
    OneVersion(&'static str),
    /// A version that the manifest does not know.
    #[error("there is no version `{text}`")]
    #[diagnostic(help("there are {known}"))]
    Version {
        /// What was named.
        text: String,
        /// What there is.
        known: String,
    },
    /// The type that was named is no pair of types.
    #[error(transparent)]
    #[diagnostic(transparent)]
    PairedType(#[from] UnknownType),
    /// The same, where nobody named a schema, so that it was looked for in a bundled one.
    #[error("{error}")]
    BundledType {
        /// What is wrong.
        error: UnknownType,
        /// What to do.
        #[help]
        help: String,
    },
    /// The call that was named says nothing about the payload.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Call(#[from] CallError),
    /// A value of the version header that means no version.
    #[error(transparent)]
    #[diagnostic(help("leave --version-header away if there was no such header; an empty value is one"))]
    Header(#[from] UnknownVersion),
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
