//! The protobuf wire format, without a schema: bytes in, numbered fields out, and back
//! (<https://protobuf.dev/programming-guides/encoding/>).
//!
//! A message on the wire is a sequence of *records*: a tag (field number and [`WireType`]) and a payload. Nothing in
//! it says what a field is called, nor whether a length-prefixed payload is a string, bytes or another message; that
//! is the schema's knowledge and lives in [`crate::dynamic`].
//!
//! [`fields`] walks the records of one message; [`Reader`] is the cursor below it, for callers who decide field by
//! field what to do; [`Writer`] is the way back. [`framing`] is about what stands around a message: frames, hex, base64.
//!
//! ```
//! use proto_diff::wire::{self, RawValue};
//!
//! let fields: Vec<_> = wire::fields(&[0x08, 0x96, 0x01]).collect::<Result<_, _>>()?;
//! assert_eq!((fields[0].number, fields[0].value), (1, RawValue::Varint(150)));
//! # Ok::<(), wire::WireError>(())
//! ```
//!
//! Input is hostile until proven otherwise: every length is checked before it is used, groups nest at most
//! [`Depth::LIMIT`] deep, and every error says at which byte it happened.

mod depth;
mod error;
pub mod framing;
mod reader;
mod records;
#[cfg(test)]
mod tests;
mod wire_type;
mod writer;

pub use depth::Depth;
pub use error::{WireError, WireReason};
pub use reader::{Key, Overflow, RawValue, Reader};
pub use records::{RawField, RawFields, fields};
use wire_type::{END_GROUP, START_GROUP};
pub use wire_type::{MAX_FIELD_NUMBER, WireType};
pub use writer::{OpenLen, Writer, unzigzag32, unzigzag64, zigzag32, zigzag64};
