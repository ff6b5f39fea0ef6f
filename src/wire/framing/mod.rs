//! How payloads are dressed: what stands around the bytes of a message, or for them.
//!
//! Two layers, either of which may be missing. A [`Text`] form writes bytes in letters (hex, base64). A [`Framing`] says
//! where messages begin and end: a stream of gRPC frames
//! (<https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md>, "Length-Prefixed-Message"), or messages with a
//! varint length in front (`writeDelimitedTo` in Java,
//! <https://protobuf.dev/programming-guides/techniques/#streaming>). Together they are [`Layers`].
//!
//! [`FrameReader`] reads frames one at a time from anything that can be read, in memory that does not grow with the
//! input. [`recognise`] finds out how bytes are dressed, where that is certain. [`Dresser`] is the way back.
//!
//! ```
//! use proto_diff::wire::framing::{FrameReader, Frames, SizeLimit};
//!
//! let stream = [0x02, 0x08, 0x01, 0x02, 0x08, 0x02];
//! let mut frames = FrameReader::new(stream.as_slice(), Frames::Delimited, SizeLimit::default());
//! let mut offsets = Vec::new();
//! while let Some(frame) = frames.next_frame()? {
//!     offsets.push(frame.offset);
//! }
//! assert_eq!(offsets, [0, 3]);
//! # Ok::<(), proto_diff::wire::framing::FramingError>(())
//! ```

mod dress;
mod error;
mod form;
mod gzip;
mod limit;
mod prefix;
mod reader;
mod recognise;
mod text;
mod whole;

pub use dress::{DressError, Dresser, Dressing};
pub use error::{FramingError, FramingReason};
pub use form::{Framing, GrpcEncoding, InputForm, Layers, Text, UnknownForm};
pub use limit::SizeLimit;
pub use reader::{Compression, Frame, FrameReader, Frames};
pub use recognise::{Ambiguous, Fit, Hint, Recognised, Stray, hints, is_well_formed, recognise, recognise_framing};
pub use whole::read_whole;
