//! Every type of field read as every other: the verdicts of proto-diff beside those of decoders and a judge that are
//! not ours, and the page of `docs/` that shows them.
//!
//! `UPDATE_DOCS=1 cargo test --test matrix` renews the page.

mod cells;
#[path = "../suite/facts.rs"]
mod facts;
#[path = "../suite/hex.rs"]
mod hex;
#[path = "../suite/oracle.rs"]
mod oracle;
mod page;
#[path = "../suite/peer.rs"]
mod peer;
#[path = "../suite/prost_tree.rs"]
mod prost_tree;
mod second_opinions;
mod shapes;

use std::{env, fs, path::Path};

use peer::Peer;
use shapes::{Cardinality, Shape};
use similar::TextDiff;

#[test]
fn others_come_to_the_same_verdicts() {
    agree_with("upb", &Shape::all());
}

/// The slower one of Python's two runtimes, on fields with one value.
#[test]
fn python_without_upb_comes_to_the_same_verdicts() {
    let singular = [Cardinality::Implicit, Cardinality::Optional];
    let shapes: Vec<Shape> = Shape::all().into_iter().filter(|shape| singular.contains(&shape.cardinality)).collect();
    agree_with("python", &shapes);
}

fn agree_with(runtime: &str, shapes: &[Shape]) {
    let Some(mut peer) = Peer::start(runtime) else { return };
    let comparison = cells::comparison(shapes);
    let (differences, verdicts) = second_opinions::differences(&comparison, shapes, &mut peer);
    assert!(verdicts > 1000, "there is something to compare: {verdicts}");
    assert!(differences.is_empty(), "{} pairs of {verdicts} verdicts\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn the_page_shows_what_is_found() {
    let shapes = Shape::all();
    let text = page::text(&cells::table(&cells::comparison(&shapes), &shapes), &shapes);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/field-types.md");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &text).expect("a writable folder");
    }
    let shown = fs::read_to_string(&path).unwrap_or_default();
    let difference = TextDiff::from_lines(&shown, &text).unified_diff().to_string();
    assert!(shown == text, "UPDATE_DOCS=1 cargo test --test matrix renews the page\n{difference}");
}
