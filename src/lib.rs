pub mod dynamic;
pub mod schema;
pub mod wire;
