//! Finding the type that a person names.

use crate::{
    nearest::nearest,
    schema::{Message, MessageId, Schema},
};

/// A name that does not lead to one message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// Nothing has this name.
    #[error("{origin} has no message named `{name}`")]
    Unknown {
        /// Where it was looked for.
        origin: String,
        /// What was named.
        name: String,
        /// Names that look like it, nearest first.
        nearest: Vec<String>,
    },
    /// Several messages have it.
    #[error("{origin} has several messages named `{name}`")]
    Ambiguous {
        /// Where it was looked for.
        origin: String,
        /// What was named.
        name: String,
        /// The full names of all of them.
        full_names: Vec<String>,
    },
}

impl miette::Diagnostic for TypeError {
    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        let listed = |names: &[String]| -> String {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            names.join(" or ")
        };
        match self {
            TypeError::Unknown { nearest, .. } if nearest.is_empty() => None,
            TypeError::Unknown { nearest, .. } => Some(Box::new(format!("did you mean {}?", listed(nearest)))),
            TypeError::Ambiguous { full_names, .. } => Some(Box::new(format!("say {}", listed(full_names)))),
        }
    }
}

/// The message with this full name, or where only one has it, with this nested (`Outer.Inner`) or simple name. Messages
/// of bundled imports go by their full names.
///
/// # Errors
/// When there is none, or more than one.
pub fn find_type(schema: &Schema, name: &str) -> Result<MessageId, TypeError> {
    let name = name.strip_prefix('.').unwrap_or(name);
    if let Some(id) = schema.message_named(name).filter(|&id| !schema[id].is_map_entry) {
        return Ok(id);
    }
    let with = |is_named: &dyn Fn(&Message) -> bool| -> Vec<MessageId> {
        schema.subject_messages().filter(|&id| is_named(&schema[id])).collect()
    };
    let by_nested_name = with(&|message| message.nested_name == name);
    let found = match by_nested_name.is_empty() {
        true => with(&|message| message.element.name == name),
        false => by_nested_name,
    };
    match found.as_slice() {
        [id] => Ok(*id),
        [] => {
            let messages = || schema.subject_messages().map(|id| &schema[id]);
            // A full name is compared with full names: the package alone makes it unlike all others.
            let full = messages().map(|message| message.element.full_name.as_str()).filter(|_| name.contains('.'));
            let names = messages().map(|message| message.nested_name.as_str()).chain(full);
            Err(TypeError::Unknown {
                origin: schema.origin.clone(),
                name: name.to_owned(),
                nearest: nearest(name, names),
            })
        }
        several => {
            let full_names = several.iter().map(|&id| schema[id].element.full_name.clone()).collect();
            Err(TypeError::Ambiguous { origin: schema.origin.clone(), name: name.to_owned(), full_names })
        }
    }
}
