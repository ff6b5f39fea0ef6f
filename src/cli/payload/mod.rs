//! What commands that take payloads have in common: where the bytes come from, how they are dressed, how they go out.

mod advice;
mod arguments;
mod failure;
mod messages;
mod schemas;
mod source;
mod undress;

pub(super) use arguments::{Deliverable, JsonLayout, OutputArguments, PayloadArguments, SchemaArguments};
pub(super) use failure::{PayloadFailure, Place, Unit};
pub(super) use messages::{Content, Messages};
pub(super) use schemas::load_all;
