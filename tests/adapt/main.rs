//! The migration as source code, held against the migration carried out: for every message of a large corpus, the code
//! that `adapt` makes gives the same message, the same remarks and the same refusals as `convert`.
//!
//! `subjects` are the migrations that are made code of, `corpus` the messages, `extremes` those at the limits, `expected` what `convert` makes of them,
//! `driver` a process that runs the code, `languages` how each language is built. `stub` is a driver without generated
//! code, by which the harness itself is held: it must notice every kind of wrong answer. `output` and `refused` need no
//! language but the program, `gone` not even that; `reader` holds the dual reader that is checked in against the tool's.
//!
//! `cargo test --test adapt rust` is one language. `EVOLUTION_CASES=100000` makes that many random messages of each
//! subject, others each time. `ADAPT_REQUIRE=rust,python,typescript` makes a missing tool a failure. `ADAPT_ONLY=Task`
//! leaves out the cases of other types. `ADAPT_WRITE=1 cargo test --test adapt the_messages` writes the messages and what
//! must become of them to files, for whoever works on a driver.

#[path = "../suite/arbitrary.rs"]
#[expect(dead_code, reason = "one taste is enough here")]
mod arbitrary;
mod corpus;
mod driver;
#[path = "../migration/exchange.rs"]
#[expect(dead_code, reason = "nothing is said here in JSON")]
mod exchange;
mod expected;
mod extremes;
mod gone;
#[path = "../suite/hex.rs"]
mod hex;
mod languages;
#[path = "../migration/made.rs"]
#[expect(dead_code, reason = "what is to be refused, convert says")]
mod made;
#[path = "../evolution/messages.rs"]
mod messages;
mod output;
mod program;
mod reader;
mod refused;
#[path = "../migration/scribe.rs"]
mod scribe;
mod strangers;
mod stub;
mod subjects;
mod typed;
mod wide;
