//! What is known about the A2A protocol itself.

mod releases;

pub use releases::{RELEASES, Release, release};

/// The manifest that says what became of every field of v0.3.0 in v1.0.1; see [`crate::migration`].
pub const MANIFEST: &str = include_str!("manifest.toml");
