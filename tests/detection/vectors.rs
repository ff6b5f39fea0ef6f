//! The payloads that come with the protocol's facts, where they are at hand.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use proto_diff::migration::{Answer, DualReader, Migration, TypePair, detection::Side};

use super::{sides::SIDES, tally::Tally};

/// Writer, types, bytes and a name; what its bytes hold when they hold files.
pub struct Payload {
    pub name: String,
    pub writer: Side,
    pub types: TypePair,
    pub bytes: Vec<u8>,
    file_bytes: Option<String>,
    /// The same message in the new version.
    new: Vec<u8>,
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
        let bytes = |name: &str| fs::read(folder.join(format!("{name}.bin"))).expect("a payload");
        let new = bytes(&format!("{}.v10", text("name")));
        [(Side::Old, "v03"), (Side::New, "v10")].map(|(writer, version)| {
            let name = format!("{}.{version}", text("name"));
            let file_bytes = entry["file_bytes"].as_str().map(str::to_owned);
            Payload { bytes: bytes(&name), name, writer, types, file_bytes, new: new.clone() }
        })
    });
    payloads.collect()
}

#[test]
fn handed_payloads() {
    let (mut tally, mut going_down) = (Tally::default(), Tally::default());
    for payload in payloads() {
        let verdict = SIDES.judge(payload.types, &payload.bytes);
        tally.count(payload.writer, payload.types, &payload.bytes, verdict);
        let towards_old = SIDES.judge_towards(payload.types, &payload.bytes, Side::Old);
        going_down.count(payload.writer, payload.types, &payload.bytes, towards_old);
        println!("    {:45} {:14} {towards_old}", payload.name, verdict.to_string());
    }
    tally.settle("handed payloads, the new version wanted");
    going_down.settle("handed payloads, the old version wanted");
}

/// What the reader gives is the message that was written, in the version that is wanted; or it says that it cannot tell.
#[test]
fn handed_payloads_are_never_read_wrong() {
    let mut answered = 0;
    for payload in payloads() {
        let options = payload.file_bytes.as_deref().map(|value| ("file_bytes", value));
        let migration = Migration::a2a_with(options).expect("the option exists");
        let reader = DualReader::new(&migration);
        // Types belong to the migration they come from.
        let name = &SIDES.old[payload.types.old()].element.full_name;
        let old = migration.old.message_named(name).expect("the same schema");
        let new = &SIDES.new[payload.types.new()].element.full_name;
        let types = migration.pair(old, migration.new.message_named(new).expect("the same schema")).expect("paired");
        for wanted in [Side::Old, Side::New] {
            let right = match (payload.writer, wanted) {
                (Side::Old, Side::Old) => payload.bytes.clone(),
                (Side::New, Side::Old) => migration.downgrade(types, &payload.bytes).expect("it converts").message,
                (_, Side::New) => payload.new.clone(),
            };
            let answer = reader.read(types, &payload.bytes, None, wanted);
            match answer.unwrap_or_else(|error| panic!("{}: {error}", payload.name)) {
                Answer::Read { converted, .. } => {
                    answered += 1;
                    let is_right = SIDES.are_equal(payload.types, wanted, &converted.message, &right);
                    assert!(
                        is_right,
                        "{} towards {wanted}\n{}",
                        payload.name,
                        SIDES.story(payload.types, &payload.bytes)
                    );
                }
                Answer::Ambiguous { as_old, as_new, .. } => {
                    let of_writer = if payload.writer == Side::Old { as_old } else { as_new };
                    let converted = of_writer.unwrap_or_else(|error| panic!("{}: {error}", payload.name));
                    let is_right = SIDES.are_equal(payload.types, wanted, &converted.message, &right);
                    assert!(is_right, "{} towards {wanted}: of two readings none is right", payload.name);
                }
            }
            let told = reader.read(types, &payload.bytes, Some(payload.writer), wanted);
            match told.unwrap_or_else(|error| panic!("{}: {error}", payload.name)) {
                Answer::Read { converted, .. } => {
                    let is_right = SIDES.are_equal(payload.types, wanted, &converted.message, &right);
                    assert!(is_right, "{} towards {wanted}, told", payload.name);
                }
                Answer::Ambiguous { .. } => panic!("{}: somebody told it", payload.name),
            }
        }
    }
    println!("{answered} answers, all right");
}
