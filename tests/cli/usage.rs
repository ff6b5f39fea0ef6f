//! Help, completions, the manual, and what is said about wrong arguments.

use crate::{Schemas, proto_diff, stderr, stdout};

#[test]
fn an_unknown_format_lists_the_known_ones() {
    let text = stderr(&mut Schemas::new().proto_diff(&["old.proto", "new.proto", "--format", "pdf"]));
    assert!(text.contains("text, json"), "{text}");
}

#[test]
fn a_command_wins_over_a_schema_of_that_name() {
    let schemas = Schemas::new();
    schemas.write("man", "");
    assert!(stdout(&mut schemas.proto_diff(&["man"])).contains(".TH proto-diff"));
}

#[test]
fn arguments_before_a_command_are_not_ignored() {
    let schemas = Schemas::new();
    for argument in ["old.proto", "--level=json"] {
        let mut command = schemas.proto_diff(&[argument, "man"]);
        command.assert().code(2).stdout("");
        assert!(stderr(&mut command).contains("belongs after the command `man`"));
    }
}

#[test]
fn global_flags_may_stand_anywhere() {
    let schemas = Schemas::new();
    let before = stdout(&mut schemas.proto_diff(&["--color", "always", "diff", "old.proto", "new.proto"]));
    let after = stdout(&mut schemas.proto_diff(&["diff", "old.proto", "new.proto", "--color", "always"]));
    assert_eq!(before, after);
    assert!(before.contains('\x1b'));
}

#[test]
fn help_has_examples_and_exit_codes() {
    let text = stdout(&mut proto_diff(&["--help"]));
    for part in ["proto-diff a2a:0.3.0 a2a:1.0.1", "Exit codes:", "REV:path", "completions", "--fail-on"] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = stdout(proto_diff(&["completions", shell]).env("SHELL", "unset"));
        assert!(text.contains("proto-diff"), "{shell}");
    }
}

#[test]
fn manual_pages() {
    assert!(stdout(&mut proto_diff(&["man"])).contains("proto\\-diff"));
    assert!(stdout(&mut proto_diff(&["man", "diff"])).contains("proto\\-diff diff"));
    proto_diff(&["man", "nothing"]).assert().code(2);
}
