//! Bytes as they lie there, seen through a schema or without one.
//!
//! [`crate::dynamic`] reads a message into what a program would hold: later records merged into earlier ones, places
//! forgotten. Here nothing is merged. A [`MessageView`] gives the records of a message one by one, in the order of the
//! bytes, each with its offset, number and wire type, and with what the schema makes of it; what the schema does not
//! place is there too, with the reason ([`Unplaced`]). A [`RawMessage`] does the same without a schema, where a length
//! and some bytes can only be guessed at ([`LenGuess`]).
//!
//! Views borrow the bytes and read them as they are asked, so they take no memory of their own. They hold to the
//! conformant reader family ([`Reader::Conformant`](crate::dynamic::Reader)): [`survey`] accepts what it accepts.
//!
//! ```
//! use proto_diff::{inspect::{Content, MessageView, Unplaced}, schema};
//!
//! let text = "syntax = 'proto3'; message Tick { string id = 1; Stamp at = 5; } message Stamp { int64 seconds = 1; }";
//! let schema = schema::from_texts("tick", [("tick.proto", text)])?;
//! let tick = &schema[schema.message_named("Tick").unwrap()];
//! let bytes = [0x0a, 0x02, b't', b'1', 0x28, 0x07];
//! let records: Vec<_> = MessageView::new(&schema, tick, &bytes).records().collect::<Result<_, _>>().unwrap();
//! assert_eq!((records[1].offset, records[1].number), (4, 5));
//! assert!(matches!(records[1].content, Content::Unknown { why: Unplaced::WireType { .. }, .. }));
//! # Ok::<(), schema::SchemaError>(())
//! ```

mod fault;
mod fit;
mod packed;
mod raw;
mod remark;
mod survey;
pub mod text;
mod type_name;
mod view;

pub use fault::Fault;
pub use fit::fit;
pub use packed::{Element, Elements, Packed};
pub use raw::{LenGuess, RawMessage, RawPayload, RawRecord, RawRecords, RawView};
pub use survey::{Finding, survey};
pub use type_name::{TypeError, find_type};
pub use view::{Content, Fate, FieldView, MessageView, Record, Records, Unplaced, ValueView};
