//! Printing what commands about payloads print.

use std::io::{self, Write};

use serde::Serialize;

use super::{JsonLayout, PayloadFailure, Place, Unit};
use crate::cli::{Failure, terminal};

/// Why printing stopped.
pub(in crate::cli) enum Stop {
    /// Nothing can be written any more.
    Output(io::Error),
    /// Nothing can be read any more. What was printed before stays.
    Failure(Failure),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Output(error)
    }
}

impl From<PayloadFailure> for Stop {
    fn from(failure: PayloadFailure) -> Self {
        Stop::Failure(failure.into())
    }
}

/// [`terminal::deliver`] for what can fail while it is being read.
pub(in crate::cli) fn deliver(write: impl FnOnce(&mut dyn Write) -> Result<(), Stop>) -> Result<(), Failure> {
    let mut failure = None;
    terminal::deliver(|out| match write(out) {
        Ok(()) => Ok(()),
        Err(Stop::Output(error)) => Err(error),
        Err(Stop::Failure(stopped)) => {
            failure = Some(stopped);
            Ok(())
        }
    })?;
    failure.map_or(Ok(()), Err)
}

/// `# frame 2 at byte 15, 10 bytes`
pub(in crate::cli) fn heading(out: &mut dyn Write, place: &Place, bytes: &[u8]) -> io::Result<()> {
    let Some(frame) = &place.frame else { return Ok(()) };
    if frame.index > 1 {
        writeln!(out)?;
    }
    match (frame.unit, bytes.len()) {
        (Unit::Document, _) => writeln!(out, "# {frame}"),
        (Unit::Frame, 1) => writeln!(out, "# {frame}, 1 byte"),
        (Unit::Frame, length) => writeln!(out, "# {frame}, {length} bytes"),
    }
}

/// One JSON value.
pub(in crate::cli) fn print_json(out: &mut dyn Write, json: &impl Serialize, layout: JsonLayout) -> io::Result<()> {
    match layout {
        JsonLayout::Indented => serde_json::to_writer_pretty(&mut *out, json)?,
        JsonLayout::Compact => serde_json::to_writer(&mut *out, json)?,
    }
    writeln!(out)
}
