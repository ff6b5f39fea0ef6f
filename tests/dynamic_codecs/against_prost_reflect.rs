//! The strict reader and the JSON codec, held to prost-reflect on the same schema.

use std::sync::LazyLock;

use proptest::prelude::*;
use prost_reflect::{DescriptorPool, DeserializeOptions, DynamicMessage as Theirs, SerializeOptions};
use proto_diff::{
    dynamic::{
        DynamicMessage, FieldNames, Reader, UnknownNames, Value,
        binary::{self, ReadError, ReadReason},
        drop_implicit_defaults, find_field, json,
    },
    schema::{FieldType, Message},
    wire::{WireReason, WireType},
};
use serde_json::Value as Json;

use crate::{
    against_python::JSON,
    arbitrary::Taste,
    hex::to_hex,
    prost_tree::tree,
    same_json::same_json,
    schemas::{DESCRIPTOR_SET, EVERYTHING, LEGACY, SCHEMA, dump, message, messages},
};

static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| DescriptorPool::decode(DESCRIPTOR_SET.as_slice()).unwrap());

fn decode(name: &str, bytes: &[u8]) -> Result<Theirs, String> {
    Theirs::decode(POOL.get_message_by_name(name).unwrap(), bytes).map_err(|error| error.to_string())
}

fn reads_alike(name: &str, bytes: &[u8]) -> Result<(), TestCaseError> {
    let message = message(name);
    match (binary::read(&SCHEMA, message, bytes, Reader::Strict), decode(name, bytes)) {
        (Ok(ours), Ok(theirs)) => {
            let (ours, theirs) = (without_zeros(dump(message, &ours)), without_zeros(tree(&theirs)));
            prop_assert_eq!(ours, theirs, "{}", to_hex(bytes));
        }
        (Err(_), Err(_)) => {}
        (Ok(ours), Err(theirs)) => prop_assert!(false, "{}: they: {theirs}; we: {ours:?}", to_hex(bytes)),
        (Err(ours), Ok(theirs)) => {
            prop_assert!(is_map_by_another_tag(&ours), "{}: they: {theirs}; we: {ours}", to_hex(bytes));
        }
    }
    Ok(())
}

/// prost-reflect 0.16 takes whatever follows the tag of a map field for an entry, as prost did before 0.14.6. Now prost
/// looks at the wire type, and so do we.
fn is_map_by_another_tag(error: &ReadError) -> bool {
    let number = match error.reason {
        ReadReason::WireType { expected: WireType::Len, .. } => error.field,
        ReadReason::Wire(WireReason::UnmatchedEndGroup(number)) => Some(number),
        _ => None,
    };
    let is_map = |message| {
        let field = number.and_then(|number| find_field(&SCHEMA, message, number));
        field.is_some_and(|field| matches!(field.ty, FieldType::Map { .. }))
    };
    is_map(message(EVERYTHING)) || is_map(message(LEGACY))
}

/// prost takes `-0.0` in a field without presence for the default and drops it; the other runtimes keep it, and so do
/// we.
fn without_zeros(json: Json) -> Json {
    let is_zero =
        |json: &Json| json.as_f64() == Some(0.0) || json == "float 80000000" || json == "double 8000000000000000";
    match json {
        Json::Object(object) => object
            .into_iter()
            .filter(|(_, json)| !is_zero(json))
            .map(|(name, json)| (name, without_zeros(json)))
            .collect(),
        Json::Array(array) => array.into_iter().map(without_zeros).collect(),
        json => json,
    }
}

fn writes_json_alike(message: &Message, value: &DynamicMessage) -> Result<(), TestCaseError> {
    let mut value = value.clone();
    drop_implicit_defaults(&SCHEMA, message, &mut value);
    let bytes = binary::write(&SCHEMA, message, &value);
    let theirs = decode(&message.element.full_name, &bytes).unwrap();
    for (names, use_proto_names) in [(FieldNames::Json, false), (FieldNames::Proto, true)] {
        let options = SerializeOptions::new().use_proto_field_name(use_proto_names);
        let theirs = theirs.serialize_with_options(serde_json::value::Serializer, &options).unwrap();
        let ours = json::write(&SCHEMA, message, &value, names).unwrap();
        let (ours, theirs) = (without_zeros(ours), without_zeros(theirs));
        prop_assert!(same_json(&ours, &theirs), "ours:   {ours}\ntheirs: {theirs}");
    }
    Ok(())
}

/// prost-reflect 0.16 writes a `FloatValue` or `DoubleValue` that is not finite as null.
fn has_infinite_wrapper(value: &DynamicMessage) -> bool {
    let infinite = |value: &Value| match value {
        Value::Message(inner) => {
            matches!(inner.fields.get(&1), Some(Value::Float(v)) if !v.is_finite())
                || matches!(inner.fields.get(&1), Some(Value::Double(v)) if !v.is_finite())
        }
        _ => false,
    };
    let below = |value: &Value| match value {
        Value::Message(inner) => has_infinite_wrapper(inner),
        Value::List(values) => values.iter().any(|v| matches!(v, Value::Message(inner) if has_infinite_wrapper(inner))),
        Value::Map(entries) => {
            entries.iter().any(|(_, v)| matches!(v, Value::Message(inner) if has_infinite_wrapper(inner)))
        }
        _ => false,
    };
    value.fields.iter().any(|(number, value)| [58, 59].contains(number) && infinite(value) || below(value))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whole_messages(everything in messages(EVERYTHING, Taste::Anything), legacy in messages(LEGACY, Taste::Anything)) {
        reads_alike(EVERYTHING, &binary::write(&SCHEMA, message(EVERYTHING), &everything))?;
        reads_alike(LEGACY, &binary::write(&SCHEMA, message(LEGACY), &legacy))?;
    }

    /// The other type's bytes: a schema change at its worst.
    #[test]
    fn messages_of_another_type(
        everything in messages(EVERYTHING, Taste::Anything),
        legacy in messages(LEGACY, Taste::Anything),
    ) {
        reads_alike(LEGACY, &binary::write(&SCHEMA, message(EVERYTHING), &everything))?;
        reads_alike(EVERYTHING, &binary::write(&SCHEMA, message(LEGACY), &legacy))?;
    }

    #[test]
    fn damaged_messages(
        everything in messages(EVERYTHING, Taste::Anything),
        legacy in messages(LEGACY, Taste::Anything),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        for (name, value) in [(EVERYTHING, everything), (LEGACY, legacy)] {
            let mut bytes = binary::write(&SCHEMA, message(name), &value);
            for (index, byte) in &damage {
                if !bytes.is_empty() {
                    let at = index.index(bytes.len());
                    bytes[at] = *byte;
                }
            }
            reads_alike(name, &bytes)?;
        }
    }

    #[test]
    fn noise(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        reads_alike(EVERYTHING, &bytes)?;
        reads_alike(LEGACY, &bytes)?;
    }

    #[test]
    fn json(everything in messages(EVERYTHING, Taste::Json), legacy in messages(LEGACY, Taste::Json)) {
        prop_assume!(!has_infinite_wrapper(&everything));
        writes_json_alike(message(EVERYTHING), &everything)?;
        writes_json_alike(message(LEGACY), &legacy)?;
    }

    /// Their JSON, read by us.
    #[test]
    fn their_json(everything in messages(EVERYTHING, Taste::Json)) {
        prop_assume!(!has_infinite_wrapper(&everything));
        let message = message(EVERYTHING);
        let theirs = decode(EVERYTHING, &binary::write(&SCHEMA, message, &everything)).unwrap();
        let json = theirs.serialize_with_options(serde_json::value::Serializer, &SerializeOptions::new()).unwrap();
        let ours = json::read(&SCHEMA, message, &json, UnknownNames::Reject).unwrap();
        prop_assert_eq!(without_zeros(dump(message, &ours)), without_zeros(tree(&theirs)));
    }
}

/// Both wander through the same depths, but for maps: a hundred levels below the root are read, a hundred and one are
/// not.
#[test]
fn nesting() {
    let child = |inner: &[u8]| {
        let mut out = proto_diff::wire::Writer::default();
        out.len_field(18, inner);
        out.into_bytes()
    };
    let unknown_group = |levels: usize| [[0xa3, 0x7d].repeat(levels), [0xa4, 0x7d].repeat(levels)].concat();
    let map_entry = |inner: &[u8]| {
        let mut out = proto_diff::wire::Writer::default();
        out.tag(41, proto_diff::wire::WireType::Len);
        out.len_with(|out| out.len_field(2, inner));
        out.into_bytes()
    };
    for levels in [99, 100, 101] {
        let nested = (0..levels).fold(Vec::new(), |inner, _| child(&inner));
        reads_alike(EVERYTHING, &nested).unwrap();
        reads_alike(EVERYTHING, &unknown_group(levels)).unwrap();
        let ours = binary::read(&SCHEMA, message(EVERYTHING), &nested, Reader::Strict);
        assert_eq!(ours.is_ok(), levels <= 100, "{levels}");
    }
    // A message in a map is two levels to prost and to us, and one to prost-reflect 0.16.
    for (entries, we_read, they_read) in [(50, true, true), (51, false, true), (100, false, true), (101, false, false)]
    {
        let nested = (0..entries).fold(Vec::new(), |inner, _| map_entry(&inner));
        let ours = binary::read(&SCHEMA, message(EVERYTHING), &nested, Reader::Strict);
        assert_eq!((ours.is_ok(), decode(EVERYTHING, &nested).is_ok()), (we_read, they_read), "{entries}");
    }
}

/// Where we do not follow prost-reflect 0.16, whatever is done with unknown names.
const JSON_EXCEPTIONS: &[(&str, &str)] = &[
    ("no exponents in strings", r#"{"int32": "1e3", "int64": 1e3, "uint32": 1.0}"#),
    ("NaN in any case", r#"{"float": "nan"}"#),
    ("leap seconds moved back", r#"{"timestamp": "2016-12-31T23:59:60Z"}"#),
    ("a repeated field set to one value", r#"{"values": null}"#),
    ("no empty Any", r#"{"any": {}}"#),
    ("Empty in an Any only with a value", r#"{"any": {"@type": "type.googleapis.com/google.protobuf.Empty"}}"#),
];

/// Where we do not follow it when names are ignored: it does not ignore those in an `Empty`.
const JSON_EXCEPTION_WHEN_IGNORING: &str = r#"{"empty": {"a": 1}}"#;

#[test]
fn json_is_read_alike() {
    let mut failures = Vec::new();
    for (name, text) in JSON {
        let json: Json = serde_json::from_str(text).unwrap();
        for (unknown_names, deny) in [(UnknownNames::Reject, true), (UnknownNames::Ignore, false)] {
            let ours = json::read(&SCHEMA, message(name), &json, unknown_names);
            let options = DeserializeOptions::new().deny_unknown_fields(deny);
            let descriptor = POOL.get_message_by_name(name).unwrap();
            let theirs = Theirs::deserialize_with_options(descriptor, json.clone(), &options);
            let agree = match (&ours, &theirs) {
                (Ok(ours), Ok(theirs)) => dump(message(name), ours) == tree(theirs),
                (Err(_), Err(_)) => true,
                _ => false,
            };
            let excepted = JSON_EXCEPTIONS.iter().any(|(_, exception)| exception == text)
                || (unknown_names == UnknownNames::Ignore && *text == JSON_EXCEPTION_WHEN_IGNORING);
            if agree == excepted {
                let theirs = theirs.map(|value| tree(&value).to_string());
                failures.push(format!("{unknown_names:?} {text}\n  ours:   {ours:?}\n  theirs: {theirs:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
