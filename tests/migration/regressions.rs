//! Faults of ours that were found, each with the smallest payload that showed it.

use proto_diff::{
    Direction,
    dynamic::{Reader, binary},
    migration::{Converted, ManifestLocator, Migration, manifest::Manifest},
    schema::{self, LoadOptions},
    wire::Writer,
};

use super::{
    exchange::{Exchange, a2a},
    hex::hex,
    shop,
};

fn converted(name: &str, direction: Direction, bytes: &str) -> Converted {
    let exchange = Exchange::named(a2a(), name, direction);
    exchange.convert(&hex(bytes)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn losses(name: &str, direction: Direction, bytes: &str) -> Vec<String> {
    converted(name, direction, bytes).losses.into_iter().map(|loss| loss.path).collect()
}

/// A FilePart with nothing in it but the default of `mime_type` was not reported as empty.
#[test]
fn a_message_of_explicit_defaults_is_empty() {
    assert_eq!(losses("Part", Direction::Upgrade, "12 02 1a00"), ["file"]);
    assert_eq!(losses("Part", Direction::Upgrade, "12 00"), ["file"]);
}

/// The explicit default of `media_type` made a FilePart around it, and an empty token a PushNotificationConfig.
#[test]
fn an_explicit_default_brings_no_message_into_being() {
    assert_eq!(converted("Part", Direction::Downgrade, "3a 00").message, [0; 0]);
    assert_eq!(converted("TaskPushNotificationConfig", Direction::Downgrade, "2a 00 22 00").message, [0; 0]);
}

/// Of an earlier value and the default that replaces it, both were copied.
#[test]
fn a_value_that_a_default_replaces_is_not_copied() {
    assert_eq!(converted("Artifact", Direction::Upgrade, "1a 01 61 1a 00").message, [0; 0]);
}

/// What is unknown below a Struct that becomes a Value was reported as if it stood beside the Struct.
#[test]
fn a_path_goes_through_structs_and_values() {
    assert_eq!(
        losses("Part", Direction::Upgrade, "1a 0e 0a0c 0a0a 0a016b 1205 1a0161 3801"),
        [r#"data.data.fields["k"].#7"#]
    );
    // Value { struct_value { 7: 1 }, 7: 1 }, then Value { string_value, 7: 1 }.
    assert_eq!(losses("Part", Direction::Downgrade, "22 06 2a02 3801 3801"), ["data.#7", "data.struct_value.#7"]);
    assert_eq!(losses("Part", Direction::Downgrade, "22 05 1a0161 3801"), ["data.#7", "data"]);
}

/// A part of a name that is not UTF-8, where no reader checks it, was taken for absent and lost without a word.
#[test]
fn a_part_of_a_name_that_is_not_text_is_refused() {
    let shop = Exchange::named(&shop::SHOP, "Purchase", Direction::Downgrade);
    let error = shop.convert(&hex("0a 02 61ff 12 01 62")).expect_err("the name of the shop is no text");
    assert_eq!(error.to_string(), "`shop` at byte 3: invalid UTF-8");
}

/// A part of a name that was set to the empty string, where that is not the same as absent, was lost without a word.
#[test]
fn an_empty_part_of_a_name_is_reported_where_it_is_not_absent() {
    let shop = Exchange::named(&shop::SHOP, "Purchase", Direction::Downgrade);
    let paths = |bytes: &str| -> Vec<String> {
        let converted = shop.convert(&hex(bytes)).expect("a message");
        converted.losses.into_iter().map(|loss| loss.path).collect()
    };
    assert_eq!(paths("0a 00"), ["shop"]);
    assert_eq!(paths("0a 00 12 01 62"), ["shop", "order"]);
    assert_eq!(paths(""), [""; 0]);
}

/// What is not carried was not looked at: a payload that every reader refuses was taken.
#[test]
fn what_is_not_carried_must_be_well_formed_all_the_same() {
    let refused = |name: &str, bytes: &str| {
        let error = Exchange::named(a2a(), name, Direction::Downgrade).convert(&hex(bytes)).expect_err(name);
        (error.path, error.offset)
    };
    // Part.metadata, dropped; a task that a message replaces; an interface that speaks 1.0 only.
    assert_eq!(refused("Part", "0a 01 78 2a 03 0a05 ff"), ("metadata".to_owned(), 6));
    assert_eq!(refused("SendMessageResponse", "0a 03 0a01ff 12 00"), ("task".to_owned(), 4));
    assert_eq!(refused("AgentCard", "1a 09 22 03 312e30 0a 02 c328"), ("supported_interfaces".to_owned(), 9));
}

/// The two halves of a map's value were converted apart from the rest: what was lost in them had no way to it.
#[test]
fn losses_in_a_map_value_of_two_halves_have_their_path() {
    let card = Exchange::named(a2a(), "AgentCard", Direction::Upgrade);
    let converted = card.convert(&hex("42 0c 0a0173 1203d00501 12022a00")).expect("a message");
    let paths: Vec<&str> = converted.losses.iter().map(|loss| loss.path.as_str()).collect();
    assert_eq!(paths, ["security_schemes[\"s\"].#90"]);
}

/// The version of the first interface has a place of its own in the card; those of the others were lost without a word,
/// as if they had one too.
#[test]
fn what_only_the_first_element_has_a_place_for_is_lost_of_the_others() {
    // Interfaces `a` of 0.3.0, `b` of 0.3.1, `c` of 0.3.
    let card = "1a 0a 0a0161 2205302e332e30 1a 0a 0a0162 2205302e332e31 1a 08 0a0163 2203302e33";
    assert_eq!(losses("AgentCard", Direction::Downgrade, card), ["supported_interfaces[1].protocol_version"]);
}

/// The value of a map entry that was written twice was merged by a conversion of its own, which counted its depth from
/// the start: a payload of 166 kB brought the program down, and paths began in the middle.
#[test]
fn a_map_value_that_is_written_twice_is_as_deep_as_it_is() {
    // Task { metadata: { k: { k: … } } }, each value followed by an empty one.
    let task = |levels: usize| {
        let mut object = Vec::new();
        for _ in 0..levels {
            let value = field(5, &object);
            let entry = [field(1, b"k"), field(2, &value), field(2, b"")].concat();
            object = field(1, &entry);
        }
        field(6, &object)
    };
    let exchange = Exchange::named(a2a(), "Task", Direction::Upgrade);
    assert_eq!(exchange.convert(&task(30)).expect("it is not too deep").losses, []);
    for levels in [40, 10_000] {
        let error = exchange.convert(&task(levels)).expect_err("it is too deep");
        assert!(error.path.starts_with("metadata.fields"), "{error}");
        assert!(error.to_string().ends_with("nested more than 100 levels deep"), "{error}");
    }
    // A SecurityScheme in two halves, with something unknown in the first.
    let card = "42 0e 0a016b 1205 0a03 9a0600 1202 0a00";
    assert_eq!(losses("AgentCard", Direction::Upgrade, card), [r#"security_schemes["k"].api_key_security_scheme.#99"#]);
}

fn field(number: u8, content: &[u8]) -> Vec<u8> {
    let mut field = vec![number << 3 | 2];
    let mut length = content.len();
    while length > 127 {
        field.push(length as u8 | 128);
        length >>= 7;
    }
    field.push(length as u8);
    field.extend_from_slice(content);
    field
}

/// A packed run was not looked through for numbers that its closed enum does not have: they were written as they are,
/// and there meant something else.
#[test]
fn a_closed_enum_is_closed_in_a_packed_run_too() {
    let shop = Exchange::named(&shop::SHOP, "Order", Direction::Upgrade);
    // steps: 4, which is STATUS_PAID in the new version and nothing in the old one, and STATE_PAID; packed and not.
    for bytes in ["aa01 02 04 01", "a801 04 a801 01"] {
        let converted = shop.convert(&hex(bytes)).expect("a message");
        assert_eq!(converted.message, hex("d201 01 04"), "{bytes}");
        assert_eq!(converted.losses.len(), 1, "{bytes}: {:?}", converted.losses);
    }
}

/// Of two lines to one message, list or map only the first was carried out, and what the other would have brought was
/// lost without a word; of a list as a whole and a place in its first element, only the latter.
#[test]
fn what_has_one_source_is_filled_once() {
    let refusal = |old: &str, new: &str, lines: &str| {
        let load = |text: &str| {
            let inner = "message V { int32 x = 1; string s = 2; }";
            schema::from_texts("a", [("a.proto", format!("syntax = \"proto3\"; package p; {text} {inner}"))])
        };
        let text = format!("format = 1\n[schema]\nold = \"a\"\nnew = \"b\"\n[message.M]\n{lines}\n");
        let manifest = Manifest::read("m.toml", &text, []).expect("a manifest");
        Migration::new(manifest, load(old).expect("a schema"), load(new).expect("a schema"))
            .err()
            .map(|error| error.faults().first().map(|fault| fault.message.clone()).unwrap_or_default())
    };
    let refused = |old: &str, new: &str, lines: &str| refusal(old, new, lines).unwrap_or_default();
    for ty in ["V", "repeated int32", "repeated V", "map<string, int32>"] {
        let old = format!("message M {{ {ty} a = 1; {ty} b = 2; }}");
        let new = format!("message M {{ {ty} v = 1; }}");
        assert_eq!(refused(&old, &new, "a = 'v'\nb = 'v'"), "going up, `a` and `b` both fill `v`", "{ty}");
        // Not that way, then.
        assert_eq!(refusal(&old, &new, "a = 'v'\nb = { to = 'v', up = false }"), None, "{ty}");
    }
    let (list, lines) = ("message M { repeated V v = 1; }", "v = 'v'\n'v[0].x' = 'x'");
    let first = "message M { repeated V v = 1; int32 x = 2; }";
    assert_eq!(refused(list, first, lines), "going down, `v` and `x` both fill `v[0].x`");
    let (one, lines) = ("message M { V v = 1; }", "v = 'v'\n'v.x' = 'x'");
    let inside = "message M { V v = 1; int32 x = 2; }";
    assert_eq!(refused(one, inside, lines), "going down, `v` and `x` both fill `v.x`");
    // A value may come from the first of several that has one.
    assert_eq!(
        refusal("message M { int32 a = 1; int32 b = 2; }", "message M { int32 v = 1; }", "a = 'v'\nb = 'v'"),
        None
    );
}

/// Zero and unset are two things in a field with `optional`; that they become one was not reported.
#[test]
fn a_zero_that_becomes_unset_is_reported_where_it_was_not_unset_before() {
    let load = |text: &str| schema::from_texts("a", [("a.proto", format!("syntax = \"proto3\"; package p; {text}"))]);
    let text = "format = 1\n[schema]\nold = 'a'\nnew = 'b'\n[message.M]\nn = { to = 'n', via = 'zero_is_unset' }\n";
    let losses = |old: &str| {
        let manifest = Manifest::read("m.toml", text, []).expect("a manifest");
        let (old, new) = (load(old).expect("a schema"), load("message M { optional int32 n = 1; }").expect("a schema"));
        let migration = Migration::new(manifest, old, new).expect("they fit");
        let pair = migration.pair_named("M", Direction::Upgrade).expect("a message");
        migration.convert(pair, &hex("08 00"), Direction::Upgrade).expect("a message").losses.len()
    };
    assert_eq!((losses("message M { int32 n = 1; }"), losses("message M { optional int32 n = 1; }")), (0, 1));
}

/// Going down, a list of lists that stood at the edge of what readers take came out beyond it.
#[test]
fn what_is_wrapped_must_not_become_too_deep_for_readers() {
    let nested = |levels: usize| {
        let inner = (0..levels).fold(Vec::new(), |inner, _| len(6, &len(1, &inner)));
        len(4, &inner)
    };
    let part = Exchange::named(a2a(), "Part", Direction::Downgrade);
    let old = &a2a().old;
    let message = &old[old.message_named("a2a.v1.Part").expect("a type")];
    for levels in 1..=50 {
        let Ok(converted) = part.convert(&nested(levels)) else {
            assert!(levels > 40, "{levels} levels are not many");
            continue;
        };
        binary::read(old, message, &converted.message, Reader::Conformant).expect("readable");
    }
}

/// An object that stood at the edge came out beyond it as the object of a value.
#[test]
fn an_object_in_a_value_must_not_become_too_deep_for_readers() {
    let nested = |levels: usize| {
        let inner = (0..levels).fold(Vec::new(), |inner, _| len(1, &len(2, &len(5, &inner))));
        len(17, &inner)
    };
    let order = Exchange::named(&shop::SHOP, "Order", Direction::Upgrade);
    for levels in 1..=50 {
        let Ok(converted) = order.convert(&nested(levels)) else {
            assert!(levels > 32, "{levels} levels are not many");
            continue;
        };
        order.to().read(&converted.message);
    }
}

/// `final = false`, where the options say that it is never set, was written.
#[test]
fn a_default_is_not_written_where_it_is_the_same_as_nothing() {
    let migration = Migration::a2a_with([("final", "never")]).expect("an option of the manifest");
    let pair = migration.pair_named("TaskStatusUpdateEvent", Direction::Upgrade).expect("a pair");
    let converted = migration.downgrade(pair, &hex("0a0174")).expect("a message");
    assert_eq!(converted.message, hex("0a0174"));
}

/// A record with a length in front.
fn len(number: i32, content: &[u8]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.len_field(number, content);
    writer.into_bytes()
}

/// One line that is not used going down hid all others from whoever asked where an enum goes, and what the way back makes
/// again was reported as lost.
#[test]
fn a_line_of_one_way_does_not_hide_the_others() {
    let state = "enum State { GOING = 0; DONE = 1; }";
    let old =
        format!("syntax = 'proto3'; {state} message Event {{ State state = 1; bool last = 2; string note = 3; }}");
    let new = format!("syntax = 'proto3'; {state} message Event {{ State state = 1; string text = 2; }}");
    let manifest = r#"
        format = 1
        schema = { old = "old", new = "new" }
        [message.Event]
        note = { to = "text", down = false }
        last = { drop = "the state says it", back = { is_one_of = ["DONE"], of = "state" } }
    "#;
    let link = |name: &str, text: String| schema::from_texts(name, [("event.proto", text)]).expect("a schema");
    let manifest = Manifest::read("event.toml", manifest, []).expect("a manifest");
    let migration = Migration::new(manifest, link("old", old), link("new", new)).expect("it fits");
    let pair = migration.pair_named("Event", Direction::Upgrade).expect("a pair");
    assert_eq!(migration.upgrade(pair, &hex("0801 1001")).expect("a message").losses, []);
    assert_eq!(migration.upgrade(pair, &hex("0801")).expect("a message").losses.len(), 1);
}

/// A migration of one file, and its messages `M`.
fn of_message(old: &str, new: &str, lines: &str) -> Migration {
    let load = |name: &str, text: &str| schema::from_texts(name, [("m.proto", text.to_owned())]).expect("a schema");
    let manifest = format!("format = 1\n[schema]\nold = 'a'\nnew = 'b'\n{lines}\n");
    let manifest = Manifest::read("m.toml", &manifest, []).expect("a manifest");
    Migration::new(manifest, load("a", old), load("b", new)).expect("they fit")
}

fn upgraded(migration: &Migration, bytes: &str) -> (Vec<u8>, Vec<String>) {
    let pair = migration.pair_named("M", Direction::Upgrade).expect("a pair");
    let converted = migration.upgrade(pair, &hex(bytes)).expect("a message");
    (converted.message, converted.losses.into_iter().map(|loss| format!("{}: {}", loss.path, loss.reason)).collect())
}

/// A default that its readers cannot tell from nothing, written all the same, was lost where a value would have been,
/// and was not what an absent one is.
#[test]
fn a_default_that_is_written_out_is_none() {
    let text = "syntax = 'proto3'; message M { string s = 1; }";
    let migration = of_message(text, text, "[message.M]\ns = { to = 's', loss = 'why' }");
    assert_eq!(upgraded(&migration, "0a00").1, [""; 0]);
    assert_eq!(upgraded(&migration, "0a0161").1, ["s: why"]);
    let inner = "message P { string name = 1; int32 age = 2; }";
    let migration = of_message(
        &format!("syntax = 'proto3'; message M {{ P one = 1; repeated P more = 2; }} {inner}"),
        &format!("syntax = 'proto3'; message M {{ repeated P all = 1; }} {inner}"),
        "[message.M]\none = 'all[0]'\nmore = { to = 'all[1..]', distinct = ['name'] }",
    );
    let lost = ["more[0]: it repeats the first, and the options say to leave that out"];
    assert_eq!(upgraded(&migration, "0a021001 1200").1, lost);
    assert_eq!(upgraded(&migration, "0a021001 12020a00").1, lost);
    assert_eq!(upgraded(&migration, "0a040a001001 1200").1, lost);
}

/// A number that became one of a closed enum was written even if the enum does not have it: an unknown field to whoever
/// reads it, and nobody said so.
#[test]
fn a_number_that_a_closed_enum_does_not_have_is_lost() {
    let migration = of_message(
        "syntax = 'proto2'; message M { optional int32 one = 1; repeated int64 all = 2; }",
        "syntax = 'proto2'; enum E { A = 1; B = 7; } message M { optional E one = 1; repeated E all = 2; }",
        "[new_types]\nE = { absent = 'they were numbers' }",
    );
    let reason = "2 is a number that its closed enum does not have";
    let (message, losses) = upgraded(&migration, "0802 1001 1002 1007");
    assert_eq!((message, losses), (hex("1001 1007"), vec![format!("one: {reason}"), format!("all[1]: {reason}")]));
}

/// One package has another name now, and one has not: of the latter nothing has to be said.
#[test]
fn a_package_that_stays_needs_no_line_beside_one_that_does_not() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, text).expect("writable");
    };
    for (side, package) in [("old", "a.v1"), ("new", "a.v2")] {
        let text = format!("syntax = \"proto3\"; package {package}; import \"b.proto\"; message A {{ b.B b = 1; }}");
        write(&format!("{side}/a.proto"), &text);
        write(&format!("{side}/b.proto"), "syntax = \"proto3\"; package b; message B { string b = 1; }");
    }
    let tables = "[schema]\nold = \"old\"\nnew = \"new\"\n[packages]\n\"a.v1\" = \"a.v2\"\n";
    write("m.toml", &format!("format = 1\n{tables}"));
    let manifest = ManifestLocator::File(dir.path().join("m.toml"));
    let migration = Migration::load(&manifest, [], &LoadOptions::default());
    let migration = migration.unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
    assert_eq!(migration.pairs().count(), 2);
}
