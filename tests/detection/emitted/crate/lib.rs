//! A crate that detects and does nothing else.

mod detection;
mod side;
mod tables;
mod wire;

pub use detection::{
    Bearing, Contrast, Detection, Evidence, Grounds, Reading, SideEvidence, Sign, Slip, Verdict, Weighed, Weight,
    judge,
};
pub use side::Side;
pub use tables::{NEW, OLD};
pub use wire::WireType;
