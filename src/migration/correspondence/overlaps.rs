//! That no two lines fill one place which can only be filled once: a value may come from the first of several fields
//! that has one, but of messages, lists and maps a conversion takes one source only.

use std::ops::Range;

use super::{Correspondence, MessagePair, Origin, Path, Resolver, Step};
use crate::{
    direction::Direction,
    migration::manifest::Select,
    schema::{FieldType, Schema},
};

/// What fills a place of the target.
struct Filled<'p> {
    /// `None` where the manifest makes the value up.
    source: Option<&'p Path>,
    target: &'p Path,
    span: Option<Range<usize>>,
}

impl Resolver<'_> {
    pub(super) fn check_overlaps(&mut self) {
        for index in 0..self.result.messages.len() {
            for direction in Direction::BOTH {
                let Some(pair) = self.result.messages.get(index) else { return };
                let (source, target) = self.schemas_along(direction);
                if let Some((text, help, span)) = filled_twice(&self.result, pair, direction, source, target) {
                    self.fault(span.unwrap_or(self.manifest.old.span.clone()), text, "here", help);
                }
            }
        }
    }
}

/// What the lines of a pair fill, that way.
fn filled(pair: &MessagePair, direction: Direction) -> Vec<Filled<'_>> {
    let mut filled = Vec::new();
    for line in pair.lines.iter().filter(|line| line.leg(direction).is_some()) {
        let span = match &line.origin {
            Origin::Manifest { span, .. } => Some(span.clone()),
            Origin::SameName => None,
        };
        for new in &line.new {
            let (source, target) = match direction {
                Direction::Upgrade => (Some(&line.old), new),
                Direction::Downgrade => (Some(new), &line.old),
            };
            filled.push(Filled { source, target, span: span.clone() });
        }
    }
    let made = match direction {
        Direction::Upgrade => &pair.new_only,
        Direction::Downgrade => &pair.old_only,
    };
    for unmatched in made.iter().filter(|unmatched| unmatched.made.is_some()) {
        filled.push(Filled { source: None, target: &unmatched.path, span: Some(unmatched.span.clone()) });
    }
    filled
}

fn filled_twice(
    all: &Correspondence,
    pair: &MessagePair,
    direction: Direction,
    source: &Schema,
    target: &Schema,
) -> Option<(String, String, Option<Range<usize>>)> {
    let way = match direction {
        Direction::Upgrade => "up",
        Direction::Downgrade => "down",
    };
    let filled = filled(pair, direction);
    for (i, one) in filled.iter().enumerate() {
        for (j, other) in filled.iter().enumerate().filter(|(j, _)| *j != i) {
            let clash = match other.target.steps.strip_prefix(one.target.steps.as_slice()) {
                // Both lines fill the same place. A template going down is one line with several sources.
                Some([]) => j > i && takes_one_source(one.target, target) && one.span != other.span,
                // One fills the message, the other a place inside it.
                Some(inside) => fills_inside(all, one, inside, direction, source, target),
                None => is_list_and_part(one.target, other.target),
            };
            if !clash {
                continue;
            }
            let name = |filled: &Filled<'_>| match filled.source {
                Some(path) => format!("`{}`", path.display(source)),
                None => "a value of the manifest".to_owned(),
            };
            let (a, b, place) = (name(one), name(other), other.target.display(target));
            let text = format!("going {way}, {a} and {b} both fill `{place}`");
            let help =
                format!("let one of the lines go elsewhere, drop it, or do not use it that way: `{way} = false`");
            return Some((text, help, other.span.clone().or(one.span.clone())));
        }
    }
    None
}

/// Whether a place cannot be filled from the first of several that has a value.
fn takes_one_source(place: &Path, schema: &Schema) -> bool {
    let field = place.field(schema);
    !matches!(field.ty, FieldType::Singular { .. }) || field.value_kind().is_message()
}

/// Whether a list is filled as a whole while another line fills its first element or the others.
fn is_list_and_part(list: &Path, other: &Path) -> bool {
    let Some((last, before)) = list.steps.split_last() else { return false };
    let Some([step, ..]) = other.steps.strip_prefix(before) else { return false };
    last.select == Select::Whole && step.field == last.field && step.select != Select::Whole
}

/// Whether the message that a line fills has the place with these steps filled already, by its own lines.
fn fills_inside(
    all: &Correspondence,
    line: &Filled<'_>,
    inside: &[Step],
    direction: Direction,
    source: &Schema,
    target: &Schema,
) -> bool {
    let Some(from) = line.source.and_then(|path| path.field(source).value_kind().message()) else { return true };
    let Some(to) = line.target.field(target).value_kind().message() else { return true };
    let pair = match direction {
        Direction::Upgrade => all.pair(from, to),
        Direction::Downgrade => all.pair(to, from),
    };
    // Without a pair the line is a transform of its own, which fills the whole.
    let Some(pair) = pair else { return true };
    filled(pair, direction).iter().any(|inner| {
        let steps = inner.target.steps.as_slice();
        match inside.strip_prefix(steps) {
            Some([]) => true,
            Some(deeper) => fills_inside(all, inner, deeper, direction, source, target),
            None => steps.starts_with(inside),
        }
    })
}
