//! Names that Python, or this code, has for something else.

use std::collections::HashSet;

use crate::codegen::AdaptError;

/// Words that are no names in Python 3.
const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// What the methods of messages are called that this code needs. A field of such a name hides the method.
const METHODS: &[&str] =
    &["ByteSize", "DiscardUnknownFields", "HasField", "ListFields", "MergeFrom", "SetInParent", "WhichOneof"];

/// What a generated module uses that its own functions must not hide.
const USED: &[&str] = &["annotations", "cast", "enumerate", "len", "new", "old", "BY_NAME"];

/// What a generated function uses that its variables must not hide.
const USED_INSIDE: &[&str] = &["at", "source", "target", "index", "position", "message", "number"];

pub(super) fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// `base.name`, also where Python has the name for something else.
pub(super) fn attribute(base: &str, name: &str) -> String {
    if is_keyword(name) { format!("getattr({base}, \"{name}\")") } else { format!("{base}.{name}") }
}

/// A field of this name is no obstacle.
///
/// # Errors
/// When messages have a method of this name.
pub(super) fn check_field(full_name: &str, name: &str) -> Result<(), AdaptError> {
    if !METHODS.contains(&name) {
        return Ok(());
    }
    Err(AdaptError::Inexpressible {
        language: "Python",
        place: full_name.to_owned(),
        what: format!("it hides the method `{name}` that every message has"),
        help: "rename the field; its number is all that is on the wire".to_owned(),
    })
}

/// A name for a public function that hides nothing.
pub(super) fn public(name: &str) -> String {
    if is_keyword(name) || USED.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// The names of one function's variables.
#[derive(Debug, Default)]
pub(super) struct Locals(HashSet<String>);

impl Locals {
    /// A variable that there is not yet, called like this if possible.
    pub fn fresh(&mut self, name: &str) -> String {
        let is_taken = |name: &str| is_keyword(name) || USED.contains(&name) || USED_INSIDE.contains(&name);
        let name = if is_taken(name) { format!("{name}_") } else { name.to_owned() };
        let numbered = (2..).map(|count| format!("{name}_{count}"));
        let found = std::iter::once(name.clone()).chain(numbered).find(|name| !self.0.contains(name));
        let name = found.unwrap_or(name);
        self.0.insert(name.clone());
        name
    }
}
