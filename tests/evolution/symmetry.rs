//! What holds of any comparison, whatever the schemas: nothing differs from itself, old and new can be exchanged, and the
//! order of declarations means nothing.

use std::path::PathBuf;

use proptest::test_runner::TestCaseError;
use proto_diff::{
    CompareOptions, compare,
    schema::{self, Schema},
};

use super::{
    case::{Case, Files},
    evolution::Evolution,
    mirror, print,
    runs::{self, Volume},
    shuffle, snapshot,
};

#[test]
fn nothing_is_said_about_a_schema_and_itself() {
    runs::all(file!(), Volume::Many, Evolution::any(), |evolution| {
        let case = case(&evolution)?;
        let [old, new] = [case.old_schema(), case.new_schema()];
        for version in [old, new] {
            let comparison = compare(version.clone(), version, &CompareOptions::default());
            let said = comparison.findings.iter().map(|finding| finding.explanation.to_string());
            all_well(said.collect())?;
        }
        Ok(())
    });
}

#[test]
fn the_other_way_round_directions_are_exchanged() {
    runs::all(file!(), Volume::Many, Evolution::any(), |evolution| {
        let case = case(&evolution)?;
        all_well(mirror::faults(&case))
    });
}

#[test]
fn the_order_of_declarations_makes_no_difference() {
    runs::all(file!(), Volume::Many, Evolution::any(), |evolution| {
        let case = case(&evolution)?;
        let turn = |files: &Files| -> Schema {
            let turned = files.iter().rev().map(|(name, text)| (name.clone(), shuffle::reversed(text)));
            case.link("turned", &turned.collect())
        };
        let as_written = snapshot::without_order(case.old_schema(), case.new_schema());
        let turned = snapshot::without_order(turn(&case.old), turn(&case.new));
        let difference = || format!("as written:\n{as_written}\nturned:\n{turned}");
        all_well((as_written != turned).then(difference).into_iter().collect())
    });
}

fn all_well(faults: Vec<String>) -> Result<(), TestCaseError> {
    if faults.is_empty() { Ok(()) } else { Err(TestCaseError::fail(faults.join("\n"))) }
}

/// Both versions as texts, if they are schemas.
fn case(evolution: &Evolution) -> Result<Case, TestCaseError> {
    let case = Case {
        manifest: None,
        name: "random".to_owned(),
        folder: PathBuf::new(),
        old: print::files(&evolution.old),
        new: print::files(&evolution.evolved()),
    };
    for files in [&case.old, &case.new] {
        schema::from_texts("random", files.iter().cloned())
            .map_err(|error| TestCaseError::reject(error.to_string()))?;
    }
    Ok(case)
}
