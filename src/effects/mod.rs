//! What a change does to data, found out by doing it.

mod outcome;
mod witness;

pub use outcome::{
    BinaryEffects, BinaryOutcomes, Direction, Effects, Encoding, JsonEffects, JsonOutcomes, Outcome, Verdict,
};
pub use witness::{Reading, Witness};
