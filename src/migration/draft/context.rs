//! The two schemas, who became whom, and what the manifest calls them.

use std::collections::{HashMap, HashSet};

use super::merged;
use crate::{
    pairing::{Pair, Pairing},
    schema::{Element, EnumId, Kind, Message, MessageId, Schema},
};

/// Origins longer than this are no names.
const LONGEST_NAME: usize = 24;

pub(super) struct Context<'a> {
    pub old: &'a Schema,
    pub new: &'a Schema,
    pub pairing: &'a Pairing,
    /// Old messages that nobody is paired with, the new one that took their place, and the rpc that says so.
    pub merged: HashMap<MessageId, (MessageId, String)>,
    ambiguous: HashSet<String>,
}

/// A schema and the word for it in sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    Old,
    New,
}

impl<'a> Context<'a> {
    pub(super) fn new(old: &'a Schema, new: &'a Schema, pairing: &'a Pairing) -> Self {
        let mut ambiguous = ambiguous_names(old);
        ambiguous.extend(ambiguous_names(new));
        Context { old, new, pairing, merged: merged::find(old, new, pairing), ambiguous }
    }

    /// What a version is called in sentences: by its origin, where that is a name and no path.
    pub(super) fn label(&self, version: Version) -> &'a str {
        let origin = self.schema(version).origin.as_str();
        let is_name = origin.len() <= LONGEST_NAME && !origin.contains(['/', '\\', '.']) || origin.starts_with("a2a:");
        match (is_name, version) {
            (true, _) => origin,
            (false, Version::Old) => "the old version",
            (false, Version::New) => "the new version",
        }
    }

    pub(super) fn schema(&self, version: Version) -> &'a Schema {
        match version {
            Version::Old => self.old,
            Version::New => self.new,
        }
    }

    /// The new message that an old one is, or became part of.
    pub(super) fn successor(&self, old: MessageId) -> Option<MessageId> {
        self.pairing.new_message(old).or_else(|| self.merged.get(&old).map(|(new, _)| *new))
    }

    /// Old messages with the new one that their lines are about, in the order of the old schema.
    pub(super) fn successions(&self) -> impl Iterator<Item = (MessageId, MessageId)> + '_ {
        self.old.subject_messages().filter_map(|old| Some((old, self.successor(old)?)))
    }

    pub(super) fn same_kind(&self, old: &Kind, new: &Kind) -> bool {
        match (old.message(), new.message()) {
            // A group is a message written otherwise.
            (Some(a), Some(b)) => match self.successor(a) {
                Some(successor) => successor == b,
                None => !self.is_own(Version::Old, a) && self.old[a].element.full_name == self.new[b].element.full_name,
            },
            _ => self.pairing.same_kind((self.old, old), (self.new, new)),
        }
    }

    /// Whether a message is one that the manifest is about.
    pub(super) fn is_own(&self, version: Version, id: MessageId) -> bool {
        let schema = self.schema(version);
        schema.is_subject(&schema[id].element)
    }

    pub(super) fn message_name(&self, version: Version, id: MessageId) -> String {
        let message: &Message = &self.schema(version)[id];
        self.type_name(&message.element, &message.nested_name)
    }

    pub(super) fn enum_name(&self, version: Version, id: EnumId) -> String {
        let e = &self.schema(version)[id];
        self.type_name(&e.element, &e.nested_name)
    }

    /// The name inside the package, or the full one where several packages have one of that name.
    fn type_name(&self, element: &Element, nested_name: &str) -> String {
        match self.ambiguous.contains(nested_name) {
            true => element.full_name.clone(),
            false => nested_name.to_owned(),
        }
    }

    /// The full name of an old element if nothing but its package changed.
    pub(super) fn expected_name(&self, element: &Element) -> String {
        let package = self.old[element.file].package.as_str();
        let successor = self.pairing.packages.iter().find_map(|pair| match pair {
            Pair::Both { old, new, .. } if old == package => Some(new.as_str()),
            _ => None,
        });
        let Some(successor) = successor.filter(|successor| *successor != package) else {
            return element.full_name.clone();
        };
        let nested = element.full_name.strip_prefix(package).unwrap_or(&element.full_name).trim_start_matches('.');
        if successor.is_empty() { nested.to_owned() } else { format!("{successor}.{nested}") }
    }
}

fn ambiguous_names(schema: &Schema) -> HashSet<String> {
    let messages = schema.subject_messages().map(|id| schema[id].nested_name.as_str());
    let enums = schema.subject_enums().map(|id| schema[id].nested_name.as_str());
    let mut seen = HashSet::new();
    messages.chain(enums).filter(|name| !seen.insert(*name)).map(str::to_owned).collect()
}
