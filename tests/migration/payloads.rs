//! Our own payloads, `payloads/*.toml`: each field of each version going each way, and what is said about it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use proto_diff::{
    Direction,
    dynamic::{DynamicMessage, Value},
    schema::{MessageId, Schema},
};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{
    exchange::{Exchange, Said, a2a, with_options},
    hex::hex,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    both: Vec<Case>,
    #[serde(default)]
    up: Vec<Case>,
    #[serde(default)]
    down: Vec<Case>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(default)]
    what: String,
    #[serde(rename = "type")]
    name: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    old: Option<String>,
    new: Option<String>,
    /// What JSON cannot say.
    old_hex: Option<String>,
    new_hex: Option<String>,
    #[serde(default)]
    losses: Vec<String>,
    #[serde(default)]
    supplied: Vec<String>,
    /// Compared where it is given: most payloads are too short to have everything that is required.
    missing: Option<Vec<String>>,
    error: Option<String>,
}

/// Every case in each of its directions.
fn cases() -> Vec<(Direction, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/migration/payloads");
    let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let tables = files.map(|path| {
        let text = fs::read_to_string(&path).expect("text");
        toml::from_str::<Table>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    });
    tables
        .flat_map(|Table { both, up, down }| {
            let there = both.clone().into_iter().chain(up).map(|case| (Direction::Upgrade, case));
            let back = both.into_iter().chain(down).map(|case| (Direction::Downgrade, case));
            there.chain(back).collect::<Vec<_>>()
        })
        .collect()
}

impl Case {
    fn source(&self, exchange: Exchange<'_>) -> Vec<u8> {
        let (json, bytes) = match exchange.direction {
            Direction::Upgrade => (&self.old, &self.old_hex),
            Direction::Downgrade => (&self.new, &self.new_hex),
        };
        match (json, bytes) {
            (_, Some(bytes)) => hex(bytes),
            (Some(json), _) => exchange.from().bytes(&parse(json)),
            (None, None) => panic!("{} {}: nothing to convert", self.name, self.what),
        }
    }

    /// What is wrong, in words.
    fn fault(&self, exchange: Exchange<'_>) -> Option<String> {
        let target = if exchange.direction == Direction::Upgrade { &self.new } else { &self.old };
        let got = match exchange.convert(&self.source(exchange)) {
            Ok(converted) => converted,
            Err(error) if self.error == Some(error.to_string()) => return None,
            Err(error) => return Some(format!("refused: {error}")),
        };
        let Some(target) = target else { return Some("not refused".to_owned()) };
        // By way of bytes, so that only what is in them counts.
        let expected = exchange.to().json(&exchange.to().bytes(&parse(target)));
        let said = Said { message: exchange.to().json(&got.message), ..Said::of(&got) };
        let wanted = Said {
            message: expected,
            losses: self.losses.clone(),
            supplied: self.supplied.clone(),
            missing: self.missing.clone().unwrap_or_else(|| said.missing.clone()),
        };
        (said != wanted).then(|| format!("\n  got {said}\n  not {wanted}"))
    }
}

fn parse(json: &str) -> Json {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

#[test]
fn every_payload_becomes_what_stands_beside_it() {
    let cases = cases();
    let faults: Vec<String> = cases
        .iter()
        .filter_map(|(direction, case)| {
            let options: Vec<(&str, &str)> = case.options.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
            let own = (!options.is_empty()).then(|| with_options(&options));
            let exchange = Exchange::named(own.as_ref().unwrap_or(a2a()), &case.name, *direction);
            let fault = case.fault(exchange)?;
            let json = if *direction == Direction::Upgrade { &case.old } else { &case.new };
            let json = json.as_deref().unwrap_or("bytes");
            Some(format!("{direction:?} {} {json} ({}): {fault}\n", case.name, case.what))
        })
        .collect();
    assert!(faults.is_empty(), "{} of {}\n{}", faults.len(), cases.len(), faults.concat());
}

/// Fields that no payload can show: those of messages that the other version does not have.
const ALONE: [&str; 3] = ["ListTasksRequest", "ListTasksResponse", "DeviceCodeOAuthFlow"];

#[test]
fn every_field_of_either_version_is_in_a_payload() {
    let mut shown: [BTreeSet<String>; 2] = Default::default();
    for (direction, case) in cases().iter().filter(|(_, case)| case.error.is_none()) {
        let from = Exchange::named(a2a(), &case.name, *direction).from();
        let bytes = case.source(Exchange::named(a2a(), &case.name, *direction));
        note(from.schema, from.message, &from.read(&bytes), &mut shown[*direction as usize]);
    }
    for (direction, schema) in [(Direction::Upgrade, &a2a().old), (Direction::Downgrade, &a2a().new)] {
        let messages = schema
            .subject_messages()
            .filter(|id| !schema[*id].is_map_entry && !ALONE.contains(&schema[*id].element.name.as_str()));
        let fields = messages.flat_map(|id| schema[id].fields.iter().map(|field| field.element.full_name.clone()));
        let not_shown: Vec<String> = fields.filter(|name| !shown[direction as usize].contains(name)).collect();
        assert!(not_shown.is_empty(), "{direction:?}: {not_shown:#?}");
    }
}

/// Notes the fields that are set.
fn note(schema: &Schema, of: MessageId, message: &DynamicMessage, shown: &mut BTreeSet<String>) {
    for field in schema[of].fields.iter() {
        let Some(value) = message.fields.get(&field.number) else { continue };
        shown.insert(field.element.full_name.clone());
        let Some(inner) = field.value_kind().message() else { continue };
        let mut below = |value: &Value| match value {
            Value::Message(message) => note(schema, inner, message, shown),
            other => assert!(!matches!(other, Value::List(_) | Value::Map(_)), "lists do not nest"),
        };
        match value {
            Value::List(values) => values.iter().for_each(below),
            Value::Map(entries) => entries.iter().for_each(|(_, value)| below(value)),
            value => below(value),
        }
    }
}
