//! Which of two versions wrote these bytes?
//!
//! Bytes do not say, and a clean parse is no evidence: of 364 real A2A v0.3 messages read as v1.0, 122 parse without
//! one unknown field and are wrong. So what can be told is told ([`Told`]), and only then are the bytes asked:
//!
//! 1. each version reads them ([`Reading`]) and says what speaks for and against it;
//! 2. the two readings are laid side by side ([`Contrast`]): what speaks against both says nothing, and where one reads
//!    text and the other a message with fields of its own, that is evidence neither could see alone;
//! 3. what is left is weighed ([`judge`]). When it does not suffice the verdict is [`Verdict::Ambiguous`], which is an
//!    answer; a wrong version is none.
//!
//! ```
//! use proto_diff::migration::detection::{Hints, Reading, Shapes, Side, Verdict, judge};
//! use proto_diff::schema;
//!
//! let old = schema::from_texts("old", [("a.proto", "syntax = 'proto3'; message Note { string text = 1; }")])?;
//! let new = schema::from_texts("new", [("a.proto", "syntax = 'proto3'; message Note { string text = 2; }")])?;
//! let note = old.message_named("Note").unwrap().0;
//! let [old, new] = [old, new].map(|schema| Shapes::of(&schema, &Hints::default()));
//! let bytes = b"\x12\x02hi";
//! let (old, new) = (Reading::of(&old, note, bytes), Reading::of(&new, note, bytes));
//! assert_eq!(judge(&old, &new, || false), Verdict::Likely(Side::New));
//! # Ok::<(), schema::SchemaError>(())
//! ```
//!
//! Readings go by tables ([`Shapes`]) and not by a schema, because all this is also part of the code that
//! `proto-diff adapt` generates, where there is none. `emitted.rs` says which files; these name nothing by an absolute
//! path, so that what is around them may be another crate, and hold to what edition 2021 has.

mod contrast;
mod detected;
pub(crate) mod emitted;
mod evidence;
mod hints;
mod of_schema;
mod reading;
pub mod shapes;
mod spot;
#[cfg(test)]
mod tests;
pub mod told;
mod verdict;
mod walk;
mod weight;

pub use super::side::Side;
pub use contrast::{Contrast, Weighed};
pub use detected::{Detection, Grounds, SideEvidence};
pub use evidence::{Bearing, Evidence, Sign, Slip};
pub use hints::{DraftContent, DraftField, Expectation, Hints, NameField, Repetition};
pub use reading::Reading;
pub use shapes::Shapes;
pub use told::{HeaderVersions, MethodMatch, Told, UnknownMethod, UnknownVersion, by_header, by_method};
pub use verdict::{Verdict, judge, weigh};
pub use weight::Weight;

use crate::wire;
