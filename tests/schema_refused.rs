//! What protoc refuses is refused here, with the places; what it accepts is accepted.
//!
//! `tests/schema/refused/` has one input for each rule, `accepted/` valid ones that come close, and `limits/` what
//! protoc accepts and we do not without its help. With the feature `vendored-protoc`, a real protoc confirms the
//! sorting.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use proto_diff::schema::{LoadOptions, Schema, SchemaError, SchemaLocator, load};

/// The inputs of a folder: files, and folders with a `main.proto`.
fn inputs(folder: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schema").join(folder);
    let mut inputs: Vec<PathBuf> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| if path.is_dir() { path.join("main.proto") } else { path })
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty());
    inputs
}

fn name(input: &Path) -> String {
    let case = if input.ends_with("main.proto") { input.parent().unwrap() } else { input };
    case.file_stem().unwrap().to_string_lossy().into_owned()
}

fn loaded(input: &Path) -> Result<Schema, SchemaError> {
    load(&SchemaLocator::Path(input.to_owned()), &LoadOptions::default())
}

#[test]
fn refused_inputs_are_refused_with_message_and_places() {
    let mut report = String::new();
    for input in inputs("refused") {
        let name = name(&input);
        let error = match loaded(&input) {
            Ok(_) => panic!("{name} is accepted"),
            Err(error) => error,
        };
        let places: Vec<String> = error
            .positions()
            .into_iter()
            .map(|position| {
                let file = Path::new(&position.file).file_name().unwrap().to_string_lossy().into_owned();
                match file == format!("{name}.proto") {
                    true => format!("{}:{}", position.line, position.column),
                    false => format!("{file}:{}:{}", position.line, position.column),
                }
            })
            .collect();
        assert!(!places.is_empty(), "{name} has no place: {error}");
        report.push_str(&format!("{name}: {} [{}]\n", error, places.join(" and ")));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn accepted_inputs_are_accepted() {
    for input in inputs("accepted") {
        if let Err(error) = loaded(&input) {
            panic!("{}: {error} {:?}", name(&input), error.positions());
        }
    }
}

/// A limit that is gone belongs into `accepted/`.
#[cfg(not(feature = "vendored-protoc"))]
#[test]
fn limits_are_still_there() {
    if Command::new("protoc").arg("--version").output().is_ok() || std::env::var_os("PROTOC").is_some() {
        return;
    }
    for input in inputs("limits") {
        assert!(loaded(&input).is_err(), "{} is accepted", name(&input));
    }
}

#[cfg(feature = "vendored-protoc")]
mod by_protoc {
    use super::*;

    fn protoc_accepts(input: &Path) -> bool {
        let mut protoc = Command::new(protoc_bin_vendored::protoc_bin_path().unwrap());
        protoc.arg("-I").arg(input.parent().unwrap());
        protoc.arg("-I").arg(protoc_bin_vendored::include_path().unwrap());
        let output = tempfile::NamedTempFile::new().unwrap();
        protoc.arg("-o").arg(output.path()).arg(input).output().unwrap().status.success()
    }

    #[test]
    fn protoc_sorts_the_inputs_as_the_folders_do() {
        for (folder, accepts) in [("refused", false), ("accepted", true), ("limits", true)] {
            for input in inputs(folder) {
                assert_eq!(protoc_accepts(&input), accepts, "{folder}/{}", name(&input));
            }
        }
    }

    #[test]
    fn with_protoc_there_are_no_limits() {
        for input in inputs("limits") {
            assert!(loaded(&input).is_ok(), "{}", name(&input));
        }
    }
}
