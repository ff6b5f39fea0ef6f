//! Enums and their values.

use super::{ChangeKind, Detail, Finder, Reuse, Subject, ValueRef, messages::identity, options};
use crate::{
    pairing::{Basis, Evidence, Pair, Sides, Word, comment_similarity, name_similarity},
    schema::{Definition, Enum, EnumId, EnumValue},
};

/// From here on two names of one number are one value.
const ENOUGH: f64 = 0.6;

impl Finder<'_> {
    pub(super) fn enums(&mut self) {
        let pairing = self.pairing;
        for pair in &pairing.enums {
            match pair {
                Pair::Old(old) => {
                    let detail = self.gone(Definition::Enum(*old));
                    self.add(ChangeKind::EnumRemoved, Subject::Enum(pair.sides()), detail);
                }
                Pair::New(_) => self.add(ChangeKind::EnumAdded, Subject::Enum(pair.sides()), Detail::None),
                Pair::Both { old, new, basis } => self.enumeration(*old, *new, basis),
            }
        }
    }

    fn enumeration(&mut self, old_id: EnumId, new_id: EnumId, basis: &Basis) {
        let (old, new) = (&self.old[old_id], &self.new[new_id]);
        let subject = Subject::Enum(Sides::Both { old: old_id, new: new_id });
        if old.nested_name != new.nested_name || matches!(basis, Basis::Inferred { .. }) {
            self.add(ChangeKind::EnumRenamed, subject.clone(), identity(basis));
        }
        if old.closed != new.closed {
            let word = |e: &Enum| if e.closed { "closed" } else { "open" }.to_owned();
            let detail = Detail::Texts { old: word(old), new: word(new) };
            self.add(ChangeKind::EnumClosednessChanged, subject.clone(), detail);
        }
        let values = Values { old_id, new_id, old, new };
        for (i, value) in old.values.iter().enumerate() {
            self.old_value(&values, i, value);
        }
        for (j, value) in new.values.iter().enumerate() {
            if values.is_new(value) {
                self.add(ChangeKind::EnumValueAdded, values.subject(None, Some(j)), Detail::None);
            }
        }
        self.enum_reservations(old_id, new_id);
        let kind = ChangeKind::EnumOptionChanged;
        self.changes.extend(options::changes(kind, &subject, &old.options, &new.options, &["allow_alias"]));
        for (i, value) in old.values.iter().enumerate() {
            if let Some(j) = new.values.iter().position(|v| v.element.name == value.element.name) {
                let subject = values.subject(Some(i), Some(j));
                self.changes.extend(options::changes(kind, &subject, &value.options, &new.values[j].options, &[]));
            }
        }
    }

    fn old_value(&mut self, values: &Values<'_>, i: usize, value: &EnumValue) {
        let name_at = values.new.values.iter().position(|v| v.element.name == value.element.name);
        if let Some(j) = name_at.filter(|&j| values.new.values[j].number != value.number) {
            self.add(ChangeKind::EnumValueRenumbered, values.subject(Some(i), Some(j)), Detail::None);
        }
        if name_at.is_some_and(|j| values.new.values[j].number == value.number) {
            // The first name is what JSON prints, so another first name is a rename even when all names live on.
            let first = values.old.json_name(value.number) == Some(value.element.name.as_str());
            let new_first = values.new.values.iter().position(|v| v.number == value.number);
            if let Some(j) = new_first.filter(|&j| first && values.new.values[j].element.name != value.element.name) {
                self.add(ChangeKind::EnumValueRenamed, values.subject(Some(i), Some(j)), Detail::None);
            }
            return;
        }
        let number_at = values.new.values.iter().position(|v| v.number == value.number);
        match number_at {
            Some(j) if !values.number_keeps_a_name(value.number) => {
                let (kind, detail) = self.successor(values, value, &values.new.values[j]);
                self.add(kind, values.subject(Some(i), Some(j)), detail);
                if kind == ChangeKind::EnumValueNumberReused && name_at.is_none() {
                    self.freed_name(values, i, value);
                }
            }
            // The number has other names still (this one was an alias), or nothing is there any more.
            _ if name_at.is_none() => {
                self.add(ChangeKind::EnumValueRemoved, values.subject(Some(i), None), Detail::None);
                self.freed_name(values, i, value);
                self.freed_number(values, i, value);
            }
            _ => self.freed_number(values, i, value),
        }
    }

    /// What the new name of a number is to the old one.
    fn successor(&self, values: &Values<'_>, old: &EnumValue, new: &EnumValue) -> (ChangeKind, Detail) {
        let reused = |why| (ChangeKind::EnumValueNumberReused, Detail::Reuse(why));
        if let Some(moved) = values.new.value_named(&old.element.name) {
            return reused(Reuse::OldNameMovedTo(moved.number));
        }
        if let Some(came) = values.old.value_named(&new.element.name) {
            return reused(Reuse::NewNameCameFrom(came.number));
        }
        let told = self.pairing.values.get(&values.old_id).into_iter().flatten();
        if told.into_iter().any(|(before, after)| *before == old.element.name && *after == new.element.name) {
            return (ChangeKind::EnumValueRenamed, Detail::Told(Word::default()));
        }
        let name = name_similarity(
            without_type_name(&old.element.name, values.old),
            without_type_name(&new.element.name, values.new),
        );
        let comment = comment_similarity(&old.element.comments.leading, &new.element.comments.leading);
        let score = name.max(comment);
        if score < ENOUGH {
            return reused(Reuse::NothingInCommon);
        }
        let mut evidence = vec![Evidence::Name(name), Evidence::Comment(comment)];
        evidence.retain(|e| !matches!(e, Evidence::Name(s) | Evidence::Comment(s) if *s == 0.0));
        (ChangeKind::EnumValueRenamed, Detail::Identity { score, evidence })
    }

    fn freed_name(&mut self, values: &Values<'_>, i: usize, value: &EnumValue) {
        if !values.new.reserved.names.contains(&value.element.name) {
            self.add(ChangeKind::NameNotReserved, values.subject(Some(i), None), Detail::None);
        }
    }

    fn freed_number(&mut self, values: &Values<'_>, i: usize, value: &EnumValue) {
        let in_use = values.new.values_numbered(value.number).next().is_some();
        let first_name = values.old.json_name(value.number) == Some(value.element.name.as_str());
        if first_name && !in_use && !values.new.reserved.numbers.contains(value.number) {
            self.add(ChangeKind::NumberNotReserved, values.subject(Some(i), None), Detail::None);
        }
    }
}

/// A pair of enums.
struct Values<'a> {
    old_id: EnumId,
    new_id: EnumId,
    old: &'a Enum,
    new: &'a Enum,
}

impl Values<'_> {
    fn subject(&self, old: Option<usize>, new: Option<usize>) -> Subject {
        let old = old.map(|index| ValueRef { of: self.old_id, index });
        let new = new.map(|index| ValueRef { of: self.new_id, index });
        let value = match (old, new) {
            (Some(old), Some(new)) => Sides::Both { old, new },
            (Some(old), None) => Sides::Old(old),
            (None, Some(new)) => Sides::New(new),
            (None, None) => unreachable!("a change has at least one side"),
        };
        Subject::EnumValue { enums: Sides::Both { old: self.old_id, new: self.new_id }, value }
    }

    /// Whether an old name of this number is still one of its names.
    fn number_keeps_a_name(&self, number: i32) -> bool {
        self.old
            .values_numbered(number)
            .any(|old| self.new.values_numbered(number).any(|new| new.element.name == old.element.name))
    }

    /// Whether a new value is news: its name is, and it neither took over a number nor came first among aliases.
    fn is_new(&self, value: &EnumValue) -> bool {
        if self.old.value_named(&value.element.name).is_some() {
            return false;
        }
        let first = self.new.json_name(value.number) == Some(value.element.name.as_str());
        let number_known = self.old.values_numbered(value.number).next().is_some();
        !(number_known && first)
    }
}

/// `TASK_STATE_CANCELED` of `TaskState` without its prefix: what is left is what tells values apart.
fn without_type_name<'a>(value: &'a str, of: &Enum) -> &'a str {
    let letters = |text: &str| text.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect::<String>();
    let type_name = letters(&of.element.name);
    value
        .match_indices('_')
        .map(|(at, _)| value.split_at(at))
        .find(|(prefix, _)| letters(prefix) == type_name)
        .map_or(value, |(_, rest)| rest.trim_start_matches('_'))
}
