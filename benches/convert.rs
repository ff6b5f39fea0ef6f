//! Conversion beside the least that generated code could do: decode the same bytes and encode them again, without
//! converting anything. Both in one run, on one thread; figures are to be compared with one another.
//!
//!     cargo bench --bench convert
//!
//! With `CONVERSIONS_FOR=SECONDS` it prints only how many conversions a second there are, for `against_sdk.py`.

use std::{env, time::Instant};

use prost::Message;
use proto_diff::{
    Direction,
    dynamic::{UnknownNames, binary, json},
    migration::{Migration, TypePair},
};

#[path = "convert/generated.rs"]
#[allow(dead_code, clippy::all, reason = "as prost-build generates it")]
mod generated;

fn main() {
    match env::var("CONVERSIONS_FOR") {
        Ok(seconds) => print_rates(seconds.parse().expect("a number of seconds")),
        Err(_) => divan::main(),
    }
}

/// Upgrades each payload for so many seconds and prints conversions a second, as JSON.
fn print_rates(seconds: f64) {
    let rates: serde_json::Map<String, serde_json::Value> = PAYLOADS
        .into_iter()
        .map(|(name, message, text)| {
            let payload = Payload::of(message, text);
            let (start, mut count) = (Instant::now(), 0u32);
            while start.elapsed().as_secs_f64() < seconds {
                for _ in 0..100 {
                    divan::black_box(payload.migration.upgrade(payload.pair, divan::black_box(&payload.old)))
                        .expect("it can be converted");
                }
                count += 100;
            }
            (name.to_owned(), (f64::from(count) / start.elapsed().as_secs_f64()).into())
        })
        .collect();
    println!("{}", serde_json::Value::Object(rates));
}

/// A v0.3 payload and its v1.0 form.
struct Payload {
    migration: Migration,
    pair: TypePair,
    old: Vec<u8>,
    new: Vec<u8>,
}

impl Payload {
    fn of(name: &str, text: &str) -> Payload {
        let migration = Migration::a2a().expect("the bundled manifest is right");
        let pair = migration.pair_named(name, Direction::Upgrade).expect("a type of A2A");
        let message = &migration.old[pair.old()];
        let value = serde_json::from_str(text).expect("JSON");
        let value = json::read(&migration.old, message, &value, UnknownNames::Reject).expect("a message");
        let old = binary::write(&migration.old, message, &value);
        let new = migration.upgrade(pair, &old).expect("it can be converted").message;
        Payload { migration, pair, old, new }
    }

    fn up(&self, bencher: divan::Bencher) {
        let bytes = divan::counter::BytesCount::of_slice(&self.old);
        bencher.counter(bytes).bench(|| self.migration.upgrade(self.pair, divan::black_box(&self.old)));
    }

    fn down(&self, bencher: divan::Bencher) {
        let bytes = divan::counter::BytesCount::of_slice(&self.new);
        bencher.counter(bytes).bench(|| self.migration.downgrade(self.pair, divan::black_box(&self.new)));
    }

    /// What generated code takes to hand the old bytes through.
    fn prost<M: Message + Default + PartialEq>(&self, bencher: divan::Bencher) {
        let message = M::decode(self.old.as_slice()).expect("the same bytes");
        let again = M::decode(message.encode_to_vec().as_slice()).expect("its own bytes");
        assert!(message == again && message != M::default(), "nothing is lost on the way");
        let bytes = divan::counter::BytesCount::of_slice(&self.old);
        bencher.counter(bytes).bench(|| M::decode(divan::black_box(self.old.as_slice())).map(|m| m.encode_to_vec()));
    }
}

macro_rules! payloads {
    ($($module:ident: $message:ident, $file:literal;)*) => {
        /// Each with its name, its type and its text.
        const PAYLOADS: [(&str, &str, &str); 3] =
            [$((stringify!($module), stringify!($message), include_str!($file))),*];

        $(mod $module {
            use super::*;

            fn payload() -> Payload {
                Payload::of(stringify!($message), include_str!($file))
            }

            #[divan::bench]
            fn convert_up(bencher: divan::Bencher) {
                payload().up(bencher);
            }

            #[divan::bench]
            fn convert_down(bencher: divan::Bencher) {
                payload().down(bencher);
            }

            #[divan::bench]
            fn prost_decode_and_encode(bencher: divan::Bencher) {
                payload().prost::<generated::$message>(bencher);
            }
        })*
    };
}

payloads! {
    task: Task, "convert/task.json";
    request: SendMessageRequest, "convert/request.json";
    card: AgentCard, "convert/card.json";
}
