//! The schemas under test, in the form each implementation wants, and messages of them.

use std::sync::LazyLock;

use proptest::prelude::*;
use proto_diff::{
    dynamic::DynamicMessage,
    schema::{Message, Schema, from_descriptor_set},
};
use serde_json::Value as Json;

use super::arbitrary::{Supply, Taste};

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

/// Every fact of a message.
pub fn dump(message: &Message, value: &DynamicMessage) -> Json {
    super::dump::dump(&SCHEMA, message, value)
}

/// Strategy for messages of a type.
pub fn messages(name: &'static str, taste: Taste) -> impl Strategy<Value = DynamicMessage> {
    let bytes = prop::collection::vec(any::<u8>(), 0..400);
    bytes.prop_map(move |bytes| Supply::new(&SCHEMA, bytes, taste).message(message(name), 3))
}
