//! `manifest init`: where the draft goes and what it calls the schemas.

use std::fs;

use crate::{Schemas, stderr, stdout};

#[test]
fn a_draft_goes_to_standard_output() {
    let text = stdout(&mut Schemas::new().proto_diff(&["manifest", "init", "old.proto", "new.proto"]));
    assert!(text.contains("format = 1") && text.contains("old = \"old.proto\""), "{text}");
}

#[test]
fn a_file_is_not_overwritten_unless_told() {
    let schemas = Schemas::new();
    let path = schemas.write("m.toml", "precious");
    let arguments = ["manifest", "init", "old.proto", "new.proto", "-o", "m.toml"];
    let mut command = schemas.proto_diff(&arguments);
    command.assert().code(2).stdout("");
    let text = stderr(&mut command);
    assert!(text.contains("m.toml exists already") && text.contains("--force"), "{text}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "precious");

    schemas.proto_diff(&[&arguments[..], &["--force"]].concat()).assert().code(0).stdout("");
    assert!(fs::read_to_string(&path).expect("it is there").contains("format = 1"));
}

/// `--force` without a file to replace is a slip.
#[test]
fn force_needs_a_file() {
    Schemas::new().proto_diff(&["manifest", "init", "old.proto", "new.proto", "--force"]).assert().code(2);
}

#[test]
fn schemas_are_named_as_seen_from_the_manifest() {
    let schemas = Schemas::new();
    fs::create_dir_all(schemas.dir.path().join("deep/er")).expect("a folder");
    let arguments = ["manifest", "init", "old.proto", "a2a:1.0", "-o", "deep/er/m.toml"];
    schemas.proto_diff(&arguments).assert().code(0);
    let text = fs::read_to_string(schemas.dir.path().join("deep/er/m.toml")).expect("it is there");
    assert!(text.contains("old = \"../../old.proto\"") && text.contains("new = \"a2a:1.0.1\""), "{text}");
}

#[test]
fn a_folder_that_is_not_there() {
    let arguments = ["manifest", "init", "old.proto", "new.proto", "-o", "nowhere/m.toml"];
    let schemas = Schemas::new();
    let mut command = schemas.proto_diff(&arguments);
    command.assert().code(2);
    assert!(stderr(&mut command).contains("cannot write nowhere/m.toml"));
}

#[test]
fn packages_are_taken_as_told_and_must_be_there() {
    let arguments = ["manifest", "init", "old.proto", "new.proto", "--package", "prints.v1=print.v1"];
    let schemas = Schemas::new();
    let mut command = schemas.proto_diff(&arguments);
    command.assert().code(2);
    assert!(stderr(&mut command).contains("prints.v1"));
}
