//! What stands in front of a message in a stream.

use super::FramingReason;
use crate::wire::{Overflow, Reader};

/// The five bytes in front of a gRPC message
/// (<https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md>, "Length-Prefixed-Message").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GrpcPrefix {
    pub(super) content: Content,
    pub(super) length: u32,
}

/// What the flag of a gRPC frame says about its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Plain,
    Compressed,
}

impl GrpcPrefix {
    pub(super) const SIZE: usize = 5;

    pub(super) fn read([flag, length @ ..]: [u8; Self::SIZE]) -> Result<Self, FramingReason> {
        let content = match flag {
            0 => Content::Plain,
            1 => Content::Compressed,
            other => return Err(FramingReason::Flag(other)),
        };
        Ok(GrpcPrefix { content, length: u32::from_be_bytes(length) })
    }
}

/// How many bytes the whole gRPC frames take that `bytes` begin with.
pub(super) fn grpc_chain(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((prefix, after)) = rest.split_first_chunk() {
        let Ok(prefix) = GrpcPrefix::read(*prefix) else { break };
        let Some((_, after)) = usize::try_from(prefix.length).ok().and_then(|n| after.split_at_checked(n)) else {
            break;
        };
        rest = after;
    }
    bytes.len() - rest.len()
}

/// How many messages there are when `bytes` are nothing but whole delimited messages, at least one, of which all are
/// `good`.
pub(super) fn delimited_chain(bytes: &[u8], good: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let mut reader = Reader::new(bytes, Overflow::Reject);
    let mut messages = 0;
    while !reader.is_at_end() {
        if !good(reader.delimited().ok()?.rest()) {
            return None;
        }
        messages += 1;
    }
    (messages > 0).then_some(messages)
}
