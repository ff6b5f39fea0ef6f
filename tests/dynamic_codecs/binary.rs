//! What each reader family makes of given bytes, case by case.

use proto_diff::{
    dynamic::{DynamicMessage, FieldNames, Reader, UnknownField, Value, binary, find_field, json, missing_required},
    schema::{FieldType, Kind, Message, from_texts},
    wire::{RawValue, WireType},
};

use crate::{
    hex::hex,
    schemas::{EVERYTHING, LEGACY, SCHEMA, message},
};

/// A reading in one line: the JSON of the fields, then the unknown records; or the error.
fn reading(message: &Message, bytes: &[u8], reader: Reader) -> String {
    match binary::read(&SCHEMA, message, bytes, reader) {
        Ok(value) => {
            let json = json::write(&SCHEMA, message, &value, FieldNames::Proto);
            let json = json.map_or_else(|error| error.to_string(), |json| json.to_string());
            value.unknown.iter().fold(json, |line, field| format!("{line} +{}:{}", field.number, field.wire_type))
        }
        Err(error) => format!("error: {error}"),
    }
}

/// One row: what the case shows, the type, the bytes, and both readings (`=` for "as conformant").
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("no bytes", EVERYTHING, "", "{}", "="),
    ("explicit zero", EVERYTHING, "18 00", r#"{"int32":0}"#, "="),
    ("last value wins", EVERYTHING, "18 01 18 02", r#"{"int32":2}"#, "="),
    ("fields out of order", EVERYTHING, "68 01 18 02", r#"{"bool":true,"int32":2}"#, "="),
    ("unknown number", EVERYTHING, "a0 06 01", "{} +100:varint", "="),
    ("unknown group", EVERYTHING, "a3 06 08 01 a4 06", "{} +100:group", "="),

    ("varint where a string is due", EVERYTHING, "70 05", "{} +14:varint", "error: field 14 `string` at byte 0: expected wire type len, found varint"),
    ("string where a varint is due", EVERYTHING, "1a 01 61", "{} +3:len", "error: field 3 `int32` at byte 0: expected wire type varint, found len"),
    ("fixed32 where fixed64 is due", EVERYTHING, "0d 00 00 00 00", "{} +1:fixed32", "error: field 1 `double` at byte 0: expected wire type fixed64, found fixed32"),
    ("misfit after a value", EVERYTHING, "18 01 1a 00", r#"{"int32":1} +3:len"#, "error: field 3 `int32` at byte 2: expected wire type varint, found len"),
    ("misfit deep inside", EVERYTHING, "92 01 05 92 01 02 70 05", r#"{"child":{"child":{}}}"#, "error: field 14 `child.child.string` at byte 6: expected wire type len, found varint"),
    ("group where a message is due", EVERYTHING, "93 01 94 01", r#"{} +18:group"#, "error: field 18 `child` at byte 0: expected wire type len, found group"),
    ("message where a group is due", LEGACY, "42 00", r#"{} +8:len"#, "error: field 8 `inner` at byte 0: expected wire type group, found len"),
    ("varint where a map is due", EVERYTHING, "c0 02 00", r#"{} +40:varint"#, "error: field 40 `text_by_text` at byte 0: expected wire type len, found varint"),
    ("fixed32 where a map is due", EVERYTHING, "c5 02 00 00 00 00", r#"{} +40:fixed32"#, "error: field 40 `text_by_text` at byte 0: expected wire type len, found fixed32"),

    ("int32 keeps the low 32 bits", EVERYTHING, "18 81 80 80 80 10", r#"{"int32":1}"#, "="),
    ("int32 takes its sign from bit 31", EVERYTHING, "18 ff ff ff ff 0f", r#"{"int32":-1}"#, "="),
    ("uint32 keeps the low 32 bits", EVERYTHING, "28 ff ff ff ff ff ff ff ff ff 01", r#"{"uint32":4294967295}"#, "="),
    ("sint32 keeps the low 32 bits", EVERYTHING, "38 81 80 80 80 10", r#"{"sint32":-1}"#, "="),
    ("bool is anything but zero", EVERYTHING, "68 80 80 80 80 80 80 80 80 80 01", r#"{"bool":true}"#, "="),
    ("bits beyond the 64th", EVERYTHING, "20 ff ff ff ff ff ff ff ff ff 03", r#"{"int64":"-1"}"#, "error: field 4 `int64` at byte 1: varint does not fit 64 bits"),

    ("packed", EVERYTHING, "f2 01 03 01 02 03", r#"{"packed_int32":[1,2,3]}"#, "="),
    ("packed, written expanded", EVERYTHING, "f0 01 01 f0 01 02", r#"{"packed_int32":[1,2]}"#, "="),
    ("expanded, written packed", EVERYTHING, "fa 01 02 01 02", r#"{"expanded_sint64":["-1","1"]}"#, "="),
    ("packed in pieces", EVERYTHING, "f2 01 01 01 f0 01 02 f2 01 01 03", r#"{"packed_int32":[1,2,3]}"#, "="),
    ("packed nothing", EVERYTHING, "f2 01 00", "{}", "="),
    ("packed, cut off", EVERYTHING, "f2 01 02 01 80", "error: field 30 `packed_int32` at byte 4: truncated", "="),
    ("packed fixed32 of odd length", EVERYTHING, "aa 02 03 00 00 00", "error: field 37 `fixed32s` at byte 3: truncated", "="),
    ("fixed32 for a list of varints", EVERYTHING, "f5 01 00 00 00 00", "{} +30:fixed32", "error: field 30 `packed_int32` at byte 0: expected wire type varint, found fixed32"),

    ("messages merge", EVERYTHING, "92 01 02 18 01 92 01 02 28 02", r#"{"child":{"int32":1,"uint32":2}}"#, "="),
    ("merging appends to lists", EVERYTHING, "92 01 03 f0 01 01 92 01 03 f0 01 02", r#"{"child":{"packed_int32":[1,2]}}"#, "="),
    ("repeated messages do not merge", EVERYTHING, "92 02 02 18 01 92 02 02 28 02", r#"{"children":[{"int32":1},{"uint32":2}]}"#, "="),

    ("oneof: the last member stays", EVERYTHING, "9a 01 01 61 a0 01 05", r#"{"number":5}"#, "="),
    ("oneof: a message member merges with itself", EVERYTHING, "aa 01 02 18 01 aa 01 02 28 02", r#"{"branch":{"int32":1,"uint32":2}}"#, "="),
    ("oneof: another member in between", EVERYTHING, "aa 01 02 18 01 a0 01 05 aa 01 02 28 02", r#"{"branch":{"uint32":2}}"#, "="),
    ("oneof: a misfit clears nothing", EVERYTHING, "a0 01 05 98 01 01", r#"{"number":5} +19:varint"#, "error: field 19 `text` at byte 3: expected wire type len, found varint"),

    ("map: the last entry with a key wins", EVERYTHING, "c2 02 06 0a 01 61 12 01 62 c2 02 06 0a 01 61 12 01 63", r#"{"text_by_text":{"a":"c"}}"#, "="),
    ("map: key and value missing", EVERYTHING, "c2 02 00", r#"{"text_by_text":{"":""}}"#, "="),
    ("map: value before key", EVERYTHING, "c2 02 06 12 01 62 0a 01 61", r#"{"text_by_text":{"a":"b"}}"#, "="),
    ("map: something else in the entry", EVERYTHING, "c2 02 05 0a 01 61 18 01", r#"{"text_by_text":{"a":""}}"#, "="),
    ("map: value of another wire type", EVERYTHING, "c2 02 05 0a 01 61 10 01", r#"{"text_by_text":{"a":""}}"#, "error: field 40 `text_by_text` at byte 6: expected wire type len, found varint"),
    ("map: message value merges within its entry", EVERYTHING, "ca 02 0a 08 07 12 02 18 01 12 02 28 02", r#"{"child_by_number":{"7":{"int32":1,"uint32":2}}}"#, "="),
    ("map: message values do not merge across entries", EVERYTHING, "ca 02 06 08 07 12 02 18 01 ca 02 06 08 07 12 02 28 02", r#"{"child_by_number":{"7":{"uint32":2}}}"#, "="),

    ("open enum: a number without a name", EVERYTHING, "88 01 63", r#"{"color":99}"#, "="),
    ("open enum: 64 bits", EVERYTHING, "88 01 81 80 80 80 10", r#"{"color":"RED"}"#, "="),
    ("closed enum: a number without a name", LEGACY, "20 63", "{} +4:varint", r#"{"closed":99}"#),
    ("closed enum: the known value before it stays", LEGACY, "20 01 20 63", r#"{"closed":"FIRST"} +4:varint"#, r#"{"closed":99}"#),
    ("closed enum: in a list", LEGACY, "28 01 28 63 28 02", r#"{"closed_list":["FIRST","SECOND"]} +5:varint"#, r#"{"closed_list":["FIRST",99,"SECOND"]}"#),
    ("closed enum: packed", LEGACY, "32 04 01 63 64 02", r#"{"closed_packed":["FIRST","SECOND"]} +6:varint +6:varint"#, r#"{"closed_packed":["FIRST",99,100,"SECOND"]}"#),
    ("closed enum: in a map", LEGACY, "52 05 0a 01 61 10 63", "{} +10:len", r#"{"truth_by_text":{"a":99}}"#),
    ("closed enum: in a oneof", LEGACY, "62 01 61 58 63", r#"{"word":"a"} +11:varint"#, r#"{"pick":99}"#),

    ("proto3 string that is not UTF-8", EVERYTHING, "72 02 61 ff", "error: field 14 `string` at byte 2: invalid UTF-8", "="),
    ("proto3 strings, the second is not UTF-8", EVERYTHING, "82 02 01 61 82 02 01 ff", "error: field 32 `strings[1]` at byte 7: invalid UTF-8", "="),
    ("map key that is not UTF-8", EVERYTHING, "c2 02 03 0a 01 ff", "error: field 40 `text_by_text` at byte 5: invalid UTF-8", "="),
    ("proto2 string that is not UTF-8", LEGACY, "12 01 ff", "at `text`: invalid UTF-8", "error: field 2 `text` at byte 2: invalid UTF-8"),

    ("group", LEGACY, "43 08 05 44", r#"{"inner":{"x":5}}"#, "="),
    ("groups merge", LEGACY, "43 08 05 44 43 12 02 08 01 44", r#"{"inner":{"nested":{"id":1},"x":5}}"#, "="),
    ("group without end", LEGACY, "43 08 05", "error: field 8 `inner` at byte 3: group 8 has no end", "="),
    ("group with another end", LEGACY, "43 08 05 4c", "error: field 8 `inner` at byte 3: group 8 ends as group 9", "="),
    ("end without group", LEGACY, "44", "error: byte 0: end of group 8 without a start", "="),
    ("extension", LEGACY, "a2 06 01 6e aa 06 02 01 02", r#"{"[legacy.marks]":[1,2],"[legacy.note]":"n"}"#, "="),
    ("number in an extension range that nobody took", LEGACY, "b8 06 01", "{} +103:varint", "="),

    ("cut off after a tag", EVERYTHING, "18", "error: field 3 `int32` at byte 1: truncated", "="),
    ("length past the end", EVERYTHING, "72 05 61", "error: field 14 `string` at byte 1: length 5 reaches past the end, 1 bytes remain", "="),
    ("length past the end of the message around it", EVERYTHING, "92 01 02 72 05 61 61 61 61 61", "error: field 14 `child.string` at byte 4: length 5 reaches past the end, 0 bytes remain", "="),
];

#[test]
fn cases() {
    let mut failures = Vec::new();
    for &(what, name, bytes, conformant, strict) in CASES {
        let bytes = hex(bytes);
        let strict = if strict == "=" { conformant } else { strict };
        for (reader, expected) in [(Reader::Conformant, conformant), (Reader::Strict, strict)] {
            let found = reading(message(name), &bytes, reader);
            if found != expected {
                failures.push(format!("{what}, {reader:?}\n  expected {expected}\n  found    {found}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn set<const N: usize>(fields: [(i32, Value); N]) -> DynamicMessage {
    DynamicMessage { fields: fields.into(), unknown: Vec::new() }
}

#[test]
fn bytes_that_are_written() {
    let text = |text: &str| Value::String(text.to_owned());
    let cases: [(&str, DynamicMessage, &str); 9] = [
        (EVERYTHING, set([(13, Value::Bool(true)), (3, Value::Int(-1))]), "18 ffffffffffffffffff01 68 01"),
        (EVERYTHING, set([(3, Value::Int(0))]), "18 00"),
        (EVERYTHING, set([(30, Value::List(vec![Value::Int(1), Value::Int(300)]))]), "f201 03 01 ac02"),
        (EVERYTHING, set([(31, Value::List(vec![Value::Int(-1), Value::Int(1)]))]), "f801 01 f801 02"),
        (EVERYTHING, set([(30, Value::List(vec![]))]), ""),
        (
            EVERYTHING,
            set([(40, Value::map(vec![(text("b"), text("")), (text("a"), text("c"))]))]),
            "c202 06 0a0161 120163 c202 05 0a0162 1200",
        ),
        (EVERYTHING, set([(17, Value::Enum(-2))]), "8801 feffffffffffffffff01"),
        (LEGACY, set([(8, Value::Message(set([(1, Value::Int(5))])))]), "43 08 05 44"),
        (LEGACY, set([(101, Value::List(vec![Value::Int(7)]))]), "aa06 01 07"),
    ];
    for (name, value, bytes) in cases {
        assert_eq!(binary::write(&SCHEMA, message(name), &value), hex(bytes), "{value:?}");
    }
}

#[test]
fn unknown_records_are_written_as_they_came() {
    let bytes = hex("a0 06 81 00 18 01 a3 06 08 01 a4 06");
    let value = binary::read(&SCHEMA, message(EVERYTHING), &bytes, Reader::Conformant).unwrap();
    assert_eq!(value.unknown[0].value(), Some(RawValue::Varint(1)));
    assert_eq!(value.unknown[1].value(), Some(RawValue::Group(&[0x08, 0x01])));
    let written = binary::write(&SCHEMA, message(EVERYTHING), &value);
    assert_eq!(written, hex("18 01 a0 06 81 00 a3 06 08 01 a4 06"));
}

#[test]
fn values_that_do_not_fit_leave_no_bytes() {
    let value = set([(3, Value::Bool(true)), (14, Value::Int(1)), (999, Value::Int(1))]);
    assert!(binary::write(&SCHEMA, message(EVERYTHING), &value).is_empty());
}

/// The root type need not be part of the schema: a later stage hands in a clone with one field changed.
#[test]
fn the_root_may_be_a_patched_clone() {
    let mut patched = message(EVERYTHING).clone();
    patched.fields.retain(|field| field.number != 3);
    let string = patched.field_numbered(14).unwrap().ty.clone();
    patched.fields.iter_mut().find(|field| field.number == 4).unwrap().ty = string;
    assert_eq!(reading(&patched, &hex("18 01 22 01 61"), Reader::Conformant), r#"{"int64":"a"} +3:varint"#);
}

/// Of a type from a missing import nothing is known, so nothing can be wrong with its bytes.
#[test]
fn stand_ins_are_unknown() {
    let mut patched = message(EVERYTHING).clone();
    let stand_in = || Kind::StandIn("missing.Type".to_owned());
    for field in &mut patched.fields {
        match (&mut field.ty, field.number) {
            (FieldType::Singular { kind, .. } | FieldType::Repeated { kind, .. }, 18 | 34) => *kind = stand_in(),
            (FieldType::Map { value, .. }, 41) => *value = stand_in(),
            _ => {}
        }
    }
    let bytes = hex("90 01 05 92 01 01 ff 92 02 01 ff ca 02 01 ff");
    for reader in [Reader::Conformant, Reader::Strict] {
        assert_eq!(reading(&patched, &bytes, reader), "{} +18:varint +18:len +34:len +41:len");
    }
}

#[test]
fn extensions_are_found_by_number() {
    assert_eq!(find_field(&SCHEMA, message(LEGACY), 100).unwrap().element.full_name, "legacy.note");
    assert!(find_field(&SCHEMA, message(LEGACY), 103).is_none());
    assert!(find_field(&SCHEMA, message(EVERYTHING), 100).is_none());
}

#[test]
fn required_fields_that_are_missing() {
    let legacy = |fields| Value::Message(DynamicMessage { fields, unknown: Vec::new() });
    let id = || [(1, Value::Int(1))].into();
    let value = set([
        (8, Value::Message(set([(2, legacy([].into()))]))),
        (15, Value::map(vec![(Value::String("a\"b".to_owned()), legacy([].into()))])),
        (14, legacy(id())),
        (102, legacy([].into())),
    ]);
    assert_eq!(
        missing_required(&SCHEMA, message(LEGACY), &value),
        ["id", "inner.x", "inner.nested.id", r#"legacy_by_text["a\"b"].id"#, "more.id"]
    );
    assert!(missing_required(&SCHEMA, message(LEGACY), &set([(1, Value::Int(0))])).is_empty());
    assert!(missing_required(&SCHEMA, message(EVERYTHING), &DynamicMessage::default()).is_empty());
}

/// A map with very many entries must not take quadratic time.
#[test]
fn large_maps() {
    let entry = |key: u32| {
        let mut out = proto_diff::wire::Writer::default();
        out.tag(41, WireType::Len);
        out.len_with(|out| out.varint_field(1, u64::from(key)));
        out.into_bytes()
    };
    let bytes: Vec<u8> = (0..200_000_u32).rev().flat_map(|key| entry(key % 100_000)).collect();
    let value = binary::read(&SCHEMA, message(EVERYTHING), &bytes, Reader::Conformant).unwrap();
    let Some(Value::Map(entries)) = value.fields.get(&41) else { panic!("no map") };
    assert_eq!(entries.len(), 100_000);
}

#[test]
fn unknown_fields_that_are_no_records_have_no_value() {
    let broken = UnknownField { number: 1, wire_type: WireType::Len, bytes: vec![0x0a, 0x05] };
    assert_eq!(broken.value(), None);
}

/// Editions set each feature on its own; the codecs look at the features alone.
#[test]
fn unchecked_strings_are_a_matter_of_the_field() {
    let text = r#"syntax = "proto2"; message M { optional string s = 1; }"#;
    let schema = from_texts("m", [("m.proto", text)]).unwrap();
    let message = &schema[schema.message_named("M").unwrap()];
    let value = binary::read(&schema, message, &hex("0a 01 ff"), Reader::Conformant).unwrap();
    assert_eq!(value, set([(1, Value::Bytes(vec![0xff]))]));
    assert_eq!(binary::write(&schema, message, &value), hex("0a 01 ff"));
}
