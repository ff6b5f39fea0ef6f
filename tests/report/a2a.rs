//! The real pair, as a reviewer gets to see it.

use proto_diff::{
    CompareOptions, compare,
    migration::Guide,
    report::{
        Report, Selection, json,
        text::{self, Colour, Criterion, Extent, Glyphs, Style},
    },
    rules::{Level, Severity},
    schema::{self, LoadOptions, SchemaLocator},
};

const CRITERION: Criterion = Criterion { level: Level::Json, fail_on: Severity::Error };

fn report(old: &str, new: &str) -> Report {
    let load = |name: &str| {
        let locator = SchemaLocator::parse(name).expect("a bundled schema");
        schema::load(&locator, &LoadOptions::default()).expect("a valid schema")
    };
    let (old, new) = (load(old), load(new));
    let guide = Guide::recognised(&old, &new);
    Report::new(&compare(old, new, &CompareOptions { guide, ..CompareOptions::default() }), &Selection::All)
}

fn render(report: &Report, extent: Extent, width: usize) -> String {
    let style = Style { width, colour: Colour::Plain, glyphs: Glyphs::Unicode };
    let mut out = Vec::new();
    text::write(report, CRITERION, extent, style, &mut out).expect("a Vec takes everything");
    String::from_utf8(out).expect("text")
}

#[test]
fn two_releases_at_100_columns() {
    insta::assert_snapshot!(render(&report("a2a:0.3.0", "a2a:1.0.1"), Extent::Usual, 100));
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let report = report("a2a:0.3.0", "a2a:1.0.1");
    for extent in [Extent::Usual, Extent::Full] {
        for width in [72, 80, 100, 120, 160] {
            for line in render(&report, extent, width).lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }
}

#[test]
fn releases_that_differ_in_comments_only_are_one_line() {
    let report = report("a2a:1.0.0", "a2a:1.0.1");
    assert_eq!(render(&report, Extent::Usual, 100), "a2a:1.0.0 → a2a:1.0.1: no changes\n");
}

#[test]
fn every_error_of_data_has_a_proof_in_both_formats() {
    let report = report("a2a:0.3.0", "a2a:1.0.1");
    let mut out = Vec::new();
    json::write(&report, &mut out).expect("a Vec takes everything");
    let value: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    for change in value["changes"].as_array().expect("changes") {
        let outcomes = change["effects"]["binary"].to_string();
        let is_harmful = ["misread", "rejected"].iter().any(|outcome| outcomes.contains(outcome));
        assert_eq!(is_harmful, is_harmful && change["witness"].is_object(), "{change}");
    }
}
