//! The binary encoding (<https://protobuf.dev/programming-guides/encoding/>).
//!
//! [`read`] follows one of two reader families, see [`Reader`](super::Reader). Where families agree, both do this:
//! a singular field takes its last value, singular messages merge, repeated scalars accept packed and unpacked records
//! alike, a oneof member clears the other members, a map entry without key or value takes the default, and a number
//! wider than its field loses its upper bits.

mod error;
mod reader;
mod scalar;
mod writer;

pub use error::{ReadError, ReadReason};
pub use reader::read;
pub use scalar::is_packable;
pub(crate) use scalar::{decode, wire_type};
pub use writer::write;
