//! Inflating.

use std::io::Read;

use flate2::bufread::GzDecoder;

use super::{FramingReason, SizeLimit};

/// What every gzip stream begins with (RFC 1952, section 2.3.1).
pub(super) const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Inflates into `out`, never more than `limit`: a few kilobytes can stand for gigabytes.
pub(super) fn inflate(compressed: &[u8], limit: SizeLimit, out: &mut Vec<u8>) -> Result<(), FramingReason> {
    out.clear();
    let mut decoder = GzDecoder::new(compressed);
    let inflated = decoder.by_ref().take(limit.0.saturating_add(1)).read_to_end(out).map_err(FramingReason::Inflate)?;
    if inflated as u64 > limit.0 {
        return Err(FramingReason::InflatesTooLarge(limit));
    }
    match decoder.into_inner() {
        [] => Ok(()),
        rest => Err(FramingReason::AfterCompressed(rest.len())),
    }
}
