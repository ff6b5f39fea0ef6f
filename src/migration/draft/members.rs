//! The fields of a message as the manifest names them, extensions included, and who is whom among them.

use super::context::{Context, Version};
use crate::{
    pairing::{Evidence, fields::FieldPair},
    schema::{Field, MessageId, Schema},
};

/// A field and the step of a path that leads to it.
#[derive(Debug, Clone)]
pub(super) struct Member<'a> {
    /// `url`, or `[acme.v1.note]` for an extension.
    pub step: String,
    pub field: &'a Field,
}

/// What the pairing says of an old and a new member.
#[derive(Debug, Clone)]
pub(super) enum Known {
    /// They are one field.
    Same,
    /// They are one field, on this evidence.
    Renamed { score: f64, evidence: Vec<Evidence> },
    /// They have one number and one shape, and little speaks for more.
    Suspect { evidence: Vec<Evidence> },
}

/// All fields of a message: its own, then the extensions that the schema knows.
pub(super) fn members(schema: &Schema, message: MessageId) -> Vec<Member<'_>> {
    let own = schema[message].fields.iter().map(|field| Member { step: field.name().to_owned(), field });
    let full_name = &schema[message].element.full_name;
    let extensions = schema.extensions.iter().filter(|extension| extension.extendee == *full_name);
    let extensions = extensions.map(|e| Member { step: format!("[{}]", e.field.element.full_name), field: &e.field });
    own.chain(extensions).collect()
}

/// Who is whom among the members of two messages: indices into [`members`] of each.
pub(super) fn known(context: &Context<'_>, old: MessageId, new: MessageId) -> Vec<(usize, usize, Known)> {
    let (before, after) = (members(context.old, old), members(context.new, new));
    let own = context.old[old].fields.len();
    let mut known = Vec::new();
    match context.pairing.fields_of(old, new) {
        Some(fields) => {
            for pair in &fields.pairs {
                match pair {
                    FieldPair::Same { old, new }
                    | FieldPair::Renumbered { old, new }
                    | FieldPair::Told { old, new, .. } => {
                        known.push((*old, *new, Known::Same));
                    }
                    FieldPair::Renamed { old, new, score, evidence } => {
                        known.push((*old, *new, Known::Renamed { score: *score, evidence: evidence.clone() }));
                    }
                    FieldPair::Suspect { old, new, evidence, .. } => {
                        known.push((*old, *new, Known::Suspect { evidence: evidence.clone() }));
                    }
                    FieldPair::Removed(_) | FieldPair::Added(_) => {}
                }
            }
        }
        // Numbers of two messages that are no pair have nothing to do with one another.
        None => known.extend(by_step(&before[..own], &after, |member| member.step.clone())),
    }
    let extensions =
        by_step(&before[own..], &after, |member| format!("[{}]", context.expected_name(&member.field.element)));
    known.extend(extensions.into_iter().map(|(i, j, same)| (own + i, j, same)));
    known
}

fn by_step(
    old: &[Member<'_>],
    new: &[Member<'_>],
    expected: impl Fn(&Member<'_>) -> String,
) -> Vec<(usize, usize, Known)> {
    let position = |member| new.iter().position(|other| other.step == expected(member));
    old.iter().enumerate().filter_map(|(i, member)| Some((i, position(member)?, Known::Same))).collect()
}

/// The message that a field holds one of, or a list of, if its fields can stand for it: one that the manifest is about, or
/// a wrapper (<https://protobuf.dev/reference/protobuf/google.protobuf/#bool-value>).
pub(super) fn open_message(context: &Context<'_>, version: Version, field: &Field) -> Option<MessageId> {
    const WRAPPED: [&str; 9] = ["Bool", "Bytes", "Double", "Float", "Int32", "Int64", "String", "UInt32", "UInt64"];
    let id = field.value_kind().message()?;
    let name = context.schema(version)[id].element.full_name.strip_prefix("google.protobuf.");
    let is_wrapper = || name.and_then(|name| name.strip_suffix("Value")).is_some_and(|name| WRAPPED.contains(&name));
    (context.is_own(version, id) || is_wrapper()).then_some(id)
}
