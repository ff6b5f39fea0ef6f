//! Every proof of every case, checked with a decoder that is not ours: the Python runtime of protobuf.
//!
//! Binary payloads are read as the reader's and as the writer's message; JSON payloads as the reader's. Where Python or
//! its protobuf package is missing, the test says so and checks nothing.

#[path = "suite/case.rs"]
mod case;
#[path = "suite/sides.rs"]
mod sides;

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    thread,
};

use case::Case;
use proto_diff::{
    CompareOptions, Comparison, compare,
    dynamic::{FieldNames, Reader, UnknownNames, binary, json},
    effects::{Direction, Encoding, Reading, Witness},
    rules::Finding,
};
use serde_json::{Value, json};
use sides::Side;

const SCRIPT: &str = include_str!("python/proofs.py");

/// Where the Python runtimes differ from the others or from the specification: the case and pieces of the complaint.
const PECULIARITIES: &[(&str, &[&str])] = &[
    // upb sets the whole entry aside; Go, Java and Python without upb put the default where the value does not fit.
    ("map-value-changed", &["expected unknown fields []"]),
    ("well-known-types-spelled-alike", &["expected unknown fields []"]),
    // <https://protobuf.dev/programming-guides/json/>: base64, which has no line feed. Python skips what is none.
    ("text-and-bytes", &["expected an error, read"]),
    // The characters of a string are taken for names of fields, which are ignored.
    ("message-set-aside-in-a-wrapper", &["Upgrade lenient Json"]),
    ("extensions-of-one-short-name", &["Downgrade lenient Json"]),
    // An empty string has no characters, and passes for an empty message.
    ("extensions-of-one-short-name", &["Downgrade strict Json", ":\"\"}"]),
    ("own-timestamp-becomes-timestamp", &["Downgrade lenient Json"]),
    ("scalar-becomes-message", &["Upgrade lenient Json"]),
    ("lengths-that-fit", &["Upgrade lenient Json"]),
    // "42" for a number of an enum.
    ("numbers-at-the-edges", &["Upgrade", "Json: {\"hue\":\"42\"}"]),
    // Two members of a oneof, one of which has a value whose name is ignored.
    ("sibling-that-does-not-arrive", &["lenient Json: {\"hue\":\"BLUE\",\"weight\":42}"]),
    // Python without upb checks the text of proto2 too.
    ("proto2-becomes-proto3", &["UnicodeDecodeError"]),
];

/// Cases that protox refuses though protoc does not, so that there is nobody to compile them for Python.
const REFUSED_BY_PROTOX: &[&str] = &["two-fields-with-one-json-name"];

#[test]
fn python_reads_what_we_read() {
    if !python_has_protobuf() {
        eprintln!("skipped: no python3 with the package protobuf");
        return;
    }
    let cases = Case::all().into_iter().filter(|case| !REFUSED_BY_PROTOX.contains(&case.name.as_str()));
    let cases: Vec<Value> = cases.filter_map(|case| trials_of(&case)).collect();
    let expected: usize = cases.iter().map(|case| case["trials"].as_array().map_or(0, Vec::len)).sum();
    let said = run_python(Value::from(cases).to_string());
    let (complaints, count) = said.trim_end().rsplit_once('\n').unwrap_or(("", said.trim_end()));
    let is_peculiar = |line: &&str| {
        PECULIARITIES.iter().any(|(case, pieces)| line.starts_with(case) && pieces.iter().all(|p| line.contains(p)))
    };
    let complaints: Vec<&str> = complaints.lines().filter(|line| !is_peculiar(line)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert_eq!(count, expected.to_string(), "every trial is counted");
    assert!(expected > 0, "there is something to try");
}

fn python_has_protobuf() -> bool {
    let status = Command::new("python3").args(["-c", "import google.protobuf"]).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn run_python(input: String) -> String {
    let mut python = Command::new("python3")
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 was there a moment ago");
    let mut stdin = python.stdin.take().expect("a pipe");
    let feeding = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().expect("python ends");
    feeding.join().expect("no panic").expect("python listens");
    assert!(output.status.success(), "python failed");
    String::from_utf8(output.stdout).expect("text")
}

/// `None` for a case that stands-in for missing imports: nobody else can compile it.
fn trials_of(case: &Case) -> Option<Value> {
    let comparison = compare(case.old_schema(), case.new_schema(), &CompareOptions::default());
    if !comparison.old.warnings.is_empty() || !comparison.new.warnings.is_empty() {
        return None;
    }
    let trials: Vec<Value> = comparison
        .findings
        .iter()
        .flat_map(|finding| finding.witnesses.iter().map(move |witness| (finding, witness)))
        .flat_map(|(finding, witness)| trials(&comparison, finding, witness))
        .collect();
    let old = descriptor_set(case, "old", &case.old);
    let new = descriptor_set(case, "new", &case.new);
    Some(json!({ "name": case.name, "old": old, "new": new, "trials": trials }))
}

/// The witness as its reader sees it and, if it is binary, as its writer does.
fn trials(comparison: &Comparison, finding: &Finding, witness: &Witness) -> Vec<Value> {
    let back = match witness.direction {
        Direction::Upgrade => Direction::Downgrade,
        Direction::Downgrade => Direction::Upgrade,
    };
    let directions = match witness.encoding {
        Encoding::Binary => vec![witness.direction, back],
        Encoding::Json => vec![witness.direction],
    };
    directions.into_iter().filter_map(|direction| trial(comparison, finding, witness, direction)).collect()
}

fn trial(comparison: &Comparison, finding: &Finding, witness: &Witness, direction: Direction) -> Option<Value> {
    let side = Side::reader(comparison, &finding.change, direction)?;
    let mut expected = expectation(&side, witness);
    let is_incomplete = matches!(&witness.reading, Reading::Error(error) if error.starts_with("missing required"));
    if is_incomplete && direction == witness.direction {
        expected = json!({ "outcome": "incomplete" });
    }
    let payload = match witness.encoding {
        Encoding::Binary => hex(&witness.payload),
        Encoding::Json => String::from_utf8(witness.payload.clone()).expect("JSON is text"),
    };
    Some(json!({
        "about": format!("{} {direction:?} {} {:?}", finding.change.kind.name(), witness.reader, witness.encoding),
        "side": match direction { Direction::Upgrade => "new", Direction::Downgrade => "old" },
        "name": side.name,
        "encoding": witness.encoding,
        "unknown_names": if witness.reader == "lenient" { "ignore" } else { "reject" },
        "payload": payload,
        "expected": expected,
    }))
}

/// What we read as a conformant reader.
fn expectation(side: &Side<'_>, witness: &Witness) -> Value {
    let read = match witness.encoding {
        Encoding::Binary => binary::read(side.schema, &side.message, &witness.payload, Reader::Conformant).ok(),
        Encoding::Json => {
            let names = if witness.reader == "lenient" { UnknownNames::Ignore } else { UnknownNames::Reject };
            let text: Value = serde_json::from_slice(&witness.payload).expect("a witness in JSON is JSON");
            json::read(side.schema, &side.message, &text, names).ok()
        }
    };
    let Some(read) = read else { return json!({ "outcome": "error" }) };
    let known = json::write(side.schema, &side.message, &read, FieldNames::Proto).ok();
    let unknown: Vec<i32> = read.unknown.iter().map(|field| field.number).collect();
    json!({ "outcome": "message", "json": known, "unknown": unknown })
}

fn descriptor_set(case: &Case, side: &str, files: &case::Files) -> String {
    let directory = case.folder.join(side);
    let root = if directory.is_dir() { directory } else { case.folder.clone() };
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut compiler = protox::Compiler::new([root, bundled]).expect("folders");
    compiler.include_imports(true);
    for (name, _) in files {
        compiler.open_file(name).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    }
    hex(&compiler.encode_file_descriptor_set())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
