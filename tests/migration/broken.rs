//! Manifests with one thing wrong: each is refused with a sentence that says what, where in the text, and what to do.
//! `snapshots/migration__broken__faults.snap` is what a person sees, to be read like a text.

use std::{fmt::Write, sync::LazyLock};

use miette::{GraphicalReportHandler, GraphicalTheme};
use proptest::{prelude::*, test_runner::TestCaseError};
use proto_diff::{
    migration::{
        Migration,
        manifest::{Manifest, ManifestError},
    },
    schema::{self, Schema},
};

use super::runs::{self, Volume};

const MANIFEST: &str = include_str!("shop/manifest.toml");

static SCHEMAS: LazyLock<[Schema; 2]> = LazyLock::new(|| {
    let load = |name: &str, text: &str| schema::from_texts(name, [(name, text)]).expect("a schema");
    [load("old.proto", include_str!("shop/old.proto")), load("new.proto", include_str!("shop/new.proto"))]
});

/// What is wrong, what stands in the right manifest, and what stands there instead; nothing in the first place is the end.
const BROKEN: [(&str, &str, &str); 40] = [
    ("no TOML", "[packages]", "[packages"),
    ("no format", "format = 1\n", ""),
    ("a format of the future", "format = 1", "format = 2"),
    ("a schema is missing", "new = \"new.proto\"\n", ""),
    ("an unknown table", "[packages]", "[package]"),
    ("an unknown key in a table", "old = \"old.proto\"", "old = \"old.proto\"\nolder = \"x\""),
    ("a package that is not there", "\"shop.v1\" = \"shop.v2\"", "\"shop.v3\" = \"shop.v2\""),
    ("an old type that is not there", "Item = \"Article\"", "Itme = \"Article\""),
    ("a new type that is not there", "Item = \"Article\"", "Item = \"Articel\""),
    ("nothing is said of an old type", "Address = { gone = \"its fields stand in Purchase\" }\n", ""),
    ("a type that is gone without a reason", "{ gone = \"its fields stand in Purchase\" }", "{ gone = \"\" }"),
    ("a message that became an enum", "Item = \"Article\"", "Item = \"Status\""),
    ("nothing is said of an old enum value", "STATE_PAID = \"STATUS_PAID\"\n", ""),
    (
        "nothing is said of a new enum value",
        "STATUS_BACK = { absent = \"nothing came back\", as = \"STATE_NEW\" }\n",
        "",
    ),
    ("an enum value that is not there", "\"STATUS_PAID\"", "\"STATUS_PAYED\""),
    ("a value to stand in that is not there", "as = \"STATE_NEW\"", "as = \"STATE_OLD\""),
    ("nothing is said of an old field", "total = \"total_cents\"\n", ""),
    ("nothing is said of a new field", "voucher = { absent = \"there were no vouchers\" }\n", ""),
    ("an old field that is not there", "total = \"total_cents\"", "totl = \"total_cents\""),
    ("a new field that is not there", "total = \"total_cents\"", "total = \"total_cent\""),
    ("a message that is not there", "[message.Order]", "[message.Ordre]"),
    ("a path through what is no message", "\"address.street\" = \"street\"", "\"currency.street\" = \"street\""),
    ("a path that does not parse", "\"contacts[0].mail\"", "\"contacts[0.mail\""),
    ("the first of what is no list", "\"contacts[0].mail\"", "\"address[0].mail\""),
    ("a type that does not fit", "total = \"total_cents\"", "total = \"currency\""),
    (
        "a list that becomes one value without a word",
        "tags = { to = \"main_tag\", via = \"first\" }",
        "tags = \"main_tag\"",
    ),
    ("`not` of what is no bool", "via = \"not\"", "via = \"first\""),
    ("a transform that does not exist", "via = \"not\"", "via = \"nott\""),
    ("a template without variables", "shops/{shop}/orders/{order}", "shops/orders"),
    ("a template with too many variables", "shops/{shop}/orders/{order}", "shops/{shop}/{more}/{order}"),
    ("a template that does not parse", "shops/{shop}/orders/{order}", "shops/{shop/orders/{order}"),
    (
        "two lines to one field that does not take turns",
        "total = \"total_cents\"",
        "total = \"total_cents\"\nmask = \"total_cents\"",
    ),
    (
        "a line that says two things",
        "tags = { to = \"main_tag\", via = \"first\" }",
        "tags = { to = \"main_tag\", drop = \"x\" }",
    ),
    ("a line that says nothing", "tags = { to = \"main_tag\", via = \"first\" }", "tags = { why = \"x\" }"),
    (
        "a key of another kind of line",
        "{ absent = \"there were no vouchers\" }",
        "{ drop = \"there were no vouchers\" }",
    ),
    ("a [new] line for what a line fills", "voucher = {", "main_tag = { absent = \"x\" }\nvoucher = {"),
    ("an option that is not defined", "via = \"not\"", "via = { option = \"how\", a = \"not\" }"),
    ("a number where text belongs", "total = \"total_cents\"", "total = 2"),
    ("the same key twice", "total = \"total_cents\"", "total = \"total_cents\"\ntotal = \"total_cents\""),
    ("an extension that is not there", "\"[shop.v2.colour]\"", "\"[shop.v2.color]\""),
];

fn migration(text: &str) -> Result<Migration, ManifestError> {
    let manifest = Manifest::read("shop.toml", text, []).map_err(|error| match error {
        proto_diff::migration::manifest::ManifestReadError::Text(error) => error,
        other => panic!("no options are chosen: {other}"),
    })?;
    Migration::new(manifest, SCHEMAS[0].clone(), SCHEMAS[1].clone())
}

#[test]
fn the_manifest_is_right_as_it_is() {
    assert!(migration(MANIFEST).is_ok());
}

#[test]
fn each_fault_is_told_where_it_stands() {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
    let mut told = String::new();
    for (what, there, instead) in BROKEN {
        assert_eq!(MANIFEST.matches(there).count(), 1, "{what}: `{there}` stands in the manifest once");
        let error = migration(&MANIFEST.replace(there, instead)).err();
        let Some(error) = error else {
            writeln!(told, "== {what}\n\nNOT REFUSED\n").expect("text");
            continue;
        };
        writeln!(told, "== {what}\n").expect("text");
        for fault in error.faults() {
            let (line, column) = error.position(fault).expect("a place in the text");
            writeln!(told, "{line}:{column} {}", fault.message).expect("text");
        }
        writeln!(told).expect("text");
        handler.render_report(&mut told, &error).expect("text");
        writeln!(told).expect("text");
    }
    assert!(!told.contains("NOT REFUSED"), "{told}");
    insta::assert_snapshot!("faults", told);
}

/// Changes to the text that nobody meant.
#[derive(Debug, Clone)]
enum Change {
    Remove(prop::sample::Index, u8),
    Insert(prop::sample::Index, &'static str),
    /// One line in the place of another.
    Exchange(prop::sample::Index, prop::sample::Index),
}

fn changes() -> impl Strategy<Value = Change> {
    const SCRAPS: [&str; 16] = [
        "\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        ".",
        "\n",
        "[0]",
        "[1..]",
        "via = \"first\"",
        "é",
        "order = \"order\"\n",
        "0x7f",
        "{ drop = \"x\" }",
        "[new.Order]\n",
    ];
    let at = any::<prop::sample::Index>;
    prop_oneof![
        (at(), 1..20u8).prop_map(|(at, count)| Change::Remove(at, count)),
        (at(), prop::sample::select(&SCRAPS[..])).prop_map(|(at, scrap)| Change::Insert(at, scrap)),
        (at(), at()).prop_map(|(from, to)| Change::Exchange(from, to)),
    ]
}

fn changed(text: &str, change: &Change) -> String {
    let place = |at: &prop::sample::Index| {
        let at = at.index(text.len().max(1));
        (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
    };
    match change {
        Change::Remove(at, count) => {
            let start = place(at);
            text.char_indices()
                .filter(|(i, _)| *i < start || *i >= start + usize::from(*count))
                .map(|(_, c)| c)
                .collect()
        }
        Change::Insert(at, scrap) => {
            let (before, after) = text.split_at(place(at).min(text.len()));
            format!("{before}{scrap}{after}")
        }
        Change::Exchange(from, to) => {
            let mut lines: Vec<&str> = text.lines().collect();
            if !lines.is_empty() {
                let (from, to) = (from.index(lines.len()), to.index(lines.len()));
                lines.swap(from, to);
            }
            lines.join("\n")
        }
    }
}

#[test]
fn no_text_makes_it_panic_and_each_fault_has_its_place() {
    runs::all(file!(), Volume::Many, prop::collection::vec(changes(), 1..5), |changes| {
        let text = changes.iter().fold(MANIFEST.to_owned(), |text, change| changed(&text, change));
        let Err(error) = migration(&text) else { return Ok(()) };
        if error.faults().is_empty() {
            return Err(TestCaseError::fail("refused without a reason"));
        }
        for fault in error.faults() {
            let is_inside = fault.span.end <= text.len() && text.get(fault.span.clone()).is_some();
            if !is_inside || error.position(fault).is_none() {
                return Err(TestCaseError::fail(format!("{:?} is no place in\n{text}\n{}", fault.span, fault.message)));
            }
        }
        Ok(())
    });
}
