//! One warning for each import that was not found.

use std::collections::{HashMap, HashSet};

use super::gather::MissingImport;
use crate::schema::{File, FileRole, Schema, Warning};

/// The warnings, in the order in which the imports were met.
pub(super) fn warnings(schema: &Schema, missing: &[MissingImport]) -> Vec<Warning> {
    let files: HashMap<&str, &File> = schema.files.iter().map(|file| (file.name.as_str(), file)).collect();
    let mut seen = HashSet::new();
    missing
        .iter()
        // protoc brings files of its own.
        .filter(|import| files.get(import.name.as_str()).is_none_or(|file| file.role == FileRole::StandIn))
        .filter(|import| seen.insert(&import.name))
        .map(|import| warning(files.get(import.importer.as_str()).copied(), import))
        .collect()
}

fn warning(importer: Option<&File>, import: &MissingImport) -> Warning {
    // `FileDescriptorProto.dependency` is field 3.
    let span = importer.and_then(|file| file.span(&[3, i32::try_from(import.index).ok()?]));
    Warning {
        message: format!("`{}` is imported and was not found; what it defines is known by name only", import.name),
        span,
        help: "give the directory it is relative to with -I (or --old-path, --new-path)".to_owned(),
    }
}
