//! Which version a payload is taken for: told, known from its bytes, or neither.

use serde_json::Value;

use crate::{Desk, Run, convert, field, hex};

/// `GetTaskRequest { name: "tasks/7" }` of v0.3.
const OLD: &str = "0a07 7461736b732f37";
/// `GetTaskRequest { id: "7" }` of v1.0.
const NEW: &str = "1201 37";
/// `GetTaskRequest` with one string at 1: a name without its prefix, or a tenant.
const EITHER: &str = "0a01 37";
/// `SendMessageConfiguration { blocking: true }` of v0.3, `{ return_immediately: true }` of v1.0.
const BLOCKING: &str = "2001";

#[test]
fn bytes_that_tell() {
    // Arguments, payload, result.
    let rows = [
        ("--type GetTaskRequest", OLD, "120137\n"),
        ("--type GetTaskRequest", NEW, "120137\n"),
        ("--type GetTaskRequest --to new", OLD, "120137\n"),
        ("--type GetTaskRequest --to old", NEW, "0a077461736b732f37\n"),
        ("--type GetTaskRequest --to old", OLD, "0a077461736b732f37\n"),
        ("--type a2a.v1.GetTaskRequest", OLD, "120137\n"),
        ("--type lf.a2a.v1.GetTaskRequest --to old", NEW, "0a077461736b732f37\n"),
        ("--type Security", "", "\n"),
        ("--type SecurityRequirement", "", "\n"),
    ];
    for (arguments, payload, result) in rows {
        let run = convert(&format!("{arguments} --in raw --out hex"), payload);
        assert_eq!((run.code, run.out.as_str()), (0, result), "{arguments}: {run:?}");
    }
}

#[test]
fn versions_go_by_every_name() {
    for name in ["1.0", "1.0.1", "1.0.7", "v1.0", "v1.0.1", "new", "a2a:1.0.1"] {
        let run = convert(&format!("--type GetTaskRequest --from 0.3 --to {name} --out hex"), OLD);
        assert_eq!((run.code, run.out.as_str()), (0, "120137\n"), "{name}: {run:?}");
    }
    for name in ["0.3", "0.3.0", "0.3.2", "v0.3", "old", "a2a:0.3.0"] {
        let run = convert(&format!("--type GetTaskRequest --from {name} --out hex"), OLD);
        assert_eq!((run.code, run.out.as_str()), (0, "120137\n"), "{name}: {run:?}");
    }
}

#[test]
fn what_is_told_goes_before_the_bytes() {
    // Taken for 1.0, `tasks/7` is a tenant, and stays.
    let stays = format!("{}\n", OLD.replace(' ', ""));
    let rows = [
        ("--from 1.0", stays.as_str()),
        ("--version-header 1.0", &stays),
        ("--from 0.3", "120137\n"),
        ("--version-header 0.3", "120137\n"),
        ("--version-header 0.3.7", "120137\n"),
        ("--version-header ''", "120137\n"),
        ("--method /lf.a2a.v1.A2AService/GetTask", &stays),
        ("--method /a2a.v1.A2AService/GetTask", "120137\n"),
        // --from before the path, the path before the header, the header before the bytes; --assume last.
        ("--from 1.0 --method /a2a.v1.A2AService/GetTask --version-header 0.3 --assume 0.3", &stays),
        ("--from 0.3 --method /lf.a2a.v1.A2AService/GetTask --version-header 1.0 --assume 1.0", "120137\n"),
        ("--method /lf.a2a.v1.A2AService/GetTask --version-header 0.3 --assume 0.3", &stays),
        ("--method /a2a.v1.A2AService/GetTask --version-header 1.0 --assume 1.0", "120137\n"),
        ("--version-header 1.0 --assume 0.3", &stays),
        ("--version-header '' --assume 1.0", "120137\n"),
        ("--assume 1.0", "120137\n"),
    ];
    for (arguments, result) in rows {
        let run = convert(&format!("--type GetTaskRequest {arguments} --out hex"), OLD);
        assert_eq!((run.code, run.out.as_str()), (0, result), "{arguments}: {run:?}");
    }
}

#[test]
fn a_call_says_the_type() {
    let service = "/a2a.v1.A2AService";
    let new_service = "/lf.a2a.v1.A2AService";
    let task = field(1, "t-1");
    let rows: [(String, Vec<u8>, &str, &str); 5] = [
        (format!("--method {service}/GetTask"), hex(OLD), "lf.a2a.v1.GetTaskRequest", "120137\n"),
        (format!("--method {service}/GetTask --request"), hex(OLD), "lf.a2a.v1.GetTaskRequest", "120137\n"),
        (format!("--method {service}/GetTask --response"), task.clone(), "lf.a2a.v1.Task", "0a03742d31\n"),
        (format!("--method {new_service}/GetTask --response --to old"), task, "a2a.v1.Task", "0a03742d31\n"),
        (
            format!("--method {new_service}/SubscribeToTask --to old"),
            hex(NEW),
            "a2a.v1.TaskSubscriptionRequest",
            "0a077461736b732f37\n",
        ),
    ];
    for (arguments, payload, type_name, result) in rows {
        let run = Desk::new().run(&format!("convert {arguments} --out hex -"), &payload);
        assert_eq!((run.code, run.out.as_str()), (0, result), "{arguments}: {run:?}");
        let run = Desk::new().run(&format!("convert {arguments} --format json -"), &payload);
        assert_eq!(document(&run)["type"], type_name, "{arguments}: {run:?}");
        assert_eq!(document(&run)["detection"]["verdict"], "told", "{arguments}: {run:?}");
    }
}

fn document(run: &Run) -> Value {
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

const QUESTION: &str = "it could be 0.3.0 or 1.0.1, and it matters; --from or --assume says which";

#[test]
fn what_could_be_either_is_shown_as_both() {
    let run = convert("--type SendMessageConfiguration --out text", BLOCKING);
    let both = "# standard input, if it is 0.3.0:\n# a message without fields\n\
                # standard input, if it is 1.0.1:\nreturn_immediately: true\n";
    assert_eq!((run.code, run.out.as_str()), (1, both), "{run:?}");
    assert!(run.err.contains(QUESTION), "{run:?}");

    let run = convert("--type SendMessageConfiguration --format json", BLOCKING);
    assert_eq!(run.code, 1, "{run:?}");
    let found = document(&run);
    assert_eq!(found["detection"]["verdict"], "ambiguous");
    assert_eq!(found["message"], Value::Null);
    let readings = found["readings"].as_array().expect("a list");
    assert_eq!((&readings[0]["read_as"], &readings[0]["message"]), (&"0.3.0".into(), &serde_json::json!({})));
    let new = serde_json::json!({"returnImmediately": true});
    assert_eq!((&readings[1]["read_as"], &readings[1]["message"]), (&"1.0.1".into(), &new));
}

/// Where the output has no room for two readings, it has none; they stand on standard error.
#[test]
fn what_could_be_either_is_no_output() {
    for form in ["--out raw", "--out json", "--out hex", "--out base64", "--out grpc", "--out delimited", ""] {
        let run = convert(&format!("--type SendMessageConfiguration --in raw {form}"), BLOCKING);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{form}: {run:?}");
        assert!(run.err.contains(QUESTION), "{form}: {run:?}");
        let beside = "if it is 1.0.1:\nreturn_immediately: true\n";
        assert!(run.err.contains(beside), "{form}: {run:?}");
    }
    let run = convert("--type SendMessageConfiguration -q", BLOCKING);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, "", ""), "{run:?}");
}

/// One of many is left out, the others are printed, and the exit code says it.
#[test]
fn one_of_many_that_could_be_either() {
    let stream = "09 0a077461736b732f37 03 0a0137 03 120139";
    let run = Desk::new().run("convert --type GetTaskRequest --in hex+delimited --out json -", stream);
    assert_eq!((run.code, run.out.as_str()), (1, "{\"id\":\"7\"}\n{\"id\":\"9\"}\n"), "{run:?}");
    assert!(run.err.contains("frame 2 at byte 10"), "{run:?}");
}

#[test]
fn what_could_be_either_can_be_decided() {
    for (version, result) in [("0.3", "\n"), ("old", "\n"), ("1.0", "2001\n"), ("new", "2001\n")] {
        for argument in ["--assume", "--from"] {
            let run = convert(&format!("--type SendMessageConfiguration {argument} {version} --out hex"), BLOCKING);
            assert_eq!((run.code, run.out.as_str()), (0, result), "{argument} {version}: {run:?}");
        }
    }
    // A name without its prefix is no name, so assuming 0.3 is an error, and not a guess.
    let run = convert("--type GetTaskRequest --out hex", EITHER);
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{run:?}");
    let run = convert("--type GetTaskRequest --assume 0.3 --out hex", EITHER);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("`7` is not a name of the form `tasks/{id}`"), "{run:?}");
}

#[test]
fn what_is_the_same_either_way_needs_no_decision() {
    let part = field(1, "hello");
    for to in ["new", "old"] {
        let run = Desk::new().run(&format!("convert --type Part --to {to} --out hex -"), &part);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "0a0568656c6c6f\n", ""), "{run:?}");
        let run = Desk::new().run(&format!("convert --type Part --to {to} --format json -"), &part);
        assert_eq!(document(&run)["detection"]["verdict"], "same", "{run:?}");
    }
}

#[test]
fn what_is_in_the_wanted_version_stays_and_says_so() {
    let run = convert("--type GetTaskRequest --in raw", NEW);
    assert_eq!((run.code, run.out.as_bytes()), (0, hex(NEW).as_slice()), "{run:?}");
    assert!(run.err.contains("it is 1.0.1 already and stays as it is"), "{run:?}");
    // With what no version knows.
    let run = convert("--type GetTaskRequest --from new --out hex", "120137 f2030178");
    assert_eq!((run.code, run.out.as_str()), (0, "120137f2030178\n"), "{run:?}");
}

#[test]
fn json_tells_by_its_names() {
    let rows = [
        (r#"{"name": "tasks/7"}"#, "new", r#"{"id":"7"}"#),
        (r#"{"id": "7"}"#, "new", r#"{"id":"7"}"#),
        (r#"{"id": "7"}"#, "old", r#"{"name":"tasks/7"}"#),
        (r#"{}"#, "new", "{}"),
    ];
    for (document, to, result) in rows {
        let run = Desk::new().run(&format!("convert --type GetTaskRequest --in json --to {to} -"), document);
        let printed = run.out.split_whitespace().collect::<String>();
        assert_eq!((run.code, printed.as_str()), (0, result), "{document}: {run:?}");
    }
    let run = Desk::new().run("convert --type SendMessageConfiguration --in json --out text -", "{}");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains("if it is 0.3.0:\nreturn_immediately: true\n"), "{run:?}");
}

#[test]
fn evidence_is_printed_on_demand() {
    let run = convert("--type GetTaskRequest --out hex", OLD);
    assert_eq!(run.err, "", "{run:?}");
    for command in ["convert", "decode"] {
        let run = Desk::new().run(&format!("{command} --type GetTaskRequest -v --out hex -"), hex(OLD));
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.err.contains("likely: 0.3.0"), "{run:?}");
        assert!(run.err.contains("for 0.3.0: `name`: of the form tasks/{id}"), "{run:?}");
        assert!(run.err.contains("against 1.0.1: `tenant`: a name tasks/{id} of the other version"), "{run:?}");
    }
}

#[test]
fn decode_decides_in_the_same_way() {
    let rows = [
        ("--type GetTaskRequest", OLD, 0, "name: \"tasks/7\"\n"),
        ("--type GetTaskRequest", NEW, 0, "id: \"7\"\n"),
        ("--type GetTaskRequest --from 1.0", OLD, 0, "tenant: \"tasks/7\"\n"),
        ("--type GetTaskRequest --version-header ''", EITHER, 0, "name: \"7\"\n"),
        ("--type GetTaskRequest --version-header 1.0", EITHER, 0, "tenant: \"7\"\n"),
        ("--method /a2a.v1.A2AService/GetTask", EITHER, 0, "name: \"7\"\n"),
        ("--method /lf.a2a.v1.A2AService/GetTask", EITHER, 0, "tenant: \"7\"\n"),
        ("--type SendMessageConfiguration --assume 0.3", BLOCKING, 0, "blocking: true\n"),
        ("--type SendMessageConfiguration --assume 1.0", BLOCKING, 0, "return_immediately: true\n"),
        (
            "--type SendMessageConfiguration",
            BLOCKING,
            1,
            "# standard input read as a2a.v1.SendMessageConfiguration of a2a:0.3.0\nblocking: true\n\
             # standard input read as lf.a2a.v1.SendMessageConfiguration of a2a:1.0.1\nreturn_immediately: true\n",
        ),
        ("--type SendMessageConfiguration --out json", BLOCKING, 1, ""),
    ];
    for (arguments, payload, code, out) in rows {
        let run = Desk::new().run(&format!("decode {arguments} -"), hex(payload));
        assert_eq!((run.code, run.out.as_str()), (code, out), "{arguments}: {run:?}");
    }
}

/// JSON that both versions have is binary of its own in each of them; it was shown as the new one's bytes read as old.
#[test]
fn each_reading_of_json_is_of_its_own_version() {
    let document = r#"{"configuration": {}, "metadata": {"a": "b"}}"#;
    let run = Desk::new().run("decode --type SendMessageRequest --in json --format json -", document);
    assert_eq!(run.code, 1, "{run:?}");
    let found = self::document(&run);
    let expected: Value = serde_json::from_str(document).expect("JSON");
    for reading in found["readings"].as_array().expect("a list") {
        assert_eq!(reading["message"], expected, "{run:?}");
    }
}

/// A payload of another type may be the same in either version, and odd in both: it was converted without a word.
#[test]
fn what_neither_version_would_have_written_is_remarked_on() {
    // A `SendMessageRequest`, taken for a `Task`: its message becomes the id, control characters included.
    let run = convert("--type Task --in raw --out hex", "0a05 0a036d2d31");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("odd in either version: `id`: text with the control character"), "{run:?}");
}
