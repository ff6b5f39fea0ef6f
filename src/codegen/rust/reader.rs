//! The dual reader: what finds out which version bytes are in, and gives them in the one that is wanted.

use super::{
    function::{beside_public, inner_name},
    package::Package,
    shapes,
    text::{SourceFile, comment, header_lines},
    types::Types,
};
use crate::{
    codegen::{
        AdaptError, GeneratedFile,
        program::{Function, Program},
    },
    direction::Direction,
    migration::{DualReader, Migration, Side, detection::emitted},
    schema::Schema,
};

/// The reader, the tables that it goes by, and detection.
pub(super) fn files(
    program: &Program<'_>,
    package: &Package<'_>,
    tables: &Tables,
    (old, new): (&Types<'_>, &Types<'_>),
) -> Result<Vec<GeneratedFile>, AdaptError> {
    let migration = program.migration;
    let mut files = vec![
        package.source("reader", reader(program, tables, old, new)?),
        package.source("tables", tables.print(migration)),
    ];
    let carried = |(path, text): &(&str, &str)| {
        package.source(path.trim_end_matches(".rs"), format!("{}\n{text}", header_lines(migration, "//")))
    };
    files.extend(emitted::FILES.iter().map(carried));
    Ok(files)
}

/// The tables of both versions, without what no message of a pair leads to.
pub(super) struct Tables {
    old: String,
    new: String,
    /// For each message of the schemas, its index in the tables.
    old_indices: Vec<usize>,
    new_indices: Vec<usize>,
}

impl Tables {
    pub fn of(program: &Program<'_>) -> Self {
        let reader = DualReader::new(program.migration);
        let pairs: Vec<&Function<'_>> = program.upgrade.public().map(|(_, function)| function).collect();
        let table = |side, roots: Vec<usize>, name| {
            let (shapes, kept) = reader.shapes(side).reached_from(&roots);
            (shapes::source_of(&shapes, name), kept)
        };
        let (old, old_indices) = table(Side::Old, pairs.iter().map(|pair| pair.source.0).collect(), "OLD");
        let (new, new_indices) = table(Side::New, pairs.iter().map(|pair| pair.target.0).collect(), "NEW");
        Tables { old, new, old_indices, new_indices }
    }

    /// The places of a pair in the tables, as source. The function goes that way.
    pub fn pair(&self, direction: Direction, function: &Function<'_>) -> String {
        let (old, new) = match direction {
            Direction::Upgrade => (function.source, function.target),
            Direction::Downgrade => (function.target, function.source),
        };
        let index = |kept: &[usize], message: usize| kept.iter().position(|old| *old == message).unwrap_or_default();
        format!("Pair {{ old: {}, new: {} }}", index(&self.old_indices, old.0), index(&self.new_indices, new.0))
    }

    fn print(&self, migration: &Migration) -> String {
        let manifest = &migration.manifest;
        let lists = [
            ("OLD_METHODS", "gRPC paths of the old version.", methods(&migration.old)),
            ("NEW_METHODS", "gRPC paths of the new version.", methods(&migration.new)),
            (
                "OLD_HEADERS",
                "Values of a version header that mean the old version.",
                manifest.old_version.header.clone(),
            ),
            (
                "NEW_HEADERS",
                "Values of a version header that mean the new version.",
                manifest.new_version.header.clone(),
            ),
        ];
        let lists: String = lists
            .into_iter()
            .map(|(name, about, values)| {
                let values: String = values.iter().map(|value| format!("    {value:?},\n")).collect();
                let values = if values.is_empty() { values } else { format!("\n{values}") };
                format!("\n/// {about}\npub(super) static {name}: &[&str] = &[{values}];\n")
            })
            .collect();
        format!(
            "{}\n//! Both versions as detection and the reader see them.\n\n{}\n{}\n{}{lists}",
            header_lines(migration, "//"),
            shapes::IMPORTS,
            self.old,
            self.new,
        )
    }
}

/// The paths of all methods, without the leading slash.
fn methods(schema: &Schema) -> Vec<String> {
    let services = schema.services.iter();
    let paths = services.flat_map(|service| service.methods.iter().map(|method| service.grpc_path(method)));
    let mut paths: Vec<String> = paths.map(|path| path.trim_start_matches('/').to_owned()).collect();
    paths.sort();
    paths
}

fn reader(program: &Program<'_>, tables: &Tables, old: &Types<'_>, new: &Types<'_>) -> Result<String, AdaptError> {
    let migration = program.migration;
    let mut source = SourceFile::new(migration, "Messages of either version, read as the one that is wanted.");
    for (up, down) in program.both_ways() {
        let pair = tables.pair(Direction::Upgrade, up);
        let names = (&migration.old[up.source].element.full_name, &migration.new[up.target].element.full_name);
        let ways = [
            ("", "New", new.message(up.target), "upgrade", up, "the latter"),
            ("_as_old", "Old", old.message(up.source), "downgrade", down, "the former"),
        ];
        for (suffix, wanted, ty, module, function, which) in ways {
            let docs = comment(&[
                format!("Reads a `{}` or a `{}` and gives it as {which}.", names.0, names.1),
                String::new(),
                "# Errors".to_owned(),
                "When it is neither, when the hint is about nothing that is known, and when it cannot be converted."
                    .to_owned(),
            ]);
            let way = if wanted == "New" { &program.upgrade } else { &program.downgrade };
            let name = match suffix {
                "" => up.name.clone(),
                suffix => beside_public(&program.upgrade, up.name.clone() + suffix),
            };
            let call = inner_name(way, function);
            source.item(&format!(
                "{docs}pub fn read_{name}(bytes: &[u8], hint: VersionHint<'_>) -> Result<Read<{ty}>, Error> {{
                    read({pair}, bytes, hint, Side::{wanted}, {module}::{call})
                }}"
            ))?;
        }
    }
    source.uses("super::support::{Error, Pair, Read, VersionHint, read}".to_owned());
    source.uses("super::{Side, downgrade, upgrade}".to_owned());
    for types in [old, new] {
        types.uses_of(&mut source);
    }
    Ok(source.finish())
}
