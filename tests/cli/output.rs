//! Colour, width, pipes.

use std::{
    io::Read,
    process::{Command, Stdio},
};

use crate::{Schemas, stderr, stdout};

const ESCAPE: char = '\x1b';

#[test]
fn a_pipe_gets_no_colour() {
    let text = stdout(&mut Schemas::new().proto_diff(&["old.proto", "new.proto"]));
    assert!(!text.contains(ESCAPE));
}

#[test]
fn colour_can_be_forced() {
    let schemas = Schemas::new();
    assert!(stdout(&mut schemas.proto_diff(&["old.proto", "new.proto", "--color", "always"])).contains(ESCAPE));
    let mut forced = schemas.proto_diff(&["old.proto", "new.proto"]);
    assert!(stdout(forced.env("CLICOLOR_FORCE", "1")).contains(ESCAPE));
    let mut not_forced = schemas.proto_diff(&["old.proto", "new.proto"]);
    assert!(!stdout(not_forced.env("CLICOLOR_FORCE", "0")).contains(ESCAPE));
}

#[test]
fn no_color_wins_over_everything_but_the_flag() {
    let schemas = Schemas::new();
    let mut command = schemas.proto_diff(&["old.proto", "new.proto"]);
    assert!(!stdout(command.env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1")).contains(ESCAPE));
    let mut command = schemas.proto_diff(&["old.proto", "new.proto", "--color", "always"]);
    assert!(stdout(command.env("NO_COLOR", "1")).contains(ESCAPE));
    let mut command = schemas.proto_diff(&["old.proto", "new.proto", "--color", "never"]);
    assert!(!stdout(command.env("CLICOLOR_FORCE", "1")).contains(ESCAPE));
}

#[test]
fn diagnostics_follow_the_same_choice() {
    let schemas = Schemas::new();
    assert!(!stderr(&mut schemas.proto_diff(&["old.proto", "missing.proto"])).contains(ESCAPE));
    assert!(stderr(&mut schemas.proto_diff(&["old.proto", "missing.proto", "--color", "always"])).contains(ESCAPE));
}

#[test]
fn width_follows_columns() {
    let schemas = Schemas::new();
    for columns in [80, 120] {
        let mut command = schemas.proto_diff(&["old.proto", "new.proto", "-v"]);
        let text = stdout(command.env("COLUMNS", columns.to_string()));
        assert!(text.lines().all(|line| line.chars().count() <= columns), "{columns}\n{text}");
    }
}

#[test]
fn a_locale_without_utf8_gets_ascii() {
    let schemas = Schemas::new();
    let mut command = schemas.proto_diff(&["old.proto", "new.proto", "-v"]);
    assert!(stdout(command.env("LC_ALL", "C")).is_ascii());
    let mut command = schemas.proto_diff(&["old.proto", "missing.proto"]);
    assert!(stderr(command.env("LC_ALL", "C")).is_ascii());
}

#[test]
fn quiet_is_one_line() {
    let text = stdout(&mut Schemas::new().proto_diff(&["old.proto", "new.proto", "-q"]));
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("Exit 1"), "{text}");
}

#[test]
fn verbose_says_more() {
    let schemas = Schemas::new();
    let usual = stdout(&mut schemas.proto_diff(&["old.proto", "new.proto"]));
    let verbose = stdout(&mut schemas.proto_diff(&["old.proto", "new.proto", "-v"]));
    assert!(verbose.len() > usual.len());
    assert!(verbose.contains("old.proto:5:3"), "{verbose}");
}

/// `proto-diff … | head -0`: the reader is gone before the first byte.
#[test]
fn a_closed_pipe_is_no_error() {
    let schemas = Schemas::new();
    for format in ["text", "json"] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("proto-diff"))
            .args(["old.proto", "new.proto", "--format", format])
            .current_dir(schemas.dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        drop(child.stdout.take());
        let mut diagnostics = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut diagnostics).expect("text");
        let status = child.wait().expect("it ends");
        assert_eq!(diagnostics, "", "{format}");
        assert_eq!(status.code(), Some(1), "{format}: the findings are what they are");
    }
}

#[test]
fn json_is_json() {
    let text = stdout(&mut Schemas::new().proto_diff(&["old.proto", "new.proto", "--format", "json"]));
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["version"], 1);
    assert_eq!(report["old"]["origin"], "old.proto");
    assert!(report["changes"].as_array().is_some_and(|changes| !changes.is_empty()));
}
