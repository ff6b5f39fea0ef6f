//! The dual reader of generated Rust, held against the tool's: the verdict, the evidence, and what becomes of the message.
//! It is the one that is checked in as an example, so that nothing has to be built.

use a2a_adapter::{
    Converted, Error, Read, Side as AdapterSide, VersionHint,
    bytes::{self, read_either},
    detection::{Detection, Grounds, Verdict},
};
use proto_diff::{
    dynamic::{DynamicMessage, Reader, Value, binary, drop_implicit_defaults},
    migration::{self, Answer, DualReader, Side, TypePair, detection::Verdict as ToolVerdict},
};

use super::{
    corpus::corpus,
    hex::{hex, to_hex},
    subjects::{Subject, a2a},
};

/// What is said about a payload, in one form.
#[derive(Debug, PartialEq)]
enum Story {
    Read { detection: String, was: String, converted: String },
    Ambiguous { detection: String, as_old: String, as_new: String },
    Refused,
}

fn names(subject: Subject, pair: TypePair) -> (&'static str, &'static str) {
    let migration = subject.migration;
    (&migration.old[pair.old()].element.full_name, &migration.new[pair.new()].element.full_name)
}

/// What both sides say about a converted message, in words.
struct Said<'a> {
    message: &'a [u8],
    losses: Vec<String>,
    supplied: Vec<String>,
    missing: Vec<String>,
}

/// The remarks of either side, whose types are alike by name only.
macro_rules! said {
    ($converted:expr) => {
        Said {
            message: &$converted.message,
            losses: $converted.losses.iter().map(|loss| format!("{}: {}", loss.path, loss.reason)).collect(),
            supplied: $converted.supplied.iter().map(|put| format!("{} = {}", put.path, put.value)).collect(),
            missing: $converted.missing.clone(),
        }
    };
}

/// It as text, with the message as it is when it is written canonically.
fn text(subject: Subject, pair: TypePair, wanted: Side, said: Said<'_>) -> String {
    let schema = subject.migration.schema(wanted);
    let id = if wanted == Side::Old { pair.old() } else { pair.new() };
    let mut read = binary::read(schema, &schema[id], said.message, Reader::Conformant).expect("a message");
    // Prost does not keep them; the tool does, where a message stays what it is.
    forget_unknown(&mut read);
    drop_implicit_defaults(schema, &schema[id], &mut read);
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    let (losses, supplied, missing) = (sorted(said.losses), sorted(said.supplied), sorted(said.missing));
    format!("{} {losses:?} {supplied:?} {missing:?}", to_hex(&binary::write(schema, &schema[id], &read)))
}

/// Takes unknown fields out, at any depth.
fn forget_unknown(message: &mut DynamicMessage) {
    message.unknown.clear();
    for value in message.fields.values_mut() {
        let values: Vec<&mut Value> = match value {
            Value::List(values) => values.iter_mut().collect(),
            Value::Map(entries) => entries.iter_mut().map(|(_, value)| value).collect(),
            value => vec![value],
        };
        for value in values {
            if let Value::Message(inner) = value {
                forget_unknown(inner);
            }
        }
    }
}

fn tool(
    subject: Subject,
    reader: &DualReader<'_>,
    pair: TypePair,
    bytes: &[u8],
    told: Option<Side>,
    wanted: Side,
) -> Story {
    let each = |converted: &migration::Converted| text(subject, pair, wanted, said!(converted));
    match reader.read(pair, bytes, told, wanted) {
        Ok(Answer::Read { detection, was, converted }) => {
            Story::Read { detection: format!("{detection:?}"), was: was.to_string(), converted: each(&converted) }
        }
        Ok(Answer::Ambiguous { detection, as_old, as_new }) => Story::Ambiguous {
            detection: format!("{detection:?}"),
            as_old: as_old.map_or("refused".to_owned(), |converted| each(&converted)),
            as_new: as_new.map_or("refused".to_owned(), |converted| each(&converted)),
        },
        Err(_) => Story::Refused,
    }
}

fn generated(subject: Subject, pair: TypePair, bytes: &[u8], told: Option<Side>, wanted: Side) -> Story {
    let side = |side: Side| if side == Side::Old { AdapterSide::Old } else { AdapterSide::New };
    let hint = told.map_or(VersionHint::None, |told| VersionHint::Side(side(told)));
    let each = |converted: &Converted<Vec<u8>>| text(subject, pair, wanted, said!(converted));
    match read_either(names(subject, pair), bytes, hint, side(wanted)) {
        Ok(Read::Message { detection, was, converted }) => {
            Story::Read { detection: format!("{detection:?}"), was: was.to_string(), converted: each(&converted) }
        }
        Ok(Read::Ambiguous { detection, as_old, as_new }) => Story::Ambiguous {
            detection: format!("{detection:?}"),
            as_old: as_old.map_or("refused".to_owned(), |converted| each(&converted)),
            as_new: as_new.map_or("refused".to_owned(), |converted| each(&converted)),
        },
        Err(_) => Story::Refused,
    }
}

#[test]
fn the_generated_reader_says_what_the_tool_says() {
    let subject = a2a();
    let reader = DualReader::new(subject.migration);
    let mut verdicts = std::collections::BTreeMap::new();
    // What is long or deep, the conversions are held to.
    for case in corpus(subject).into_iter().filter(|case| case.input.len() < 10_000) {
        let detection = reader.detect(case.pair, &case.input, Side::New);
        *verdicts.entry(detection.verdict()).or_insert(0) += 1;
        for wanted in [Side::New, Side::Old] {
            for told in [None, Some(Side::Old), Some(Side::New)] {
                let expected = tool(subject, &reader, case.pair, &case.input, told, wanted);
                let found = generated(subject, case.pair, &case.input, told, wanted);
                assert_eq!(
                    found,
                    expected,
                    "{:?} {told:?} {wanted}: {}",
                    names(subject, case.pair),
                    to_hex(&case.input)
                );
            }
        }
    }
    assert!(verdicts.len() >= 4, "all sorts of verdicts: {verdicts:?}");
    // The words are those of the same source, so the types are alike by name.
    assert_eq!(format!("{:?}", ToolVerdict::Certain(Side::Old)), format!("{:?}", Verdict::Certain(AdapterSide::Old)));
}

#[test]
fn hints_are_those_of_the_manifest() {
    let pair = ("a2a.v1.GetTaskRequest", "lf.a2a.v1.GetTaskRequest");
    let bytes = b"\x0a\x07tasks/7";
    let detection = |hint| match read_either(pair, bytes, hint, AdapterSide::New) {
        Ok(Read::Message { detection, .. } | Read::Ambiguous { detection, .. }) => Ok(detection),
        Err(error) => Err(error),
    };
    let told = |hint| detection(hint).map(|detection: Detection| detection.grounds);
    let old = Ok(Grounds::Told(AdapterSide::Old));
    let new = Ok(Grounds::Told(AdapterSide::New));
    assert_eq!(told(VersionHint::Header("")), old);
    assert_eq!(told(VersionHint::Header(" 0.3.0 ")), old);
    assert_eq!(told(VersionHint::Header("1.0")), new);
    assert_eq!(told(VersionHint::Method("/a2a.v1.A2AService/GetTask")), old);
    assert_eq!(told(VersionHint::Method("lf.a2a.v1.A2AService/GetTask")), new);
    assert_eq!(told(VersionHint::Header("2.0")), Err(Error::UnknownVersion { value: "2.0".to_owned() }));
    let unknown = Error::UnknownMethod { path: "/a.B/C".to_owned() };
    assert_eq!(told(VersionHint::Method("/a.B/C")), Err(unknown));
    assert_eq!(told(VersionHint::None), Ok(Grounds::Bytes(Verdict::Likely(AdapterSide::Old))));
}

/// A member of a oneof that another drives out, with something unknown in it: field 3 of `open_id_connect_security_scheme`
/// and then `oauth2_security_scheme`.
#[test]
fn what_is_in_a_member_that_another_drives_out_is_not_noted() {
    let of = |input: &str| {
        let types = ("a2a.v1.SecurityScheme", "lf.a2a.v1.SecurityScheme");
        let converted = bytes::upgrade(types.0, types.1, &hex(input)).expect("a message");
        converted.losses.into_iter().map(|loss| loss.path).collect::<Vec<_>>()
    };
    assert_eq!(of("2202 1804 1a00"), [""; 0]);
    assert_eq!(of("1a00 2202 1804"), ["open_id_connect_security_scheme.#3"]);
    assert_eq!(of("2202 1804 1a00 2202 2004"), ["open_id_connect_security_scheme.#4"]);
}
