//! Rust.

#[expect(dead_code, reason = "for the generator")]
pub(crate) mod shapes;
