//! Values of enums.

use std::collections::{BTreeMap, BTreeSet};

use super::Resolver;
use crate::{
    direction::Direction,
    migration::manifest::{EnumLine, EnumTable, Placed},
    schema::{Definition, Enum, EnumId, Schema},
};

/// An old and a new enum.
#[derive(Debug, Clone)]
pub struct EnumPair {
    /// The old enum.
    pub old: EnumId,
    /// The new enum.
    pub new: EnumId,
    /// What numbers become going up.
    pub up: EnumMap,
    /// What numbers become going down.
    pub down: EnumMap,
}

/// What the numbers of an enum become.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EnumMap {
    /// Numbers that do not stay what they are.
    pub changed: BTreeMap<i32, Mapped>,
    /// Numbers that only the target has a name for: from a source that knows no such number they would come out as
    /// something that was not meant.
    pub taken: BTreeSet<i32>,
    /// Where the target is closed, the numbers that it has.
    pub closed: Option<BTreeSet<i32>>,
}

/// What a number becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapped {
    /// The number it is written as; `None` leaves it out.
    pub to: Option<i32>,
    /// Why that is a loss; `None` when it is the same value.
    pub lost: Option<String>,
}

impl EnumMap {
    /// Whether every number stays what it is.
    pub fn is_identity(&self) -> bool {
        self.changed.is_empty() && self.taken.is_empty() && self.closed.is_none()
    }
}

impl EnumPair {
    pub(super) fn new(old: EnumId, new: EnumId) -> Self {
        EnumPair { old, new, up: EnumMap::default(), down: EnumMap::default() }
    }

    /// What numbers become that way.
    pub fn map(&self, direction: Direction) -> &EnumMap {
        match direction {
            Direction::Upgrade => &self.up,
            Direction::Downgrade => &self.down,
        }
    }
}

impl Resolver<'_> {
    /// Maps every value of every pair of enums, or complains.
    pub(super) fn enum_values(&mut self) {
        for (schema, tables) in [(self.old, &self.manifest.enums), (self.new, &self.manifest.new_enums)] {
            for table in tables {
                match self.find(schema, &table.name) {
                    Some(Definition::Enum(id)) => {
                        let paired =
                            self.result.enums.iter().any(|pair| {
                                if std::ptr::eq(schema, self.old) { pair.old == id } else { pair.new == id }
                            });
                        if !paired {
                            let text = format!("`{}` has no counterpart", table.name.value);
                            self.fault(table.name.span.clone(), text, "this enum", "pair it in [types] first");
                        }
                    }
                    Some(Definition::Message(_)) => {
                        let text = format!("`{}` is a message", table.name.value);
                        self.fault(table.name.span.clone(), text, "not an enum", "its table is [message.…] or [new.…]");
                    }
                    None => {}
                }
            }
        }
        for index in 0..self.result.enums.len() {
            let Some(pair) = self.result.enums.get(index).cloned() else { continue };
            let (up, down) = (self.map_up(&pair), self.map_down(&pair));
            if let Some(pair) = self.result.enums.get_mut(index) {
                (pair.up, pair.down) = (up, down);
            }
        }
    }

    fn map_up(&mut self, pair: &EnumPair) -> EnumMap {
        let (old, new): (&Enum, &Enum) = (&self.old[pair.old], &self.new[pair.new]);
        let tables = self.tables.enums(pair.old);
        let lines = lines_of(&tables);
        self.values_exist(old, new, &lines, self.old, self.new);
        let mut map = edges(old, new);
        for value in &old.values {
            let name = value.element.name.as_str();
            let line = lines.iter().find(|line| line.value.value == name);
            let mapped = match line {
                Some(line) => Mapped { to: number(new, line.written_as.as_ref()), lost: line.lost.clone() },
                None => match new.value_named(name) {
                    Some(same) => Mapped { to: Some(same.number), lost: None },
                    // An alias of a value that is accounted for needs no line of its own.
                    None if map.changed.contains_key(&value.number) => continue,
                    None if old.values_numbered(value.number).any(|v| new.value_named(&v.element.name).is_some()) => {
                        continue;
                    }
                    None => {
                        let text = format!("nothing is said about `{name}` of the old enum `{}`", old.nested_name);
                        let help = format!(
                            "add `{name} = \"NEW_NAME\"` or `{name} = {{ drop = \"why\" }}` to [enum.{}]",
                            old.nested_name
                        );
                        let span = place(&tables, &self.manifest.old);
                        self.fault(span, text, "here", help);
                        continue;
                    }
                },
            };
            note(&mut map, value.number, mapped);
        }
        map
    }

    fn map_down(&mut self, pair: &EnumPair) -> EnumMap {
        let (old, new): (&Enum, &Enum) = (&self.old[pair.old], &self.new[pair.new]);
        let old_tables = self.tables.enums(pair.old);
        let renamed = lines_of(&old_tables);
        let tables = self.tables.new_enums(pair.new);
        let lines = lines_of(&tables);
        self.values_exist(new, old, &lines, self.new, self.old);
        let mut map = edges(new, old);
        for value in &new.values {
            let name = value.element.name.as_str();
            let back = renamed
                .iter()
                .find(|line| line.lost.is_none() && line.written_as.as_ref().is_some_and(|to| to.value == name));
            let mapped = match (lines.iter().find(|line| line.value.value == name), back) {
                (Some(line), _) => Mapped { to: number(old, line.written_as.as_ref()), lost: line.lost.clone() },
                (None, Some(line)) => Mapped { to: old.value_named(&line.value.value).map(|v| v.number), lost: None },
                (None, None) => match old.value_named(name) {
                    Some(same) => Mapped { to: Some(same.number), lost: None },
                    None if map.changed.contains_key(&value.number) => continue,
                    None if new.values_numbered(value.number).any(|v| old.value_named(&v.element.name).is_some()) => {
                        continue;
                    }
                    None => {
                        let text = format!("nothing is said about `{name}` of the new enum `{}`", new.nested_name);
                        let help = format!(
                            "add `{name} = {{ absent = \"why\", as = \"OLD_NAME\" }}` to [new_enum.{}]",
                            new.nested_name
                        );
                        let span = place(&tables, &self.manifest.new);
                        self.fault(span, text, "here", help);
                        continue;
                    }
                },
            };
            note(&mut map, value.number, mapped);
        }
        map
    }

    fn values_exist(&mut self, from: &Enum, to: &Enum, lines: &[&EnumLine], here: &Schema, there: &Schema) {
        for line in lines {
            let named = [Some((&line.value, from, here)), line.written_as.as_ref().map(|value| (value, to, there))];
            for (value, of, schema) in named.into_iter().flatten() {
                if of.value_named(&value.value).is_none() {
                    let known: Vec<&str> = of.values.iter().map(|v| v.element.name.as_str()).collect();
                    let text = format!("`{}` of {} has no value `{}`", of.nested_name, schema.origin, value.value);
                    self.fault(value.span.clone(), text, "named here", format!("its values are: {}", known.join(", ")));
                }
            }
        }
    }
}

fn lines_of<'m>(tables: &[&'m EnumTable]) -> Vec<&'m EnumLine> {
    tables.iter().flat_map(|table| &table.lines).collect()
}

/// Where to point when a value is missing: the table of the enum, or else the schema.
fn place(tables: &[&EnumTable], otherwise: &Placed<String>) -> std::ops::Range<usize> {
    tables.first().map_or(otherwise.span.clone(), |table| table.name.span.clone())
}

fn number(of: &Enum, name: Option<&Placed<String>>) -> Option<i32> {
    of.value_named(&name?.value).map(|value| value.number)
}

fn note(map: &mut EnumMap, number: i32, mapped: Mapped) {
    if mapped != (Mapped { to: Some(number), lost: None }) {
        map.changed.entry(number).or_insert(mapped);
    }
}

/// What a map says about numbers that its source has no name for.
fn edges(from: &Enum, to: &Enum) -> EnumMap {
    let numbers = |of: &Enum| -> BTreeSet<i32> { of.values.iter().map(|value| value.number).collect() };
    let (known, target) = (numbers(from), numbers(to));
    let taken = if from.closed { BTreeSet::new() } else { target.difference(&known).copied().collect() };
    let closed = (to.closed && !from.closed).then_some(target);
    EnumMap { changed: BTreeMap::new(), taken, closed }
}
