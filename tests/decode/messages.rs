//! What is known, unknown and unfit in a message.

use serde_json::{Value, json};

use crate::{Coast, LIT, Run, hex};

fn new_report(coast: &Coast, arguments: &str, input: &str) -> Run {
    coast.run(&format!("--type coast.v1.Report --schema new.proto {arguments} -"), &hex(input))
}

const REMARK: &str = "field 3 `lit`: expected len (Light), found varint 1000; kept as unknown";

#[test]
fn another_wire_type_is_shown_with_what_was_expected() {
    let coast = Coast::new();
    let text = format!("count: 3\nkeeper: \"iris\"\n# {REMARK}\n3: 1000\n");
    for (arguments, code) in [("", 0), ("--strict", 1)] {
        let run = new_report(&coast, arguments, LIT);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (code, text.as_str(), ""), "{arguments}");
    }
}

#[test]
fn json_does_not_pass_over_it() {
    let coast = Coast::new();
    for (arguments, code) in [("--out json", 0), ("--out hex", 0), ("--out json --strict", 1)] {
        let run = new_report(&coast, arguments, LIT);
        assert_eq!(run.code, code, "{run:?}");
        let caution = "warning: standard input: field 3 `lit`, offset 8: expected len (Light), found varint 1000";
        assert!(run.err.contains(caution), "{run:?}");
    }
}

#[test]
fn strict_is_content_with_what_fits() {
    let coast = Coast::new();
    let run = coast.report("--strict", &hex(LIT));
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "count: 3\nkeeper: \"iris\"\nlit: 1000\n", ""));
}

#[test]
fn the_envelope_has_all_that_was_found() {
    let coast = Coast::new();
    let run = new_report(&coast, "--format json", &format!("{LIT} a20602ffff"));
    let found: Value = serde_json::from_str(&run.out).expect("JSON");
    let expected = json!({
        "detection": {"verdict": "told", "version": null, "schema": "new.proto", "evidence": []},
        "type": "coast.v1.Report",
        "message": {"count": 3, "keeper": "iris"},
        "unknown": [
            {"path": "", "number": 3, "wire_type": "varint", "bytes": "18e807", "offset": 8, "reason": "wire_type",
             "field": "lit", "expected": "len (Light)"},
            {"path": "", "number": 100, "wire_type": "len", "bytes": "a20602ffff", "offset": 11, "reason": "no_such_field"},
        ],
        "losses": [],
    });
    assert_eq!((run.code, found, run.err.as_str()), (0, expected, ""));
}

#[test]
fn bundled_schemas_have_a_version() {
    let coast = Coast::new();
    let run = coast.run("--type AgentCard --schema a2a:0.3 --format json -", &hex("0a0161"));
    let found: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(found["detection"]["version"], "0.3.0");
    assert_eq!(found["type"], "a2a.v1.AgentCard");
}

#[test]
fn a_fault_says_field_offset_and_how_much() {
    let coast = Coast::new();
    let cases = [
        ("0803 1204 6972", "field 2 `keeper`, offset 2: needs 4 bytes, has 2"),
        ("2204 0a07 6161", "field 1 `ships[0].name`, offset 2: needs 7 bytes, has 2"),
        ("0803 18", "field 3 `lit`, offset 2: the varint is missing, the message ends at byte 3"),
        ("1202 c328", "field 2 `keeper`, offset 0: invalid UTF-8 from byte 2"),
        ("0803 f2ff", "offset 2: the tag is cut off after 2 bytes"),
    ];
    for (input, fault) in cases {
        let run = coast.report("--in raw", &hex(input));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(&format!("standard input: {fault}")), "{run:?}");
        assert!(run.out.contains("# unreadable from here: ") && run.err.contains(fault), "{run:?}");
        let run = coast.report("--in raw --out json", &hex(input));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    }
}

#[test]
fn required_fields_that_are_missing() {
    let coast = Coast::new();
    coast.write("strict.proto", b"syntax = 'proto2'; message Post { required int32 id = 1; optional Post next = 2; }");
    let run = coast.run("--type Post --schema strict.proto --strict -", &hex("0801 1200"));
    assert_eq!((run.code, run.out.as_str()), (1, "id: 1\nnext {}\n"), "{run:?}");
    assert!(run.err.contains("required field `next.id` is missing"), "{run:?}");
}

#[test]
fn without_a_schema() {
    let coast = Coast::new();
    let run = coast.run("--raw --in raw --offsets --numbers -", &hex(LIT));
    let text =
        "   0      1 varint   1: 3\n   2      2 len      2: \"iris\"  # guessed: text\n   8      3 varint   3: 1000\n";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, text, ""));
    let run = coast.run("--raw --in raw -", &hex("0803 1204 69"));
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("field 2, offset 2: needs 4 bytes, has 1"), "{run:?}");
}

#[test]
fn many_findings_are_counted() {
    let coast = Coast::new();
    let run = new_report(&coast, "--out json", &"1801".repeat(25));
    assert_eq!((run.code, run.err.matches("field 3 `lit`").count()), (0, 20), "{run:?}");
    assert!(run.err.contains("warning: standard input: 5 more like these"), "{run:?}");
}
