//! Whether a transform fits the two places it stands between.

use super::{Resolver, path::Shape};
use crate::{
    migration::manifest::Via,
    schema::{Kind, Scalar, Schema},
};

impl Resolver<'_> {
    /// Whether what stands in the one place can become what stands in the other by this transform, and back.
    ///
    /// # Errors
    /// Why not, in words.
    pub(super) fn fits(&mut self, old: Shape<'_>, new: Shape<'_>, via: &Via) -> Result<(), String> {
        let is = |kind: &Kind, scalar: Scalar| *kind == Kind::Scalar(scalar);
        let fits = match (via, old, new) {
            (Via::Copy, Shape::One(a), Shape::One(b)) | (Via::Copy, Shape::Many(a), Shape::Many(b)) => self.same(a, b),
            (Via::Copy, Shape::Map(k, a), Shape::Map(l, b)) => k == l && self.same(a, b),
            (Via::First, Shape::Many(a), Shape::One(b)) => self.same(a, b),
            (Via::Not, Shape::One(a), Shape::One(b)) => is(a, Scalar::Bool) && is(b, Scalar::Bool),
            (Via::ZeroIsUnset, Shape::One(a), Shape::One(b)) => !a.is_message() && self.same(a, b),
            (Via::Template(_) | Via::MajorMinor, Shape::One(a), Shape::One(b)) => {
                is(a, Scalar::String) && is(b, Scalar::String)
            }
            (Via::Base64Text, Shape::One(a), Shape::One(b)) => {
                (is(a, Scalar::Bytes) || is(a, Scalar::String)) && is(b, Scalar::Bytes)
            }
            (Via::StructValue, Shape::One(a), Shape::One(b)) => {
                is_message(self.old, a, "google.protobuf.Struct")
                    && is_message(self.new, b, "google.protobuf.Value")
                    && self.struct_types_are_paired(a, b)
            }
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let (old, new) = (describe(self.old, old), describe(self.new, new));
        Err(match via {
            Via::Copy => format!("{old} does not become {new} by itself"),
            other => format!("`{}` does not make {new} of {old}", other.name()),
        })
    }

    /// Whether values of the one kind can be values of the other, as far as they fit.
    fn same(&mut self, old: &Kind, new: &Kind) -> bool {
        match (old, new) {
            (Kind::Message(a) | Kind::Group(a), Kind::Message(b) | Kind::Group(b)) => self.are_paired(*a, *b),
            (Kind::Enum(a), Kind::Enum(b)) => {
                let known = self.result.enum_index.contains_key(&(*a, *b));
                known || self.old[*a].element.full_name == self.new[*b].element.full_name
            }
            (Kind::Enum(_), Kind::Scalar(scalar)) | (Kind::Scalar(scalar), Kind::Enum(_)) => is_integer(*scalar),
            (Kind::Scalar(a), Kind::Scalar(b)) => {
                let float = |scalar| matches!(scalar, Scalar::Float | Scalar::Double);
                let text = |scalar| matches!(scalar, Scalar::String | Scalar::Bytes);
                a == b || is_integer(*a) && is_integer(*b) || float(*a) && float(*b) || text(*a) && text(*b)
            }
            (Kind::StandIn(_), _) | (_, Kind::StandIn(_)) => self.old.kind_name(old, "") == self.new.kind_name(new, ""),
            _ => false,
        }
    }

    /// What is inside a `Value` is converted by the pairs of the library types.
    fn struct_types_are_paired(&mut self, old: &Kind, new: &Kind) -> bool {
        let (Some(old_struct), Some(new_value)) = (old.message(), new.message()) else { return false };
        let find = |schema: &Schema, name: &str| schema.message_named(name);
        match (find(self.new, "google.protobuf.Struct"), find(self.old, "google.protobuf.Value")) {
            (Some(new_struct), Some(old_value)) => {
                self.are_paired(old_struct, new_struct) && self.are_paired(old_value, new_value)
            }
            _ => false,
        }
    }
}

fn is_integer(scalar: Scalar) -> bool {
    !matches!(scalar, Scalar::Float | Scalar::Double | Scalar::Bool | Scalar::String | Scalar::Bytes)
}

fn is_message(schema: &Schema, kind: &Kind, full_name: &str) -> bool {
    kind.message().is_some_and(|id| schema[id].element.full_name == full_name)
}

fn describe(schema: &Schema, shape: Shape<'_>) -> String {
    match shape {
        Shape::One(kind) => schema.kind_name(kind, "").to_owned(),
        Shape::Many(kind) => format!("repeated {}", schema.kind_name(kind, "")),
        Shape::Map(key, value) => format!("map<{}, {}>", key.name(), schema.kind_name(value, "")),
    }
}
