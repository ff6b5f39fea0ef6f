//! Python's `a2a-sdk` beside us, where `benches/against_sdk.py` has installed it: what its v0.3 classes write becomes with us
//! what its own conversion makes of it, but for what it is known to get wrong.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use proto_diff::Direction;
use serde_json::{Value as Json, json};

use super::{
    exchange::{Exchange, with_options},
    hex::hex,
};

const TASK: &str = include_str!("../../benches/convert/task.json");
const CARD: &str = include_str!("../../benches/convert/card.json");

/// A type and a message of it.
fn messages() -> Vec<(&'static str, Json)> {
    let parse = |text| serde_json::from_str(text).expect("JSON");
    let part = json!({"file": {"file_with_uri": "https://x/y", "mime_type": "image/png"}});
    vec![
        ("Task", parse(TASK)),
        ("AgentCard", parse(CARD)),
        (
            "Message",
            json!({"message_id": "m", "role": "ROLE_USER", "content": [{"text": "x"}, part], "extensions": ["e"]}),
        ),
        (
            "Message",
            json!({"message_id": "m", "role": "ROLE_AGENT", "content": [{"file": {"file_with_bytes": "L3dBPQ=="}}]}),
        ),
        (
            "Artifact",
            json!({"artifact_id": "a", "name": "n", "parts": [{"data": {"data": {"k": [1, null]}}}], "extensions": ["e"]}),
        ),
    ]
}

/// `None` where it is not installed.
fn converted_by_the_sdk(messages: &[(&str, Json)]) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = root.join("target/sdk/bin/python");
    if !python.exists() {
        eprintln!("skipped: no a2a-sdk at {}", python.display());
        return None;
    }
    let mut child = Command::new(python)
        .arg(root.join("tests/python/sdk.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    for (name, message) in messages {
        writeln!(input, "{name}\t{message}").expect("it listens");
    }
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "it converts its own messages");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines = text.lines().map(|line| {
        let line: Json = serde_json::from_str(line).expect("JSON");
        let bytes = |key: &str| hex(line[key].as_str().expect("text"));
        (bytes("old"), bytes("new"))
    });
    Some(lines.collect())
}

#[test]
fn what_the_sdk_writes_becomes_what_the_sdk_makes_of_it() {
    let messages = messages();
    let Some(theirs) = converted_by_the_sdk(&messages) else { return };
    // D1: it writes base64 text into the bytes.
    let migration = with_options(&[("file_bytes", "base64-text")]);
    assert_eq!(theirs.len(), messages.len());
    for ((name, message), (old, new)) in messages.iter().zip(&theirs) {
        let upgrade = Exchange::named(&migration, name, Direction::Upgrade);
        let ours = upgrade.convert(old).unwrap_or_else(|error| panic!("{name} {message}: {error}"));
        let (ours, theirs) = (upgrade.to().json(&ours.message), upgrade.to().json(new));
        assert_eq!(ours, theirs, "{name}");
    }
}
