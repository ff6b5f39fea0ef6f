//! A plan carried out on the wire: bytes in, bytes out, no message objects.
//!
//! A message is taken apart one level deep into stretches of the input. What the plan leaves alone is copied as bytes,
//! what is renumbered gets another tag, and only messages that hold a change somewhere below are entered. What is
//! copied is still looked at: it must be well-formed, its strings UTF-8, its nesting bounded, and nothing in it unknown.

mod elements;
mod error;
mod index;
mod maps;
mod messages;
mod names;
mod pass;
mod report;
mod run;
mod structs;
mod value;
mod walk;
mod write;

pub use error::{ConvertError, ConvertReason};
pub use report::{Converted, Loss, Supplied};

use self::run::{Parts, Run};
use super::plan::{Plan, PlanId};
use crate::wire::Depth;

/// The largest message (<https://protobuf.dev/programming-guides/proto-limits/>).
const LONGEST: usize = i32::MAX as usize;

/// Converts one message.
pub(super) fn convert(plan: &Plan, id: PlanId, input: &[u8]) -> Result<Converted, ConvertError> {
    if input.len() > LONGEST {
        let reason = ConvertReason::TooLong(input.len());
        return Err(ConvertError { path: String::new(), offset: LONGEST, reason });
    }
    let mut run = Run::new(plan, input);
    run.message(id, Parts::Stretch(0, input.len()), Depth::outermost())?;
    let Run { report, out, .. } = run;
    Ok(report.finish(out.into_bytes()))
}
