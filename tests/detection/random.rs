//! Random messages of every type, of writers that keep to what programs send and of writers that stop at nothing.

use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{RngAlgorithm, TestRng, TestRunner},
};
use proto_diff::{
    dynamic::{DynamicMessage, Value, binary, drop_implicit_defaults},
    migration::{TypePair, detection::Side},
    schema::MessageId,
};

use super::{
    arbitrary::{Supply, Taste},
    honest,
    sides::SIDES,
    tally::Tally,
};

/// Random messages of each type.
const MESSAGES: usize = 60;
/// Bytes that one is made from.
const SUPPLY: usize = 160;
/// How deep they nest.
const DEPTH: usize = 4;

/// A message, and who wrote it.
pub struct Letter {
    pub writer: Side,
    pub types: TypePair,
    pub message: DynamicMessage,
}

impl Letter {
    pub fn root(&self) -> MessageId {
        SIDES.end(self.types, self.writer)
    }

    pub fn bytes(&self) -> Vec<u8> {
        let schema = SIDES.schema(self.writer);
        binary::write(schema, &schema[self.root()], &self.message)
    }
}

/// Anything a field can hold, texts among them that parse as messages. Always the same ones.
pub fn letters() -> Vec<Letter> {
    let mut runner = TestRunner::new_with_rng(Default::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = prop::collection::vec(any::<u8>(), 0..SUPPLY);
    let mut supply = move || strategy.new_tree(&mut runner).expect("no condition to fail").current();
    let mut letters = Vec::new();
    for &types in &SIDES.pairs {
        for writer in [Side::Old, Side::New] {
            for _ in 0..MESSAGES {
                let mut letter = Letter { writer, types, message: DynamicMessage::default() };
                letter.message = message(writer, letter.root(), supply());
                letters.push(letter);
            }
        }
    }
    letters
}

/// The message that a supply of bytes makes: a single field, or several of them.
fn message(writer: Side, of: MessageId, bytes: Vec<u8>) -> DynamicMessage {
    let schema = SIDES.schema(writer);
    let choice = bytes.first().copied().unwrap_or_default();
    let mut supply = Supply::new(schema, bytes.get(1..).unwrap_or_default().to_vec(), Taste::AnyBytes);
    let fields = &schema[of].fields;
    let mut message = if choice < 64 {
        // One field alone: what it shows cannot hide behind what another shows.
        let field = fields.get(usize::from(choice) % fields.len().max(1));
        let value: Option<(i32, Value)> = field.and_then(|field| Some((field.number, supply.field(field, DEPTH)?)));
        DynamicMessage { fields: value.into_iter().collect(), unknown: Vec::new() }
    } else {
        supply.message(&schema[of], DEPTH)
    };
    drop_implicit_defaults(schema, &schema[of], &mut message);
    message
}

#[test]
fn writers_that_stop_at_nothing() {
    let mut tally = Tally::default();
    for letter in letters() {
        tally.add(letter.writer, letter.types, &letter.bytes());
    }
    assert!(tally.total() > 4000);
    tally.settle("random messages, anything");
}

#[test]
fn writers_that_keep_to_the_protocol() {
    for writer in [Side::Old, Side::New] {
        let mut tally = Tally::default();
        for letter in honest::letters().into_iter().filter(|letter| letter.writer == writer) {
            tally.add(letter.writer, letter.types, &letter.bytes());
        }
        tally.settle(&format!("random messages, honest, {writer}"));
    }
}

/// Without hints about writers less is told, and still nothing wrong.
#[test]
fn schemas_alone() {
    for (group, letters) in [("anything", letters()), ("honest", honest::letters())] {
        let mut tally = Tally::default();
        for letter in letters {
            let bytes = letter.bytes();
            tally.count(letter.writer, letter.types, &bytes, SIDES.judge_without_hints(letter.types, &bytes));
        }
        tally.settle(&format!("random messages, {group}, no hints"));
    }
}
