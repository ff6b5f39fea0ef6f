//! Who is who is decided by the model. Where the report takes two for one that are two, or infers that one became
//! another, there is nothing to measure: bytes cannot settle it, and it says how sure it is.

use proto_diff::{
    Comparison,
    changes::{ChangeKind, Subject},
    pairing::Pair,
    schema::{EnumId, MessageId, Schema},
};

use super::{
    kin::{fields, named},
    model::{Model, Uid},
};

/// Whether the report pairs anything that is not one.
pub fn disputed(comparison: &Comparison, old: &Model, new: &Model) -> bool {
    let pairs = comparison.pairing.messages.iter().filter_map(|pair| match pair {
        Pair::Both { old, new, .. } => Some((*old, *new)),
        Pair::Old(_) | Pair::New(_) => None,
    });
    pairs.into_iter().any(|pair| is_not_one(comparison, (old, new), pair)) || values_are_not_one(comparison, old, new)
}

fn is_not_one(comparison: &Comparison, models: (&Model, &Model), (old, new): (MessageId, MessageId)) -> bool {
    let (old_message, new_message) = (&comparison.old[old], &comparison.new[new]);
    let uid = |model: &Model, message, number| -> Option<Uid> {
        fields(model, message)?.iter().find(|field| field.number == number).map(|field| field.uid)
    };
    let identities = comparison.pairing.fields_of(old, new).into_iter().flat_map(|fields| fields.identities());
    let mut identities = identities.map(|(i, j)| (&old_message.fields[i], &new_message.fields[j]));
    old_message.element.full_name != new_message.element.full_name
        || identities.any(|(f, g)| uid(models.0, old_message, f.number) != uid(models.1, new_message, g.number))
}

fn values_are_not_one(comparison: &Comparison, old: &Model, new: &Model) -> bool {
    let uid = |model: &Model, schema: &Schema, of: EnumId, index: usize| -> Option<Uid> {
        let name = &schema[of].values[index].element.name;
        named(model, &schema[of])?.values.iter().find(|value| value.name == *name).map(|value| value.uid)
    };
    let renamed = comparison.findings.iter().filter(|finding| finding.change.kind == ChangeKind::EnumValueRenamed);
    renamed.into_iter().any(|finding| match &finding.change.subject {
        Subject::EnumValue { value, .. } => {
            let old = value.old().and_then(|value| uid(old, &comparison.old, value.of, value.index));
            let new = value.new().and_then(|value| uid(new, &comparison.new, value.of, value.index));
            old != new
        }
        _ => false,
    })
}
