//! Loading the schemas that payloads are read with.

use super::SchemaArguments;
use crate::{
    cli::{Failure, progress::Progress, terminal::Terminal},
    schema::{self, LoadOptions, Schema, SchemaLocator},
};

/// Loads all of them, each with what it was named by, and prints what was noticed on the way.
pub(in crate::cli) fn load_all(
    arguments: &SchemaArguments,
    terminal: &Terminal,
) -> Result<Vec<(SchemaLocator, Schema)>, Failure> {
    let options = LoadOptions { import_paths: arguments.proto_path.clone(), repository: arguments.repo.clone() };
    let locators = arguments.schema.iter().map(|name| SchemaLocator::parse(name)).collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::start("loading the schema");
    let loaded: Result<Vec<_>, _> =
        locators.into_iter().map(|locator| schema::load(&locator, &options).map(|schema| (locator, schema))).collect();
    drop(progress);
    let schemas = loaded?;
    schemas.iter().for_each(|(_, schema)| terminal.print_warnings(schema));
    Ok(schemas)
}
