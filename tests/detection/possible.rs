//! What a reading says of the bytes as a whole is what the reader of the dynamic codec says of them: whether they can be
//! read, and whether they hold anything unknown.

use std::sync::LazyLock;

use proptest::prelude::*;
use proto_diff::{
    dynamic::{DynamicMessage, Reader, Value, binary},
    migration::detection::{DraftContent, DraftField, Hints, Reading, Repetition, Shapes, Side, judge},
    schema::{self, FieldType, Kind, Message, Scalar, Schema},
    wire::{Depth, Writer},
};

use super::{
    arbitrary::{Supply, Taste},
    honest, random,
    sides::SIDES,
    traps, vectors,
};

/// Groups, closed enums, extensions, text that nobody checks.
const LOOSE: &str = "
syntax = 'proto2'; package t; import 'checked.proto';
message Loose {
  optional string text = 1;
  optional bytes blob = 2;
  optional Loose child = 3;
  optional group Group = 4 { optional string text = 1; optional Loose child = 3; }
  repeated group Groups = 5 { optional Closed closed = 1; repeated Checked checked = 2; }
  optional Checked checked = 6;
  optional Closed closed = 7;
  repeated Closed many = 8;
  repeated Closed packed = 9 [packed = true];
  map<string, Closed> by_name = 10;
  map<int32, Loose> by_number = 11;
  oneof choice { string left = 12; Closed kind = 13; group Right = 14 { optional Checked checked = 1; } }
  repeated fixed64 doubles = 15;
  extensions 16 to 18;
}
enum Closed { NONE = 0; ONE = 1; BELOW = -1; }
extend Loose { optional Checked more = 16; repeated sint32 numbers = 17 [packed = true]; }
";

/// Text that is checked, packed numbers, maps, and types that cannot be found.
const CHECKED: &str = "
syntax = 'proto3'; package t; import 'missing.proto';
message Checked {
  int32 number = 1;
  string text = 2;
  Checked child = 3;
  repeated int32 packed = 4;
  repeated float single = 5 [packed = false];
  map<string, string> texts = 6;
  map<int64, Checked> children = 7;
  oneof choice { string left = 8; Checked right = 9; bool neither = 10; }
  optional bytes blob = 11;
  Open open = 12;
  repeated Open opens = 13;
  missing.Type missing = 14;
  repeated missing.Type missings = 15;
  map<string, missing.Type> missing_by_name = 16;
  repeated string names = 17;
}
enum Open { ZERO = 0; }
";

/// A schema that has all of it, with drafts: of the number of a field, which the field wins, and of numbers without one.
struct Everything {
    schema: Schema,
    shapes: Shapes,
}

static EVERYTHING: LazyLock<Everything> = LazyLock::new(|| {
    let schema = schema::from_texts("t", [("checked.proto", CHECKED), ("loose.proto", LOOSE)]).expect("a schema");
    let hints = ["t.Loose", "t.Checked"].into_iter().fold(Hints::default(), |hints, message| {
        let draft = |number, content, repetition| {
            let (message, name) = (message.to_owned(), format!("draft{number}"));
            DraftField { message, name, number, content, repetition }
        };
        let child = || DraftContent::Message("t.Checked".to_owned());
        hints
            .with_draft(draft(1, child(), Repetition::Single))
            .with_draft(draft(18, child(), Repetition::Repeated))
            .with_draft(draft(19, DraftContent::Message("t.Loose".to_owned()), Repetition::Single))
            .with_draft(draft(20, DraftContent::Scalar(Scalar::String), Repetition::Single))
            .with_draft(draft(21, DraftContent::Scalar(Scalar::Int32), Repetition::Repeated))
    });
    Everything { shapes: Shapes::of(&schema, &hints), schema }
});

impl Everything {
    /// The two readers agree on bytes as any of its messages.
    fn agree(&self, bytes: &[u8]) {
        for (id, message) in self.schema.messages.iter().enumerate() {
            let reading = Reading::of(&self.shapes, id, bytes);
            agree(&reading, &self.schema, message, bytes);
        }
    }

    fn written(&self, supply: Vec<u8>) -> Vec<u8> {
        let roots = ["t.Loose", "t.Checked"].map(|name| &self.schema[self.schema.message_named(name).expect("there")]);
        let root = roots[usize::from(supply.first().copied().unwrap_or_default() % 2)];
        let message = Supply::new(&self.schema, supply, Taste::AnyBytes).message(root, 6);
        binary::write(&self.schema, root, &message)
    }
}

/// A reading says of bytes what a conformant reader does.
fn agree(reading: &Reading<'_>, schema: &Schema, of: &Message, bytes: &[u8]) {
    let read = binary::read(schema, of, bytes, Reader::Conformant);
    assert_eq!(reading.is_possible(), read.is_ok(), "{bytes:02x?}\n{read:?}\n{:#?}", reading.evidence());
    // It does not set aside all that it does not know: what is replaced later on is gone, and so is what does not belong
    // into the entry of a map.
    if let Ok(message) = read
        && has_unknown(schema, of, &message)
    {
        assert!(reading.has_unknown(), "{bytes:02x?}\n{message:#?}\n{:#?}", reading.evidence());
    }
}

/// Whether anything was set aside, but for numbers that may come from a packed run of a closed enum.
fn has_unknown(schema: &Schema, of: &Message, message: &DynamicMessage) -> bool {
    let may_be_of_a_run = |number: i32| {
        let ty = of.field_numbered(number).map(|field| &field.ty);
        matches!(ty, Some(FieldType::Repeated { kind: Kind::Enum(_), .. }))
    };
    let within = |number: i32, value: &Value| {
        let field = proto_diff::dynamic::find_field(schema, of, number);
        field
            .and_then(|field| field.value_kind().message())
            .is_some_and(|id| has_unknown_in(schema, &schema[id], value))
    };
    message.unknown.iter().any(|field| !may_be_of_a_run(field.number))
        || message.fields.iter().any(|(number, value)| within(*number, value))
}

fn has_unknown_in(schema: &Schema, of: &Message, value: &Value) -> bool {
    match value {
        Value::Message(message) => has_unknown(schema, of, message),
        Value::List(values) => values.iter().any(|value| has_unknown_in(schema, of, value)),
        Value::Map(entries) => entries.iter().any(|(_, value)| has_unknown_in(schema, of, value)),
        _ => false,
    }
}

/// A payload, whole or damaged in one place.
fn damaged(bytes: Vec<u8>, at: usize, by: u8) -> Vec<u8> {
    let mut bytes = bytes;
    let length = bytes.len();
    match (by, length) {
        (_, 0) | (0, _) => {}
        (1..=40, _) => bytes.truncate(at % length),
        _ => bytes[at % length] ^= [1 << (by % 8), 0xff, 0x80, 0x0f][usize::from(by) / 8 % 4],
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn noise_as_a2a(pair in 0..1000_usize, bytes in noise()) {
        let types = SIDES.pairs[pair % SIDES.pairs.len()];
        let [old, new] = SIDES.readings(types, &bytes);
        agree(&old, SIDES.old, &SIDES.old[types.old()], &bytes);
        agree(&new, SIDES.new, &SIDES.new[types.new()], &bytes);
        judge(&old, &new, || false);
    }

    #[test]
    fn noise_as_everything(bytes in noise()) {
        EVERYTHING.agree(&bytes);
    }

    #[test]
    fn messages_of_everything(
        supply in prop::collection::vec(any::<u8>(), 0..400), at in any::<usize>(), by in any::<u8>(),
    ) {
        EVERYTHING.agree(&damaged(EVERYTHING.written(supply), at, by));
    }

    /// One message where another is expected, in a draft field or in one whose type is missing.
    #[test]
    fn messages_where_readers_do_not_look(
        supply in prop::collection::vec(any::<u8>(), 0..200), number in 14..22_i32, at in any::<usize>(), by in any::<u8>(),
    ) {
        let mut writer = Writer::default();
        writer.len_field(number, &damaged(EVERYTHING.written(supply), at, by));
        let inner = writer.into_bytes();
        EVERYTHING.agree(&inner);
        let mut writer = Writer::default();
        writer.len_field(3, &inner);
        EVERYTHING.agree(&writer.into_bytes());
    }
}

/// Bytes with many low tags and short lengths, which get further than plain noise.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        4 => (1..22_u8).prop_map(|number| number << 3 | 2),
        2 => 0..12_u8,
        1 => (1..20_u8).prop_map(|number| number << 3),
        1 => (1..16_u8, 3..5_u8).prop_map(|(number, group)| number << 3 | group),
        1 => any::<u8>(),
    ];
    prop::collection::vec(byte, 0..60)
}

/// Everything that is judged elsewhere, whole, cut and changed.
#[test]
fn payloads_of_these_tests() {
    let handed = vectors::payloads().into_iter().map(|payload| (payload.types, payload.bytes));
    let traps = traps::payloads().into_iter().map(|trap| (trap.types, trap.bytes));
    let letters = honest::letters().into_iter().chain(random::letters());
    let letters = letters.map(|letter| (letter.types, letter.bytes()));
    let mut count = 0;
    for (types, bytes) in handed.chain(traps).chain(letters) {
        let step = bytes.len() / 8 + 1;
        let places = || (0..bytes.len()).step_by(step);
        let cut = places().map(|length| bytes[..length].to_vec());
        let changed = places().map(|at| damaged(bytes.clone(), at, (41 + at % 200) as u8));
        for bytes in cut.chain(changed).chain([bytes.clone()]) {
            let readings = SIDES.readings(types, &bytes);
            for (side, reading) in [Side::Old, Side::New].into_iter().zip(&readings) {
                let schema = SIDES.schema(side);
                agree(reading, schema, &schema[SIDES.end(types, side)], &bytes);
            }
            count += 1;
        }
    }
    assert!(count > 50_000, "{count}");
}

/// Around the limit, by messages, by groups, by maps, and where readers do not look.
#[test]
fn deep_payloads() {
    let limit = Depth::LIMIT as usize;
    // child; Group and child; by_number; draft19, in which readers do not count.
    for numbers in [&[3][..], &[4, 3], &[11, 2], &[19], &[19, 3]] {
        for levels in limit - 3..limit + 4 {
            let mut bytes = b"\x0a\x01x".to_vec();
            for level in (0..levels).rev() {
                let mut writer = Writer::default();
                match numbers[level % numbers.len()] {
                    4 => {
                        writer.records(&[0x23]);
                        writer.records(&bytes);
                        writer.end_group(4);
                    }
                    number => writer.len_field(number, &bytes),
                }
                bytes = writer.into_bytes();
            }
            EVERYTHING.agree(&bytes);
        }
    }
}

/// A reading that was not noted in full says so all the same.
#[test]
fn faults_beyond_the_limit_of_evidence() {
    let mut bytes = b"\x10\x01".repeat(2 * Reading::MOST);
    EVERYTHING.agree(&bytes);
    bytes.extend(b"\x12\x01\xff");
    EVERYTHING.agree(&bytes);
    let checked = EVERYTHING.schema.message_named("t.Checked").expect("there");
    assert!(!Reading::of(&EVERYTHING.shapes, checked.0, &bytes).is_possible());
}

#[test]
fn unknown_is_what_the_schema_does_not_know() {
    let cases: [(&str, bool, &[u8]); 18] = [
        ("t.Loose", false, b"\x0a\x01x\x1a\x02\x38\x01"),
        // No such field, here and further down; a draft; a type that is missing.
        ("t.Loose", true, b"\xf2\x03\x01x"),
        ("t.Loose", true, b"\x1a\x04\xf2\x03\x01x"),
        ("t.Loose", true, b"\x23\xf2\x03\x01x\x24"),
        ("t.Checked", true, b"\xa2\x01\x01x"),
        ("t.Checked", true, b"\x72\x00"),
        // Another wire type.
        ("t.Loose", true, b"\x08\x01"),
        ("t.Checked", false, b"\x20\x01\x22\x02\x01\x02"),
        // Extensions.
        ("t.Loose", false, b"\x82\x01\x02\x08\x01"),
        ("t.Loose", true, b"\x82\x01\x03\xa8\x01\x01"),
        // Numbers of a closed enum: singular, repeated, packed, in a map, cut to 32 bits.
        ("t.Loose", true, b"\x38\x05"),
        ("t.Loose", true, b"\x40\x05"),
        ("t.Loose", false, b"\x4a\x01\x05"),
        ("t.Loose", true, b"\x52\x05\x0a\x01a\x10\x05"),
        ("t.Loose", false, b"\x38\x81\x80\x80\x80\x10"),
        ("t.Loose", false, b"\x38\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
        ("t.Checked", false, b"\x60\x05"),
        // Inside an entry of a map.
        ("t.Checked", true, b"\x32\x02\x18\x01"),
    ];
    for (name, unknown, bytes) in cases {
        let id = EVERYTHING.schema.message_named(name).expect("there");
        let reading = Reading::of(&EVERYTHING.shapes, id.0, bytes);
        assert_eq!((reading.has_unknown(), reading.is_possible()), (unknown, true), "{name} {bytes:02x?}");
        EVERYTHING.agree(bytes);
    }
}
