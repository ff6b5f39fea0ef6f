//! Conversion, by `convert` on bytes and by the generated adapter on messages of prost, beside the least that generated
//! code could do: decode the same bytes and encode them again, without converting anything. All in one run, on one
//! thread; figures are to be compared with one another.
//!
//!     cargo bench --bench convert
//!
//! With `CONVERSIONS_FOR=SECONDS` it prints only how many conversions a second there are, for `against_sdk.py`.

use std::{env, time::Instant};

use a2a_adapter::{Converted, Error, downgrade, new::lf::a2a::v1 as new, old::a2a::v1 as old, upgrade};
use prost::Message;
use proto_diff::{
    Direction,
    dynamic::{UnknownNames, binary, json},
    migration::{Migration, TypePair},
};

fn main() {
    match env::var("CONVERSIONS_FOR") {
        Ok(seconds) => print_rates(seconds.parse().expect("a number of seconds")),
        Err(_) => divan::main(),
    }
}

/// Upgrades each payload for so many seconds, once on bytes and once by the adapter, and prints conversions a second, as
/// JSON.
fn print_rates(seconds: f64) {
    let rate = |convert: &dyn Fn()| {
        let (start, mut count) = (Instant::now(), 0u32);
        while start.elapsed().as_secs_f64() < seconds {
            (0..100).for_each(|_| convert());
            count += 100;
        }
        f64::from(count) / start.elapsed().as_secs_f64()
    };
    let rates: serde_json::Map<String, serde_json::Value> = PAYLOADS
        .into_iter()
        .map(|(name, message, text, adapt)| {
            let payload = Payload::of(message, text);
            let convert = || {
                let converted = payload.migration.upgrade(payload.pair, divan::black_box(&payload.old));
                divan::black_box(converted.expect("it can be converted"));
            };
            let adapter = || _ = divan::black_box(adapt(divan::black_box(&payload.old)));
            let rates = serde_json::json!({"convert": rate(&convert), "adapter": rate(&adapter)});
            (name.to_owned(), rates)
        })
        .collect();
    println!("{}", serde_json::Value::Object(rates));
}

/// Bytes in and bytes out, by the adapter.
fn adapted<A: Message + Default, B: Message>(bytes: &[u8], convert: fn(A) -> Result<Converted<B>, Error>) -> Vec<u8> {
    let message = A::decode(bytes).expect("a message");
    convert(message).expect("it can be converted").message.encode_to_vec()
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

    /// Decodes, converts and encodes.
    fn adapter<A: Message + Default, B: Message>(
        &self,
        bencher: divan::Bencher,
        convert: fn(A) -> Result<Converted<B>, Error>,
    ) {
        let bytes = divan::counter::BytesCount::of_slice(&self.old);
        bencher.counter(bytes).bench(|| adapted(divan::black_box(&self.old), convert));
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

/// What is converted: its name, its type, its text, and its way through the adapter.
type Subject = (&'static str, &'static str, &'static str, fn(&[u8]) -> Vec<u8>);

macro_rules! payloads {
    ($($module:ident: $message:ident by $function:ident, $file:literal;)*) => {
        const PAYLOADS: [Subject; 3] = [$((
            stringify!($module),
            stringify!($message),
            include_str!($file),
            |bytes| adapted::<old::$message, new::$message>(bytes, upgrade::$function),
        )),*];

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
            fn adapter_up(bencher: divan::Bencher) {
                payload().adapter::<old::$message, new::$message>(bencher, upgrade::$function);
            }

            #[divan::bench]
            fn adapter_down(bencher: divan::Bencher) {
                let Payload { migration, pair, old, new } = payload();
                let turned = Payload { migration, pair, old: new, new: old };
                turned.adapter::<new::$message, old::$message>(bencher, downgrade::$function);
            }

            #[divan::bench]
            fn prost_decode_and_encode(bencher: divan::Bencher) {
                payload().prost::<old::$message>(bencher);
            }
        })*
    };
}

payloads! {
    task: Task by task, "convert/task.json";
    request: SendMessageRequest by send_message_request, "convert/request.json";
    card: AgentCard by agent_card, "convert/card.json";
}
