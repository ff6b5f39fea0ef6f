//! What a protobuf schema change does to data.

pub mod a2a;
pub mod dynamic;
pub mod schema;
pub mod wire;
