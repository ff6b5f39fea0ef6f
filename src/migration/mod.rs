//! Old data made new, and new data made old.

pub mod correspondence;
pub mod manifest;
