//! Loading the two schemas of a comparison.

use super::{Failure, arguments::ComparedSchemas, progress::Progress, terminal::Terminal};
use crate::{
    pairing::PairingOptions,
    schema::{self, LoadOptions, Schema, SchemaLocator},
};

/// Loads both schemas at the same time and prints what was noticed on the way.
pub(super) fn load(arguments: &ComparedSchemas, terminal: &Terminal) -> Result<(Schema, Schema), Failure> {
    let (old, new) = (SchemaLocator::parse(&arguments.old)?, SchemaLocator::parse(&arguments.new)?);
    let old_options = options(arguments, &arguments.old_path);
    let new_options = options(arguments, &arguments.new_path);
    let progress = Progress::start("loading both schemas");
    let loaded = schema::load_pair((&old, &old_options), (&new, &new_options));
    drop(progress);
    let (old, new) = loaded?;
    for schema in [&old, &new] {
        terminal.print_warnings(schema);
    }
    Ok((old, new))
}

fn options(arguments: &ComparedSchemas, own_paths: &[std::path::PathBuf]) -> LoadOptions {
    LoadOptions {
        import_paths: own_paths.iter().chain(&arguments.proto_path).cloned().collect(),
        repository: arguments.repo.clone(),
    }
}

/// Packages that `--package` names must be there: a slip of the pen would pass for a removal.
pub(super) fn must_have_packages(old: &Schema, new: &Schema, options: &PairingOptions) -> Result<(), Failure> {
    for (from, to) in &options.packages {
        must_have(old, from)?;
        must_have(new, to)?;
    }
    Ok(())
}

fn must_have(schema: &Schema, package: &str) -> Result<(), Failure> {
    let packages = schema.packages();
    if packages.contains(&package) {
        return Ok(());
    }
    let origin = schema.origin.clone();
    Err(Failure::Package { origin, name: package.to_owned(), packages: packages.join(", ") })
}
