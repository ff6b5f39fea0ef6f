//! The payloads that come with the protocol's facts, where they are at hand.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use proto_diff::{migration::detection::Side, schema::MessageId};

use super::{sides::SIDES, tally::Tally};

/// Writer, types, bytes and a name.
pub struct Payload {
    pub name: String,
    pub writer: Side,
    pub types: (MessageId, MessageId),
    pub bytes: Vec<u8>,
}

/// All payloads; none where they are not at hand.
pub fn payloads() -> Vec<Payload> {
    let shared = env::var_os("PROTO_DIFF_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let folder = shared.join("a2a/vectors");
    let Ok(manifest) = fs::read_to_string(folder.join("manifest.json")) else {
        eprintln!("skipped: no payloads in {}", folder.display());
        return Vec::new();
    };
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let payloads = manifest.as_array().expect("a list").iter().flat_map(|entry| {
        let text = |key: &str| entry[key].as_str().expect("text");
        let types = SIDES.types(text("old_type"), text("new_type"));
        [(Side::Old, "v03"), (Side::New, "v10")].map(|(writer, version)| Payload {
            name: format!("{}.{version}", text("name")),
            writer,
            types,
            bytes: fs::read(folder.join(format!("{}.{version}.bin", text("name")))).expect("a payload"),
        })
    });
    payloads.collect()
}

#[test]
fn handed_payloads() {
    let mut tally = Tally::default();
    for payload in payloads() {
        let verdict = SIDES.judge(payload.types, &payload.bytes);
        tally.count(payload.writer, payload.types, &payload.bytes, verdict);
        println!("    {:45} {verdict}", payload.name);
    }
    tally.settle("handed payloads");
}
