//! A message type together with the schema that resolves what it refers to.

use crate::schema::{Message, Schema};

/// One side of an experiment. The message may be a patched clone that is part of no schema.
#[derive(Debug, Clone, Copy)]
pub(super) struct Typed<'a> {
    pub(super) schema: &'a Schema,
    pub(super) message: &'a Message,
}
