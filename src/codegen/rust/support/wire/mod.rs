//! The protobuf wire format, as far as detection needs it (<https://protobuf.dev/programming-guides/encoding/>).

mod depth;
mod error;
mod reader;
mod wire_type;

pub use depth::Depth;
pub use error::{WireError, WireReason};
pub use reader::{Key, Overflow, RawValue, Reader};
pub use wire_type::{MAX_FIELD_NUMBER, WireType};
use wire_type::{END_GROUP, START_GROUP};
