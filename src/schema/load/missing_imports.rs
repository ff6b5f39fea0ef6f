//! One warning for each import that was not found.

use std::collections::BTreeMap;

use super::gather::MissingImport;
use crate::schema::{Schema, Warning};

/// The warnings, in the order in which the imports were met.
pub(super) fn warnings(schema: &Schema, missing: &[MissingImport]) -> Vec<Warning> {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, import) in missing.iter().enumerate() {
        first.entry(&import.name).or_insert(i);
    }
    let mut order: Vec<usize> = first.into_values().collect();
    order.sort_unstable();
    order.into_iter().map(|i| warning(schema, &missing[i])).collect()
}

fn warning(schema: &Schema, import: &MissingImport) -> Warning {
    let importer = schema.files.iter().find(|file| file.name == import.importer);
    // `FileDescriptorProto.dependency` is field 3.
    let span = importer.and_then(|file| file.span(&[3, i32::try_from(import.index).ok()?]));
    Warning {
        message: format!("`{}` is imported and was not found; what it defines is known by name only", import.name),
        span,
        help: "give the directory it is relative to with -I (or --old-path, --new-path)".to_owned(),
    }
}
