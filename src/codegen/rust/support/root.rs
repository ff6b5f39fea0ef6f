//! What all conversions need.

#![allow(dead_code, reason = "which of these are called depends on what the manifest says")]

// modules

pub use reader::{Read, VersionHint};
pub(crate) use reader::{Convert, Pair, foreign, read};
pub use report::{Converted, Error, Loss, Supplied};
pub(crate) use report::Report;
pub(crate) use trail::At;
pub use value::Changed;

/// Converts a message.
pub(crate) fn run<A, B>(
    from: A,
    convert: impl FnOnce(A, At<'_>, &mut Report) -> Result<B, Error>,
) -> Result<Converted<B>, Error> {
    let mut report = Report::default();
    let message = convert(from, At::ROOT, &mut report)?;
    Ok(report.finish(message))
}
