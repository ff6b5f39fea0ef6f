//! Reading frames from a stream.

use std::io::{BufReader, Read};

use super::{
    FramingError, FramingReason, GrpcEncoding, SizeLimit, gzip,
    prefix::{Content, GrpcPrefix},
};

/// What kind of frames a stream consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frames {
    /// A varint length in front of each message.
    Delimited,
    /// gRPC frames, some of which may be compressed: how, if that is known. Where it is not, a compressed frame that
    /// begins as gzip does is taken for gzip.
    Grpc(Option<GrpcEncoding>),
}

/// One message of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame<'a> {
    /// Which one it is, from 1.
    pub index: u64,
    /// Offset of its prefix in the input.
    pub offset: u64,
    /// Offset in the input of what the prefix announces: of the message, or of what it was compressed to.
    pub content_offset: u64,
    /// The message, inflated.
    pub message: &'a [u8],
    /// Whether it had to be.
    pub compression: Compression,
}

/// Whether a message was compressed, and how that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// It was not.
    None,
    /// It was, by the encoding that was told.
    Told,
    /// It was, and its first bytes say how.
    Recognised,
}

/// Reads frames one at a time.
///
/// Holds one frame and its inflated message, never more than the limit of each, and allocates as bytes arrive and not
/// as they are announced.
#[derive(Debug)]
pub struct FrameReader<R> {
    input: BufReader<R>,
    frames: Frames,
    limit: SizeLimit,
    position: u64,
    index: u64,
    content: Vec<u8>,
    inflated: Vec<u8>,
}

impl<R: Read> FrameReader<R> {
    /// A reader at the start of a stream.
    pub fn new(input: R, frames: Frames, limit: SizeLimit) -> Self {
        let (content, inflated) = (Vec::new(), Vec::new());
        FrameReader {
            input: BufReader::with_capacity(1 << 16, input),
            frames,
            limit,
            position: 0,
            index: 0,
            content,
            inflated,
        }
    }

    /// The next frame, `None` at the end of the stream.
    ///
    /// # Errors
    /// When the input cannot be read, ends inside a frame, or has a frame that is too large or cannot be inflated.
    /// What comes after an error is unspecified: the reader may stand anywhere.
    pub fn next_frame(&mut self) -> Result<Option<Frame<'_>>, FramingError> {
        let offset = self.position;
        match self.advance() {
            Ok(None) => Ok(None),
            Ok(Some(compression)) => {
                self.index += 1;
                let message = match compression {
                    Compression::None => self.content.as_slice(),
                    Compression::Told | Compression::Recognised => self.inflated.as_slice(),
                };
                let content_offset = self.position - self.content.len() as u64;
                Ok(Some(Frame { index: self.index, offset, content_offset, message, compression }))
            }
            Err(reason) => Err(reason.at(offset)),
        }
    }

    /// The memory it holds for messages.
    pub fn capacity(&self) -> usize {
        self.content.capacity() + self.inflated.capacity() + self.input.capacity()
    }

    fn advance(&mut self) -> Result<Option<Compression>, FramingReason> {
        match self.frames {
            Frames::Delimited => {
                let Some(length) = self.varint()? else { return Ok(None) };
                self.content(length)?;
                Ok(Some(Compression::None))
            }
            Frames::Grpc(encoding) => {
                let Some(prefix) = self.grpc_prefix()? else { return Ok(None) };
                self.content(u64::from(prefix.length))?;
                match prefix.content {
                    Content::Plain => Ok(Some(Compression::None)),
                    Content::Compressed => self.inflate(encoding).map(Some),
                }
            }
        }
    }

    fn grpc_prefix(&mut self) -> Result<Option<GrpcPrefix>, FramingReason> {
        let mut prefix = [0; GrpcPrefix::SIZE];
        for present in 0..GrpcPrefix::SIZE {
            let Some(byte) = self.byte()? else {
                return match (present, prefix) {
                    (0, _) => Ok(None),
                    (_, [0 | 1, ..]) => Err(FramingReason::TruncatedPrefix { present }),
                    (_, [flag, ..]) => Err(FramingReason::Flag(flag)),
                };
            };
            if let Some(slot) = prefix.get_mut(present) {
                *slot = byte;
            }
        }
        GrpcPrefix::read(prefix).map(Some)
    }

    fn varint(&mut self) -> Result<Option<u64>, FramingReason> {
        let mut value = 0u64;
        for i in 0..10 {
            match self.byte()? {
                None if i == 0 => return Ok(None),
                None => return Err(FramingReason::TruncatedLength),
                // What the tenth byte has beyond the 64th bit makes a length no smaller, so it may not fall off.
                Some(byte) if i == 9 && byte > 1 => break,
                Some(byte) => {
                    value |= u64::from(byte & 0x7f) << (7 * i);
                    if byte < 0x80 {
                        return Ok(Some(value));
                    }
                }
            }
        }
        Err(FramingReason::LengthTooLong)
    }

    fn byte(&mut self) -> Result<Option<u8>, FramingReason> {
        let byte = self.input.by_ref().bytes().next().transpose().map_err(FramingReason::Unreadable)?;
        self.position += u64::from(byte.is_some());
        Ok(byte)
    }

    /// Reads what a prefix announced.
    fn content(&mut self, length: u64) -> Result<(), FramingReason> {
        if length > self.limit.0 {
            return Err(FramingReason::FrameTooLarge { length, limit: self.limit });
        }
        self.content.clear();
        let mut announced = self.input.by_ref().take(length);
        let present = announced.read_to_end(&mut self.content).map_err(FramingReason::Unreadable)? as u64;
        self.position += present;
        if present < length {
            return Err(FramingReason::Truncated { needed: length, present });
        }
        Ok(())
    }

    fn inflate(&mut self, encoding: Option<GrpcEncoding>) -> Result<Compression, FramingReason> {
        let compression = match encoding {
            Some(GrpcEncoding::Identity) => return Err(FramingReason::CompressedIdentity),
            Some(GrpcEncoding::Gzip) => Compression::Told,
            None if self.content.starts_with(&gzip::MAGIC) => Compression::Recognised,
            None => return Err(FramingReason::EncodingUntold { length: self.content.len() as u64 }),
        };
        gzip::inflate(&self.content, self.limit, &mut self.inflated)?;
        Ok(compression)
    }
}
