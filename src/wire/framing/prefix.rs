//! What stands in front of a message in a stream.

use super::FramingReason;

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

/// The messages of a chain of whole gRPC frames, and where the chain ends.
pub(super) struct GrpcChain<'a> {
    pub(super) frames: Vec<(Content, &'a [u8])>,
    pub(super) end: usize,
}

/// As many whole gRPC frames as `bytes` begin with.
pub(super) fn grpc_chain(bytes: &[u8]) -> GrpcChain<'_> {
    let mut chain = GrpcChain { frames: Vec::new(), end: 0 };
    let mut rest = bytes;
    while let Some((prefix, after)) = rest.split_first_chunk() {
        let Ok(prefix) = GrpcPrefix::read(*prefix) else { break };
        let Some((message, after)) = usize::try_from(prefix.length).ok().and_then(|n| after.split_at_checked(n)) else {
            break;
        };
        chain.frames.push((prefix.content, message));
        rest = after;
        chain.end = bytes.len() - rest.len();
    }
    chain
}

/// The messages of `bytes` when they are nothing but whole delimited messages, at least one.
pub(super) fn delimited_chain(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let mut reader = crate::wire::Reader::new(bytes, crate::wire::Overflow::Reject);
    let mut messages = Vec::new();
    while !reader.is_at_end() {
        messages.push(reader.delimited().ok()?.rest());
    }
    (!messages.is_empty()).then_some(messages)
}
