//! The strict reader, held to the one it is named after: prost.
//!
//! Every shape that a field can have stands at number 1 of a message of its own, as a struct that prost derives a
//! decoder for and as a message of a schema. Whatever any shape writes is read as every other shape, by prost and by
//! [`Reader::Strict`], and both must refuse it or understand the same. Unknown fields are not compared: prost does not
//! keep them.

mod form;
mod messages;
mod noise;
mod payloads;
mod samples;
mod shapes;

use std::{collections::BTreeSet, thread};

use form::of_message;
use noise::{damaged, noise};
use proptest::prelude::*;
use proto_diff::dynamic::{Reader, binary};
use shapes::{SCHEMA, SHAPES, message};

/// How the two readings of a payload differ, if they do.
fn difference(index: usize, payload: &[u8]) -> Option<String> {
    let (shape, message) = (&SHAPES[index], message(index));
    let ours = binary::read(&SCHEMA, message, payload, Reader::Strict);
    let told = match ((shape.read)(payload), ours) {
        (Err(_), Err(_)) => return None,
        (Ok(theirs), Ok(ours)) => {
            let ours = of_message(&SCHEMA, message, &ours);
            if theirs == ours {
                return None;
            }
            format!("prost {theirs:?}, we {ours:?}")
        }
        (Ok(theirs), Err(ours)) => format!("prost {theirs:?}, we refuse: {ours}"),
        (Err(theirs), Ok(ours)) => format!("prost refuses: {theirs}; we {:?}", of_message(&SCHEMA, message, &ours)),
    };
    let hex: String = payload.iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!("{} {hex}\n  {told}", shape.declaration))
}

fn assert_all_alike(payloads: &BTreeSet<Vec<u8>>) {
    let of_shape = |index| payloads.iter().filter_map(move |payload| difference(index, payload));
    // Two threads: this is most of the time that the test takes.
    let (front, back) = (0..SHAPES.len() / 2, SHAPES.len() / 2..SHAPES.len());
    let differences: Vec<String> = thread::scope(|scope| {
        let front = scope.spawn(|| front.flat_map(of_shape).collect::<Vec<_>>());
        let back: Vec<_> = back.flat_map(of_shape).collect();
        front.join().expect("no panic").into_iter().chain(back).collect()
    });
    let first = differences.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{} differences in {} payloads\n{first}", differences.len(), payloads.len());
}

/// Shape by shape: what one writes, another reads.
#[test]
fn what_every_shape_writes_is_read_alike_by_every_shape() {
    assert_all_alike(&payloads::written());
}

#[test]
fn what_befalls_it_is_read_alike() {
    assert_all_alike(&payloads::written().iter().flat_map(|payload| payloads::befallen(payload)).collect());
}

#[test]
fn what_nobody_writes_is_read_alike() {
    assert_all_alike(&payloads::handmade());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn noise_is_read_alike(payload in noise()) {
        all_read_alike(&payload)?;
    }

    #[test]
    fn damaged_payloads_are_read_alike(payload in damaged()) {
        all_read_alike(&payload)?;
    }
}

fn all_read_alike(payload: &[u8]) -> Result<(), TestCaseError> {
    let differences: Vec<String> = (0..SHAPES.len()).filter_map(|index| difference(index, payload)).collect();
    prop_assert!(differences.is_empty(), "{}", differences.join("\n"));
    Ok(())
}
