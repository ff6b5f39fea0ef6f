//! How records look.

use proto_diff::{
    inspect::{
        MessageView, find_type, survey,
        text::{Column, Columns, write, write_raw},
    },
    report::text::{Colour, Glyphs, Style},
    schema::{self, Schema},
};

use crate::hex::hex;

const PROTO: &str = r#"
syntax = "proto2";
package dock;
message Crate {
  optional string label = 1;
  repeated int32 weights = 2 [packed = true];
  optional Stamp at = 3;
  map<string, Stamp> marks = 4;
  optional Kind kind = 5;
  repeated Kind kinds = 6 [packed = true];
  repeated group Slot = 7 { optional uint32 row = 1; }
  optional bytes seal = 8;
  optional double load = 9;
  repeated Stamp log = 10;
  reserved 20;
  extensions 100 to 110;
}
message Stamp { optional int64 seconds = 1; message Note {} }
message Lid { message Note {} }
enum Kind { BOX = 1; BALE = 2; }
extend Crate { optional bool fragile = 100; }
"#;

fn schema() -> Schema {
    schema::from_texts("dock.proto", [("dock.proto", PROTO)]).unwrap()
}

fn style(width: usize) -> Style {
    Style { width, colour: Colour::Plain, glyphs: Glyphs::Unicode }
}

fn shown(bytes: &str, columns: Columns, width: usize) -> String {
    let schema = schema();
    let bytes = hex(bytes);
    let view = MessageView::new(&schema, &schema[find_type(&schema, "Crate").unwrap()], &bytes);
    let mut out = Vec::new();
    write(&view, columns, style(width), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_kind_of_record() {
    let cases = [
        ("0a03 6d220a", "label: \"m\\\"\\n\"\n"),
        ("1203 010203", "weights: [1, 2, 3]\n"),
        ("10 01", "weights: 1\n"),
        ("12 00", "weights: []\n"),
        ("1a 00", "at {}\n"),
        ("1a02 0807", "at {\n  seconds: 7\n}\n"),
        ("2207 0a016b 1202 0807", "marks {\n  key: \"k\"\n  value {\n    seconds: 7\n  }\n}\n"),
        ("28 02", "kind: BALE\n"),
        ("28 09", "# field 5 `kind`: expected a value that optional Kind has, found varint 9; kept as unknown\n5: 9\n"),
        ("3203 010902", "kinds: [BOX, 9, BALE]\n"),
        ("3b 0805 3c", "slot {\n  row: 5\n}\n"),
        ("4203 00ff41", "seal: \"\\000\\377A\"\n"),
        ("49 000000000000f83f", "load: 1.5\n"),
        ("a006 01", "[dock.fragile]: true\n"),
        ("a001 05", "20: 5  # unknown, the number is reserved\n"),
        ("f201 02 6869", "30: \"hi\"  # unknown; guessed: text\n"),
        ("08 05", "# field 1 `label`: expected len (optional string), found varint 5; kept as unknown\n1: 5\n"),
        (
            "1d 0000803f",
            "# field 3 `at`: expected len (Stamp), found fixed32 0x3f800000; kept as unknown\n3: 0x3f800000  # 1065353216 or 1.0\n",
        ),
        ("20 07", "# field 4 `marks`: expected len (map<string, Stamp>), found varint 7; kept as unknown\n4: 7\n"),
    ];
    for (bytes, expected) in cases {
        assert_eq!(shown(bytes, Columns::default(), 100), expected, "{bytes}");
    }
}

#[test]
fn columns_and_wrapping() {
    let all = Columns { offsets: Column::Shown, numbers: Column::Shown };
    let expected = "   0      1 len      label: \"a\"
   3      3 len      at {
   5      1 varint     seconds: 7
                     }
                     # field 5 `kind`: expected varint (optional Kind),
                     # found len of 2 bytes; kept as unknown
   7      5 len      5 {  # guessed: message
   9      1 varint     1: 7
                     }
";
    assert_eq!(shown("0a0161 1a02 0807 2a02 0807", all, 76), expected);
    let offsets = Columns { offsets: Column::Shown, numbers: Column::Hidden };
    let many = shown(&format!("121e {}", "01".repeat(30)), offsets, 72);
    let expected = "   0  weights: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  21    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
";
    assert_eq!(many, expected);
}

#[test]
fn faults_say_where_what_and_how_much() {
    let schema = schema();
    let message = &schema[find_type(&schema, "dock.Crate").unwrap()];
    let cases = [
        ("0a0161 0a05 6162", "field 1 `label`, offset 3: needs 5 bytes, has 2"),
        ("1a03 0a05 61", "field 1 `at.seconds`, offset 2: needs 5 bytes, has 1"),
        ("1a04 18 808080", "field 3 in `at`, offset 2: the varint is cut off after 3 bytes"),
        ("5202 0807 5202 0880", "field 1 `log[1].seconds`, offset 6: the varint is cut off after 1 byte"),
        ("2209 0a016b 1204 088080 80", "field 1 `marks[\"k\"].seconds`, offset 7: the varint is cut off after 3 bytes"),
        ("08", "field 1 `label`, offset 0: the varint is missing, the message ends at byte 1"),
        ("49 0000", "field 9 `load`, offset 0: needs 8 bytes, has 2"),
        ("0a", "field 1 `label`, offset 0: the length is missing, the message ends at byte 1"),
        ("1202 0180", "field 2 `weights`, offset 3: the varint is cut off after 1 byte"),
        ("00", "offset 0: field number 0 is out of range"),
        ("1a01 80", "in `at`, offset 2: the tag is cut off after 1 byte"),
        ("3b 0805", "field 7 `slot`, offset 0: group 7 has no end"),
        ("3c", "offset 0: end of group 7 without a start"),
    ];
    for (bytes, expected) in cases {
        let bytes = hex(bytes);
        let view = MessageView::new(&schema, message, &bytes);
        let found = survey(&view, &mut |_| {}).map_err(|fault| fault.to_string());
        assert_eq!(found, Err(expected.to_owned()), "{bytes:x?}");
    }
}

#[test]
fn without_a_schema_there_are_guesses() {
    let cases = [
        ("08 9601", "1: 150\n"),
        ("08 ffffffffffffffffff01", "1: 18446744073709551615  # or -1\n"),
        ("0d 0000c03f", "1: 0x3fc00000  # 1069547520 or 1.5\n"),
        ("09 0100000000000000", "1: 0x0000000000000001  # 1\n"),
        ("1205 6e6f727468", "2: \"north\"  # guessed: text\n"),
        ("1202 0807", "2 {  # guessed: message\n  1: 7\n}\n"),
        ("1202 ff07", "2: \"\\377\\a\"\n"),
        ("1200", "2: \"\"\n"),
        ("1b 0807 1c", "3 {\n  1: 7\n}\n"),
        ("08 07 12 05 61", "1: 7\n# unreadable from here: field 2, offset 2: needs 5 bytes, has 1\n"),
    ];
    for (bytes, expected) in cases {
        let mut out = Vec::new();
        write_raw(&hex(bytes), Columns::default(), style(100), &mut out).unwrap();
        let expected = expected.replace("\\a", "\\007");
        assert_eq!(String::from_utf8(out).unwrap(), expected, "{bytes}");
    }
}

#[test]
fn names_lead_to_types() {
    let schema = schema();
    let found =
        |name: &str| find_type(&schema, name).map(|id| schema[id].element.full_name.clone()).map_err(|e| e.to_string());
    for name in ["Stamp.Note", ".dock.Stamp.Note", "dock.Stamp.Note"] {
        assert_eq!(found(name), Ok("dock.Stamp.Note".to_owned()), "{name}");
    }
    assert_eq!(found("Note"), Err("dock.proto has several messages named `Note`".to_owned()));
    assert_eq!(found("Kind"), Err("dock.proto has no message named `Kind`".to_owned()));
    assert_eq!(found("MarksEntry"), Err("dock.proto has no message named `MarksEntry`".to_owned()));
}
