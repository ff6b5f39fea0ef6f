//! Proof of an outcome: a payload and both readings of it.

use serde::Serialize;
use serde_json::Value;

use super::{Direction, Encoding, Outcome};

/// A concrete payload that shows an outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Witness {
    /// Who wrote it and who reads it.
    pub direction: Direction,
    /// How it is written.
    pub encoding: Encoding,
    /// The reader: `conformant` or `strict` for binary, `strict` or `lenient` for JSON.
    pub reader: &'static str,
    /// What it proves.
    pub outcome: Outcome,
    /// How many of the payloads that this reader was given came to the same.
    pub share: Share,
    /// The payload: protobuf bytes, or the JSON text's bytes.
    pub payload: Vec<u8>,
    /// What was written, as ProtoJSON with proto field names of the writer's schema.
    pub written: Value,
    /// What came out.
    pub reading: Reading,
}

/// Some of the payloads that were tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Those that came to one outcome.
    pub alike: u32,
    /// All.
    pub tried: u32,
}

/// What a reader made of a payload.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// A message.
    Message {
        /// As ProtoJSON with proto field names of the reader's schema.
        known: Value,
        /// Fields it kept without understanding them: number and wire type in words.
        unknown: Vec<(i32, &'static str)>,
    },
    /// A parse error, in words.
    Error(String),
}
