//! Bytes as they lie there, seen through a schema and without one.

#[path = "../suite/arbitrary.rs"]
mod arbitrary;
#[path = "../suite/dump.rs"]
mod dump;
#[path = "../suite/hex.rs"]
mod hex;
mod properties;
#[path = "../dynamic_codecs/schemas.rs"]
mod schemas;
mod text;
