//! `--format json`: the model as it stands.

use std::io;

use super::Report;

/// Writes the report as indented JSON with a line break at the end.
pub fn write(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    out.write_all(b"\n")
}
