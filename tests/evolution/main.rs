//! Random schemas that evolve, and what the report says about it held against what happens.
//!
//! A model of a schema (`model`, `seeds`) takes a few steps that people take (`steps`), all along knowing who is who
//! (`kin`). Messages of either version (`messages`) are written by us and read under the other version by decoders that
//! are not ours (`decoder`, `passage`). An oracle that shares nothing with the engine says what became of each field,
//! and no report may say less (`law`). What is known to fall short is excused by name: `peculiarities` of runtimes, and
//! misses of ours that are `open`, each with an example in `regressions`. `symmetry` is what needs no messages.
//!
//! `cargo test --test evolution` runs thousands of cases, always the same. For a night,
//! `EVOLUTION_CASES=100000 cargo test --test evolution` runs that many of each kind, others each time. A case that fails
//! is shrunk and its seed kept in `*.proptest-regressions` beside the source; commit it, and the example with it.

mod a2a;
#[path = "../suite/arbitrary.rs"]
#[expect(dead_code, reason = "one taste is enough here")]
mod arbitrary;
#[path = "../suite/case.rs"]
mod case;
mod claims;
mod decoder;
#[path = "../suite/dump.rs"]
mod dump;
mod evolution;
#[path = "../suite/facts.rs"]
mod facts;
#[path = "../suite/hex.rs"]
mod hex;
mod identity;
mod kin;
mod law;
mod linked;
mod messages;
#[path = "../suite/mirror.rs"]
mod mirror;
mod miss;
mod model;
mod names;
#[path = "../suite/oracle.rs"]
mod oracle;
mod oracle_examples;
mod passage;
mod peculiarities;
#[path = "../suite/peer.rs"]
mod peer;
mod print;
#[path = "../suite/prost_tree.rs"]
mod prost_tree;
mod regressions;
mod runs;
mod seeds;
#[path = "../suite/shuffle.rs"]
mod shuffle;
#[path = "../suite/snapshot.rs"]
#[expect(dead_code, reason = "only findings without an order are compared here")]
mod snapshot;
mod steps;
mod symmetry;
