pub mod changes;
mod comparison;
pub mod effects;
pub mod pairing;
pub mod report;
pub mod rules;
pub mod schema;

pub use comparison::Comparison;
