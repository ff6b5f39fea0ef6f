//! `docs/manifest.schema.json`: a valid schema that accepts good manifests and refuses bad ones.
//!
//! The crate `jsonschema` and not the Python package of that name: it needs nothing installed, so it never skips.

use jsonschema::Validator;
use serde_json::Value;

const SCHEMA: &str = include_str!("../../docs/manifest.schema.json");

pub fn validator() -> Validator {
    let schema: Value = serde_json::from_str(SCHEMA).expect("it is JSON");
    jsonschema::draft7::meta::validate(&schema).expect("it is a schema");
    jsonschema::draft7::new(&schema).expect("it compiles")
}

/// Where a manifest does not satisfy the schema.
pub fn faults(validator: &Validator, manifest: &toml::Table) -> Vec<String> {
    let manifest = serde_json::to_value(manifest).expect("TOML without dates is JSON");
    validator.iter_errors(&manifest).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// Everything that `docs/manifest.md` describes.
const EVERYTHING: &str = r#"
format = 1
title = "Orders, from 1 to 2"
[schema]
old = "orders/v1"
new = "v2.0:orders/"
[version.old]
name = "1.4.0"
header = ["1.4", ""]
[version.new]
name = "2.0.0"
header = "2.0"
[packages]
"orders.v1" = "shop.orders.v2"
"" = "shop"
[options.file_bytes]
default = "verbatim"
why = "writers differ"
values = { verbatim = "as it is", base64-text = "the text of base64" }
[types]
Order = "Purchase"
"Order.Line" = "Purchase.Line"
Photo = { gone = "unpacked into Product" }
[new_types]
Refund = { absent = "there were none" }
[rpcs]
"Orders.Fetch" = "Orders.Get"
[enum.State]
OPEN = "PENDING"
LOST = { drop = "nobody used it", as = "PENDING" }
[new_enum.State]
REFUNDED = { absent = "there were no refunds", as = "CLOSED" }
HELD = { absent = "new" }
[message.Order]
buyer = "customer"
express = { to = "slow", via = "not", why = "the default changed" }
tags = { to = "tag", via = "first" }
limit = { to = "limit", via = "zero_is_unset", down = { loss = "0 is no limit" } }
name = { to = ["region", "id"], via = { template = "regions/{region}/orders/{id}" } }
"address.street" = { to = "street", empty = "unknown", up = false }
extra = { to = "extra", via = "struct_value" }
lines = { to = "lines[1..]", distinct = ["sku"] }
first = "lines[0].sku"
"[orders.v1.note]" = "note"
photo = { to = "photo", via = { option = "file_bytes", verbatim = "copy", base64-text = "base64_text" } }
version = { to = "version", via = "major_minor", loss = "patches" }
done = { drop = "told by the state", back = { is_one_of = ["CLOSED"], of = "state" } }
colour = { drop = "nobody used it", back = "red" }
size = { option = "file_bytes", verbatim = "size", base64-text = { drop = "not in base64" } }
[new.Order]
icon = { absent = "there was none", why = "see the minutes" }
kind = { value = "ORDER" }
weight = { value = 1.5 }
empty = { value = {} }
offers = { only = { field = "version", from = "1.0", below = "2.0", or_empty = true }, else = "offers of later versions" }
"#;

#[test]
fn a_manifest_with_everything_is_accepted() {
    let table: toml::Table = EVERYTHING.parse().expect("it is TOML");
    assert_eq!(faults(&validator(), &table), [""; 0]);
}

#[test]
fn bundled_manifests_are_accepted() {
    let validator = validator();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/a2a");
    for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.extension().is_some_and(|extension| extension == "toml") {
            let table: toml::Table = std::fs::read_to_string(&path).expect("text").parse().expect("TOML");
            assert_eq!(faults(&validator, &table), [""; 0], "{}", path.display());
        }
    }
}

/// What is wrong, below a head that is right.
const BAD: &[(&str, &str)] = &[
    ("a table that there is none of", "[messages.Order]\na = \"b\""),
    ("a line that says nothing", "[message.Order]\na = {}"),
    ("a line that goes nowhere and is not dropped", "[message.Order]\na = { why = \"so\" }"),
    ("a line that goes somewhere and is dropped", "[message.Order]\na = { to = \"b\", drop = \"gone\" }"),
    ("a drop without a reason", "[message.Order]\na = { drop = \"\" }"),
    ("a drop that says only that", "[message.Order]\na = { drop = true }"),
    ("a key with a slip", "[message.Order]\na = { to = \"b\", vai = \"not\" }"),
    ("a transform that there is none of", "[message.Order]\na = { to = \"b\", via = \"rot13\" }"),
    ("a template with an empty segment", "[message.Order]\na = { to = \"b\", via = { template = \"a//{b}\" } }"),
    ("a path with an index", "[message.Order]\na = \"b[2]\""),
    ("a path on the left that is none", "[message.Order]\n\"a b\" = \"b\""),
    ("no paths", "[message.Order]\na = { to = [] }"),
    ("a number for a path", "[message.Order]\na = 1"),
    ("back without drop", "[message.Order]\na = { to = \"b\", back = true }"),
    ("is_one_of that asks nobody", "[message.Order]\na = { drop = \"gone\", back = { is_one_of = [\"A\"] } }"),
    ("a direction with an unknown key", "[message.Order]\na = { to = \"b\", up = { to = \"c\" } }"),
    ("a new field with a path", "[new.Order]\na = \"b\""),
    ("a new field absent without a reason", "[new.Order]\na = { absent = true }"),
    ("a new field with two things said of it", "[new.Order]\na = { absent = \"so\", value = 1 }"),
    ("only without else", "[new.Order]\na = { only = { field = \"v\" } }"),
    ("a bound that is no version", "[new.Order]\na = { only = { field = \"v\", from = \"1\" }, else = \"so\" }"),
    ("a type gone without a reason", "[types]\nOrder = { gone = true }"),
    ("a new type with a name", "[new_types]\nOrder = \"Other\""),
    ("a new value with a name", "[new_enum.State]\nA = \"B\""),
    ("an enum value absent where it is dropped", "[enum.State]\nA = { absent = \"so\" }"),
    ("an option without values", "[options.a]\ndefault = \"x\""),
    ("an option without a default", "[options.a]\nvalues = { x = \"so\" }"),
    ("a header that is no version", "[version.old]\nheader = [\"1.0.0\"]"),
    ("an rpc with a path", "[rpcs]\n\"A/B\" = \"A.C\""),
];

#[test]
fn bad_manifests_are_refused() {
    const HEAD: &str = "format = 1\n[schema]\nold = \"a\"\nnew = \"b\"\n";
    let validator = validator();
    assert!(faults(&validator, &HEAD.parse().expect("TOML")).is_empty());
    for (what, text) in BAD {
        let table: toml::Table = format!("{HEAD}{text}").parse().unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(!faults(&validator, &table).is_empty(), "accepted: {what}");
    }
    for head in
        ["", "format = 1", "format = 2\n[schema]\nold = \"a\"\nnew = \"b\"", "format = 1\n[schema]\nold = \"a\""]
    {
        assert!(!faults(&validator, &head.parse().expect("TOML")).is_empty(), "accepted: {head}");
    }
}

/// Every block of TOML in the page, the ones that are only a part of a manifest below a head.
#[test]
fn what_the_page_shows_is_accepted() {
    const PAGE: &str = include_str!("../../docs/manifest.md");
    const EXAMPLE: &str = include_str!("../../docs/manifest-example/loans.toml");
    let blocks: Vec<&str> = PAGE.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() >= 8 && EXAMPLE.contains(blocks[0]), "the first block is the example");
    let validator = validator();
    for block in blocks.into_iter().chain([EXAMPLE]) {
        let has = |what: &str| block.contains(what);
        let format = if has("format = 1") { "" } else { "format = 1\n" };
        let schema = if has("[schema]") { "" } else { "[schema]\nold = \"a\"\nnew = \"b\"\n" };
        let table: toml::Table = format!("{format}{schema}{block}").parse().unwrap_or_else(|e| panic!("{e}\n{block}"));
        assert_eq!(faults(&validator, &table), [""; 0], "{block}");
    }
}
