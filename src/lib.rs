pub mod changes;
mod comparison;
pub mod dynamic;
pub mod effects;
pub mod pairing;
pub mod rules;
pub mod schema;
pub mod wire;

pub use comparison::{Comparison, compare};
