//! JSON, key by key.

use proto_diff::report::{Report, Selection, json};
use serde_json::Value;

use crate::sample;

fn report() -> Value {
    let mut out = Vec::new();
    json::write(&Report::new(&sample::comparison(), &Selection::All), &mut out).expect("a Vec takes everything");
    serde_json::from_slice(&out).expect("JSON")
}

fn change(report: &Value, kind: &str) -> Value {
    let changes = report["changes"].as_array().expect("changes");
    changes.iter().find(|change| change["kind"] == kind).unwrap_or_else(|| panic!("no {kind}")).clone()
}

/// Keys in the order in which they are printed.
fn keys(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.split_once("\":").map(|(key, _)| key.to_owned()))
        .collect()
}

#[test]
fn the_whole_report() {
    let mut out = Vec::new();
    json::write(&Report::new(&sample::comparison(), &Selection::All), &mut out).expect("a Vec takes everything");
    insta::assert_snapshot!(String::from_utf8(out).expect("text"));
}

#[test]
fn every_key_of_the_contract_is_there() {
    let report = report();
    for key in ["version", "old", "new", "pairs", "changes", "summary"] {
        assert!(report.get(key).is_some(), "{key}");
    }
    assert_eq!(report["version"], 1);
    assert_eq!(report["old"]["origin"], "old.proto");
    assert_eq!(report["new"]["packages"][0], "lf.print.v1");
    for key in ["error", "warning", "note"] {
        assert!(report["summary"][key].is_u64(), "{key}");
    }

    let pairs = report["pairs"].as_array().expect("pairs");
    let renamed = pairs.iter().find(|pair| pair["old"] == "print.v1.Envelope").expect("a renamed message");
    assert_eq!(renamed["kind"], "message");
    assert_eq!(renamed["new"], "lf.print.v1.Cover");
    assert_eq!(renamed["basis"], "inferred");
    assert!(renamed["score"].as_f64().is_some_and(|score| (0.0..=1.0).contains(&score)));

    let suspect = change(&report, "field_meaning_suspect");
    for key in [
        "kind",
        "surface",
        "message",
        "old",
        "new",
        "effects",
        "witness",
        "severity",
        "rules",
        "fingerprint",
        "explanation",
        "fix",
    ] {
        assert!(suspect.get(key).is_some(), "{key}");
    }
    assert_eq!(suspect["surface"], serde_json::json!(["binary", "json", "source"]));
    assert_eq!(suspect["scope"], "message");
    assert_eq!(suspect["message"], serde_json::json!({"old": "print.v1.Card", "new": "lf.print.v1.Card"}));
    assert_eq!(suspect["old"]["name"], "printer");
    assert_eq!(suspect["old"]["number"], 14);
    assert_eq!(suspect["old"]["type"], "string");
    assert_eq!(suspect["new"]["type"], "optional string");
    assert_eq!(suspect["old"]["span"], serde_json::json!({"file": "print.proto", "line": 11, "column": 3}));
    for direction in ["upgrade", "downgrade"] {
        for reader in ["conformant", "strict"] {
            assert_eq!(suspect["effects"]["binary"][direction][reader], "misread");
        }
        assert_eq!(suspect["effects"]["json"][direction]["strict"], "rejected");
        assert_eq!(suspect["effects"]["json"][direction]["lenient"], "dropped");
    }
    assert_eq!(suspect["effects"]["source"], "breaking");
    assert_eq!(suspect["effects"]["http"], "same");
    let witness = &suspect["witness"];
    assert_eq!(witness["direction"], "upgrade");
    assert_eq!(witness["bytes"], "720447525043");
    assert_eq!(witness["written"], serde_json::json!({"printer": "GRPC"}));
    assert_eq!(witness["read"], serde_json::json!({"thumbnail_url": "GRPC"}));
    assert_eq!(suspect["witnesses"][1]["json"], r#"{"printer":"GRPC"}"#);
    assert_eq!(suspect["witnesses"][1]["read"], Value::Null);
    assert_eq!(suspect["severity"], "error");
    assert_eq!(suspect["rules"][0], "FIELD_SAME_MEANING");
    assert_eq!(suspect["fingerprint"], "4f1c0a9be2d7");
}

#[test]
fn a_side_that_does_not_exist_is_null() {
    let report = report();
    assert_eq!(change(&report, "field_added")["old"], Value::Null);
    assert_eq!(change(&report, "field_removed")["new"], Value::Null);
    assert_eq!(change(&report, "field_added")["effects"]["binary"], Value::Null);
    assert_eq!(change(&report, "field_added")["witness"], Value::Null);
}

#[test]
fn a_change_of_data_says_where_it_is_reached_from() {
    let report = report();
    let suspect = &change(&report, "field_meaning_suspect")["reach"];
    let route = |package: &str, path: &str| {
        let rpc = format!("{package}.Prints.GetCard");
        serde_json::json!([{
            "root": format!("{package}.Card"),
            "stored": false,
            "rpcs": [{"rpc": rpc, "part": "request"}, {"rpc": rpc, "part": "response"}],
            "paths": [path],
            "more": false,
        }])
    };
    assert_eq!(suspect["old"], route("print.v1", "Card.printer"));
    assert_eq!(suspect["new"], route("lf.print.v1", "Card.thumbnail_url"));
    assert_eq!(change(&report, "enum_value_renamed")["reach"]["new"], route("lf.print.v1", "Card.size"));
    let removed = &change(&report, "field_removed")["reach"];
    assert_eq!(removed["old"], route("print.v1", "Card.paper_supplier_reference_number"));
    assert_eq!(removed["new"], serde_json::json!([]));
    assert_eq!(change(&report, "field_renumbered")["reach"]["new"], route("lf.print.v1", "Card.tags[]"));
}

#[test]
fn what_is_not_about_data_is_reached_from_nowhere() {
    let report = report();
    for kind in ["rpc_streaming_changed", "package_changed", "number_not_reserved", "field_added"] {
        assert!(change(&report, kind).get("reach").is_none(), "{kind}");
    }
}

#[test]
fn elements_without_numbers_or_types_say_so() {
    let report = report();
    let rpc = &change(&report, "rpc_streaming_changed")["new"];
    assert_eq!(rpc["type"], "(Card) returns (stream Card)");
    assert_eq!(rpc["number"], Value::Null);
    let value = &change(&report, "enum_value_renamed")["old"];
    assert_eq!((&value["number"], &value["type"]), (&Value::from(1), &Value::Null));
}

#[test]
fn keys_keep_their_order() {
    let mut out = Vec::new();
    json::write(&Report::new(&sample::comparison(), &Selection::All), &mut out).expect("a Vec takes everything");
    let keys = keys(std::str::from_utf8(&out).expect("text"));
    assert_eq!(keys[..4], ["version", "old", "origin", "packages"]);
    let first = keys.iter().position(|key| key == "surface").expect("a change");
    assert_eq!(keys[first - 1], "kind");
}
