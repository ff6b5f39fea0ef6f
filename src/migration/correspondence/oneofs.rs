//! That no oneof is set twice, and where a made value can be traced to.

use std::collections::BTreeMap;

use super::{Made, MessagePair, Path, Resolver, Step};
use crate::{
    direction::Direction,
    migration::manifest::{Select, Via},
    schema::{FieldRef, Schema},
};

impl Resolver<'_> {
    /// Two lines that fill members of one oneof must come from members of one oneof themselves, or go along with one
    /// that does.
    pub(super) fn check_oneofs(&mut self) {
        for index in 0..self.result.messages.len() {
            for direction in Direction::BOTH {
                let Some(pair) = self.result.messages.get(index) else { return };
                let (source, target) = self.schemas_along(direction);
                if let Some((text, span)) = set_twice(pair, direction, source, target) {
                    let help = "only one member of a oneof can be set: let one of the lines go elsewhere, or drop it";
                    self.fault(span.unwrap_or(self.manifest.old.span.clone()), text, "here", help);
                }
            }
        }
    }

    /// For each value that is made by looking at an enum: where that enum is on the other side.
    pub(super) fn trace_made(&mut self) {
        for index in 0..self.result.messages.len() {
            let Some(pair) = self.result.messages.get(index).cloned() else { return };
            let traced = |unmatched: &super::Unmatched, direction: Direction| match &unmatched.made {
                Some(Made::IsOneOf { numbers, of, .. }) => self
                    .counterpart(&pair, of, direction)
                    .map(|path| (path.clone(), self.numbers_there(&path, of, numbers, direction))),
                _ => None,
            };
            let old: Vec<_> = pair.old_only.iter().map(|u| traced(u, Direction::Downgrade)).collect();
            let new: Vec<_> = pair.new_only.iter().map(|u| traced(u, Direction::Upgrade)).collect();
            let Some(pair) = self.result.messages.get_mut(index) else { return };
            for (unmatched, found) in pair.old_only.iter_mut().zip(old).chain(pair.new_only.iter_mut().zip(new)) {
                if let Some(Made::IsOneOf { same, .. }) = &mut unmatched.made {
                    *same = found;
                }
            }
        }
    }

    /// The place on the target side that a place on the source side of `direction` is carried to, as it is.
    fn counterpart(&self, pair: &MessagePair, of: &Path, direction: Direction) -> Option<Path> {
        for line in &pair.lines {
            // A line that is not used this way carries nothing; another one may.
            let Some(leg) = line.leg(direction) else { continue };
            let ([new], Via::Copy) = (line.new.as_slice(), &leg.via) else { continue };
            let (from, to) = match direction {
                Direction::Upgrade => (&line.old, new),
                Direction::Downgrade => (new, &line.old),
            };
            let Some(rest) = of.steps.strip_prefix(from.steps.as_slice()) else { continue };
            if rest.is_empty() {
                return Some(to.clone());
            }
            let (source, target) = self.schemas_along(direction);
            let (inner_from, inner_to) =
                (from.field(source).value_kind().message()?, to.field(target).value_kind().message()?);
            let inner = match direction {
                Direction::Upgrade => self.result.pair(inner_from, inner_to)?,
                Direction::Downgrade => self.result.pair(inner_to, inner_from)?,
            };
            let below = self.counterpart(inner, &Path { root: inner_from, steps: rest.to_vec() }, direction)?;
            let steps = to.steps.iter().copied().chain(below.steps).collect();
            return Some(Path { root: to.root, steps });
        }
        None
    }

    /// The numbers of an enum on the source side as they are on the target side.
    fn numbers_there(&self, there: &Path, here: &Path, numbers: &[i32], direction: Direction) -> Vec<i32> {
        let (source, target) = self.schemas_along(direction);
        let ids = (here.field(source).value_kind(), there.field(target).value_kind());
        let map = match (ids, direction) {
            ((crate::schema::Kind::Enum(a), crate::schema::Kind::Enum(b)), Direction::Upgrade) => {
                self.result.enum_pair(*a, *b)
            }
            ((crate::schema::Kind::Enum(a), crate::schema::Kind::Enum(b)), Direction::Downgrade) => {
                self.result.enum_pair(*b, *a)
            }
            _ => None,
        };
        let mapped = |number: &i32| match map.and_then(|pair| pair.map(direction).changed.get(number)) {
            Some(mapped) => mapped.to,
            None => Some(*number),
        };
        numbers.iter().filter_map(mapped).collect()
    }
}

/// A source and, when known, where the manifest says it.
type Source<'p> = (&'p Path, Option<std::ops::Range<usize>>);

fn set_twice(
    pair: &MessagePair,
    direction: Direction,
    source: &Schema,
    target: &Schema,
) -> Option<(String, Option<std::ops::Range<usize>>)> {
    // For each oneof of the target, by where its message is: each member with what fills it.
    let mut oneofs: BTreeMap<(Vec<Step>, usize), BTreeMap<FieldRef, Vec<Source<'_>>>> = BTreeMap::new();
    for line in pair.lines.iter().filter(|line| line.leg(direction).is_some()) {
        let span = match &line.origin {
            super::Origin::Manifest { span, .. } => Some(span.clone()),
            super::Origin::SameName => None,
        };
        let routes: Vec<(&Path, &Path)> = match direction {
            Direction::Upgrade => line.new.iter().map(|new| (&line.old, new)).collect(),
            Direction::Downgrade => line.new.iter().map(|new| (new, &line.old)).collect(),
        };
        for (from, to) in routes {
            for (depth, step) in to.steps.iter().enumerate() {
                if let Some(oneof) = step.field.get(target).oneof {
                    let key = (to.steps[..depth].to_vec(), oneof);
                    oneofs.entry(key).or_default().entry(step.field).or_default().push((from, span.clone()));
                }
            }
        }
    }
    for members in oneofs.values().filter(|members| members.len() > 1) {
        let members: Vec<(&FieldRef, Vec<Source<'_>>, &Vec<Source<'_>>)> =
            members.iter().map(|(field, sources)| (field, strong(sources, source), sources)).collect();
        for (i, (field, own, all)) in members.iter().enumerate() {
            if own.is_empty() {
                let name = field.get(target).name();
                let text =
                    format!("`{name}` is a member of a oneof, of which another member could be set at the same time");
                return Some((text, all.first().and_then(|(_, span)| span.clone())));
            }
            for (other, theirs, _) in members.iter().skip(i + 1) {
                for (a, span) in own {
                    if let Some((b, _)) = theirs.iter().find(|(b, _)| !are_exclusive(a, b, source)) {
                        let (a, b) = (a.display(source), b.display(source));
                        let (one, two) = (field.get(target).name(), other.get(target).name());
                        let text = format!("`{a}` and `{b}` can both be set, but `{one}` and `{two}` are one oneof");
                        return Some((text, span.clone()));
                    }
                }
            }
        }
    }
    None
}

/// The sources that are there only when no other member of their oneof is.
fn strong<'p>(sources: &[Source<'p>], schema: &Schema) -> Vec<Source<'p>> {
    sources.iter().filter(|(path, _)| in_oneof(path, schema)).cloned().collect()
}

/// Whether being there depends on what a oneof holds.
pub(in crate::migration) fn in_oneof(path: &Path, schema: &Schema) -> bool {
    path.steps.iter().any(|step| step.field.get(schema).oneof.is_some())
}

/// Whether two places can never both be set: where they part, they are members of one oneof.
fn are_exclusive(a: &Path, b: &Path, schema: &Schema) -> bool {
    let parting = a.steps.iter().zip(&b.steps).find(|(x, y)| x != y);
    parting.is_some_and(|(x, y)| {
        let (one, other) = (x.field.get(schema), y.field.get(schema));
        x.select == Select::Whole && one.oneof.is_some() && one.oneof == other.oneof
    })
}
