//! Conversion, held against what is known of A2A and against itself.
//!
//! `vectors` are the payload pairs that come with the protocol's facts, `payloads` our own for every field of either
//! version, `faults` what other converters get wrong. `round_trips` and `writers` make random messages (`made`) and hold
//! that nothing is lost without a word (`told`), whoever wrote them (`scribe`); `regressions` are faults of ours; `hostile` is bytes that are no message.
//!
//! `EVOLUTION_CASES=100000 cargo test --test migration` runs that many random cases of each kind, others each time.

#[path = "../suite/arbitrary.rs"]
#[expect(dead_code, reason = "one taste is enough here")]
mod arbitrary;
mod broken;
mod exchange;
mod faults;
#[path = "../suite/hex.rs"]
mod hex;
mod hostile;
mod made;
#[path = "../evolution/messages.rs"]
mod messages;
mod payloads;
#[path = "../suite/peer.rs"]
#[expect(dead_code, reason = "nobody asks whether a message is complete")]
mod peer;
mod regressions;
mod round_trips;
#[path = "../evolution/runs.rs"]
#[expect(dead_code, reason = "nothing here is slow")]
mod runs;
mod scribe;
mod sdk;
mod second_opinion;
mod shop;
mod told;
mod vectors;
mod writers;
