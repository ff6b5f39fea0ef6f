//! Writing messages in a dress.

use std::io::{self, Write};

use super::Text;
use crate::wire::Writer;

/// How messages are dressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dressing {
    /// Not at all. One message only: two in a row are one larger message.
    Raw,
    /// In letters, one message a line.
    Lines(Text),
    /// gRPC frames, not compressed.
    Grpc,
    /// A varint length in front of each.
    Delimited,
}

/// Why a message could not be written.
#[derive(Debug, thiserror::Error)]
pub enum DressError {
    /// The output does not take it.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A second message without anything to tell it from the first.
    #[error("several messages without framing would be read as one")]
    Second,
    /// Its length does not fit the four bytes that gRPC has for it.
    #[error("the message is longer than a gRPC frame can be")]
    TooLong,
}

/// Writes messages in a dress, one after the other.
#[derive(Debug)]
pub struct Dresser<W> {
    out: W,
    dressing: Dressing,
    written: u64,
}

impl<W: Write> Dresser<W> {
    /// A writer that has written nothing yet.
    pub fn new(out: W, dressing: Dressing) -> Self {
        Dresser { out, dressing, written: 0 }
    }

    /// Writes one message.
    ///
    /// # Errors
    /// When the output fails, or the dress cannot carry the message.
    pub fn write(&mut self, message: &[u8]) -> Result<(), DressError> {
        match self.dressing {
            Dressing::Raw if self.written > 0 => return Err(DressError::Second),
            Dressing::Raw => {}
            Dressing::Lines(text) => {
                writeln!(self.out, "{}", text.dress(message))?;
                self.written += 1;
                return Ok(());
            }
            Dressing::Grpc => {
                let length = u32::try_from(message.len()).map_err(|_| DressError::TooLong)?;
                self.out.write_all(&[0])?;
                self.out.write_all(&length.to_be_bytes())?;
            }
            Dressing::Delimited => {
                let mut length = Writer::with_capacity(10);
                length.varint(message.len() as u64);
                self.out.write_all(&length.into_bytes())?;
            }
        }
        self.out.write_all(message)?;
        self.written += 1;
        Ok(())
    }
}
