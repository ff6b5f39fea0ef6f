//! `[enum.X]` and `[new_enum.X]`: values that have another name, none any more, or none before.

use super::{
    context::{Context, Version},
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
    let values = Values::of(context, old, new);
    let missing = values.before.values.iter().filter(|value| values.after.value_named(name(value)).is_none());
    missing.map(|value| values.old_value(context.label(Version::New), value)).collect()
}

/// New values that no old one became.
pub(super) fn new_values(context: &Context<'_>, old: EnumId, new: EnumId) -> Vec<Line> {
    let values = Values::of(context, old, new);
    let missing = values.before.values.iter().filter(|value| values.after.value_named(name(value)).is_none());
    let successors: Vec<&str> = missing.filter_map(|value| Some(name(values.successor(value)?.0))).collect();
    let is_new =
        |value: &&EnumValue| values.before.value_named(name(value)).is_none() && !successors.contains(&name(value));
    let new_values = values.after.values.iter().filter(is_new);
    new_values.map(|value| values.new_value(context.label(Version::Old), value)).collect()
}

/// The values of a pair of enums.
struct Values<'e> {
    before: &'e Enum,
    after: &'e Enum,
}

impl<'e> Values<'e> {
    fn of(context: &Context<'e>, old: EnumId, new: EnumId) -> Self {
        Values { before: &context.old[old], after: &context.new[new] }
    }

    fn old_value(&self, new_label: &str, value: &EnumValue) -> Line {
        if let Some((successor, likeness)) = self.successor(value) {
            let line = Line::plain(name(value), string(name(successor)));
            return line.because(format!("number {} on both sides; the names are alike ({likeness:.2})", value.number));
        }
        let reason = format!("decide: what is {} now?", name(value));
        let line = Line::plain(name(value), one("drop", &reason));
        let (line, other) = match self.newcomers().find(|other| other.number == value.number) {
            Some(other) => {
                let text = format!("its number {} is {} now; is that another name for it?", value.number, name(other));
                (line.decide(text), Some(other))
            }
            None => (line.decide(format!("{new_label} has no such value")), self.likeliest(value)),
        };
        let line = match other {
            Some(other) => line.or(name(value), string(name(other))),
            None => line,
        };
        match self.after.values.first() {
            Some(zero) => {
                line.or(name(value), format!("{{ drop = {}, as = {} }}", string(&reason), string(name(zero))))
            }
            None => line,
        }
    }

    fn new_value(&self, old_label: &str, value: &EnumValue) -> Line {
        // Another name for a number that both versions know is that number's old value going down.
        let aliases = self.after.values_numbered(value.number);
        let alias = aliases
            .into_iter()
            .find(|other| self.before.value_named(name(other)).is_some_and(|former| former.number == value.number));
        match alias {
            Some(other) => {
                let reason = string("another name for it");
                Line::plain(name(value), format!("{{ absent = {reason}, as = {} }}", string(name(other))))
            }
            None => Line::plain(name(value), one("absent", &format!("not in {old_label}"))),
        }
    }

    /// The new value that an old one is under another name: the one at its number, if that had this number before or
    /// if the names are alike. And how alike they are.
    fn successor(&self, value: &EnumValue) -> Option<(&'e EnumValue, f64)> {
        self.after.values_numbered(value.number).find_map(|other| {
            let likeness = self.likeness(value, other);
            let is_it = match self.before.value_named(name(other)) {
                Some(former) => former.number == value.number,
                None => likeness >= ALIKE,
            };
            is_it.then_some((other, likeness))
        })
    }

    fn newcomers(&self) -> impl Iterator<Item = &'e EnumValue> {
        let before = self.before;
        self.after.values.iter().filter(move |value| before.value_named(name(value)).is_none())
    }

    /// The new value at another number whose name is most alike.
    fn likeliest(&self, value: &EnumValue) -> Option<&'e EnumValue> {
        let scored = self.newcomers().map(|other| (self.likeness(value, other), other));
        let best = scored.filter(|(score, _)| *score >= ALIKE).max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(best.1)
    }

    /// With and without the prefix that all values of an enum share: `COLOR_RED` is `HUE_RED`.
    fn likeness(&self, old: &EnumValue, new: &EnumValue) -> f64 {
        let short = |value: &'_ EnumValue, of: &Enum| name(value)[shared_prefix(of)..].to_owned();
        let bare = name_similarity(&short(old, self.before), &short(new, self.after));
        name_similarity(name(old), name(new)).max(bare)
    }
}

/// The length of the longest beginning, up to an underscore, that all values share.
fn shared_prefix(of: &Enum) -> usize {
    let Some((first, others)) = of.values.split_first() else { return 0 };
    let first = name(first);
    let shared = others.iter().fold(first.len(), |length, value| {
        first[..length].bytes().zip(name(value).bytes()).take_while(|(a, b)| a == b).count()
    });
    if others.is_empty() { 0 } else { first[..shared].rfind('_').map_or(0, |at| at + 1) }
}

fn name(value: &EnumValue) -> &str {
    &value.element.name
}
