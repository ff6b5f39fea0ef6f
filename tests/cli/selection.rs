//! `--message NAME`.

use crate::{Schemas, stderr, stdout};

fn changed_messages(schemas: &Schemas, names: &[&str]) -> Vec<String> {
    let mut arguments = vec!["old.proto", "new.proto", "--format", "json"];
    arguments.extend(names.iter().flat_map(|name| ["--message", name]));
    let report: serde_json::Value = serde_json::from_str(&stdout(&mut schemas.proto_diff(&arguments))).expect("JSON");
    let changes = report["changes"].as_array().expect("changes").clone();
    let mut names: Vec<String> =
        changes.iter().filter_map(|change| Some(change["message"]["old"].as_str()?.to_owned())).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn simple_and_full_names_are_understood() {
    let schemas = Schemas::new();
    assert_eq!(changed_messages(&schemas, &["Card"]), ["print.v1.Card"]);
    assert_eq!(changed_messages(&schemas, &["print.v1.Card"]), ["print.v1.Card"]);
    assert_eq!(changed_messages(&schemas, &["Envelope", "Card"]), ["print.v1.Card"]);
    assert!(changed_messages(&schemas, &["Envelope"]).is_empty());
}

#[test]
fn the_exit_code_is_that_of_the_selection() {
    let schemas = Schemas::new();
    schemas.proto_diff(&["old.proto", "new.proto", "--message", "Card"]).assert().code(1);
    schemas.proto_diff(&["old.proto", "new.proto", "--message", "Envelope"]).assert().code(0);
}

#[test]
fn an_unknown_name_is_2_and_has_neighbours() {
    let schemas = Schemas::new();
    let mut command = schemas.proto_diff(&["old.proto", "new.proto", "--message", "Crad"]);
    command.assert().code(2).stdout("");
    let text = stderr(&mut command);
    assert!(text.contains("`Crad`"), "{text}");
    assert!(text.contains("did you mean `Card`?"), "{text}");
}

#[test]
fn a_name_unlike_any_other_gets_no_suggestion() {
    let schemas = Schemas::new();
    let mut command = schemas.proto_diff(&["old.proto", "new.proto", "--message", "Zzyzx"]);
    command.assert().code(2);
    assert!(!stderr(&mut command).contains("did you mean"));
}
