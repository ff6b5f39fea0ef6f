//! What is known about the A2A protocol itself.

mod releases;

pub use releases::{RELEASES, Release, release};
