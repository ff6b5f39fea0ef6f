//! A manifest that has nothing to do with A2A, for what A2A does not have: groups, extensions, closed enums whose numbers
//! moved, maps of what changed, numbers of other widths, runs that are packed on one side only.

use std::{path::Path, sync::LazyLock};

use proptest::{prelude::*, test_runner::TestCaseError};
use proto_diff::{
    Direction,
    dynamic::{DynamicMessage, Value, missing_required},
    migration::{ConvertReason, ManifestLocator, Migration},
    schema::{LoadOptions, MessageId, Schema},
};

use super::{
    exchange::{Exchange, Said},
    hex::to_hex,
    messages::message,
    runs::{self, Volume},
    scribe::Scribe,
    told::{covers, differences},
};

pub static SHOP: LazyLock<Migration> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/migration/shop/manifest.toml");
    Migration::load(&ManifestLocator::File(path), [], &LoadOptions::default())
        .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
});

const EMPTY: &str = "it is there and empty";

#[derive(Debug, Clone)]
struct Seed {
    of: prop::sample::Index,
    supply: Vec<u8>,
    choices: Vec<u8>,
}

fn seeds() -> impl Strategy<Value = Seed> {
    let bytes = |most| prop::collection::vec(any::<u8>(), 1..most);
    (any::<prop::sample::Index>(), bytes(300), bytes(40)).prop_map(|(of, supply, choices)| Seed { of, supply, choices })
}

impl Seed {
    fn message(&self, direction: Direction) -> (Exchange<'static>, DynamicMessage) {
        let pairs: Vec<_> = SHOP.pairs().filter(|pair| !SHOP.old[pair.old()].is_map_entry).collect();
        let exchange = Exchange { migration: &SHOP, pair: *self.of.get(&pairs), direction };
        let side = exchange.from();
        let mut message = message(side.schema, side.message, &self.supply);
        let mut choices = self.choices.iter().copied().cycle();
        settle(side.schema, side.message, &mut message, &mut || choices.next().unwrap_or_default());
        (exchange, message)
    }
}

/// Gives every order a name, most of the time.
fn settle(schema: &Schema, of: MessageId, message: &mut DynamicMessage, choice: &mut dyn FnMut() -> u8) {
    let text = |choice: u8| Value::String(["a", "b-c", "é", "7"][usize::from(choice % 4)].to_owned());
    match (schema[of].element.name.as_str(), choice()) {
        ("Order", 0..16) => _ = message.fields.insert(1, Value::String("shops/a".to_owned())),
        ("Order", n) => _ = message.fields.insert(1, Value::String(format!("shops/s{n}/orders/é"))),
        ("Purchase", 0..240) => {
            message.fields.insert(1, text(choice()));
            message.fields.insert(2, text(choice()));
        }
        _ => {}
    }
    for field in &schema[of].fields {
        let (Some(inner), Some(value)) = (field.value_kind().message(), message.fields.get_mut(&field.number)) else {
            continue;
        };
        let each: Vec<&mut Value> = match value {
            Value::List(values) => values.iter_mut().collect(),
            Value::Map(entries) => entries.iter_mut().map(|(_, value)| value).collect(),
            value => vec![value],
        };
        for value in each {
            if let Value::Message(message) = value {
                settle(schema, inner, message, choice);
            }
        }
    }
}

fn there_and_back(seed: &Seed, direction: Direction) -> Result<(), TestCaseError> {
    let fail = |what: String| Err(TestCaseError::fail(what));
    let (there, message) = seed.message(direction);
    let bytes = there.from().write(&message);
    let message = there.from().read(&bytes);
    let shown = || format!("{} {}\n{}", there.from().full_name(), to_hex(&bytes), there.from().show(&message));
    let converted = match there.convert(&bytes) {
        Ok(converted) => converted,
        Err(error)
            if matches!(error.reason, ConvertReason::Name { .. }) && to_hex(&bytes).contains("73686f70732f61") =>
        {
            return Ok(());
        }
        // A part of a name that is not text.
        Err(error) if error.reason == ConvertReason::Utf8 && bytes[error.offset..].starts_with(&[0xff]) => {
            return Ok(());
        }
        Err(error) => return fail(format!("{}: {error}", shown())),
    };
    let between = there.to().read(&converted.message);
    let returned = match there.back().convert(&converted.message) {
        Ok(returned) => returned,
        Err(error) => return fail(format!("{}: does not come back: {error}", shown())),
    };
    let remarks = || format!("there: {}\nback: {}", Said::of(&converted), Said::of(&returned));
    if !between.unknown.is_empty() {
        return fail(format!("{}: unknown fields are written: {between:?}", shown()));
    }
    let lacks = missing_required(there.to().schema, &there.to().schema[there.to().message], &between);
    let (mut lacks, mut missing) = (lacks, converted.missing.clone());
    lacks.sort();
    missing.sort();
    if lacks != missing {
        return fail(format!("{}: {lacks:?} are missing\n{}", shown(), remarks()));
    }
    let is = there.from().read(&returned.message);
    let losses: Vec<String> = converted.losses.iter().map(|loss| loss.path.clone()).collect();
    // Those with `as` have become another value.
    let is_gone = |reason: &str| !reason.contains("nothing is lost any more") && !reason.contains("nothing came back");
    let gone = converted.losses.iter().filter(|loss| is_gone(&loss.reason) && !loss.reason.starts_with(EMPTY));
    let gone: Vec<String> = gone.map(|loss| loss.path.clone()).collect();
    let untold: Vec<_> = differences(there.from(), &message, &is, &gone)
        .into_iter()
        .filter(|difference| !losses.iter().any(|said| covers(said, &difference.path)))
        .collect();
    if !untold.is_empty() {
        return fail(format!("{}\nis {}\n{untold:#?}\n{}", shown(), there.from().show(&is), remarks()));
    }
    // What has been there can go there again, and nothing more is lost. The head of a list that had none is empty.
    if returned.losses.iter().any(|loss| !loss.reason.starts_with(EMPTY)) {
        return fail(format!("{}: lost on the way back\n{}", shown(), remarks()));
    }
    let again = there.convert(&returned.message).expect("it came from there");
    if there.to().read(&again.message) != between {
        return fail(format!("{}: what came back is another message there", shown()));
    }
    Ok(())
}

#[test]
fn an_order_goes_up_and_comes_down() {
    runs::all(file!(), Volume::Many, seeds(), |seed| there_and_back(&seed, Direction::Upgrade));
}

#[test]
fn a_purchase_goes_down_and_comes_up() {
    runs::all(file!(), Volume::Many, seeds(), |seed| there_and_back(&seed, Direction::Downgrade));
}

fn however_written(seed: &Seed, direction: Direction) -> Result<(), TestCaseError> {
    let (exchange, message) = seed.message(direction);
    let canonical = exchange.from().write(&message);
    let mut scribe = Scribe::new(exchange.from().schema, &seed.choices, 0);
    let written = scribe.rewrite(exchange.from().message, &canonical);
    let said = |bytes: &[u8]| {
        exchange.convert(bytes).map_err(|error| (error.path, error.reason)).map(|converted| {
            let mut losses = Said::of(&converted).losses;
            losses.sort();
            (exchange.to().read(&converted.message), losses)
        })
    };
    let (first, second) = (said(&canonical), said(&written));
    prop_assert_eq!(
        first,
        second,
        "{} {}\nwritten {}",
        exchange.from().full_name(),
        to_hex(&canonical),
        to_hex(&written)
    );
    Ok(())
}

#[test]
fn however_it_is_written_it_becomes_the_same() {
    runs::all(file!(), Volume::Many, seeds(), |seed| {
        however_written(&seed, Direction::Upgrade)?;
        however_written(&seed, Direction::Downgrade)
    });
}
