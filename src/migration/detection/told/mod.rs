//! What is told about the version before the bytes are asked.

mod header;
mod method;

pub use header::{HeaderValue, HeaderVersions, MajorMinor, NoVersion, SharedVersion, UnknownVersion, by_header};
pub use method::{Call, MethodMatch, UnknownMethod, by_method};

use super::Side;

/// Something besides the bytes that says which version they are.
///
/// In this order of trust: what the operator says, then the gRPC path, which names the package, then a header, which
/// clients also send to servers of another version and which says nothing about stored bytes. What disagrees is for the
/// caller to report; nothing here overrules anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told<'a> {
    /// The operator says so.
    Explicit(Side),
    /// The path of the gRPC call that the bytes travelled in, for [`by_method`].
    Method(&'a str),
    /// The value of the header that names the protocol version, for [`by_header`].
    Header(&'a str),
}
