//! Bytes that nobody meant. Nothing panics; what is refused is refused by our reader too, and what is taken is a message of
//! the target, in our eyes and in Python's.

use std::cell::RefCell;

use proptest::{prelude::*, test_runner::TestCaseError};
use proto_diff::{
    Direction,
    dynamic::{Reader, binary},
    migration::{ConvertReason, TypePair},
};

use super::{
    exchange::{Exchange, a2a},
    hex::to_hex,
    made::seeds,
    runs::{self, Volume},
    second_opinion,
};

/// What is done to a valid payload.
#[derive(Debug, Clone)]
enum Damage {
    Flip(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    Cut(prop::sample::Index),
    /// A stretch of it once more, somewhere else.
    Graft(prop::sample::Index, prop::sample::Index, prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        (at(), any::<u8>()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        at().prop_map(Damage::Remove),
        at().prop_map(Damage::Cut),
        (at(), at(), at()).prop_map(|(from, to, into)| Damage::Graft(from, to, into)),
    ]
}

fn apply(damage: &Damage, bytes: &mut Vec<u8>) {
    let length = bytes.len();
    if length == 0 {
        return;
    }
    match damage {
        Damage::Flip(at, bits) => bytes[at.index(length)] ^= bits,
        Damage::Insert(at, byte) => bytes.insert(at.index(length), *byte),
        Damage::Remove(at) => drop(bytes.remove(at.index(length))),
        Damage::Cut(at) => bytes.truncate(at.index(length)),
        Damage::Graft(from, to, into) => {
            let (from, to) = (from.index(length), to.index(length));
            let stretch = bytes[from.min(to)..from.max(to)].to_vec();
            let into = into.index(length);
            bytes.splice(into..into, stretch);
        }
    }
}

/// Converts, and gives what came out.
fn survives(exchange: Exchange<'_>, bytes: &[u8]) -> Result<Option<Vec<u8>>, TestCaseError> {
    let fail =
        |what: String| Err(TestCaseError::fail(format!("{} {}: {what}", exchange.from().full_name(), to_hex(bytes))));
    let side = exchange.from();
    let read = binary::read(side.schema, &side.schema[side.message], bytes, Reader::Conformant);
    match (exchange.convert(bytes), read) {
        (Ok(converted), Ok(_)) => {
            let side = exchange.to();
            match binary::read(side.schema, &side.schema[side.message], &converted.message, Reader::Conformant) {
                Ok(message) if message.unknown.is_empty() => Ok(Some(converted.message)),
                Ok(message) => fail(format!("unknown fields are written: {message:?}")),
                Err(error) => fail(format!("what is written is no message: {error}")),
            }
        }
        (Ok(_), Err(error)) => fail(format!("taken, although {error}")),
        (Err(_), Err(_)) => Ok(None),
        (Err(error), Ok(_)) => match error.reason {
            ConvertReason::Name { .. } | ConvertReason::NamePart { .. } => Ok(None),
            _ => fail(format!("refused, although it is a message: {error}")),
        },
    }
}

fn any_exchange() -> impl Strategy<Value = Exchange<'static>> {
    let pairs: Vec<TypePair> = a2a().pairs().collect();
    let direction = prop_oneof![Just(Direction::Upgrade), Just(Direction::Downgrade)];
    (prop::sample::select(pairs), direction).prop_map(|(pair, direction)| Exchange {
        migration: a2a(),
        pair,
        direction,
    })
}

impl std::fmt::Debug for Exchange<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.from().full_name(), self.direction)
    }
}

#[test]
fn random_bytes_do_no_harm() {
    let cases = (any_exchange(), prop::collection::vec(any::<u8>(), 0..60));
    runs::all(file!(), Volume::Many, cases, |(exchange, bytes)| survives(exchange, &bytes).map(drop));
}

#[test]
fn damaged_payloads_do_no_harm() {
    let python = RefCell::new(second_opinion::python());
    let directions = prop_oneof![Just(Direction::Upgrade), Just(Direction::Downgrade)];
    let cases = (seeds(), directions, prop::collection::vec(damage(), 1..6));
    runs::all(file!(), Volume::Many, cases, |(seed, direction, damages)| {
        let (exchange, message) = seed.message(direction);
        let mut bytes = exchange.from().write(&message);
        damages.iter().for_each(|damage| apply(damage, &mut bytes));
        let Some(converted) = survives(exchange, &bytes)? else { return Ok(()) };
        if let Some(python) = python.borrow_mut().as_mut() {
            let seen = second_opinion::seen(python, &[(exchange.to(), &converted)]);
            if let Err(error) = &seen[0] {
                let shown = format!("{} {}", exchange.from().full_name(), to_hex(&bytes));
                return Err(TestCaseError::fail(format!("{shown}: Python does not read the result: {error}")));
            }
        }
        Ok(())
    });
}

#[test]
fn nesting_is_bounded() {
    // Struct in Value in Struct … in the metadata of a Task.
    let mut inner = vec![];
    for _ in 0..20_000 {
        let mut value = vec![0x2a];
        put_length(&mut value, inner.len());
        value.extend(&inner);
        let mut entry = vec![0x0a, 0x00, 0x12];
        put_length(&mut entry, value.len());
        entry.extend(&value);
        inner = vec![0x0a];
        put_length(&mut inner, entry.len());
        inner.extend(&entry);
    }
    let mut task = vec![0x32];
    put_length(&mut task, inner.len());
    task.extend(&inner);
    let exchange = Exchange::named(a2a(), "Task", Direction::Upgrade);
    let error = exchange.convert(&task).expect_err("it nests 40,000 levels deep");
    assert!(matches!(error.reason, ConvertReason::Wire(proto_diff::wire::WireReason::TooDeep)), "{error}");
}

fn put_length(bytes: &mut Vec<u8>, mut length: usize) {
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
}
