//! Drafts as they are expected: A2A as a snapshot, and the folders of `cases/`.
//!
//! `UPDATE_CASES=1 cargo test --test manifest_init` writes what is drafted now; read it before committing it.

use std::{env, fs, path::Path};

use proto_diff::schema::from_texts;
use similar::TextDiff;

use crate::Example;

#[test]
fn a2a() {
    insta::assert_snapshot!(Example::a2a().draft());
}

#[test]
fn cases_are_as_expected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/manifest_init/cases");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(root).expect("a folder") {
        let folder = entry.expect("an entry").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let read = |side: &str| {
            let text = fs::read_to_string(folder.join(format!("{side}.proto"))).expect("a schema");
            from_texts(side, [(format!("{side}.proto"), text)]).expect("it loads")
        };
        let actual = Example { name: name.clone(), old: read("old"), new: read("new") }.draft();
        let path = folder.join("expected.toml");
        if env::var_os("UPDATE_CASES").is_some() {
            fs::write(&path, &actual).expect("writable");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if actual != expected {
            let diff = TextDiff::from_lines(&expected, &actual);
            wrong.push(format!("### {name}\n{}", diff.unified_diff().header("expected", "actual")));
        }
        count += 1;
    }
    assert!(count >= 5 && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_same_schemas_have_the_same_draft() {
    for example in Example::all() {
        assert_eq!(example.draft(), example.draft(), "{}", example.name);
    }
}
