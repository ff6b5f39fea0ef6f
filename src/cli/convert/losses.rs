//! What could not be carried, in a file.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;

use crate::{
    cli::{
        Failure,
        payload::{Place, Stop},
    },
    migration::Converted,
};

/// JSON lines: one remark a line.
pub(super) struct LossFile {
    path: PathBuf,
    out: BufWriter<File>,
}

/// One line.
#[derive(Serialize)]
struct Line<'l> {
    /// `lost` or `missing`.
    kind: &'static str,
    input: &'l str,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<u64>,
    path: &'l str,
    reason: &'l str,
}

impl LossFile {
    /// Makes the file anew.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|source| Failure::File { path: path.to_owned(), source })?;
        Ok(LossFile { path: path.to_owned(), out: BufWriter::new(file) })
    }

    /// Writes what there is to say about a message.
    pub(super) fn write(&mut self, place: &Place, converted: &Converted, version: &str) -> Result<(), Stop> {
        let frame = place.frame.as_ref().map(|frame| frame.index);
        let input = place.input.as_str();
        let required = format!("{version} requires it");
        let lost = converted.losses.iter().map(|loss| ("lost", loss.path.as_str(), loss.reason.as_str()));
        let missing = converted.missing.iter().map(|path| ("missing", path.as_str(), required.as_str()));
        for (kind, path, reason) in lost.chain(missing) {
            let line = Line { kind, input, frame, path, reason };
            let written = serde_json::to_writer(&mut self.out, &line).map_err(io::Error::from);
            written.and_then(|()| writeln!(self.out)).map_err(|source| self.failure(source))?;
        }
        Ok(())
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let flushed = self.out.flush();
        flushed.map_err(|source| Failure::File { path: self.path, source })
    }

    fn failure(&self, source: io::Error) -> Stop {
        Stop::Failure(Failure::File { path: self.path.clone(), source })
    }
}
