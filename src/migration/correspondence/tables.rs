//! Which tables of the manifest are about which element, found once: asking for each pair of types again would be
//! quadratic in large schemas.

use std::{collections::HashMap, ops::Range};

use super::names::definition;
use crate::{
    migration::manifest::{EnumTable, Line, Manifest, MessageTable, NewLine, Placed},
    schema::{Definition, EnumId, MessageId, Schema},
};

/// The tables by what they are about. A table whose name means nothing is in none; that is reported elsewhere.
pub(super) struct Tables<'m> {
    messages: HashMap<MessageId, Vec<&'m MessageTable<Line>>>,
    new_messages: HashMap<MessageId, Vec<&'m MessageTable<NewLine>>>,
    enums: HashMap<EnumId, Vec<&'m EnumTable>>,
    new_enums: HashMap<EnumId, Vec<&'m EnumTable>>,
    types: HashMap<Definition, &'m Placed<String>>,
}

impl<'m> Tables<'m> {
    pub(super) fn of(manifest: &'m Manifest, old: &Schema, new: &Schema) -> Self {
        let types = manifest.types.iter().filter_map(|line| Some((definition(old, &line.old.value).ok()?, &line.old)));
        Tables {
            messages: by_message(&manifest.messages, old),
            new_messages: by_message(&manifest.new_messages, new),
            enums: by_enum(&manifest.enums, old),
            new_enums: by_enum(&manifest.new_enums, new),
            types: types.collect(),
        }
    }

    /// The lines about the fields of an old message.
    pub(super) fn lines(&self, old: MessageId) -> impl Iterator<Item = &'m Line> + use<'m> {
        let tables = self.messages.get(&old).cloned().unwrap_or_default();
        tables.into_iter().flat_map(|table| &table.lines)
    }

    /// The lines about the fields of a new message.
    pub(super) fn new_lines(&self, new: MessageId) -> impl Iterator<Item = &'m NewLine> + use<'m> {
        let tables = self.new_messages.get(&new).cloned().unwrap_or_default();
        tables.into_iter().flat_map(|table| &table.lines)
    }

    /// The tables about the values of an old enum.
    pub(super) fn enums(&self, old: EnumId) -> Vec<&'m EnumTable> {
        self.enums.get(&old).cloned().unwrap_or_default()
    }

    /// The tables about the values of a new enum.
    pub(super) fn new_enums(&self, new: EnumId) -> Vec<&'m EnumTable> {
        self.new_enums.get(&new).cloned().unwrap_or_default()
    }

    /// Where to point when something is missing about an old message: its table, or the line that pairs it.
    pub(super) fn place_of_old(&self, old: MessageId) -> Option<Range<usize>> {
        let table = self.messages.get(&old).and_then(|tables| tables.first()).map(|table| &table.name);
        let line = self.types.get(&Definition::Message(old)).copied();
        table.or(line).map(|name| name.span.clone())
    }

    /// Where to point when something is missing about a new message: its table.
    pub(super) fn place_of_new(&self, new: MessageId) -> Option<Range<usize>> {
        let table = self.new_messages.get(&new).and_then(|tables| tables.first());
        table.map(|table| table.name.span.clone())
    }
}

fn by_message<'m, L>(tables: &'m [MessageTable<L>], schema: &Schema) -> HashMap<MessageId, Vec<&'m MessageTable<L>>> {
    let mut found: HashMap<MessageId, Vec<_>> = HashMap::new();
    for table in tables {
        if let Ok(Definition::Message(id)) = definition(schema, &table.name.value) {
            found.entry(id).or_default().push(table);
        }
    }
    found
}

fn by_enum<'m>(tables: &'m [EnumTable], schema: &Schema) -> HashMap<EnumId, Vec<&'m EnumTable>> {
    let mut found: HashMap<EnumId, Vec<_>> = HashMap::new();
    for table in tables {
        if let Ok(Definition::Enum(id)) = definition(schema, &table.name.value) {
            found.entry(id).or_default().push(table);
        }
    }
    found
}
