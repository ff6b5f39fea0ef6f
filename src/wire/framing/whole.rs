//! Reading what is one payload.

use std::io::Read;

use super::{FramingError, FramingReason, SizeLimit};

/// Reads to the end, but never more than the limit.
///
/// # Errors
/// When the input cannot be read or is larger.
pub fn read_whole(input: impl Read, limit: SizeLimit) -> Result<Vec<u8>, FramingError> {
    let mut bytes = Vec::new();
    let result = input.take(limit.0.saturating_add(1)).read_to_end(&mut bytes);
    let offset = bytes.len() as u64;
    result.map_err(|error| FramingReason::Unreadable(error).at(offset))?;
    if offset > limit.0 {
        return Err(FramingReason::InputTooLarge(limit).at(limit.0));
    }
    Ok(bytes)
}
