//! Bytes in canonical form, by a runtime that is not ours where there is one.

use std::path::Path;

use protox::Compiler;
use serde_json::Value as Json;

use super::{
    exchange::Side,
    hex::to_hex,
    peer::{Peer, Request},
};

/// Python's protobuf, with both A2A versions loaded; `None` where it is not installed.
pub fn python() -> Option<Peer> {
    let mut peer = Peer::start("upb").or_else(|| Peer::start("python"))?;
    for (key, release) in [("old", "0.3.0"), ("new", "1.0.1")] {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let mut compiler = Compiler::new([fixtures.join(format!("a2a/v{release}")), fixtures]).expect("folders");
        compiler.include_imports(true).open_file("a2a.proto").expect("a bundled release");
        peer.load(key, &compiler.encode_file_descriptor_set());
    }
    Some(peer)
}

/// What it sees in the bytes: every fact, and what it did not know.
pub fn seen(peer: &mut Peer, sides: &[(Side<'_>, &[u8])]) -> Vec<Result<Json, String>> {
    let requests: Vec<Request> = sides
        .iter()
        .map(|(side, bytes)| {
            let key = if side.full_name().starts_with("lf.") { "new" } else { "old" };
            Request { mode: "decode", key, name: side.full_name().to_owned(), payload: to_hex(bytes) }
        })
        .collect();
    peer.ask(&requests).into_iter().map(|answer| answer.result).collect()
}
