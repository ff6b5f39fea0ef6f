//! 0 nothing at or above the threshold, 1 findings, 2 could not run.

use crate::Schemas;

#[test]
fn errors_make_it_1() {
    Schemas::new().proto_diff(&["old.proto", "new.proto"]).assert().code(1);
}

#[test]
fn diff_is_the_default_command() {
    let schemas = Schemas::new();
    let named = crate::stdout(&mut schemas.proto_diff(&["diff", "old.proto", "new.proto"]));
    let default = crate::stdout(&mut schemas.proto_diff(&["old.proto", "new.proto"]));
    assert_eq!(named, default);
    assert!(!named.is_empty());
}

#[test]
fn notes_make_it_0_unless_asked_for() {
    let schemas = Schemas::new();
    schemas.proto_diff(&["old.proto", "added.proto"]).assert().code(0);
    schemas.proto_diff(&["old.proto", "added.proto", "--fail-on", "warning"]).assert().code(0);
    schemas.proto_diff(&["old.proto", "added.proto", "--fail-on", "note"]).assert().code(1);
}

#[test]
fn the_same_in_json() {
    let schemas = Schemas::new();
    schemas.proto_diff(&["old.proto", "new.proto", "--format", "json"]).assert().code(1);
    schemas.proto_diff(&["old.proto", "old.proto", "--format", "json"]).assert().code(0);
}

#[test]
fn no_change_is_0_at_every_threshold() {
    let schemas = Schemas::new();
    schemas
        .proto_diff(&["old.proto", "old.proto", "--fail-on", "note"])
        .assert()
        .code(0)
        .stdout("old.proto → old.proto: no changes\n")
        .stderr("");
}

#[test]
fn what_cannot_be_read_is_2() {
    let schemas = Schemas::new();
    schemas.write("broken.proto", "syntax = \"proto3\";\nmessage {}\n");
    for arguments in [["old.proto", "missing.proto"], ["missing.proto", "old.proto"], ["old.proto", "broken.proto"]] {
        let assert = schemas.proto_diff(&arguments).assert().code(2).stdout("");
        assert!(!assert.get_output().stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn standard_input_is_one_side_only() {
    let schemas = Schemas::new();
    schemas.proto_diff(&["old.proto", "-"]).write_stdin(crate::NEW).assert().code(1);
    let assert = schemas.proto_diff(&["-", "-"]).write_stdin(crate::NEW).assert().code(2).stdout("");
    let diagnostics = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(diagnostics.contains("standard input can be only one"), "{diagnostics}");
}

#[test]
fn usage_errors_are_2() {
    let schemas = Schemas::new();
    for arguments in [
        &[][..],
        &["old.proto"],
        &["old.proto", "new.proto", "third.proto"],
        &["old.proto", "new.proto", "--level", "wire"],
        &["old.proto", "new.proto", "--format", "pdf"],
        &["old.proto", "new.proto", "--package", "a.v1"],
        &["old.proto", "new.proto", "-q", "-v"],
        &["old.proto", "new.proto", "--no-such-flag"],
    ] {
        schemas.proto_diff(arguments).assert().code(2).stdout("");
    }
}

#[test]
fn help_and_version_are_0() {
    for arguments in [["--help"], ["-h"], ["--version"], ["help"]] {
        let assert = crate::proto_diff(&arguments).assert().code(0).stderr("");
        assert!(!assert.get_output().stdout.is_empty(), "{arguments:?}");
    }
}
