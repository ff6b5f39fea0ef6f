//! Which version wrote the bytes: never a wrong answer.
//!
//! Messages whose writer is known (`vectors`, `random`, `traps`) are read under both A2A versions and judged. A verdict
//! that names the other version fails the test; how often none is named is printed (`tally`) and bounded. `damage` does the
//! same with payloads that were cut or changed on the way, `careless` with writers that are not canonical.

#[path = "../suite/arbitrary.rs"]
#[expect(dead_code, reason = "one taste is enough here")]
mod arbitrary;
mod careless;
mod damage;
mod honest;
mod properties;
mod random;
mod same;
mod sides;
mod tally;
mod told;
mod traps;
mod vectors;
