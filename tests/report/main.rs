//! Reports, from a comparison written by hand.

mod a2a;
mod json;
mod sample;
mod selection;
mod text;
