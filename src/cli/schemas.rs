//! Loading the two schemas of a comparison.

use std::thread;

use super::{Failure, arguments::ComparedSchemas, terminal::Terminal};
use crate::schema::{self, LoadOptions, Schema, SchemaError, SchemaLocator};

/// Loads both schemas at the same time and prints what was noticed on the way.
pub(super) fn load(arguments: &ComparedSchemas, terminal: &Terminal) -> Result<(Schema, Schema), Failure> {
    if arguments.old == "-" && arguments.new == "-" {
        return Err(Failure::TwiceStandardInput);
    }
    let old_options = options(arguments, &arguments.old_path);
    let new_options = options(arguments, &arguments.new_path);
    let (old, new) = thread::scope(|scope| {
        let old = scope.spawn(|| load_one(&arguments.old, &old_options));
        let new = load_one(&arguments.new, &new_options);
        // A panic of the other thread goes on in this one, where `main` catches it.
        (old.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), new)
    });
    let (old, new) = (old?, new?);
    for schema in [&old, &new] {
        terminal.print_warnings(schema);
    }
    Ok((old, new))
}

fn load_one(text: &str, options: &LoadOptions) -> Result<Schema, SchemaError> {
    schema::load(&SchemaLocator::parse(text)?, options)
}

fn options(arguments: &ComparedSchemas, own_paths: &[std::path::PathBuf]) -> LoadOptions {
    LoadOptions {
        import_paths: own_paths.iter().chain(&arguments.proto_path).cloned().collect(),
        repository: arguments.repo.clone(),
    }
}
