//! Random schemas that evolve, and what the report says about it held against what happens.

#[path = "../suite/dump.rs"]
mod dump;
#[path = "../suite/facts.rs"]
mod facts;
#[path = "../suite/hex.rs"]
mod hex;
#[path = "../suite/oracle.rs"]
mod oracle;
mod oracle_examples;
