pub mod a2a;
pub mod schema;
