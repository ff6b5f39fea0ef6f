//! Under which of several schemas a payload is read.

use super::super::Failure;
use crate::{
    inspect::find_type,
    schema::{Message, Schema, SchemaLocator},
};

/// The schema and type that a payload is read with.
pub(super) struct Chosen<'s> {
    pub(super) locator: &'s SchemaLocator,
    pub(super) schema: &'s Schema,
    pub(super) message: &'s Message,
}

impl Chosen<'_> {
    /// The version, of a bundled schema.
    pub(super) fn version(&self) -> Option<&'static str> {
        match self.locator {
            SchemaLocator::A2a(release) => Some(release.version),
            _ => None,
        }
    }
}

/// Picks the schema that the user means: the only one that has the type.
///
/// This is the place where, of several, the bytes will decide.
pub(super) fn choose<'s>(schemas: &'s [(SchemaLocator, Schema)], type_name: &str) -> Result<Chosen<'s>, Failure> {
    let mut candidates = Vec::new();
    let mut refusal = None;
    for (locator, schema) in schemas {
        match find_type(schema, type_name) {
            Ok(id) => candidates.push(Chosen { locator, schema, message: &schema[id] }),
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    if candidates.len() > 1 {
        let schemas: Vec<&str> = candidates.iter().map(|candidate| candidate.schema.origin.as_str()).collect();
        return Err(Failure::Undecided { type_name: type_name.to_owned(), schemas: schemas.join(" and ") });
    }
    match (candidates.pop(), refusal) {
        (Some(chosen), _) => Ok(chosen),
        (None, Some(error)) => Err(error.into()),
        (None, None) => Err(Failure::NoSchema),
    }
}

/// Whether anything in a schema must be present, which is rare enough to ask first.
pub(super) fn has_required(schema: &Schema) -> bool {
    schema.messages.iter().flat_map(|message| &message.fields).any(|field| field.is_required())
}
