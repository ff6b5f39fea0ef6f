//! Reports, from a comparison written by hand.

mod json;
mod sample;
mod text;
