//! `proto-diff manifest check`.

use std::io::{self, Write};

use serde::Serialize;

use crate::{
    cli::{
        Exit, Failure,
        arguments::{DiffFormat, ManifestCheckArguments, SharedArguments},
        progress::Progress,
        terminal::{self, Terminal},
    },
    migration::{
        Bundled, Coverage, LoadError, ManifestLocator, Migration,
        manifest::{Manifest, OptionDefinition},
    },
    report::text::Extent,
    schema::{self, LoadOptions, Schema, SchemaLocator},
};

/// The verdict in JSON.
#[derive(Serialize)]
struct Report<'r> {
    manifest: &'r str,
    old: &'r str,
    new: &'r str,
    coverage: &'r Coverage,
    options: Vec<OptionReport<'r>>,
}

/// One option: every value has been loaded.
#[derive(Serialize)]
struct OptionReport<'r> {
    name: &'r str,
    default: &'r str,
    values: Vec<&'r str>,
}

/// Holds a manifest against its schemas, with every value of every option, and says how it accounts for everything.
pub(super) fn run(
    arguments: &ManifestCheckArguments,
    shared: &SharedArguments,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let load_options = LoadOptions { import_paths: arguments.proto_path.clone(), repository: arguments.repo.clone() };
    let (locator, schemas) = match (arguments.names.as_slice(), &arguments.manifest) {
        ([old, new], named) => {
            let (old, new) = (SchemaLocator::parse(old)?, SchemaLocator::parse(new)?);
            let progress = Progress::start("loading both schemas");
            let loaded = schema::load_pair((&old, &load_options), (&new, &load_options));
            drop(progress);
            let (old, new) = loaded?;
            let locator = match (named, Bundled::for_packages(&old, &new)) {
                (Some(name), _) => ManifestLocator::parse(name),
                (None, Some(bundled)) => ManifestLocator::Bundled(bundled.name),
                (None, None) => return Err(Failure::NoManifest),
            };
            (locator, Some((old, new)))
        }
        ([name], None) | ([], Some(name)) => (ManifestLocator::parse(name), None),
        _ => return Err(Failure::WhichManifest),
    };
    let usual = load(&locator, &[], &schemas, &load_options)?;
    for schema in [&usual.old, &usual.new] {
        terminal.print_warnings(schema);
    }
    // What an option puts into the manifest must be right for whoever chooses it.
    for option in &usual.manifest.options {
        for (value, _) in option.values.iter().filter(|(value, _)| *value != option.default) {
            let (old, new) = (usual.old.clone(), usual.new.clone());
            load(&locator, &[(&option.name, value)], &Some((old, new)), &load_options)?;
        }
    }
    let coverage = usual.coverage();
    match arguments.format {
        DiffFormat::Json => terminal::deliver(|out| write_json(&usual, &coverage, out))?,
        DiffFormat::Text => terminal::deliver(|out| write_text(&usual, &coverage, shared.extent(), out))?,
    }
    Ok(Exit::Clean)
}

fn load(
    locator: &ManifestLocator,
    options: &[(&str, &str)],
    schemas: &Option<(Schema, Schema)>,
    load_options: &LoadOptions,
) -> Result<Migration, LoadError> {
    let options = options.iter().copied();
    match schemas {
        None => Migration::load(locator, options, load_options),
        Some((old, new)) => {
            let manifest: Manifest = locator.read(options)?;
            Ok(Migration::new(manifest, old.clone(), new.clone())?)
        }
    }
}

fn write_json(migration: &Migration, coverage: &Coverage, out: &mut dyn Write) -> io::Result<()> {
    let option = |option: &'_ OptionDefinition| -> (String, String, Vec<String>) {
        (option.name.clone(), option.default.clone(), option.values.iter().map(|(value, _)| value.clone()).collect())
    };
    let options: Vec<_> = migration.manifest.options.iter().map(option).collect();
    let report = Report {
        manifest: &migration.manifest.name,
        old: &migration.old.origin,
        new: &migration.new.origin,
        coverage,
        options: options
            .iter()
            .map(|(name, default, values)| OptionReport {
                name,
                default,
                values: values.iter().map(String::as_str).collect(),
            })
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

fn write_text(migration: &Migration, coverage: &Coverage, extent: Extent, out: &mut dyn Write) -> io::Result<()> {
    let Coverage { messages, enums, fields, dropped, absent, undecided } = coverage;
    writeln!(out, "{}: {} ↔ {}", migration.manifest.name, migration.old.origin, migration.new.origin)?;
    writeln!(out, "messages  {} paired, {} gone, {} new", messages.paired, messages.gone, messages.new)?;
    writeln!(out, "enums     {} paired, {} gone, {} new", enums.paired, enums.gone, enums.new)?;
    writeln!(
        out,
        "fields    {} stay, {} moved or renamed, {} transformed, {} dropped",
        fields.stay, fields.moved, fields.transformed, fields.dropped
    )?;
    writeln!(out, "          of the new ones {} given a value, {} left unset", fields.given, fields.absent)?;
    for option in &migration.manifest.options {
        let values: Vec<&str> = option.values.iter().map(|(value, _)| value.as_str()).collect();
        writeln!(out, "option    {}: {} (default {})", option.name, values.join(", "), option.default)?;
    }
    if extent == Extent::Full {
        for alone in dropped {
            writeln!(out, "dropped   {}: {}", alone.field, alone.reason)?;
        }
        for alone in absent {
            writeln!(out, "absent    {}: {}", alone.field, alone.reason)?;
        }
    }
    if *undecided > 0 {
        writeln!(out, "undecided {undecided} lines say `decide:`; look at them and take the word out")?;
    }
    writeln!(out, "Every message, enum and field of both versions is accounted for, both ways.")
}
