pub mod changes;
pub mod effects;
pub mod pairing;
pub mod rules;
pub mod schema;
