//! The payload pairs that come with the protocol's facts, where they are at hand (`$PROTO_DIFF_SHARED/a2a/vectors`, by
//! default `../shared`). Going up each gives its counterpart. Going down each gives what it was, but for what going up
//! had reported as lost.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use proto_diff::{Direction, migration::Migration};

use super::{
    exchange::{Exchange, Said, with_options},
    second_opinion,
};

struct Vector {
    name: String,
    types: [String; 2],
    migration: Migration,
    old: Vec<u8>,
    new: Vec<u8>,
}

impl Vector {
    fn upgrade(&self) -> Exchange<'_> {
        let [old, new] = &self.types;
        let id = |schema: &proto_diff::schema::Schema, name: &str| schema.message_named(name).expect("a type of A2A");
        let pair = self.migration.pair(id(&self.migration.old, old), id(&self.migration.new, new));
        let pair = pair.unwrap_or_else(|| panic!("{}: {old} is not {new}", self.name));
        Exchange { migration: &self.migration, pair, direction: Direction::Upgrade }
    }
}

/// `None` where they are not at hand.
fn vectors() -> Option<Vec<Vector>> {
    let shared = env::var_os("PROTO_DIFF_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let folder = shared.join("a2a/vectors");
    let Ok(list) = fs::read_to_string(folder.join("manifest.json")) else {
        eprintln!("skipped: no payloads at {}", folder.display());
        return None;
    };
    let list: Vec<serde_json::Value> = serde_json::from_str(&list).expect("a list");
    assert!(list.len() >= 58, "none went missing: {}", list.len());
    let vector = |entry: &serde_json::Value| {
        let text = |key: &str| entry[key].as_str().unwrap_or_else(|| panic!("no {key}: {entry}")).to_owned();
        let bytes = |version: &str| {
            let path = folder.join(format!("{}.{version}.bin", text("name")));
            fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let file_bytes = entry.get("file_bytes").and_then(|value| value.as_str()).unwrap_or("verbatim");
        Vector {
            name: text("name"),
            types: [text("old_type"), text("new_type")],
            migration: with_options(&[("file_bytes", file_bytes)]),
            old: bytes("v03"),
            new: bytes("v10"),
        }
    };
    Some(list.iter().map(vector).collect())
}

#[test]
fn every_handed_payload_becomes_its_counterpart() {
    let Some(vectors) = vectors() else { return };
    let mut python = second_opinion::python();
    for vector in &vectors {
        let upgrade = vector.upgrade();
        let converted = upgrade.convert(&vector.old).unwrap_or_else(|error| panic!("{}: {error}", vector.name));
        let (got, expected) = (&converted.message, &vector.new);
        assert_eq!(upgrade.to().read(got), upgrade.to().read(expected), "{}", vector.name);
        if let Some(python) = &mut python {
            let seen = second_opinion::seen(python, &[(upgrade.to(), got), (upgrade.to(), expected)]);
            assert!(seen.iter().all(Result::is_ok), "{}: {seen:?}", vector.name);
            assert_eq!(seen[0], seen[1], "{}: in the eyes of Python", vector.name);
        }
    }
}

/// The fields that do not come back, and what going up said of each.
const NOT_COME_BACK: [(&str, &str, &str); 2] = [
    ("auth_many", "schemes", "schemes[1]: the other version has room for one"),
    ("status_event_input_required_final", "final", "final: v1.0 has no `final`: the end of the stream says it"),
];

#[test]
fn every_handed_payload_comes_back() {
    let Some(vectors) = vectors() else { return };
    let mut differing = Vec::new();
    for vector in &vectors {
        let (upgrade, downgrade) = (vector.upgrade(), vector.upgrade().back());
        let converted = downgrade.convert(&vector.new).unwrap_or_else(|error| panic!("{}: {error}", vector.name));
        let (got, was) = (downgrade.to().read(&converted.message), upgrade.from().read(&vector.old));
        let losses = Said::of(&upgrade.convert(&vector.old).expect("shown above")).losses;
        let side = upgrade.from();
        let differs = |number: &i32| got.fields.get(number) != was.fields.get(number);
        let fields = side.schema[side.message].fields.iter().filter(|field| differs(&field.number));
        differing.extend(fields.map(|field| (vector.name.as_str(), field.name(), losses.clone())));
    }
    for (name, field, losses) in &differing {
        let told = NOT_COME_BACK
            .iter()
            .any(|(vector, of, loss)| (vector, of) == (name, field) && losses.contains(&(*loss).to_owned()));
        assert!(told, "{name}: {field} does not come back; going up said {losses:?}");
    }
    assert_eq!(differing.len(), NOT_COME_BACK.len(), "more come back by now: {differing:?}");
}
