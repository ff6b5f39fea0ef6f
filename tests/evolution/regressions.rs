//! Faults that random schemas brought to light, each as a small pair of schemas that shows it.

use prost_reflect::DynamicMessage;
use proto_diff::{
    CompareOptions, compare,
    dynamic::{UnknownNames, json},
    effects::Direction::{self, Downgrade, Upgrade},
    schema::{self, Enum, Message},
};

use super::{
    decoder::Decoder,
    facts::Tree,
    hex::hex,
    law::misses,
    linked::Linked,
    oracle::{Identity, Kin, Namesakes, observe},
    passage::{
        Passage,
        Reader::{self, Conformant, LenientJson, Strict, StrictJson},
        message,
    },
    peer::Request,
    print::MAIN,
    prost_tree,
};

/// In examples the name says who is who, whatever the number.
struct ByName;

impl Kin for ByName {
    fn field(&self, writer: &Message, number: i32, reader: &Message) -> Option<i32> {
        reader.field_named(writer.field_numbered(number)?.name()).map(|field| field.number)
    }

    fn same_value(&self, writer: (&Enum, i32), reader: (&Enum, i32)) -> bool {
        Namesakes.same_value(writer, reader)
    }
}

/// Sends bytes or JSON of a message `M`, and panics if the report says less than what happens.
fn nothing_worse_happens(old: &str, new: &str, direction: Direction, reader: Reader, payload: &str) {
    let link = |text: &str| Linked::of(vec![(MAIN.to_owned(), text.to_owned())]).expect("a schema");
    let (old, new) = (link(old), link(new));
    let comparison = compare(old.schema.clone(), new.schema.clone(), &CompareOptions::default());
    let ((writer, reader_side), (writes, reads)) = match direction {
        Upgrade => ((&old, &new), ("old", "new")),
        Downgrade => ((&new, &old), ("new", "old")),
    };
    let mut decoder = Decoder::start("upb");
    decoder.load("old", &old);
    decoder.load("new", &new);
    let mut ask = |key, mode| {
        message(&decoder.ask(&[Request { mode, key, name: "M".to_owned(), payload: payload.to_owned() }])[0])
    };
    let (written, read) = match reader {
        Conformant => (ask(writes, "decode"), ask(reads, "decode")),
        Strict => (ask(writes, "decode"), by_prost(reader_side, payload)),
        StrictJson => (ask(writes, "parse"), ask(reads, "parse")),
        LenientJson => (ask(writes, "parse"), ask(reads, "ignore")),
    };
    let types = [writer, reader_side].map(|side| side.schema.message_named("M").expect("every example has an M"));
    let identity =
        Identity { writer: &writer.schema, reader: &reader_side.schema, kin: &ByName, encoding: reader.encoding() };
    let written = written.expect("the writer can read it");
    let observed = observe(&identity, (types[0], &written), (types[1], read.as_ref().map_err(String::as_str)));
    let passage = Passage { direction, reader, types: types.into(), payload: payload.to_owned(), observed };
    let misses: Vec<String> = misses(&comparison, &passage).iter().map(ToString::to_string).collect();
    assert!(misses.is_empty(), "more is seen than said: {}", misses.concat());
}

fn by_prost(side: &Linked, payload: &str) -> Result<Tree, String> {
    let descriptor = side.pool.get_message_by_name("M").expect("every example has an M");
    let read = DynamicMessage::decode(descriptor, hex(payload).as_slice());
    read.map(|read| Tree::of(&prost_tree::tree(&read))).map_err(|error| error.to_string())
}

#[test]
fn a_map_of_messages_becomes_a_list_of_entries() {
    let old =
        "syntax = 'proto3'; message M { map<string, double> a = 2; map<string, N> b = 4; } message N { double c = 1; }";
    let new = "syntax = 'proto3'; message M { repeated Entry b = 4; } message N { double c = 1; } \
               message Entry { string key = 1; N value = 2; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "22050a016b1200");
}

#[test]
fn the_one_value_of_an_enum_is_zero() {
    let old = "syntax = 'proto3'; message M { int32 a = 1; } enum E { Z = 0; }";
    let new = "syntax = 'proto3'; message M { int32 a = 1; E b = 7; } enum E { Z = 0; }";
    nothing_worse_happens(old, new, Downgrade, StrictJson, r#"{"b":41}"#);
}

#[test]
fn a_closed_enum_lacks_a_number_in_json() {
    let text = "syntax = 'proto2'; message M { optional E a = 1; } enum E { Z = 0; }";
    let closed = schema::from_texts("closed", [(MAIN, text)]).expect("a schema");
    let message = &closed[closed.message_named("M").expect("it has an M")];
    let read = json::read(&closed, message, &serde_json::json!({ "a": -1 }), UnknownNames::Reject);
    assert!(read.is_err(), "Python, Java and C++ refuse it");
}

#[test]
fn a_closed_enum_lacks_what_is_required() {
    let old = "syntax = 'proto2'; message M { required E a = 1; } enum E { Z = 0; B = 1; }";
    let new = "syntax = 'proto2'; message M { required E a = 1; } enum E { B = 1; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "0800");
}

#[test]
fn a_message_holds_nothing_but_itself() {
    let old = "syntax = 'proto2'; message M { optional M ember = 1; }";
    let new = "syntax = 'proto2'; message M { optional M wharf = 1; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "0a00");
}

#[test]
fn the_last_of_several_messages_whose_field_changed() {
    let old = "syntax = 'proto3'; message M { N a = 3; } message N { double b = 1; }";
    let new = "syntax = 'proto3'; message M { repeated N a = 3; } message N { N b = 1; }";
    nothing_worse_happens(old, new, Downgrade, Conformant, "1a020a001a00");
}

#[test]
fn names_of_fields_become_keys() {
    let old = "syntax = 'proto3'; message M { oneof c { M a = 2; } }";
    let new = "syntax = 'proto3'; message M { map<sint32, M> a = 2; }";
    nothing_worse_happens(old, new, Upgrade, StrictJson, r#"{"a":{"a":{}}}"#);
}

#[test]
fn packed_numbers_fit_another_width() {
    let old = "syntax = 'proto3'; message M { repeated sint64 a = 1; }";
    let new = "syntax = 'proto3'; message M { repeated fixed32 a = 1; }";
    nothing_worse_happens(old, new, Upgrade, Strict, "0a0cdf8cfde1af96aba784010044");
}

#[test]
fn a_message_fits_packed_numbers() {
    let old =
        "syntax = 'proto2'; message M { repeated double a = 5; optional N b = 7; } message N { optional int64 c = 1; }";
    let new =
        "syntax = 'proto2'; message M { repeated double a = 7; optional N b = 5; } message N { optional int64 c = 1; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "3a080880808080808001");
}

#[test]
fn bytes_are_numbers_of_a_closed_enum() {
    let old = "syntax = 'proto2'; message M { repeated bytes a = 5; } enum E { Z = 0; B = 1; }";
    let new = "syntax = 'proto2'; message M { repeated E a = 5; } enum E { Z = 0; B = 1; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "2a020101");
}

#[test]
fn text_passes_for_a_message_of_messages() {
    let old = "syntax = 'proto3'; message M { M a = 1; optional M b = 2; }";
    let new = "syntax = 'proto3'; message M { string a = 1; optional M b = 2; }";
    nothing_worse_happens(old, new, Downgrade, Conformant, "0a020807");
}

#[test]
fn negative_numbers_of_an_open_enum() {
    let old = "syntax = 'proto3'; message M { repeated E a = 1; } enum E { Z = 0; B = 1; }";
    let new = "syntax = 'proto3'; message M { repeated uint32 a = 1; } enum E { Z = 0; B = 1; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "0a0affffffffffffffffff01");
}

#[test]
fn negative_numbers_of_an_open_enum_in_json() {
    let old = "syntax = 'proto3'; message M { E a = 1; } enum E { Z = 0; }";
    let new = "syntax = 'proto3'; message M { fixed64 a = 1; } enum E { Z = 0; }";
    nothing_worse_happens(old, new, Upgrade, StrictJson, r#"{"a":-450108221}"#);
}

#[test]
fn a_list_is_short_of_a_value() {
    let old = "syntax = 'proto3'; message M { repeated E a = 1; } enum E { Z = 0; B = 1; }";
    let new = "syntax = 'proto3'; message M { repeated E a = 1; } enum E { Z = 0; }";
    nothing_worse_happens(old, new, Upgrade, LenientJson, r#"{"a":["Z","B"]}"#);
}

#[test]
fn an_explicit_zero_is_lost() {
    let old = "syntax = 'proto2'; message M { optional E a = 1; } enum E { Z = 0; }";
    let new = "syntax = 'proto2'; message M { optional M a = 1; } enum E { Z = 0; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "0800");
}

#[test]
fn an_explicit_zero_stands_in_for_another_field() {
    let old = "syntax = 'proto2'; message M { optional E a = 2; optional int32 b = 3; } enum E { Z = 0; }";
    let new = "syntax = 'proto2'; message M { optional E a = 3; optional int32 b = 2; } enum E { Z = 0; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "10001801");
}

#[test]
fn a_number_is_one_of_a_closed_enum_when_cut() {
    let old = "syntax = 'proto2'; message M { optional E a = 1; } enum E { Z = 0; B = 1; }";
    let new = "syntax = 'proto2'; message M { optional uint64 a = 1; } enum E { Z = 0; B = 1; }";
    nothing_worse_happens(old, new, Downgrade, Conformant, "08818080808010");
}

#[test]
fn infinity_is_base64() {
    let old = "syntax = 'proto3'; message M { double a = 2; }";
    let new = "syntax = 'proto3'; message M { bytes a = 2; }";
    nothing_worse_happens(old, new, Upgrade, StrictJson, r#"{"a":"Infinity"}"#);
}

#[test]
fn both_members_of_a_oneof_where_one_is_dropped() {
    let old = "syntax = 'proto2'; message M { optional sint32 a = 1; oneof c { E b = 2; } } enum E { Z = 0; B = 1; }";
    let new = "syntax = 'proto2'; message M { oneof c { sint32 a = 1; E b = 2; } } enum E { Z = 0; }";
    nothing_worse_happens(old, new, Upgrade, LenientJson, r#"{"a":5,"b":"Z"}"#);
}

#[test]
fn text_that_is_not_utf8_inside_a_message() {
    let old = "syntax = 'proto2'; message M { repeated Entry a = 1; } message Entry { optional string key = 1; optional string value = 2; }";
    let new = "syntax = 'proto3'; message M { map<string, string> a = 1; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "0a04120201ff");
}

#[test]
fn an_empty_message_is_more_than_no_list() {
    let old = "syntax = 'proto3'; message M { M a = 2; }";
    let new = "syntax = 'proto3'; message M { repeated M a = 3; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "12021200");
}

#[test]
fn an_entry_without_a_value_lacks_what_is_required_in_it() {
    let old =
        "syntax = 'proto2'; message M { repeated N a = 1; map<int32, N> b = 7; } message N { required sint32 c = 1; }";
    let new = "syntax = 'proto2'; message M { repeated N a = 1; repeated E b = 7; } message N { required sint32 c = 1; } \
               message E { optional int32 key = 1; optional N value = 2; }";
    nothing_worse_happens(old, new, Downgrade, Conformant, "3a00");
}

#[test]
fn an_entry_fits_packed_numbers() {
    let old = "syntax = 'proto3'; message M { map<string, E> a = 2; } enum E { Z = 0; B = 1; }";
    let new = "syntax = 'proto3'; message M { repeated sfixed64 b = 2; } enum E { Z = 0; B = 1; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "12100a08e282acf09d849e2010cd86878c06");
}

#[test]
fn prost_reads_on_without_what_is_required() {
    let old =
        "syntax = 'proto2'; message M { optional N a = 1; } message N { optional N b = 1; required double c = 4; }";
    let new = "syntax = 'proto2'; message M { map<string, double> d = 1; } message N { optional N b = 1; required double c = 4; }";
    nothing_worse_happens(old, new, Downgrade, Strict, "0a0b0a00110000000000000000");
}

#[test]
fn packed_enums_fit_a_width() {
    let old = "syntax = 'proto3'; message M { repeated E a = 3; } enum E { Z = 0; B = 1; }";
    let new = "syntax = 'proto3'; message M { repeated fixed32 a = 3; } enum E { Z = 0; B = 1; }";
    nothing_worse_happens(old, new, Upgrade, Conformant, "1a0cffffffffffffffffff010000");
}

#[test]
fn an_unknown_number_of_an_enum_is_rounded() {
    let old = "syntax = 'proto3'; message M { E a = 1; } enum E { Z = 0; }";
    let new = "syntax = 'proto3'; message M { float a = 1; } enum E { Z = 0; }";
    nothing_worse_happens(old, new, Upgrade, StrictJson, "{\"a\": 2147483647}");
}

#[test]
fn an_entry_with_a_message_fits_packed_numbers() {
    let old = "syntax = 'proto3'; message M { repeated double a = 1; } message N { map<sint64, int32> b = 1; }";
    let new = "syntax = 'proto3'; message M { map<sfixed32, N> c = 1; } message N { map<sint64, int32> b = 1; }";
    nothing_worse_happens(old, new, Downgrade, Conformant, "0a100d0000000012090a07080010ffffff7f");
}
