//! `[enum.X]` and `[new_enum.X]`: values that have another name, none any more, or none before.

use super::{
    context::Context,
    document::Line,
    toml_text::{one, string},
};
use crate::{
    pairing::name_similarity,
    schema::{Enum, EnumId, EnumValue},
};

/// From here on two names at one number are one value, and two at different numbers may be.
const ALIKE: f64 = 0.6;

/// Old values that have another name or none.
pub(super) fn old_values(context: &Context<'_>, old: EnumId, new: EnumId) -> Vec<Line> {
    let (before, after) = (&context.old[old], &context.new[new]);
    let missing = before.values.iter().filter(|value| after.value_named(name(value)).is_none());
    missing.map(|value| old_value(context, value, before, after)).collect()
}

/// New values that no old one became.
pub(super) fn new_values(context: &Context<'_>, old: EnumId, new: EnumId) -> Vec<Line> {
    let (before, after) = (&context.old[old], &context.new[new]);
    let successors: Vec<&str> = before
        .values
        .iter()
        .filter(|value| after.value_named(name(value)).is_none())
        .filter_map(|value| Some(name(successor(value, before, after)?)))
        .collect();
    let is_new = |value: &&EnumValue| before.value_named(name(value)).is_none() && !successors.contains(&name(value));
    let reason = format!("new in {}", context.new.origin);
    let mut lines = Vec::new();
    for value in after.values.iter().filter(is_new) {
        // Another name for a number that both versions know is that number's old value going down.
        let alias = after.values_numbered(value.number).find(|other| before.value_named(name(other)).is_some());
        lines.push(match alias {
            Some(other) => {
                let also = format!("{{ absent = {}, as = {} }}", string("another name for it"), string(name(other)));
                Line::plain(name(value), also)
            }
            None => Line::plain(name(value), one("absent", &reason)),
        });
    }
    lines
}

fn old_value(context: &Context<'_>, value: &EnumValue, before: &Enum, after: &Enum) -> Line {
    if let Some(successor) = successor(value, before, after) {
        let line = Line::plain(name(value), string(name(successor)));
        let likeness = name_similarity(name(value), name(successor));
        return match likeness >= ALIKE {
            true => line.because(format!("the number {} has another name ({likeness:.2} alike)", value.number)),
            false => line
                .decide(format!("the number {} has another name; is it the same value?", value.number))
                .or(name(value), one("drop", "decide: the number means something else now")),
        };
    }
    let text = format!("{} has no such value", context.new.origin);
    let reason = format!("decide: what is {} now?", name(value));
    let line = Line::plain(name(value), one("drop", &reason)).decide(text);
    let alike = after
        .values
        .iter()
        .filter(|other| before.value_named(name(other)).is_none())
        .map(|other| (name_similarity(name(value), name(other)), name(other)))
        .filter(|(score, _)| *score >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let line = match alike {
        Some((_, other)) => line.or(name(value), string(other)),
        None => line,
    };
    match after.values.first() {
        Some(zero) => line.or(name(value), format!("{{ drop = {}, as = {} }}", string(&reason), string(name(zero)))),
        None => line,
    }
}

/// The new value at an old value's number, unless the number was taken over by a value that lived elsewhere.
fn successor<'e>(value: &EnumValue, before: &Enum, after: &'e Enum) -> Option<&'e EnumValue> {
    after
        .values_numbered(value.number)
        .find(|other| before.value_named(name(other)).is_none_or(|former| former.number == value.number))
}

fn name(value: &EnumValue) -> &str {
    &value.element.name
}
