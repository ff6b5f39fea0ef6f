//! Which changes a name selects.

use proto_diff::report::{Report, Selection, UnknownName};

use crate::sample;

fn selected(names: &[&str]) -> Result<Vec<String>, UnknownName> {
    let comparison = sample::comparison();
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let selection = Selection::named(&comparison, &names)?;
    let report = Report::new(&comparison, &selection);
    let mut kinds: Vec<String> = report.changes.iter().map(|change| change.kind.name()).collect();
    kinds.sort();
    kinds.dedup();
    Ok(kinds)
}

#[test]
fn names_of_either_side_and_of_any_length() {
    for name in ["Envelope", "Cover", "print.v1.Envelope", "lf.print.v1.Cover", ".print.v1.Envelope"] {
        assert_eq!(selected(&[name]).expect(name), ["message_renamed"], "{name}");
    }
    assert_eq!(selected(&["Size"]).expect("an enum"), ["enum_value_renamed"]);
}

#[test]
fn a_service_has_its_rpcs_and_an_rpc_only_itself() {
    let of_service = selected(&["Prints"]).expect("a service");
    assert_eq!(of_service, ["rpc_http_changed", "rpc_streaming_changed"]);
    assert_eq!(selected(&["GetCard"]).expect("an rpc"), of_service);
    assert_eq!(selected(&["print.v1.Prints.GetCard"]).expect("an rpc"), of_service);
}

#[test]
fn several_names_add_up() {
    assert_eq!(selected(&["Size", "Cover"]).expect("names"), ["enum_value_renamed", "message_renamed"]);
}

#[test]
fn pairs_are_narrowed_too() {
    let comparison = sample::comparison();
    let selection = Selection::named(&comparison, &["Cover".to_owned()]).expect("a message");
    let pairs = Report::new(&comparison, &selection).pairs;
    assert!(pairs.iter().all(|pair| pair.new == "lf.print.v1.Cover"), "{pairs:?}");
    assert!(!pairs.is_empty());
}

#[test]
fn an_unknown_name_has_neighbours() {
    let error = selected(&["Size", "envelop"]).expect_err("no such name");
    assert_eq!(error.name, "envelop");
    assert_eq!(error.nearest, ["Envelope"]);
    assert_eq!(selected(&["a.b.c"]).expect_err("no such name").nearest, Vec::<String>::new());
}
