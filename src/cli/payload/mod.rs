//! What commands that take payloads have in common: where the bytes come from, how they are dressed, how they go out.

mod advice;
mod arguments;
mod failure;
mod messages;
mod output;
mod schemas;
mod source;
mod undress;

pub(super) use arguments::{Deliverable, JsonLayout, OutputArguments, PayloadArguments, SchemaArguments};
use failure::Unit;
pub(super) use failure::{PayloadFailure, Place};
pub(super) use messages::{Content, Messages};
pub(super) use output::{Stop, deliver, heading, print_json};
pub(super) use schemas::load_all;
