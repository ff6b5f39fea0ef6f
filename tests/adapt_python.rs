//! Python code over modules that somebody else has made: those of the official SDK, where `.ci/run` has installed it, and
//! modules that are not there.
//!
//! That the code does what `convert` does, `tests/adapt` shows.

#[path = "migration/exchange.rs"]
#[expect(dead_code, reason = "one way is enough here")]
mod exchange;
#[path = "suite/hex.rs"]
#[expect(dead_code, reason = "bytes are read here, and not written")]
mod hex;

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use assert_cmd::cargo::cargo_bin;
use exchange::{Exchange, Said, with_options};
use hex::hex;
use proto_diff::{
    Direction,
    codegen::{Language, PythonOptions, adapt, write_to},
    migration::Migration,
};
use serde_json::{Value as Json, json};

const OLD_MODULE: &str = "a2a.compat.v0_3.a2a_v0_3_pb2";
const NEW_MODULE: &str = "a2a.types.a2a_pb2";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Python that has the SDK; `None` where it is not installed.
fn sdk() -> Option<PathBuf> {
    let python = root().join("target/sdk/bin/python");
    let python = python.exists().then_some(python);
    if python.is_none() {
        eprintln!("skipped: no a2a-sdk at {}", root().join("target/sdk").display());
    }
    python
}

/// Whether a tool is there.
fn is_there(tool: &str) -> bool {
    let there = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("skipped: there is no {tool}");
    }
    there
}

/// The package over the modules of the SDK, which are looked at first.
fn over_the_sdk(migration: &Migration, python: &Path, directory: &Path) {
    let module = |name: &str| vec![(String::new(), name.to_owned())];
    let (old_modules, new_modules) = (module(OLD_MODULE), module(NEW_MODULE));
    let options = PythonOptions { old_modules, new_modules, interpreter: Some(python.to_owned()) };
    let files = adapt(migration, &Language::Python(options));
    let files = files.unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
    write_to(&directory.join("adapter"), &files).expect("a place to write to");
}

/// The input of a script, a line for each message, and what it says.
fn lines_of(python: &Path, script: &str, arguments: &[&Path], input: &str) -> Vec<Json> {
    let mut command = Command::new(python);
    command.arg(root().join("tests/python").join(script)).args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{script} fails");
    String::from_utf8(output.stdout).expect("text").lines().map(|line| line.parse().expect("JSON")).collect()
}

/// Types and messages of them. Of each the SDK has its own conversion.
fn messages() -> Vec<(&'static str, Json)> {
    let read = |path: &str| -> Json {
        let text = std::fs::read_to_string(root().join("benches/convert").join(path)).expect("a payload");
        text.parse().expect("JSON")
    };
    let file = json!({"file": {"file_with_uri": "https://x/y", "mime_type": "image/png"}});
    let bytes = json!({"file": {"file_with_bytes": "L3dBPQ==", "mime_type": "image/png"}});
    let data = json!({"data": {"data": {"k": [1, null, {"deep": true}]}}});
    vec![
        ("Task", read("task.json")),
        ("AgentCard", read("card.json")),
        ("Message", json!({"message_id": "m", "role": "ROLE_USER", "content": [{"text": "x"}, file, bytes, data]})),
        ("Artifact", json!({"artifact_id": "a", "name": "n", "parts": [data], "extensions": ["e"]})),
    ]
}

#[test]
fn messages_of_the_sdk_become_messages_of_the_sdk() {
    let Some(python) = sdk() else { return };
    // D1: the SDK writes base64 text into the bytes.
    let migration = with_options(&[("file_bytes", "base64-text")]);
    let directory = tempfile::tempdir().expect("a directory");
    over_the_sdk(&migration, &python, directory.path());
    let input: String = messages().iter().map(|(name, message)| format!("{name}\t{message}\n")).collect();
    let ours = lines_of(&python, "adapter.py", &[directory.path()], &input);
    let theirs = lines_of(&python, "sdk.py", &[], &input);
    assert_eq!((ours.len(), theirs.len()), (messages().len(), messages().len()));
    for (((name, _), ours), theirs) in messages().iter().zip(&ours).zip(&theirs) {
        let bytes = |line: &Json, key: &str| hex(line[key].as_str().expect("text"));
        let upgrade = Exchange::named(&migration, name, Direction::Upgrade);
        let converted = upgrade.convert(&bytes(ours, "old")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let is = upgrade.to().json(&bytes(ours, "new"));
        assert_eq!(is, upgrade.to().json(&converted.message), "{name}, by convert");
        assert_eq!(is, upgrade.to().json(&bytes(theirs, "new")), "{name}, by the SDK itself");
        let said = Said::of(&converted);
        let remarks = [("losses", said.losses), ("supplied", said.supplied), ("missing", said.missing)];
        for (what, mut lines) in remarks {
            let mut found: Vec<&str> = ours[what].as_array().expect("a list").iter().filter_map(Json::as_str).collect();
            found.sort_unstable();
            lines.sort_unstable();
            assert_eq!(found, lines, "{name}: {what}");
        }
    }
}

#[test]
fn type_checkers_and_linters_have_nothing_to_say_about_it() {
    let Some(python) = sdk() else { return };
    let directory = tempfile::tempdir().expect("a directory");
    over_the_sdk(&Migration::a2a().expect("the bundled one"), &python, directory.path());
    let silent = |command: &mut Command| {
        let output = command.current_dir(directory.path()).output().expect("it starts");
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(output.status.success(), "{command:?}\n{text}");
    };
    if is_there("ruff") {
        silent(Command::new("ruff").args(["check", "--isolated", "adapter"]));
        let all = "E,F,W,I,UP,B,ANN,D1";
        silent(Command::new("ruff").args(["check", "--isolated", "--select", all, "adapter"]));
        silent(Command::new("ruff").args(["format", "--isolated", "--check", "adapter"]));
    }
    if is_there("mypy") {
        silent(Command::new("mypy").args(["--strict", "--python-executable"]).arg(python).arg("adapter"));
    }
}

/// What `adapt` says with these arguments, by this Python.
fn adapted(python: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let mut command = Command::new(cargo_bin("proto-diff"));
    command.args(["adapt", "--lang", "python", "--out"]).arg(directory.path().join("adapter")).args(arguments);
    let output = command.env("PYTHON", python).env("NO_COLOR", "1").output().expect("it starts");
    let made = directory.path().join("adapter").exists();
    assert_eq!(made, output.status.success(), "nothing is written when something is wrong");
    // Without the breaks and the bars of a narrow terminal.
    let text = String::from_utf8_lossy(&output.stderr).replace('│', " ");
    (output.status.code(), text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn modules_that_are_not_there_are_noticed_when_code_is_made() {
    let Some(python) = sdk() else { return };
    let python = python.to_str().expect("text");
    let said = |old: &str, new: &str| {
        let (code, text) = adapted(python, &["--old-module", old, "--new-module", new]);
        assert_eq!(code, Some(2), "{text}");
        text
    };
    let text = said("a2a.compat.v0_3.a2a_pb2", NEW_MODULE);
    assert!(text.contains("`a2a.compat.v0_3.a2a_pb2` for --old-module"), "{text}");
    assert!(text.contains("there is a2a.compat.v0_3.a2a_v0_3_pb2"), "{text}");
    let text = said("a2a.compt.v0_3.a2a_v0_3_pb2", NEW_MODULE);
    assert!(text.contains("finds no `a2a.compt`") && text.contains("there is a2a.compat"), "{text}");
    let text = said(OLD_MODULE, "nowhere_pb2");
    assert!(text.contains("`nowhere_pb2` for --new-module") && text.contains("PYTHONPATH"), "{text}");
    let text = said(NEW_MODULE, OLD_MODULE);
    assert!(text.contains("it has no class"), "{text}");
    let (code, text) = adapted(python, &["--old-module", OLD_MODULE, "--new-module", NEW_MODULE]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn modules_that_cannot_be_meant_are_refused_without_asking() {
    let said = |arguments: &[&str]| {
        let (code, text) = adapted("/no/python", arguments);
        assert_eq!(code, Some(2), "{text}");
        text
    };
    let text = said(&[]);
    assert!(text.contains("each version must be in a module of its own"), "{text}");
    let text = said(&["--old-module", "a2a/types"]);
    assert!(text.contains("is no name of a Python module"), "{text}");
    let text = said(&["--old-module", "b.proto=b_pb2"]);
    assert!(text.contains("its files with such types are: a2a.proto"), "{text}");
    let text = said(&["--old-module", OLD_MODULE]);
    assert!(text.contains("`/no/python` for PYTHON"), "{text}");
}

#[test]
fn what_python_cannot_hold_is_refused() {
    let manifest = root().join("tests/migration/shop/manifest.toml");
    let (code, text) = adapted("/no/python", &["--manifest", manifest.to_str().expect("text")]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("Python cannot say what happens to `shop.v1.colour`: it is an extension"), "{text}");
}
