//! The law on the real pair: A2A v0.3.0 and v1.0.1, every type of either with random messages, and the payloads that
//! come with the protocol's facts, where they are at hand (`$PROTO_DIFF_SHARED/a2a/vectors`, by default `../shared`).

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{RngAlgorithm, TestRng, TestRunner},
};
use proto_diff::{
    CompareOptions, Comparison,
    changes::Detail,
    compare,
    dynamic::{Reader, binary},
    effects::{Direction, Outcome},
    rules::Finding,
    schema::{MessageId, Schema},
};

use super::{
    claims::Claims,
    decoder::Decoder,
    dump::dump,
    hex::to_hex,
    kin::PairedKin,
    law::untold,
    linked::Linked,
    messages::message,
    passage::{End, Letter, Passage, Version, send},
    peer::Request,
};

/// Random messages of each type.
const MESSAGES: usize = 40;
/// Bytes that one is made from.
const SUPPLY: usize = 120;

#[test]
fn nothing_worse_happens_to_random_a2a_messages() {
    let mut runner = TestRunner::new_with_rng(Default::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = prop::collection::vec(any::<u8>(), 0..SUPPLY);
    let mut supply = || strategy.new_tree(&mut runner).expect("no condition to fail").current();
    let count = holds_for(|pair, direction| {
        let Comparison { old, new, pairing, .. } = &pair.comparison;
        let types: Vec<_> = match direction {
            Direction::Upgrade => {
                old.subject_messages().filter_map(|id| Some((id, pairing.new_message(id)?))).collect()
            }
            Direction::Downgrade => {
                new.subject_messages().filter_map(|id| Some((id, pairing.old_message(id)?))).collect()
            }
        };
        let schema = if direction == Direction::Upgrade { old } else { new };
        let each = types.into_iter().filter(|(id, _)| !schema[*id].is_map_entry);
        each.flat_map(|(writer, reader)| {
            let name = |schema: &Schema, id: MessageId| schema[id].element.full_name.clone();
            let names = match direction {
                Direction::Upgrade => (name(old, writer), name(new, reader)),
                Direction::Downgrade => (name(new, writer), name(old, reader)),
            };
            let bytes =
                (0..MESSAGES).map(|_| binary::write(schema, &schema[writer], &message(schema, writer, &supply())));
            bytes.map(|bytes| (names.clone(), bytes)).collect::<Vec<_>>()
        })
        .collect()
    });
    assert!(count > 1000, "most types live on: {count}");
}

#[test]
fn nothing_worse_happens_to_the_handed_payloads() {
    let Some(folder) = vectors() else {
        eprintln!("skipped: no payloads at hand");
        return;
    };
    let manifest = fs::read_to_string(folder.join("manifest.json")).expect("payloads come with a list");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let entries = manifest.as_array().expect("a list");
    let count = holds_for(|_, direction| {
        let payload = |entry: &serde_json::Value| {
            let text = |key: &str| entry[key].as_str().expect("text").to_owned();
            let types = (text("old_type"), text("new_type"));
            let (types, version) = match direction {
                Direction::Upgrade => (types, "v03"),
                Direction::Downgrade => ((types.1, types.0), "v10"),
            };
            let bytes = fs::read(folder.join(format!("{}.{version}.bin", text("name")))).expect("a payload");
            (types, bytes)
        };
        entries.iter().map(payload).collect()
    });
    assert_eq!(count, 2 * entries.len());
    assert!(entries.len() >= 58, "none went missing: {}", entries.len());
}

fn vectors() -> Option<PathBuf> {
    let shared = env::var_os("PROTO_DIFF_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    Some(shared.join("a2a/vectors")).filter(|folder| folder.is_dir())
}

struct Pair {
    old: Linked,
    new: Linked,
    comparison: Comparison,
}

/// Full names of the writer's and the reader's type, and a message.
type Payload = ((String, String), Vec<u8>);

/// Sends messages in both directions, and counts them. Besides the law, our conformant reader reads what Python does.
fn holds_for(mut payloads: impl FnMut(&Pair, Direction) -> Vec<Payload>) -> usize {
    let (old, new) = (Linked::a2a("0.3.0"), Linked::a2a("1.0.1"));
    let comparison = compare(old.schema.clone(), new.schema.clone(), &CompareOptions::default());
    let pair = Pair { old, new, comparison };
    let mut decoder = Decoder::start("upb");
    // upb sets an entry of a map aside where the other runtimes take what they understand of it.
    let mut without_upb = Decoder::start("python");
    for decoder in [&mut decoder, &mut without_upb] {
        decoder.load("old", &pair.old);
        decoder.load("new", &pair.new);
    }
    let (old, new) = (Version { key: "old", linked: &pair.old }, Version { key: "new", linked: &pair.new });
    let mut complaints = Vec::new();
    let mut count = 0;
    for (direction, writer, reader) in [(Direction::Upgrade, old, new), (Direction::Downgrade, new, old)] {
        let kin = PairedKin { comparison: &pair.comparison, direction };
        let end = |version: Version<'_>, name: &str| {
            version.linked.schema.message_named(name).unwrap_or_else(|| panic!("no {name}"))
        };
        let letters: Vec<Letter<'_>> = payloads(&pair, direction)
            .into_iter()
            .map(|((written, read), bytes)| Letter {
                direction,
                writer: End { version: writer, message: end(writer, &written) },
                reader: End { version: reader, message: end(reader, &read) },
                kin: &kin,
                bytes,
            })
            .collect();
        count += letters.len();
        let passages = send(&mut decoder, &letters);
        complaints.extend(passages.iter().flat_map(|passage| match of_calls(&pair.comparison, passage) {
            Some(claimed) => too_little(passage, claimed).into_iter().collect(),
            None => untold(&pair.comparison, passage),
        }));
        complaints.extend(letters.iter().filter_map(|letter| read_otherwise([&mut decoder, &mut without_upb], letter)));
    }
    assert!(complaints.is_empty(), "{} of {count}\n{}", complaints.len(), complaints.concat());
    count
}

/// The worst that is said of two types that are not one and meet in calls; `None` for types that are one.
fn of_calls(comparison: &Comparison, passage: &Passage) -> Option<Outcome> {
    let Comparison { old, new, pairing, findings, .. } = comparison;
    let (before, after) = match passage.direction {
        Direction::Upgrade => passage.types,
        Direction::Downgrade => (passage.types.1, passage.types.0),
    };
    if pairing.new_message(before) == Some(after) {
        return None;
    }
    let names = (&old[before].element.full_name, &new[after].element.full_name);
    let meet =
        |finding: &&Finding| matches!(&finding.change.detail, Detail::CallType { old, new, .. } if (old, new) == names);
    let claims = Claims { comparison, direction: passage.direction, reader: passage.reader };
    findings.iter().filter(meet).map(|finding| claims.outcome(finding)).max().or_else(|| {
        // The one pair of the handed payloads that meets in no call: its field became those of another message.
        assert_eq!(names, (&"a2a.v1.PushNotificationConfig".into(), &"lf.a2a.v1.TaskPushNotificationConfig".into()));
        Some(Outcome::Misread)
    })
}

fn too_little(passage: &Passage, claimed: Outcome) -> Option<String> {
    let observed = passage.observed.worst();
    let Passage { direction, reader, payload, .. } = passage;
    (observed > claimed)
        .then(|| format!("{direction:?} {reader:?} {payload}: {observed:?}, said {claimed:?} of the call\n"))
}

/// What Python reads, with upb and without, where we read neither.
fn read_otherwise(decoders: [&mut Decoder; 2], letter: &Letter<'_>) -> Option<String> {
    let (schema, message) = (&letter.reader.version.linked.schema, letter.reader.message);
    let name = schema[message].element.full_name.clone();
    let request = Request { mode: "decode", key: letter.reader.version.key, name, payload: to_hex(&letter.bytes) };
    let ours = binary::read(schema, &schema[message], &letter.bytes, Reader::Conformant);
    let ours = ours.map(|read| dump(schema, &schema[message], &read)).ok();
    let theirs = decoders.map(|decoder| decoder.ask(std::slice::from_ref(&request)).remove(0).result.ok());
    (!theirs.contains(&ours)).then(|| format!("{}: they: {theirs:?}; we: {ours:?}\n", request.payload))
}
