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
#[path = "../suite/peer.rs"]
mod peer;
#[path = "../suite/prost_tree.rs"]
mod prost_tree;
mod second_opinions;
mod shapes;

use peer::Peer;
use shapes::Shape;

#[test]
fn others_come_to_the_same_verdicts() {
    let Some(mut peer) = Peer::start("upb") else { return };
    let shapes = Shape::all();
    let comparison = cells::comparison(&shapes);
    let (differences, verdicts) = second_opinions::differences(&comparison, &shapes, &mut peer);
    assert!(verdicts > 0, "there is something to compare");
    assert!(differences.is_empty(), "{} pairs of {verdicts} verdicts\n{}", differences.len(), differences.join("\n"));
}
