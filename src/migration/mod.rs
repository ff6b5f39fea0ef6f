//! Moving data between two versions of a schema.

pub mod detection;
