//! Loading a migration, and finding in it what a payload is.

use miette::Diagnostic;

use super::{MigrationArguments, VersionArguments};
use crate::{
    cli::{
        Failure,
        payload::{SchemaArguments, load_all},
        progress::Progress,
        terminal::Terminal,
    },
    direction::Direction,
    migration::{Bundled, DualReader, ManifestLocator, Migration, Side, TypePair, manifest::Manifest},
    schema::{LoadOptions, MessageId, Schema},
};

/// The manifest that is used where none is named.
const USUAL: &str = "a2a";

/// What a payload is: its type in both versions, and what is known about which of them it is in.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct Subject {
    pub pair: TypePair,
    /// The version, when something beside the bytes says it.
    pub told: Option<Side>,
    /// The version to take it for where nothing tells.
    pub assumed: Option<Side>,
}

/// Loads the manifest that is named, or else the bundled one, and its schemas; or holds it against two schemas that are
/// named one by one.
pub(in crate::cli) fn load(
    arguments: &MigrationArguments,
    schemas: &SchemaArguments,
    terminal: &Terminal,
) -> Result<Migration, Failure> {
    let chosen = arguments.options()?;
    if !schemas.schema.is_empty() {
        let mut loaded = load_all(schemas, terminal)?;
        let (Some((_, new)), Some((_, old)), None) = (loaded.pop(), loaded.pop(), loaded.pop()) else {
            return Err(Failure::TwoSchemas);
        };
        return between(arguments, &old, &new)?.ok_or(Failure::NoManifest);
    }
    let name = arguments.manifest.as_deref().unwrap_or(USUAL);
    let options = LoadOptions { import_paths: schemas.proto_path.clone(), repository: schemas.repo.clone() };
    let progress = Progress::start("loading the manifest and its schemas");
    let migration = Migration::load(&ManifestLocator::parse(name), chosen, &options);
    drop(progress);
    let migration = migration?;
    for schema in [&migration.old, &migration.new] {
        terminal.print_warnings(schema);
    }
    Ok(migration)
}

/// Holds a manifest against two schemas that were named one by one: the one that is named, or the bundled one that is
/// known by their packages. `None` when there is neither.
pub(in crate::cli) fn between(
    arguments: &MigrationArguments,
    old: &Schema,
    new: &Schema,
) -> Result<Option<Migration>, Failure> {
    let chosen = arguments.options()?;
    let manifest = match &arguments.manifest {
        Some(name) => ManifestLocator::parse(name).read(chosen)?,
        None => match Bundled::for_packages(old, new) {
            Some(bundled) => {
                Manifest::read(bundled.name, bundled.text, chosen).map_err(crate::migration::LoadError::from)?
            }
            None => return Ok(None),
        },
    };
    let told = arguments.manifest.is_some();
    match Migration::new(manifest, old.clone(), new.clone()) {
        Ok(migration) => Ok(Some(migration)),
        Err(error) if told => Err(crate::migration::LoadError::from(error).into()),
        // A bundled manifest that was not asked for does not have to fit a schema that somebody changed.
        Err(_) => Ok(None),
    }
}

impl Subject {
    /// What the arguments say. `towards` is the version that the payload is wanted in, where that is known.
    pub(in crate::cli) fn find(
        migration: &Migration,
        reader: &DualReader<'_>,
        type_name: Option<&str>,
        arguments: &VersionArguments,
        direction: Direction,
    ) -> Result<Self, Failure> {
        let side = |name: &Option<String>| name.as_deref().map(|text| side_of(migration, text)).transpose();
        let call = match &arguments.method {
            Some(path) => Some(migration.call(path, arguments.part())?),
            None => None,
        };
        let by_header = match &arguments.version_header {
            Some(value) => Some(reader.side_of_header(value)?),
            None => None,
        };
        let told = side(&arguments.from)?.or(call.and_then(|(side, _)| side)).or(by_header);
        let direction = told.map_or(direction, Side::leaving);
        let pair = match (type_name, call) {
            (Some(name), _) => migration.pair_named(name, direction)?,
            (None, Some((_, pair))) => pair,
            (None, None) => return Err(Failure::NoType),
        };
        Ok(Subject { pair, told, assumed: side(&arguments.assume)? })
    }
}

/// A type that a bundled schema does not have may be one of a schema that nobody named.
pub(in crate::cli) fn at_home(failure: Failure, arguments: &MigrationArguments, schemas: &SchemaArguments) -> Failure {
    match failure {
        Failure::PairedType(error) if arguments.manifest.is_none() && schemas.schema.is_empty() => {
            let help = error.help().map(|help| format!("{help} ")).unwrap_or_default();
            let help = format!("{help}Types of other schemas: name them with --schema, or with --manifest");
            Failure::BundledType { error, help }
        }
        other => other,
    }
}

impl Subject {
    /// The schema and type of it on one side.
    pub(in crate::cli) fn end<'m>(&self, migration: &'m Migration, side: Side) -> (&'m Schema, MessageId) {
        let message = match side {
            Side::Old => self.pair.old(),
            Side::New => self.pair.new(),
        };
        (migration.schema(side), message)
    }
}

/// The version that somebody named: by a name of it, which may begin with a `v`, or as a version header does.
pub(in crate::cli) fn side_of(migration: &Migration, text: &str) -> Result<Side, Failure> {
    let bare = text.strip_prefix('v').unwrap_or(text);
    let named = migration.side_named(text).or_else(|| migration.side_named(bare));
    let by_header = || DualReader::new(migration).side_of_header(bare).ok().filter(|_| !bare.trim().is_empty());
    named.or_else(by_header).ok_or_else(|| {
        let known = [Side::Old, Side::New].map(|side| format!("{side} ({})", migration.version_name(side)));
        Failure::Version { text: text.to_owned(), known: known.join(" and ") }
    })
}
