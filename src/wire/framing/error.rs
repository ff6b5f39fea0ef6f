//! Why a payload could not be undressed.

use std::io;

use super::SizeLimit;

/// Something that stands around a message and is not what it should be, and where.
#[derive(Debug, thiserror::Error)]
#[error("byte {offset}: {reason}")]
pub struct FramingError {
    /// Offset in the input: of the frame where it is about a frame, else of the byte that is wrong.
    pub offset: u64,
    /// What is wrong.
    pub reason: FramingReason,
}

/// The ways in which a dress can fail to be one.
#[derive(Debug, thiserror::Error)]
pub enum FramingReason {
    /// The input could not be read.
    #[error("the input cannot be read: {0}")]
    Unreadable(io::Error),
    /// The input is one payload, and a larger one than is read.
    #[error("the input has more than {0}")]
    InputTooLarge(SizeLimit),
    /// The prefix of a frame announces more than is read.
    #[error("the frame has {length} bytes, more than {limit}")]
    FrameTooLarge {
        /// What the prefix says.
        length: u64,
        /// What is read.
        limit: SizeLimit,
    },
    /// The input ends inside a frame.
    #[error("the frame is cut off: needs {needed} bytes, has {present}")]
    Truncated {
        /// What the prefix says.
        needed: u64,
        /// What there is.
        present: u64,
    },
    /// The input ends inside the five bytes in front of a gRPC message.
    #[error("the prefix of the frame is cut off: needs 5 bytes, has {present}")]
    TruncatedPrefix {
        /// What there is.
        present: usize,
    },
    /// The input ends inside the length in front of a delimited message.
    #[error("the length of the frame is cut off")]
    TruncatedLength,
    /// The length in front of a delimited message goes on after its tenth byte.
    #[error("the length of the frame is a varint longer than ten bytes")]
    LengthTooLong,
    /// The first byte of a gRPC frame is neither 0 nor 1.
    #[error("the flag of a gRPC frame is 00 or 01, this is {0:02x}{more}", more = flag_remark(*.0))]
    Flag(u8),
    /// A compressed frame, and nobody said how.
    #[error("compressed frame of {length} bytes, cannot inflate without an encoding")]
    EncodingUntold {
        /// The bytes after the prefix.
        length: u64,
    },
    /// A compressed frame under an encoding that does not compress.
    #[error("compressed frame, but the encoding is identity")]
    CompressedIdentity,
    /// A compressed frame whose content is not gzip.
    #[error("the compressed frame cannot be inflated: {0}")]
    Inflate(io::Error),
    /// A compressed frame that is small only while it is compressed.
    #[error("the compressed frame has more than {0} when inflated")]
    InflatesTooLarge(SizeLimit),
    /// More bytes in a compressed frame than gzip needs.
    #[error("{0} bytes in the frame after the end of what is compressed")]
    AfterCompressed(usize),
    /// A byte that is no hex digit.
    #[error("{} is not a hex digit", displayed(*.0))]
    NotHex(u8),
    /// Half a byte.
    #[error("{0} hex digits, an odd number")]
    OddHex(usize),
    /// A byte that is not in the alphabet.
    #[error("{} is not a base64 character", displayed(*.0))]
    NotBase64(u8),
    /// Characters that could not have come from whole bytes.
    #[error("the base64 text ends inside a byte")]
    CutBase64,
}

impl FramingReason {
    pub(super) fn at(self, offset: u64) -> FramingError {
        FramingError { offset, reason: self }
    }
}

fn displayed(byte: u8) -> String {
    match byte {
        b'!'..=b'~' => format!("`{}`", char::from(byte)),
        _ => format!("byte {byte:02x}"),
    }
}

fn flag_remark(flag: u8) -> &'static str {
    match flag {
        0x80 | 0x81 => " (the trailers of gRPC-Web)",
        b'\n' => " (a stray line feed?)",
        _ => "",
    }
}
