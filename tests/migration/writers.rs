//! Whoever wrote a message, it is converted to the same one, with the same remarks. What no version knows is reported, and
//! nothing else is different for it.

use std::collections::BTreeMap;

use proptest::{prelude::*, test_runner::TestCaseError};
use proto_diff::{Direction, migration::Converted};

use super::{
    exchange::Said,
    hex::to_hex,
    made::{Seed, seeds},
    runs::{self, Volume},
    scribe::Scribe,
    told::covers,
};

/// Remarks, however they are ordered.
fn remarks(converted: &Converted) -> BTreeMap<String, usize> {
    let Said { losses, supplied, missing, .. } = Said::of(converted);
    let all = losses.into_iter().map(|loss| format!("lost {loss}"));
    let all = all.chain(supplied.into_iter().map(|value| format!("supplied {value}")));
    let all = all.chain(missing.into_iter().map(|path| format!("missing {path}")));
    all.fold(BTreeMap::new(), |mut counts, remark| {
        *counts.entry(remark).or_default() += 1;
        counts
    })
}

fn holds(seed: &Seed, direction: Direction, choices: &[u8], strangers: usize) -> Result<(), TestCaseError> {
    let (exchange, message) = seed.message(direction);
    let canonical = exchange.from().write(&message);
    let mut scribe = Scribe::new(exchange.from().schema, choices, strangers);
    let written = scribe.rewrite(exchange.from().message, &canonical);
    let added = scribe.added;
    let (first, second) = (exchange.convert(&canonical), exchange.convert(&written));
    let shown = format!("{} {}\nwritten {}", exchange.from().full_name(), to_hex(&canonical), to_hex(&written));
    let (first, mut second) = match (first, second) {
        (Err(first), Err(second)) if first.reason == second.reason && first.path == second.path => return Ok(()),
        (Ok(first), Ok(second)) => (first, second),
        (first, second) => return Err(TestCaseError::fail(format!("{shown}\n{first:?}\n{second:?}"))),
    };
    // One in what is lost as a whole is lost with it.
    let untold = added.iter().find(|path| !second.losses.iter().any(|loss| covers(&loss.path, path))).cloned();
    second.losses.retain(|loss| !added.contains(&loss.path));
    let (a, b) = (exchange.to().read(&first.message), exchange.to().read(&second.message));
    let says =
        |what: &str| Err(TestCaseError::fail(format!("{shown}\n{what}\n{}\n{}", Said::of(&first), Said::of(&second))));
    if a != b {
        return says(&format!("another message\n{}\n{}", exchange.to().show(&a), exchange.to().show(&b)));
    }
    if let Some(path) = untold {
        return says(&format!("nothing about {path}"));
    }
    if remarks(&first) != remarks(&second) {
        return says("other remarks");
    }
    Ok(())
}

fn cases() -> impl Strategy<Value = (Seed, Vec<u8>)> {
    (seeds(), prop::collection::vec(any::<u8>(), 1..60))
}

#[test]
fn however_it_is_written_it_becomes_the_same_going_up() {
    runs::all(file!(), Volume::Many, cases(), |(seed, choices)| holds(&seed, Direction::Upgrade, &choices, 0));
}

#[test]
fn however_it_is_written_it_becomes_the_same_going_down() {
    runs::all(file!(), Volume::Many, cases(), |(seed, choices)| holds(&seed, Direction::Downgrade, &choices, 0));
}

#[test]
fn every_unknown_field_is_reported_going_up() {
    runs::all(file!(), Volume::Many, cases(), |(seed, choices)| holds(&seed, Direction::Upgrade, &choices, 4));
}

#[test]
fn every_unknown_field_is_reported_going_down() {
    runs::all(file!(), Volume::Many, cases(), |(seed, choices)| holds(&seed, Direction::Downgrade, &choices, 4));
}
