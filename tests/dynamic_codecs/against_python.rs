//! The conformant reader and the JSON codec, held to the protobuf runtime of Python: upb (C) and the pure Python one.
//!
//! Skipped, with a notice, where `python3` or its `protobuf` package is missing.

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use proto_diff::{
    dynamic::{
        DynamicMessage, FieldNames, Reader, UnknownNames,
        binary::{self, ReadError},
        drop_implicit_defaults, json, missing_required,
    },
    schema::{FieldType, Message},
    wire::{WireType, Writer},
};
use serde_json::Value as Json;

use crate::{
    arbitrary::Taste,
    hex::{hex, to_hex},
    peer::{Answer, Peer, Request},
    same_json::same_json,
    schemas::{DESCRIPTOR_SET, EVERYTHING, LEGACY, SCHEMA, dump, message, messages},
};

const KEY: &str = "mixed";

/// The script's answers; `None` when this runtime is not there.
fn ask(runtime: &str, requests: &[Request]) -> Option<Vec<Answer>> {
    let mut peer = Peer::start(runtime)?;
    peer.load(KEY, &DESCRIPTOR_SET);
    Some(peer.ask(requests))
}

fn is_negative_zero(json: &Json) -> bool {
    json == "float 80000000" || json == "double 8000000000000000"
}

/// The pure Python runtime drops `-0.0` where there is no presence; upb and C++ keep it.
fn without_negative_zeros(json: Json) -> Json {
    match json {
        Json::Object(object) => object
            .into_iter()
            .filter(|(_, json)| !is_negative_zero(json))
            .map(|(name, json)| (name, without_negative_zeros(json)))
            .collect(),
        Json::Array(array) => array.into_iter().map(without_negative_zeros).collect(),
        json => json,
    }
}

/// The same messages each time, so that a failure comes back.
fn samples(name: &'static str, taste: Taste, count: usize) -> Vec<proto_diff::dynamic::DynamicMessage> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = messages(name, taste);
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

fn request(mode: &'static str, name: &str, payload: String) -> Request {
    Request { mode, key: KEY, name: name.to_owned(), payload }
}

fn decode(name: &str, bytes: &[u8]) -> Request {
    request("decode", name, to_hex(bytes))
}

/// Where a runtime of Python goes its own way and none of C++, Java and Go follows.
fn is_defect_of(
    runtime: &str,
    message: &Message,
    ours: &Result<DynamicMessage, ReadError>,
    theirs: &Result<Json, String>,
) -> bool {
    let ours = ours.as_ref().map(|value| dump(message, value).to_string()).map_err(|error| error.to_string());
    match (runtime, ours, theirs) {
        // A map entry with anything in it that is not its key or value is set aside whole (`_upb_Decoder_DecodeToMap`
        // in upb/wire/decode.c). Elsewhere only that part is skipped (`TcParser::ParseOneMapEntry` in C++).
        ("upb", Ok(_), Ok(theirs)) => {
            let theirs = theirs.to_string();
            let maps = [EVERYTHING, LEGACY, "google.protobuf.Struct"]
                .into_iter()
                .flat_map(|name| &crate::schemas::message(name).fields);
            maps.filter(|field| matches!(field.ty, FieldType::Map { .. }))
                .any(|field| theirs.contains(&format!("\"{}:len\"", field.number)))
        }
        // The pure runtime checks all strings; upb hands out values that are not UTF-8 as bytes, but stumbles over
        // keys.
        (_, Ok(ours), Err(theirs)) if theirs.contains("UnicodeDecodeError") => ours.contains("not utf-8"),
        // An enum number that is not known, after another member of the same oneof, is a lookup that fails.
        ("python", Ok(_), Err(theirs)) => theirs.contains("KeyError"),
        // Field numbers that no tag may have are kept.
        ("python", Err(ours), Ok(_)) => ours.contains("out of range"),
        // A map entry with an enum number that is not known gets the default, instead of being set aside.
        ("python", Ok(ours), Ok(_)) => ours.contains("\"10:len\""),
        _ => false,
    }
}

/// Compares our conformant reading with theirs, request by request.
fn compare(runtime: &str, requests: &[Request]) {
    let Some(answers) = ask(runtime, requests) else { return };
    let mut failures = Vec::new();
    for (request, Answer { result: theirs, incomplete }) in requests.iter().zip(answers) {
        let message = message(&request.name);
        let ours = binary::read(&SCHEMA, message, &hex(&request.payload), Reader::Conformant);
        let agree = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => {
                // The pure runtime does not look for required fields in maps.
                let told = incomplete || runtime == "python" || missing_required(&SCHEMA, message, ours).is_empty();
                told && without_negative_zeros(dump(message, ours)) == without_negative_zeros(theirs.clone())
            }
            (Err(_), Err(_)) => true,
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        };
        if !agree && !is_defect_of(runtime, message, &ours, &theirs) {
            let ours = ours.map(|value| dump(message, &value)).map_err(|error| error.to_string());
            let show = |result: Result<Json, String>| result.map_or_else(|e| e, |json| json.to_string());
            failures.push(format!(
                "{} {}\n  ours:   {}\n  theirs: {}",
                request.name,
                request.payload,
                show(ours),
                show(theirs)
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{runtime}: {} of {}\n{}",
        failures.len(),
        requests.len(),
        failures[..failures.len().min(5)].join("\n")
    );
}

#[test]
fn bytes_with_upb() {
    compare("upb", &binary_requests());
}

#[test]
fn bytes_with_pure_python() {
    compare("python", &binary_requests());
}

fn binary_requests() -> Vec<Request> {
    let mut requests = Vec::new();
    for (name, other) in [(EVERYTHING, LEGACY), (LEGACY, EVERYTHING)] {
        for (i, value) in samples(name, Taste::AnyBytes, 800).into_iter().enumerate() {
            let mut bytes = binary::write(&SCHEMA, message(name), &value);
            requests.push(decode(name, &bytes));
            // A schema change at its worst: read as another type.
            requests.push(decode(other, &bytes));
            if !bytes.is_empty() {
                let at = i * 31 % bytes.len();
                bytes[at] = bytes[at].wrapping_add(i as u8);
                requests.push(decode(name, &bytes));
            }
        }
    }
    requests
}

/// How deep messages may nest. The pure Python runtime has limits of its own.
#[test]
fn nesting_with_upb() {
    let child = |inner: Vec<u8>| {
        let mut out = Writer::default();
        out.len_field(18, &inner);
        out.into_bytes()
    };
    let child_in_map = |inner: Vec<u8>| {
        let mut out = Writer::default();
        out.tag(41, WireType::Len);
        out.len_with(|out| out.len_field(2, &inner));
        out.into_bytes()
    };
    let group = |levels: usize| [vec![0x43; levels], vec![0x44; levels]].concat();
    let mut requests = Vec::new();
    for levels in [98, 99, 100, 101] {
        let children = (0..levels).fold(Vec::new(), |inner, _| child(inner));
        let children_in_maps = (0..levels / 2).fold(Vec::new(), |inner, _| child_in_map(inner));
        let inputs = [(EVERYTHING, children), (EVERYTHING, children_in_maps), (LEGACY, group(levels))];
        requests.extend(inputs.map(|(name, bytes)| request("accept", name, to_hex(&bytes))));
    }
    let Some(answers) = ask("upb", &requests) else { return };
    for (request, Answer { result: theirs, .. }) in requests.iter().zip(answers) {
        let bytes = hex(&request.payload);
        let ours = binary::read(&SCHEMA, message(&request.name), &bytes, Reader::Conformant);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{} bytes: {theirs:?} {:?}", bytes.len(), ours.err());
    }
}

#[test]
fn json_is_written_alike() {
    let mut values = Vec::new();
    for name in [EVERYTHING, LEGACY] {
        for mut value in samples(name, Taste::Json, 800) {
            drop_implicit_defaults(&SCHEMA, message(name), &mut value);
            values.push((name, value));
        }
    }
    let print = |(name, value): &(&'static str, DynamicMessage)| {
        request("print", name, to_hex(&binary::write(&SCHEMA, message(name), value)))
    };
    let Some(answers) = ask("upb", &values.iter().map(print).collect::<Vec<_>>()) else { return };
    for ((name, value), Answer { result: theirs, .. }) in values.iter().zip(answers) {
        let ours = json::write(&SCHEMA, message(name), value, FieldNames::Json).unwrap();
        match theirs {
            Ok(theirs) => {
                let theirs: Json = serde_json::from_str(theirs.as_str().unwrap()).unwrap();
                assert!(same_json(&ours, &theirs), "ours:   {ours}\ntheirs: {theirs}");
            }
            Err(theirs) => panic!("ours:   {ours}\ntheirs: {theirs}"),
        }
    }
}

/// JSON that a person or another program might write. Python has the last word on each, but for the exceptions below.
pub const JSON: &[(&str, &str)] = &[
    (EVERYTHING, r#"{}"#),
    (EVERYTHING, r#"{"int32": 1, "int64": "2", "uint64": 3, "double": "1.5", "float": 1}"#),
    (EVERYTHING, r#"{"int32": "1e3", "int64": 1e3, "uint32": 1.0}"#),
    (EVERYTHING, r#"{"int32": 1.5}"#),
    (EVERYTHING, r#"{"int32": 2147483648}"#),
    (EVERYTHING, r#"{"int32": -2147483649}"#),
    (EVERYTHING, r#"{"uint32": -1}"#),
    (EVERYTHING, r#"{"uint64": "18446744073709551615"}"#),
    (EVERYTHING, r#"{"uint64": "18446744073709551616"}"#),
    (EVERYTHING, r#"{"int64": "-9223372036854775808"}"#),
    (EVERYTHING, r#"{"int32": " 1"}"#),
    (EVERYTHING, r#"{"int32": "1 "}"#),
    (EVERYTHING, r#"{"int32": ""}"#),
    (EVERYTHING, r#"{"int32": true}"#),
    (EVERYTHING, r#"{"int32": []}"#),
    (EVERYTHING, r#"{"float": "NaN", "double": "-Infinity"}"#),
    (EVERYTHING, r#"{"float": "nan"}"#),
    (EVERYTHING, r#"{"float": 3.502823e38}"#),
    (EVERYTHING, r#"{"double": "abc"}"#),
    (EVERYTHING, r#"{"bool": true}"#),
    (EVERYTHING, r#"{"bool": "true"}"#),
    (EVERYTHING, r#"{"bool": 1}"#),
    (EVERYTHING, r#"{"string": 1}"#),
    (EVERYTHING, r#"{"string": null}"#),
    (EVERYTHING, r#"{"bytes": "AQI="}"#),
    (EVERYTHING, r#"{"bytes": "AQI"}"#),
    (EVERYTHING, r#"{"bytes": "-_8="}"#),
    (EVERYTHING, r#"{"bytes": "+/8="}"#),
    (EVERYTHING, r#"{"bytes": "A"}"#),
    (EVERYTHING, r#"{"color": "CRIMSON"}"#),
    (EVERYTHING, r#"{"color": "crimson"}"#),
    (EVERYTHING, r#"{"color": "PURPLE"}"#),
    (EVERYTHING, r#"{"color": -2}"#),
    (EVERYTHING, r#"{"color": 99}"#),
    (EVERYTHING, r#"{"color": 4294967296}"#),
    (EVERYTHING, r#"{"colors": ["RED", "PURPLE", 7]}"#),
    (EVERYTHING, r#"{"colorByTruth": {"true": "RED", "false": "PURPLE"}}"#),
    (EVERYTHING, r#"{"colorByTruth": {"True": "RED"}}"#),
    (EVERYTHING, r#"{"optionalInt32": 0}"#),
    (EVERYTHING, r#"{"optional_int32": 0}"#),
    (EVERYTHING, r#"{"OPTIONALINT32": 0}"#),
    (EVERYTHING, r#"{"CUSTOM name": "x"}"#),
    (EVERYTHING, r#"{"custom": "x"}"#),
    (EVERYTHING, r#"{"unheardOf": {"a": [1]}}"#),
    (EVERYTHING, r#"{"text": "a", "number": 1}"#),
    (EVERYTHING, r#"{"text": "a", "number": null}"#),
    (EVERYTHING, r#"{"text": null, "number": 1}"#),
    (EVERYTHING, r#"{"nothing": null}"#),
    (EVERYTHING, r#"{"nothing": "NULL_VALUE"}"#),
    (EVERYTHING, r#"{"nullValue": null}"#),
    (EVERYTHING, r#"{"child": {"child": {}}}"#),
    (EVERYTHING, r#"{"child": null}"#),
    (EVERYTHING, r#"{"child": 1}"#),
    (EVERYTHING, r#"{"child": []}"#),
    (EVERYTHING, r#"{"packedInt32": [1, "2", 3.0]}"#),
    (EVERYTHING, r#"{"packedInt32": null}"#),
    (EVERYTHING, r#"{"packedInt32": [null]}"#),
    (EVERYTHING, r#"{"packedInt32": 1}"#),
    (EVERYTHING, r#"{"packedInt32": []}"#),
    (EVERYTHING, r#"{"children": [{}, {"int32": 1}]}"#),
    (EVERYTHING, r#"{"children": [null]}"#),
    (EVERYTHING, r#"{"textByText": {"a": "b", "": ""}}"#),
    (EVERYTHING, r#"{"textByText": {"a": null}}"#),
    (EVERYTHING, r#"{"textByText": []}"#),
    (EVERYTHING, r#"{"childByNumber": {"-1": {}, "7": {"int32": 1}}}"#),
    (EVERYTHING, r#"{"childByNumber": {"x": {}}}"#),
    (EVERYTHING, r#"{"doubleByUint64": {"18446744073709551615": "Infinity"}}"#),
    (EVERYTHING, r#"{"doubleByUint64": {"-1": 0}}"#),
    (EVERYTHING, r#"{"valueByText": {"a": null, "b": [1, {"c": "d"}]}}"#),
    (EVERYTHING, r#"{"timestamp": "2024-02-29T12:30:00.5+01:30"}"#),
    (EVERYTHING, r#"{"timestamp": "2023-02-29T00:00:00Z"}"#),
    (EVERYTHING, r#"{"timestamp": "2024-01-01T00:00:00"}"#),
    (EVERYTHING, r#"{"timestamp": "2024-01-01t00:00:00Z"}"#),
    (EVERYTHING, r#"{"timestamp": "2016-12-31T23:59:60Z"}"#),
    (EVERYTHING, r#"{"timestamp": "0001-01-01T00:00:00Z"}"#),
    (EVERYTHING, r#"{"timestamp": 1}"#),
    (EVERYTHING, r#"{"duration": "-1.5s"}"#),
    (EVERYTHING, r#"{"duration": "1"}"#),
    (EVERYTHING, r#"{"duration": "315576000001s"}"#),
    (EVERYTHING, r#"{"fieldMask": "a.bC,d"}"#),
    (EVERYTHING, r#"{"fieldMask": "a_b"}"#),
    (EVERYTHING, r#"{"fieldMask": ""}"#),
    (EVERYTHING, r#"{"struct": {"a": 1, "b": null, "c": [true, "x", {}]}}"#),
    (EVERYTHING, r#"{"struct": []}"#),
    (EVERYTHING, r#"{"struct": null}"#),
    (EVERYTHING, r#"{"value": null}"#),
    (EVERYTHING, r#"{"value": {"a": []}}"#),
    (EVERYTHING, r#"{"values": [null, 1]}"#),
    (EVERYTHING, r#"{"values": null}"#),
    (EVERYTHING, r#"{"listValue": [1, [2]]}"#),
    (EVERYTHING, r#"{"listValue": {}}"#),
    (EVERYTHING, r#"{"any": {}}"#),
    (EVERYTHING, r#"{"any": {"@type": "type.googleapis.com/legacy.Legacy", "id": 3}}"#),
    (EVERYTHING, r#"{"any": {"@type": "type.googleapis.com/google.protobuf.Duration", "value": "1s"}}"#),
    (EVERYTHING, r#"{"any": {"@type": "type.googleapis.com/google.protobuf.Int64Value", "value": "1"}}"#),
    (EVERYTHING, r#"{"any": {"@type": "type.googleapis.com/google.protobuf.Duration"}}"#),
    (EVERYTHING, r#"{"any": {"@type": "type.googleapis.com/google.protobuf.Empty"}}"#),
    (EVERYTHING, r#"{"any": {"@type": "type.googleapis.com/un.Known"}}"#),
    (EVERYTHING, r#"{"any": {"value": 1}}"#),
    (EVERYTHING, r#"{"empty": {}}"#),
    (EVERYTHING, r#"{"empty": {"a": 1}}"#),
    (
        EVERYTHING,
        r#"{"doubleValue": 1.5, "floatValue": "NaN", "int64Value": "1", "uint64Value": 2, "boolValue": false}"#,
    ),
    (EVERYTHING, r#"{"int32Value": 0, "uint32Value": "7", "stringValue": "", "bytesValue": "AQI="}"#),
    (EVERYTHING, r#"{"int32Value": null}"#),
    (EVERYTHING, r#"{"int32Value": {"value": 1}}"#),
    (EVERYTHING, r#"{"int64Values": ["1", 0]}"#),
    (EVERYTHING, r#"{"int64Values": [null]}"#),
    (EVERYTHING, r#"[]"#),
    (EVERYTHING, r#"null"#),
    (LEGACY, r#"{"id": 1, "inner": {"x": 1}, "item": [{"name": "a"}], "grouped": {"y": 2}}"#),
    (LEGACY, r#"{"id": 1, "[legacy.note]": "n", "[legacy.marks]": [1, 2], "[legacy.more]": {"id": 2}}"#),
    (LEGACY, r#"{"id": 1, "[legacy.unheardOf]": 1}"#),
    (LEGACY, r#"{"id": 1, "closed": "SECOND", "closedList": ["FIRST", 2]}"#),
    (LEGACY, r#"{"closed": "THIRD"}"#),
    (LEGACY, r#"{"pick": "FIRST", "word": "w"}"#),
];

/// Where we do not follow Python, whatever is done with unknown names: it takes anything that is empty for a message,
/// and a number that no enum can have for zero, and does not get past `null` for a repeated `Value`.
const JSON_EXCEPTIONS: &[&str] = &[r#"{"color": 4294967296}"#, r#"{"child": []}"#, r#"{"values": null}"#, r#"[]"#];

#[test]
fn json_is_read_alike() {
    let modes = [("parse", UnknownNames::Reject), ("ignore", UnknownNames::Ignore)];
    let requests: Vec<Request> = modes
        .iter()
        .flat_map(|(mode, _)| JSON.iter().map(|(name, json)| request(mode, name, (*json).to_owned())))
        .collect();
    let Some(answers) = ask("upb", &requests) else { return };
    let mut failures = Vec::new();
    for (request, Answer { result: theirs, .. }) in requests.iter().zip(answers) {
        let message = message(&request.name);
        let names = if request.mode == "parse" { UnknownNames::Reject } else { UnknownNames::Ignore };
        let json: Json = serde_json::from_str(&request.payload).unwrap();
        let ours = json::read(&SCHEMA, message, &json, names);
        let agree = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => dump(message, ours) == *theirs,
            (Err(_), Err(_)) => true,
            _ => false,
        };
        let excepted = JSON_EXCEPTIONS.contains(&request.payload.as_str());
        if agree == excepted {
            failures.push(format!("{} {}\n  ours:   {ours:?}\n  theirs: {theirs:?}", request.mode, request.payload));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
