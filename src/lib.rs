pub mod changes;
pub mod cli;
mod compare;
mod comparison;
pub mod effects;
pub mod pairing;
pub mod report;
pub mod rules;
pub mod schema;

pub use compare::{CompareOptions, compare};
pub use comparison::Comparison;
