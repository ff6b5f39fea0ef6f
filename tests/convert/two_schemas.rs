//! `--schema OLD --schema NEW`: with a manifest they are what it is held against, without one `decode` goes by the bytes.

use serde_json::Value;

use crate::{Desk, convert, field, hex};

const OLD: &str =
    "syntax = \"proto3\"; package tide.v1; message Mark { string id = 1; int64 at = 5; string note = 6; }";
const NEW: &str = "syntax = \"proto3\"; package tide.v1; message Time { int64 seconds = 1; } \
                   message Mark { string id = 1; Time at = 5; string text = 6; }";

/// `id: "t1"`, `at: 1700000000`, as old writers have it.
const OF_OLD: &str = "0a027431 2880e2cfaa06";
/// The same of a new writer.
const OF_NEW: &str = "0a027431 2a060880e2cfaa06";

fn tide() -> Desk {
    let desk = Desk::new();
    desk.write("old.proto", OLD);
    desk.write("new.proto", NEW);
    desk
}

const BOTH: &str = "decode --type Mark --schema old.proto --schema new.proto";

#[test]
fn the_bytes_say_which_of_two() {
    let rows = [
        (OF_OLD, "id: \"t1\"\nat: 1700000000\n"),
        (OF_NEW, "id: \"t1\"\nat {\n  seconds: 1700000000\n}\n"),
        ("0a027431", "id: \"t1\"\n"),
    ];
    for (payload, result) in rows {
        let run = tide().run(&format!("{BOTH} --strict -"), hex(payload));
        assert_eq!((run.code, run.out.as_str()), (0, result), "{payload}: {run:?}");
    }
    let run = tide().run(&format!("{BOTH} -v -"), hex(OF_OLD));
    assert!(
        run.err.contains("old.proto") && run.err.contains("against new.proto: `at`: expected wire type len"),
        "{run:?}"
    );
}

/// What one version alone makes of the other's bytes is shown as what it is, and `--strict` fails.
#[test]
fn the_wrong_schema_alone() {
    for (strict, code) in [("", 0), ("--strict", 1)] {
        let run = tide().run(&format!("decode --type Mark --schema new.proto {strict} -"), hex(OF_OLD));
        assert_eq!(run.code, code, "{run:?}");
        assert!(
            run.out.contains("# field 5 `at`: expected len (Time), found varint 1700000000; kept as unknown"),
            "{run:?}"
        );
    }
}

#[test]
fn what_two_schemas_call_differently() {
    let payload = field(6, "high");
    let run = tide().run(&format!("{BOTH} --format json -"), &payload);
    assert_eq!(run.code, 1, "{run:?}");
    let found: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(found["readings"][0]["message"], serde_json::json!({"note": "high"}));
    assert_eq!(found["readings"][1]["message"], serde_json::json!({"text": "high"}));
}

/// Without a manifest, too, somebody may know which version it is; it was not listened to.
#[test]
fn without_a_manifest_it_can_be_told() {
    let rows = [
        ("--from old", 0, "note: \"high\"\n"),
        ("--from old.proto", 0, "note: \"high\"\n"),
        ("--from new", 0, "text: \"high\"\n"),
        ("--assume old", 0, "note: \"high\"\n"),
        ("--assume new", 0, "text: \"high\"\n"),
        ("--from new --assume old", 0, "text: \"high\"\n"),
    ];
    for (arguments, code, out) in rows {
        let run = tide().run(&format!("{BOTH} {arguments} -"), field(6, "high"));
        assert_eq!((run.code, run.out.as_str()), (code, out), "{arguments}: {run:?}");
    }
    let run = tide().run(&format!("{BOTH} --assume old -"), hex(OF_NEW));
    assert!(run.code == 0 && run.out.contains("at {"), "what the bytes say goes before what is assumed: {run:?}");
}

/// What cannot be gone by is refused; it was passed over.
#[test]
fn what_is_told_in_vain() {
    let rows = [
        (format!("{BOTH} --from 1.0"), "there are old (old.proto) and new (new.proto)"),
        (format!("{BOTH} --version-header 1.0"), "--version-header means nothing without a manifest"),
        (format!("{BOTH} --method /tide.v1.Tides/Get"), "--method means nothing without a manifest"),
        ("decode --type Mark --schema old.proto --from old".to_owned(), "--from chooses between two versions"),
        ("decode --type Mark --schema old.proto --assume new".to_owned(), "--assume chooses between two versions"),
    ];
    for (arguments, message) in rows {
        let run = tide().run(&format!("{arguments} -"), hex(OF_OLD));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments}: {run:?}");
        assert!(run.err.contains(message), "{arguments}: {run:?}");
    }
}

/// JSON of two schemas: which one has these names? The first that did was taken.
#[test]
fn json_of_two_schemas() {
    let rows = [
        (r#"{"note": "high"}"#, 0, "note: \"high\"\n"),
        (r#"{"text": "high"}"#, 0, "text: \"high\"\n"),
        (r#"{"id": "t1"}"#, 0, "id: \"t1\"\n"),
        (r#"{"at": "1700000000"}"#, 0, "at: 1700000000\n"),
    ];
    for (document, code, out) in rows {
        let run = tide().run(&format!("{BOTH} --in json -"), document);
        assert_eq!((run.code, run.out.as_str()), (code, out), "{document}: {run:?}");
    }
    let desk = tide();
    desk.write("moved.proto", OLD.replace("= 6", "= 7"));
    let arguments = "decode --type Mark --schema old.proto --schema moved.proto --in json --out hex";
    let run = desk.run(&format!("{arguments} -"), r#"{"note": "high"}"#);
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{run:?}");
    for (version, result) in [("old", "320468696768\n"), ("new", "3a0468696768\n")] {
        for argument in ["--from", "--assume"] {
            let run = desk.run(&format!("{arguments} {argument} {version} -"), r#"{"note": "high"}"#);
            assert_eq!((run.code, run.out.as_str()), (0, result), "{argument} {version}: {run:?}");
        }
    }
}

#[test]
fn a_conversion_needs_two_and_a_manifest() {
    let payload = "0a07 7461736b732f37";
    let two = "--schema a2a:0.3.0 --schema a2a:1.0.1";
    let run = convert(&format!("{two} --type GetTaskRequest --out hex"), payload);
    assert_eq!((run.code, run.out.as_str()), (0, "120137\n"), "{run:?}");
    let run = convert(&format!("{two} --manifest a2a --type GetTaskRequest --out hex"), payload);
    assert_eq!((run.code, run.out.as_str()), (0, "120137\n"), "{run:?}");
    let run = convert("--schema a2a:0.3.0 --type GetTaskRequest", payload);
    assert!(run.code == 2 && run.err.contains("a conversion is between two schemas"), "{run:?}");
    let run = tide().run("convert --schema old.proto --schema new.proto --type Mark -", "");
    assert!(run.code == 2 && run.err.contains("proto-diff manifest init OLD NEW"), "{run:?}");
    let run = tide().run(&format!("{BOTH} --schema old.proto -"), "");
    assert!(run.code == 2 && run.err.contains("a payload is in one of two versions at most"), "{run:?}");
}
