//! Every folder of `tests/cases`: two versions of a schema, what is to be said about them, and laws that hold for all.
//!
//! `UPDATE_CASES=1 cargo test --test cases` writes what is said now to `expected.txt`; read it before committing it.
//! `CASE=http cargo test --test cases` narrows to the cases with that in their name.

#[path = "suite/case.rs"]
mod case;
#[path = "suite/mirror.rs"]
mod mirror;
#[path = "suite/proof.rs"]
mod proof;
#[path = "suite/shuffle.rs"]
mod shuffle;
#[path = "suite/sides.rs"]
mod sides;
#[path = "suite/snapshot.rs"]
mod snapshot;

use std::{collections::BTreeSet, env, fs};

use case::{Case, Files};
use proto_diff::{CompareOptions, compare, rules::Policy};
use similar::TextDiff;

/// Fails with what every case has to complain about.
fn for_every_case(complaint: impl Fn(&Case) -> Option<String>) {
    let complaints: Vec<String> = Case::all()
        .iter()
        .filter_map(|case| complaint(case).map(|text| format!("### {}\n{text}", case.name)))
        .collect();
    assert!(complaints.is_empty(), "{} cases\n\n{}", complaints.len(), complaints.join("\n\n"));
}

fn difference(expected: &str, actual: &str) -> Option<String> {
    let diff = TextDiff::from_lines(expected, actual);
    (expected != actual).then(|| diff.unified_diff().context_radius(3).header("expected", "actual").to_string())
}

#[test]
fn findings_are_as_expected() {
    let update = env::var_os("UPDATE_CASES").is_some();
    for_every_case(|case| {
        let path = case.folder.join("expected.txt");
        let actual = snapshot::of(case);
        if update {
            fs::write(&path, &actual).expect("a writable folder");
        }
        difference(&fs::read_to_string(&path).unwrap_or_default(), &actual)
    });
}

#[test]
fn every_case_says_what_it_is_about() {
    for_every_case(|case| {
        let text = fs::read_to_string(case.folder.join("README.md")).unwrap_or_default();
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        (!(2..=8).contains(&lines)).then(|| format!("README.md has {lines} lines of text"))
    });
}

#[test]
fn every_kind_of_change_is_shown_by_some_case() {
    const KINDS: &str = "field_added field_removed field_renamed field_renumbered field_number_reused \
        field_meaning_suspect field_meaning_changed field_type_changed field_cardinality_changed field_presence_changed field_oneof_changed \
        field_json_name_changed field_default_changed field_option_changed field_required_changed number_not_reserved \
        name_not_reserved reserved_number_removed reserved_name_removed number_counter_stale message_added \
        message_removed message_renamed message_option_changed enum_added enum_removed enum_renamed enum_value_added \
        enum_value_removed enum_value_renamed enum_value_renumbered enum_value_number_reused enum_closedness_changed \
        enum_option_changed oneof_removed oneof_renamed extension_range_removed service_added service_removed \
        service_renamed rpc_added rpc_removed rpc_renamed rpc_type_changed rpc_streaming_changed rpc_http_changed \
        rpc_option_changed package_changed syntax_changed file_option_changed file_removed";
    let shown: BTreeSet<String> = Case::all()
        .iter()
        .flat_map(|case| case.compared(Policy::default()).findings)
        .map(|finding| finding.change.kind.name())
        .collect();
    let missing: Vec<&str> = KINDS.split_whitespace().filter(|kind| !shown.contains(*kind)).collect();
    assert!(missing.is_empty() || env::var_os("CASE").is_some(), "{missing:?}");
}

#[test]
fn nothing_is_said_about_a_schema_and_itself() {
    for_every_case(|case| {
        let versions = [case.old_schema(), case.new_schema()];
        let said: Vec<_> = versions
            .into_iter()
            .flat_map(|version| compare(version.clone(), version, &CompareOptions::default()).findings)
            .map(|finding| finding.explanation.to_string())
            .collect();
        (!said.is_empty()).then(|| said.join("\n"))
    });
}

#[test]
fn the_other_way_round_directions_are_exchanged() {
    for_every_case(|case| {
        let faults = mirror::faults(case);
        (!faults.is_empty()).then(|| faults.join("\n"))
    });
}

#[test]
fn every_harm_is_proven() {
    for_every_case(|case| {
        let faults = proof::faults(case);
        (!faults.is_empty()).then(|| faults.join("\n"))
    });
}

#[test]
fn the_order_of_files_and_declarations_makes_no_difference() {
    let reversed =
        |files: &Files| files.iter().rev().map(|(name, text)| (name.clone(), shuffle::reversed(text))).collect();
    for_every_case(|case| {
        let as_written = snapshot::without_order(case.old_schema(), case.new_schema());
        let (old, new): (Files, Files) = (reversed(&case.old), reversed(&case.new));
        let turned = snapshot::without_order(case.link("old", &old), case.link("new", &new));
        difference(&as_written, &turned)
    });
}
