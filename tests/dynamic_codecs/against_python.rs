//! The conformant reader and the JSON codec, held to the protobuf runtime of Python: upb (C) and the pure Python one.
//!
//! Skipped, with a notice, where `python3` or its `protobuf` package is missing.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use proto_diff::{
    dynamic::{
        DynamicMessage, FieldNames, Reader, UnknownNames,
        binary::{self, ReadError},
        drop_implicit_defaults, json,
    },
    schema::{FieldType, Message},
};
use serde_json::Value as Json;

use crate::{
    arbitrary::{Taste, messages},
    dump::dump,
    schemas::{DESCRIPTOR_SET, EVERYTHING, LEGACY, SCHEMA, hex, message, to_hex},
};

/// One line to the script.
struct Request {
    mode: &'static str,
    name: &'static str,
    payload: String,
}

/// The script's answers, `Err` for a refusal; `None` when this runtime is not there.
fn ask(runtime: &str, requests: &[Request]) -> Option<Vec<Result<Json, String>>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/peer.py");
    let has_protobuf = Command::new("python3").args(["-c", "import google.protobuf.message_factory"]).output();
    if !has_protobuf.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: python3 with the protobuf package is not installed");
        return None;
    }
    let mut child = Command::new("python3")
        .arg(script)
        .env("PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION", runtime)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines: String = requests.iter().map(|r| format!("{}\t{}\t{}\n", r.mode, r.name, r.payload)).collect();
    let writer = std::thread::spawn(move || {
        // A runtime that is not there exits without reading.
        let _ = writeln!(input, "{}", to_hex(&DESCRIPTOR_SET)).and_then(|()| input.write_all(lines.as_bytes()));
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    if output.status.code() == Some(3) {
        eprintln!("skipped: this protobuf package has no {runtime} runtime");
        return None;
    }
    assert!(output.status.success());
    let answers: Vec<_> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| match serde_json::from_str(line).unwrap() {
            Json::Object(mut reply) => match reply.remove("ok") {
                Some(json) => Ok(json),
                None => Err(reply["error"].to_string()),
            },
            _ => unreachable!("the script answers with objects"),
        })
        .collect();
    assert_eq!(answers.len(), requests.len());
    Some(answers)
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

fn decode(name: &'static str, bytes: &[u8]) -> Request {
    Request { mode: "decode", name, payload: to_hex(bytes) }
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
        // A map entry with anything in it that is not its key or value is set aside whole; elsewhere only that part is
        // skipped (`_upb_Decoder_DecodeToMap` in upb/wire/decode.c, `TcParser::MpMap` in C++).
        ("upb", Ok(_), Ok(theirs)) => {
            let theirs = theirs.to_string();
            let maps = [EVERYTHING, LEGACY].into_iter().flat_map(|name| &crate::schemas::message(name).fields);
            maps.filter(|field| matches!(field.ty, FieldType::Map { .. }))
                .any(|field| theirs.contains(&format!("\"{}:len\"", field.number)))
        }
        // The pure runtime checks all strings; upb hands out values that are not UTF-8 as bytes, but stumbles over keys.
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
    for (request, theirs) in requests.iter().zip(answers) {
        let message = message(request.name);
        let ours = binary::read(&SCHEMA, message, &hex(&request.payload), Reader::Conformant);
        let agree = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => {
                without_negative_zeros(dump(message, ours)) == without_negative_zeros(theirs.clone())
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
        for (i, value) in samples(name, Taste::Anything, 1500).into_iter().enumerate() {
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
