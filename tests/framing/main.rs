//! Payloads in every dress: streams frame by frame, in flat memory; dressing and undressing.

mod memory;
mod properties;
mod streams;

/// Bytes from hex with blanks.
fn hex(text: &str) -> Vec<u8> {
    proto_diff::wire::framing::Text::Hex.undress(text.as_bytes()).unwrap()
}
