//! The messages: those that came with the protocol's facts, our own, and random ones of every pair of types, both ways.
//!
//! All of them can be held by the message types of a language: see [`typed`](super::typed). Some are written as far from
//! canonical as a writer can get, which a language's own decoder reads as the same message.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use proto_diff::{
    Direction,
    dynamic::{DynamicMessage, Reader, Value, binary},
    migration::TypePair,
    schema::{MessageId, Schema},
};
use serde_json::Value as Json;

use super::{
    exchange::Exchange,
    extremes::extremes,
    hex::hex,
    made,
    scribe::Scribe,
    strangers::{self, Strange, strange},
    subjects::Subject,
    typed::typed,
    wide::widened,
};

/// A message to be converted.
#[derive(Clone)]
pub struct Case {
    pub pair: TypePair,
    pub direction: Direction,
    pub input: Vec<u8>,
    /// Where it comes from, for people.
    pub origin: String,
    pub needs: Needs,
}

/// What a runtime must be able to hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    /// Fields that the schema does not know.
    pub unknown_fields: bool,
    /// Numbers that a closed enum does not have, as values and not as unknown fields.
    pub unlisted_numbers: bool,
    /// Varints with more than 64 bits.
    pub wide_varints: bool,
}

/// How many random messages there are unless `EVOLUTION_CASES` says it.
const RANDOM: usize = 4000;

/// Every message of a subject.
pub fn corpus(subject: Subject) -> Vec<Case> {
    let mut cases = Vec::new();
    if subject.name.starts_with("a2a") {
        cases.extend(handed(subject));
        cases.extend(sighted(payloads(subject), subject));
    }
    let random = random(subject);
    cases.extend(wide(&random, subject));
    cases.extend(random);
    cases.extend(extremes(subject));
    if let Ok(only) = env::var("ADAPT_ONLY") {
        cases.retain(|case| {
            let from = case.exchange(subject).from().full_name();
            from == only || from.rsplit('.').next() == Some(&only)
        });
    }
    cases
}

impl Needs {
    pub fn are_met_by(self, holds: Needs) -> bool {
        (holds.unknown_fields || !self.unknown_fields)
            && (holds.unlisted_numbers || !self.unlisted_numbers)
            && (holds.wide_varints || !self.wide_varints)
    }
}

impl Case {
    pub fn exchange(&self, subject: Subject) -> Exchange<'static> {
        Exchange { migration: subject.migration, pair: self.pair, direction: self.direction }
    }

    pub fn of(exchange: Exchange<'_>, input: Vec<u8>, origin: String) -> Self {
        Case { pair: exchange.pair, direction: exchange.direction, input, origin, needs: Needs::default() }
    }
}

/// Says what payloads need. Those in which a field has another wire type than it should are taken out: each runtime does
/// what it does about them.
fn sighted(cases: Vec<Case>, subject: Subject) -> Vec<Case> {
    let sighted = |case: Case| {
        let side = case.exchange(subject).from();
        let read = binary::read(side.schema, &side.schema[side.message], &case.input, Reader::Conformant);
        let Ok(message) = read else { return Some(case) };
        let strange = strange(side.schema, side.message, &message);
        let needs = Needs { unknown_fields: strange == Strange::Fields, ..Needs::default() };
        (strange != Strange::WireTypes).then_some(Case { needs, ..case })
    };
    cases.into_iter().filter_map(sighted).collect()
}

/// The payload pairs that come with the protocol's facts, where they are at hand.
fn handed(subject: Subject) -> Vec<Case> {
    let shared = env::var_os("PROTO_DIFF_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let folder = shared.join("a2a/vectors");
    let Ok(list) = fs::read_to_string(folder.join("manifest.json")) else {
        eprintln!("skipped: no payloads at {}", folder.display());
        return Vec::new();
    };
    let list: Vec<Json> = serde_json::from_str(&list).expect("a list");
    let of_vector = |entry: &Json| {
        let text = |key: &str| entry[key].as_str().unwrap_or_else(|| panic!("no {key}: {entry}")).to_owned();
        let id = |schema: &Schema, name: String| schema.message_named(&name).expect("a type of A2A");
        let migration = subject.migration;
        let pair = migration.pair(id(&migration.old, text("old_type")), id(&migration.new, text("new_type")));
        let pair = pair.unwrap_or_else(|| panic!("no pair: {entry}"));
        [("v03", Direction::Upgrade), ("v10", Direction::Downgrade)].map(|(version, direction)| {
            let name = format!("{}.{version}.bin", text("name"));
            let input = fs::read(folder.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
            Case::of(Exchange { migration, pair, direction }, input, name)
        })
    };
    list.iter().flat_map(of_vector).collect()
}

/// Our own payloads, `tests/migration/payloads/*.toml`: what goes in, under whatever options it was written for.
fn payloads(subject: Subject) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/migration/payloads");
    let mut paths: Vec<_> = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("one").path()).collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("text");
        let table: BTreeMap<String, Vec<toml::Table>> = toml::from_str(&text).expect("tables of cases");
        for (ways, entries) in table {
            let directions: &[Direction] = match ways.as_str() {
                "up" => &[Direction::Upgrade],
                "down" => &[Direction::Downgrade],
                _ => &Direction::BOTH,
            };
            for (entry, direction) in entries.iter().flat_map(|entry| directions.iter().map(move |way| (entry, way))) {
                let text = |key: &str| entry.get(key).and_then(|value| value.as_str());
                let side = if *direction == Direction::Upgrade { "old" } else { "new" };
                let name = text("type").expect("a type");
                let exchange = Exchange::named(subject.migration, name, *direction);
                let input = match (text(&format!("{side}_hex")), text(side)) {
                    (Some(bytes), _) => hex(bytes),
                    (_, Some(json)) => exchange.from().bytes(&serde_json::from_str(json).expect("JSON")),
                    (None, None) => panic!("{name}: nothing to convert"),
                };
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                cases.push(Case::of(exchange, input, format!("{file}: {}", text("what").unwrap_or(name))));
            }
        }
    }
    cases
}

/// Random messages. The first of every pair, each way, has nothing in it.
fn random(subject: Subject) -> Vec<Case> {
    let asked_for: Option<usize> =
        env::var("EVOLUTION_CASES").ok().map(|cases| cases.parse().expect("EVOLUTION_CASES is a number"));
    let mut runner = match asked_for {
        Some(_) => TestRunner::new(Config::default()),
        None => TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    let mut dice = |count: usize| -> Vec<u8> {
        let bytes = proptest::collection::vec(proptest::arbitrary::any::<u8>(), count);
        bytes.new_tree(&mut runner).expect("bytes").current()
    };
    let pairs: Vec<TypePair> = subject.migration.pairs().collect();
    let pairs: Vec<TypePair> =
        pairs.into_iter().filter(|pair| !subject.migration.old[pair.old()].is_map_entry).collect();
    let ways = pairs
        .iter()
        .flat_map(|&pair| Direction::BOTH.map(|direction| Exchange { migration: subject.migration, pair, direction }));
    let ways: Vec<Exchange<'static>> = ways.collect();
    let empty = |way: &Exchange<'static>| {
        let (side, mut message) = (way.from(), DynamicMessage::default());
        typed(side.schema, side.message, &mut message);
        Case::of(*way, side.write(&message), "empty".to_owned())
    };
    let mut cases: Vec<Case> = ways.iter().map(empty).collect();
    // A type with many fields has more that can go wrong.
    let turns = ways.iter().flat_map(|way| {
        let fields = way.from().schema[way.from().message].fields.len();
        std::iter::repeat_n(*way, 1 + fields / 3)
    });
    let turns: Vec<Exchange<'_>> = turns.collect();
    for ordinal in 0..asked_for.unwrap_or(RANDOM) {
        let exchange = turns[ordinal % turns.len()];
        let side = exchange.from();
        let choices = dice(200);
        let mut choices = choices.iter().copied().cycle();
        let mut choice = || choices.next().unwrap_or_default();
        let mut message = DynamicMessage::default();
        for _ in 0..1 + choice() % 4 {
            let more = super::messages::message(side.schema, side.message, &dice(300));
            join(side.schema, side.message, &mut message, more);
        }
        match subject.name {
            "cinema" => telling(side.schema, side.message, &mut message, &mut choice),
            _ => made::settle(side.schema, side.message, &mut message, &mut choice),
        }
        typed(side.schema, side.message, &mut message);
        let mut origin = format!("random {ordinal}");
        // Some as they are, some written otherwise, and some with what nobody knows.
        let (mut input, mut needs) = (side.write(&message), Needs::default());
        match ordinal / turns.len() % 4 {
            1 => {
                let choices: Vec<u8> = (0..60).map(|_| choice()).collect();
                input = Scribe::new(side.schema, &choices, 0).rewrite(side.message, &input);
                origin += ", written otherwise";
            }
            2 => {
                needs.unknown_fields = strangers::add(side.schema, side.message, &mut message, &mut choice);
                input = side.write(&message);
            }
            3 => {
                needs.unlisted_numbers = strangers::unlist(side.schema, side.message, &mut message, &mut choice);
                input = side.write(&message);
            }
            _ => {}
        }
        cases.push(Case { needs, ..Case::of(exchange, input, origin) });
    }
    cases
}

/// Some of these once more, with varints that are wider than they may be.
fn wide(cases: &[Case], subject: Subject) -> Vec<Case> {
    let some = cases.iter().filter(|case| case.input.len() < 2000).step_by(15);
    let widened = some.filter_map(|case| {
        let side = case.exchange(subject).from();
        let input = widened(side.schema, side.message, &case.input)?;
        let needs = Needs { wide_varints: true, ..case.needs };
        Some(Case { input, needs, origin: format!("{}, with wide varints", case.origin), ..case.clone() })
    });
    widened.collect()
}

/// Puts the fields of another message into one, in place of what is there.
fn join(schema: &Schema, of: MessageId, message: &mut DynamicMessage, more: DynamicMessage) {
    for (number, value) in more.fields {
        if let Some(oneof) = schema[of].field_numbered(number).and_then(|field| field.oneof) {
            schema[of].members(oneof).for_each(|member| drop(message.fields.remove(&member.number)));
        }
        message.fields.insert(number, value);
    }
}

/// Gives text and bytes of the cinema something to say, most of the time: names of the forms that are asked for,
/// versions, base64 text.
fn telling(schema: &Schema, of: MessageId, message: &mut DynamicMessage, choice: &mut dyn FnMut() -> u8) {
    for field in &schema[of].fields {
        let Some(value) = message.fields.get_mut(&field.number) else { continue };
        let each: Vec<&mut Value> = match value {
            Value::List(values) => values.iter_mut().collect(),
            Value::Map(entries) => entries.iter_mut().map(|(_, value)| value).collect(),
            value => vec![value],
        };
        for value in each {
            match (value, field.value_kind().message()) {
                (Value::Message(inner), Some(id)) => telling(schema, id, inner, choice),
                (Value::String(text), _) => said(&schema[of].element.name, field.name(), text, choice),
                (Value::Bytes(bytes), _) => {
                    const BASE64: [&[u8]; 10] =
                        [b"", b"aGk=", b"aGk", b"_-8=", b"+/8", b"aGkh", b"_w", b"a", b"a=", b"\xff\xfe"];
                    let choose = choice();
                    if choose < 240 {
                        *bytes = BASE64[usize::from(choose / 3 % 12).saturating_sub(2)].to_vec();
                    }
                }
                _ => {}
            }
        }
    }
}

fn said(message: &str, field: &str, text: &mut String, choice: &mut dyn FnMut() -> u8) {
    const PARTS: [&str; 6] = ["t", "7", "é 𝄞", "None", "houses", "a.b-c_d"];
    const VERSIONS: [&str; 12] =
        ["", "0.3.0", "0.9", "1.0", "1.2.3", "1.9", "2.0", "2.1.7", "x", "1.", "1.0.0.0", "01.5"];
    const SHARED: [&str; 3] = ["Mo", "Lu", ""];
    let choose = choice();
    let part = |choose: u8| PARTS[usize::from(choose) % PARTS.len()];
    *text = match (message, field) {
        _ if choose >= 252 => return,
        ("House", "name") if choose >= 16 => format!("houses/{}", part(choose)),
        ("Hook", "name") if choose >= 16 => format!("houses/{}/halls/{}", part(choose), part(choose / 8)),
        ("Hook", "id" | "house_id") if choose >= 16 => part(choose).to_owned(),
        ("House" | "Hook", "name" | "id" | "house_id") => format!("houses/{}/", part(choose)),
        // So that some are the same.
        ("Person", "name" | "nickname") => SHARED[usize::from(choose) % SHARED.len()].to_owned(),
        (_, "protocol_version" | "version" | "from_version") => {
            VERSIONS[usize::from(choose) % VERSIONS.len()].to_owned()
        }
        _ => return,
    };
}
