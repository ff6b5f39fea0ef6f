//! Which manifest a comparison goes by, and what is said about that.

use super::{Schemas, proto_diff, stderr, stdout};

/// `a2a.proto`: the bundled schema with a few lines that are others.
fn draft(schemas: &Schemas, edits: &[(&str, &str)]) {
    let mut text = include_str!("../../fixtures/a2a/v1.0.1/a2a.proto").to_owned();
    for (from, to) in edits {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    schemas.write("a2a.proto", &text);
}

fn json(schemas: &Schemas, arguments: &[&str]) -> serde_json::Value {
    let output = schemas.proto_diff(arguments).output().expect("it runs");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn change<'j>(report: &'j serde_json::Value, kind: &str, old: &str) -> &'j serde_json::Value {
    let mut changes = report["changes"].as_array().expect("changes").iter();
    changes.find(|c| c["kind"] == kind && c["old"]["name"] == old).unwrap_or_else(|| panic!("no {kind} of {old}"))
}

#[test]
fn the_bundled_one_is_recognised_by_the_packages() {
    let schemas = Schemas::new();
    let text = stdout(&mut schemas.proto_diff(&["a2a:0.3.0", "a2a:1.0.1"]));
    let line = "manifest a2a, recognised by the packages (--no-manifest compares without it)";
    assert_eq!(text.lines().nth(2), Some(line));
    let report = json(&schemas, &["a2a:0.3.0", "a2a:1.0.1", "--format", "json"]);
    assert_eq!(report["manifest"], serde_json::json!({"name": "a2a", "bundled": true, "recognised": true}));
    let blocking = change(&report, "field_renamed", "blocking");
    assert_eq!(blocking["severity"], "error");
    assert_eq!(blocking["effects"]["binary"]["upgrade"]["conformant"], "misread");
    assert!(blocking["explanation"].as_str().expect("text").contains("inverted"));
    let transport = change(&report, "field_number_reused", "preferred_transport");
    let places = &transport["detail"]["reuse"]["fate"]["went_to"]["places"];
    assert_eq!(*places, serde_json::json!(["supported_interfaces[0].protocol_binding"]));
    let pairs = report["pairs"].as_array().expect("pairs");
    assert!(pairs.iter().any(|p| p["old"] == "a2a.v1.Security" && p["basis"] == "manifest"));
}

#[test]
fn none_where_none_is_wanted_or_none_fits() {
    let schemas = Schemas::new();
    for arguments in [
        &["a2a:0.3.0", "a2a:1.0.1", "--no-manifest"][..],
        &["a2a:0.3.0", "a2a:1.0.1", "--pairing", "exact"],
        &["a2a:1.0.1", "a2a:0.3.0"],
        &["old.proto", "new.proto"],
    ] {
        let arguments = [arguments, &["--format", "json"]].concat();
        assert_eq!(json(&schemas, &arguments).get("manifest"), None, "{arguments:?}");
    }
    let report = json(&schemas, &["a2a:0.3.0", "a2a:1.0.1", "--no-manifest", "--format", "json"]);
    change(&report, "field_meaning_suspect", "blocking");
}

#[test]
fn one_that_was_named_has_to_hold() {
    let schemas = Schemas::new();
    draft(&schemas, &[("message Part {", "message Part {\n  string colour = 99;")]);
    let mut command = schemas.proto_diff(&["a2a:0.3.0", "a2a.proto", "--manifest", "a2a"]);
    command.assert().code(2).stdout("");
    let text = stderr(&mut command);
    assert!(text.contains("nothing fills `colour` (string) where `Part` becomes `Part`"), "{text}");

    schemas.write("broken.toml", "format = 1\n[schema]\nold = 1\n");
    schemas.proto_diff(&["old.proto", "new.proto", "--manifest", "broken.toml"]).assert().code(2).stdout("");
    let mut missing = schemas.proto_diff(&["old.proto", "new.proto", "--manifest", "nowhere.toml"]);
    missing.assert().code(2);
    assert!(stderr(&mut missing).contains("cannot read the manifest nowhere.toml"));
    proto_diff(&["a2a:0.3.0", "a2a:1.0.1", "--manifest", "a2a", "--no-manifest"]).assert().code(2);
}

#[test]
fn one_that_was_named_may_name_other_schemas() {
    let schemas = Schemas::new();
    let manifest = r#"
        format = 1
        [schema]
        old = "somewhere/else.proto"
        new = "nowhere.proto"
        [message.Card]
        glossy = { drop = "nobody looked" }
        [new.Card]
        tags = { absent = "news" }
        watermark = { absent = "news" }
    "#;
    schemas.write("card.toml", manifest);
    let text = stdout(&mut schemas.proto_diff(&["old.proto", "new.proto", "--manifest", "card.toml"]));
    assert!(text.contains("manifest card.toml\n"), "{text}");
    assert!(text.contains("(manifest: nobody looked)"), "{text}");
}

/// A draft of the next version: one field more must not change what is said about all others.
#[test]
fn one_that_was_recognised_is_believed_as_far_as_it_goes() {
    let schemas = Schemas::new();
    draft(&schemas, &[("message Part {", "message Part {\n  string colour = 99;")]);
    let report = json(&schemas, &["a2a:0.3.0", "a2a.proto", "--format", "json"]);
    let gaps = report["manifest"]["gaps"].as_array().expect("gaps");
    assert_eq!(gaps.as_slice(), ["nothing fills `colour` (string) where `Part` becomes `Part`"]);
    let usual = json(&schemas, &["a2a:0.3.0", "a2a:1.0.1", "--format", "json"]);
    let facts = |report: &serde_json::Value| -> Vec<String> {
        let changes = report["changes"].as_array().expect("changes").iter();
        let mut facts: Vec<String> = changes.map(|c| format!("{} {}", c["fingerprint"], c["explanation"])).collect();
        facts.sort();
        facts
    };
    let (usual, draft) = (facts(&usual), facts(&report));
    let news: Vec<&String> = draft.iter().filter(|fact| !usual.contains(fact)).collect();
    assert_eq!(news.len(), 1, "{news:?}");
    assert!(usual.iter().all(|fact| draft.contains(fact)));

    let text = stdout(&mut schemas.proto_diff(&["a2a:0.3.0", "a2a.proto"]));
    assert!(text.contains("it does not cover everything here"), "{text}");
}

/// What the manifest says about a field that is not there is no help for it, and none against it.
#[test]
fn lines_that_are_not_true_are_left_out() {
    let schemas = Schemas::new();
    draft(&schemas, &[("bool return_immediately = 4", "bool detach = 4")]);
    let report = json(&schemas, &["a2a:0.3.0", "a2a.proto", "--format", "json"]);
    change(&report, "field_meaning_suspect", "blocking");
    change(&report, "field_number_reused", "preferred_transport");
    assert!(!report["manifest"]["gaps"].as_array().expect("gaps").is_empty());
}

#[test]
fn without_one_the_report_is_that_of_the_two_schemas_alone() {
    use proto_diff::{
        CompareOptions, compare,
        report::{Report, Selection, json},
        schema::{self, LoadOptions, SchemaLocator},
    };
    let load = |name: &str| {
        let locator = SchemaLocator::parse(name).expect("a bundled schema");
        schema::load(&locator, &LoadOptions::default()).expect("a valid schema")
    };
    let comparison = compare(load("a2a:0.3.0"), load("a2a:1.0.1"), &CompareOptions::default());
    let mut alone = Vec::new();
    json::write(&Report::new(&comparison, &Selection::All), &mut alone).expect("a Vec takes everything");
    let arguments = ["a2a:0.3.0", "a2a:1.0.1", "--no-manifest", "--format", "json"];
    assert_eq!(stdout(&mut proto_diff(&arguments)).as_bytes(), alone);
}
