//! Which transform of the manifest carries one field's values into another.

use super::context::Context;
use crate::schema::{Field, FieldType, Kind, Scalar};

/// How a value gets across.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carry {
    /// As it is.
    Copy,
    /// The first of a list.
    First,
    /// As the first of a list.
    Head,
    /// A Struct as a Value.
    StructValue,
}

/// The transform from an old field to a new one; `None` when none of them can.
pub(super) fn carry(context: &Context<'_>, old: &Field, new: &Field) -> Option<Carry> {
    use FieldType::{Map, Repeated, Singular};
    let copies = |a: &Kind, b: &Kind| copies(context, a, b);
    match (&old.ty, &new.ty) {
        (Singular { kind: a, .. }, Singular { kind: b, .. }) if copies(a, b) => Some(Carry::Copy),
        (Singular { kind: a, .. }, Singular { kind: b, .. }) => {
            is_struct_value(context, a, b).then_some(Carry::StructValue)
        }
        (Repeated { kind: a, .. }, Repeated { kind: b, .. }) => copies(a, b).then_some(Carry::Copy),
        (Map { key: a, value: x, .. }, Map { key: b, value: y, .. }) => (a == b && copies(x, y)).then_some(Carry::Copy),
        (Repeated { kind: a, .. }, Singular { kind: b, .. }) => copies(a, b).then_some(Carry::First),
        // Only lists of messages are taken apart.
        (Singular { kind: a, .. }, Repeated { kind: b, .. }) => (b.is_message() && copies(a, b)).then_some(Carry::Head),
        (Map { .. }, _) | (_, Map { .. }) => None,
    }
}

fn copies(context: &Context<'_>, old: &Kind, new: &Kind) -> bool {
    match (old, new) {
        (Kind::Scalar(a), Kind::Scalar(b)) => family(*a) == family(*b),
        (Kind::Enum(_), Kind::Scalar(Scalar::Int32)) | (Kind::Scalar(Scalar::Int32), Kind::Enum(_)) => true,
        _ => context.same_kind(old, new),
    }
}

/// Scalars of one family hold one another's values, as far as they fit.
fn family(scalar: Scalar) -> u8 {
    match scalar {
        Scalar::Bool => 0,
        Scalar::Double | Scalar::Float => 1,
        Scalar::String | Scalar::Bytes => 2,
        Scalar::Int32
        | Scalar::Int64
        | Scalar::Uint32
        | Scalar::Uint64
        | Scalar::Sint32
        | Scalar::Sint64
        | Scalar::Fixed32
        | Scalar::Fixed64
        | Scalar::Sfixed32
        | Scalar::Sfixed64 => 3,
    }
}

fn is_struct_value(context: &Context<'_>, old: &Kind, new: &Kind) -> bool {
    context.old.kind_name(old, "") == "google.protobuf.Struct"
        && context.new.kind_name(new, "") == "google.protobuf.Value"
}
