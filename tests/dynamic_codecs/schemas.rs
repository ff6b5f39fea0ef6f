//! The schemas under test, in the form each implementation wants.

use std::sync::LazyLock;

use proto_diff::schema::{Message, Schema, from_descriptor_set};

/// The two root types.
pub const EVERYTHING: &str = "mixed.Everything";
pub const LEGACY: &str = "legacy.Legacy";

/// `mixed.proto`, `legacy.proto` and what they import, as protox links them.
pub static DESCRIPTOR_SET: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dynamic_codecs");
    let mut compiler = protox::Compiler::new([directory]).unwrap();
    compiler.include_imports(true).open_files(["mixed.proto"]).unwrap();
    compiler.encode_file_descriptor_set()
});

/// The same as our schema.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| from_descriptor_set("mixed", &DESCRIPTOR_SET).unwrap());

/// A message type by its full name.
pub fn message(name: &str) -> &'static Message {
    &SCHEMA[SCHEMA.message_named(name).unwrap()]
}

/// Bytes from hexadecimal, blanks ignored.
pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// Hexadecimal from bytes.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
