//! Which types a person means.

use super::{
    Migration,
    correspondence::{MessagePair, definition},
};
use crate::{
    direction::Direction,
    inspect::{TypeError, find_type},
    schema::{Definition, MessageId, Schema},
};

/// An old and a new message that are one; made by a [`Migration`], for use with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TypePair {
    /// The old message.
    pub(super) old: MessageId,
    /// The new message.
    pub(super) new: MessageId,
}

impl TypePair {
    /// The old message.
    pub fn old(self) -> MessageId {
        self.old
    }

    /// The new message.
    #[allow(clippy::new_ret_no_self)] // the counterpart of `old`, not a constructor
    pub fn new(self) -> MessageId {
        self.new
    }
}

/// A name that stands for no pair of messages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("{message}")]
#[diagnostic(help("{help}"))]
pub struct UnknownType {
    message: String,
    help: String,
}

/// Why a name stands for no pair.
enum Unpaired {
    /// The schema has it, and that does not help.
    Known(UnknownType),
    /// The schema does not have it; these are like it.
    Unknown(Vec<String>),
}

impl Migration {
    /// All pairs of messages of the two schemas, in the order of the old one.
    pub fn pairs(&self) -> impl Iterator<Item = TypePair> + '_ {
        let subject = |pair: &&MessagePair| self.old.is_subject(&self.old[pair.old].element);
        self.correspondence.messages.iter().filter(subject).map(|pair| TypePair { old: pair.old, new: pair.new })
    }

    /// The pair of these two messages.
    pub fn pair(&self, old: MessageId, new: MessageId) -> Option<TypePair> {
        self.correspondence.pair(old, new).map(|pair| TypePair { old: pair.old, new: pair.new })
    }

    /// The pair that a name of either version stands for: a full name, or one inside the package. `direction` is the way
    /// that data goes, where that is known to matter: several old messages may have become one new one, and then a new
    /// name stands for the pair with the old message of that name.
    ///
    /// # Errors
    /// When there is no such message, it has no counterpart, or it has several and none of that name.
    pub fn pair_named(&self, name: &str, direction: Direction) -> Result<TypePair, UnknownType> {
        let sides = match direction {
            Direction::Upgrade => [&self.old, &self.new],
            Direction::Downgrade => [&self.new, &self.old],
        };
        let [first, second] = sides.map(|schema| self.pair_in(schema, name));
        match (first, second) {
            (Ok(pair), _) | (_, Ok(pair)) => Ok(pair),
            // Of the two, what the version that has the name says is more to the point.
            (Err(Unpaired::Known(error)), _) | (_, Err(Unpaired::Known(error))) => Err(error),
            (Err(Unpaired::Unknown(mut nearest)), Err(Unpaired::Unknown(more))) => {
                for name in more {
                    if !nearest.contains(&name) {
                        nearest.push(name);
                    }
                }
                let message =
                    format!("neither {} nor {} has a message named `{name}`", self.old.origin, self.new.origin);
                let names: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
                let help = match names.is_empty() {
                    true => "write its full name, or its name inside the package".to_owned(),
                    false => format!("did you mean {}?", names.join(" or ")),
                };
                Err(UnknownType { message, help })
            }
        }
    }

    fn pair_in(&self, schema: &Schema, name: &str) -> Result<TypePair, Unpaired> {
        let message = match find_type(schema, name) {
            Ok(id) => id,
            Err(error) => {
                if let Ok(Definition::Enum(_)) = definition(schema, name) {
                    let message = format!("`{name}` is an enum");
                    return Err(Unpaired::Known(UnknownType { message, help: "name a message".to_owned() }));
                }
                return Err(match error {
                    TypeError::Unknown { nearest, .. } => Unpaired::Unknown(nearest),
                    TypeError::Ambiguous { ref full_names, .. } => {
                        let help = format!("say `{}`", full_names.join("` or `"));
                        Unpaired::Known(UnknownType { message: error.to_string(), help })
                    }
                });
            }
        };
        let is_old = std::ptr::eq(schema, &self.old);
        let found: Vec<&MessagePair> = self
            .correspondence
            .messages
            .iter()
            .filter(|p| if is_old { p.old == message } else { p.new == message })
            .collect();
        let as_pair = |pair: &MessagePair| TypePair { old: pair.old, new: pair.new };
        match found.as_slice() {
            [one] => Ok(as_pair(one)),
            [] => {
                let message = format!("`{name}` has no counterpart in the other version");
                let reason = self.why_alone(name);
                let help = reason.unwrap_or_else(|| "there is nothing to convert".to_owned());
                Err(Unpaired::Known(UnknownType { message, help }))
            }
            several => {
                let nested = &schema[message].nested_name;
                let same = several.iter().find(|pair| self.old[pair.old].nested_name == *nested);
                same.map(|pair| as_pair(pair)).ok_or_else(|| {
                    let names: Vec<&str> = several.iter().map(|p| self.old[p.old].element.full_name.as_str()).collect();
                    let message = format!("several old messages became `{name}`");
                    let help = format!("name the old one: {}", names.join(", "));
                    Unpaired::Known(UnknownType { message, help })
                })
            }
        }
    }

    /// What the manifest says about a type without a counterpart.
    fn why_alone(&self, name: &str) -> Option<String> {
        let short = name.rsplit('.').next().unwrap_or(name);
        let is_it = |written: &str| written == name || written.rsplit('.').next() == Some(short);
        let old = self.manifest.types.iter().find(|line| is_it(&line.old.value));
        let new = self.manifest.new_types.iter().find(|(written, _)| is_it(&written.value));
        let reason = old.and_then(|line| line.new.as_ref().err()).or(new.map(|(_, reason)| reason))?;
        Some(format!("the manifest says: {reason}"))
    }
}
