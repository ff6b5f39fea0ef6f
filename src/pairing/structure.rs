//! How much two types look the same inside.

use super::{Matched, SameType};
use crate::schema::{Enum, Field, FieldType, Kind, Message, Scalar, Schema};

/// A field that agrees in number and type but not in name says this much of one that agrees in all three.
const ANONYMOUS_AGREEMENT: f64 = 0.3;

/// The agreement of two messages' fields, from 0 to 1, and how telling it is: one equal field is no proof, five are.
/// `None` when one of them has no fields.
pub(super) fn of_messages(
    types: &Matched,
    (old_schema, old): (&Schema, &Message),
    (new_schema, new): (&Schema, &Message),
) -> Option<Structure> {
    if old.fields.is_empty() || new.fields.is_empty() {
        return None;
    }
    let agreement: f64 = old
        .fields
        .iter()
        .filter_map(|field| {
            let same_number = new.field_numbered(field.number)?;
            let same_name = same_number.name() == field.name();
            let carries = can_carry(types, (old_schema, field), (new_schema, same_number))
                || (same_name && both_undecided(types, field, same_number));
            carries.then_some(if same_name { 1.0 } else { ANONYMOUS_AGREEMENT })
        })
        .sum();
    Some(Structure::new(agreement, old.fields.len().max(new.fields.len())))
}

/// Whether both fields hold messages that nobody is paired with yet, as in recursive types that were renamed together.
fn both_undecided(types: &Matched, old: &Field, new: &Field) -> bool {
    old.value_kind().message().is_some_and(|id| !types.messages.has_old(id))
        && new.value_kind().message().is_some_and(|id| !types.messages.has_new(id))
        && std::mem::discriminant(&old.ty) == std::mem::discriminant(&new.ty)
}

/// The agreement of two enums' values by number and name (a prefix such as `COLOR_` left out), from 0 to 1.
pub(super) fn of_enums(old: &Enum, new: &Enum) -> Option<Structure> {
    if old.values.is_empty() || new.values.is_empty() {
        return None;
    }
    let (old_prefix, new_prefix) = (value_prefix(old), value_prefix(new));
    let agreement: f64 = old
        .values
        .iter()
        .filter(|value| {
            let name = &value.element.name[old_prefix..];
            new.values_numbered(value.number).any(|other| &other.element.name[new_prefix..] == name)
        })
        .count() as f64;
    Some(Structure::new(agreement, old.values.len().max(new.values.len())))
}

/// Agreement inside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Structure {
    /// The part that agrees, from 0 to 1.
    pub(super) agreement: f64,
    /// `agreement`, less for types with few members.
    pub(super) weight: f64,
}

impl Structure {
    fn new(agreeing: f64, members: usize) -> Self {
        let members = members as f64;
        let agreement = agreeing / members;
        Structure { agreement, weight: agreement * members / (members + 1.0) }
    }
}

/// The length of the longest prefix up to an underscore that all values share.
fn value_prefix(e: &Enum) -> usize {
    let first = e.values[0].element.name.as_str();
    let shared = e.values.iter().fold(first.len(), |length, value| {
        first[..length].bytes().zip(value.element.name.bytes()).take_while(|(a, b)| a == b).count()
    });
    first[..shared].rfind('_').map_or(0, |at| at + 1)
}

/// Whether values of one field's type can arrive at all in the other's: same scalar encoding, paired types. Cardinality
/// is left out; that is a change of its own. This decides who is who, never what happens to data: that is executed.
pub(super) fn can_carry(types: &impl SameType, old: (&Schema, &Field), new: (&Schema, &Field)) -> bool {
    match (&old.1.ty, &new.1.ty) {
        (FieldType::Map { key: a, value: x, .. }, FieldType::Map { key: b, value: y, .. }) => {
            scalar_group(*a) == scalar_group(*b) && kinds_can_carry(types, (old.0, x), (new.0, y))
        }
        (FieldType::Map { .. }, _) | (_, FieldType::Map { .. }) => false,
        _ => kinds_can_carry(types, (old.0, old.1.value_kind()), (new.0, new.1.value_kind())),
    }
}

fn kinds_can_carry(types: &impl SameType, old: (&Schema, &Kind), new: (&Schema, &Kind)) -> bool {
    match (old.1, new.1) {
        (Kind::Scalar(a), Kind::Scalar(b)) => scalar_group(*a) == scalar_group(*b),
        (Kind::Enum(_), Kind::Scalar(s)) | (Kind::Scalar(s), Kind::Enum(_)) => {
            scalar_group(*s) == scalar_group(Scalar::Int32)
        }
        _ => types.same_kind(old, new),
    }
}

/// Scalars of one group are written alike (<https://protobuf.dev/programming-guides/proto3/#updating>).
fn scalar_group(scalar: Scalar) -> u8 {
    match scalar {
        Scalar::Int32 | Scalar::Int64 | Scalar::Uint32 | Scalar::Uint64 | Scalar::Bool => 0,
        Scalar::Sint32 | Scalar::Sint64 => 1,
        Scalar::Fixed32 | Scalar::Sfixed32 => 2,
        Scalar::Fixed64 | Scalar::Sfixed64 => 3,
        Scalar::Float => 4,
        Scalar::Double => 5,
        Scalar::String | Scalar::Bytes => 6,
    }
}
