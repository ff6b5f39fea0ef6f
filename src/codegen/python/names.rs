//! Names that Python, or this code, has for something else.

use std::collections::HashMap;

use crate::codegen::{AdaptError, free_name::first_free};

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
const USED: &[&str] = &[
    "annotations",
    "cast",
    "enumerate",
    "float",
    "getattr",
    "len",
    "max",
    "min",
    "new",
    "old",
    "range",
    "setattr",
    "BY_NAME",
    // What is the same for every migration: `support/`.
    "as_bytes",
    "as_text",
    "converted",
    "first_kept",
    "first_of",
    "fit",
    "fit_float",
    "from_base64",
    "is_in",
    "keyed",
    "listed",
    "major_minor",
    "nonzero",
    "otherwise",
    "same",
    "shown",
    "shown_float32",
    "to_base64",
    "to_base64_text",
    "At",
    "Becomes",
    "Choice",
    "Converted",
    "EnumMap",
    "Message",
    "Part",
    "Template",
];

/// Names that linters take for numbers.
const AMBIGUOUS: &[&str] = &["I", "O", "l"];

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

/// A name for a public function that hides nothing: none of the modules either, by what they are called in the code.
pub(super) fn public(name: &str, modules: &[&str]) -> String {
    let is_module = modules.contains(&name) || name.ends_with("_pb2");
    if is_keyword(name) || USED.contains(&name) || is_module { format!("{name}_") } else { name.to_owned() }
}

/// The names of one function's variables, with what tells their types apart.
#[derive(Debug, Default)]
pub(super) struct Locals {
    types: HashMap<String, String>,
    /// What modules are called.
    modules: Vec<String>,
}

impl Locals {
    /// None yet, and none that will be called like one of these modules.
    pub fn beside(modules: Vec<String>) -> Self {
        Locals { types: HashMap::new(), modules }
    }

    /// A variable that there is not yet, called like this if possible.
    pub fn fresh(&mut self, name: &str) -> String {
        self.of_type(name, None)
    }

    /// A variable of a loop, called like this if possible. Another loop may use it too, if its type is the same: for
    /// type checkers a variable has one.
    pub fn reused(&mut self, name: &str, of_type: &str) -> String {
        self.of_type(name, Some(of_type))
    }

    fn of_type(&mut self, name: &str, of_type: Option<&str>) -> String {
        let taken = [USED, USED_INSIDE, AMBIGUOUS].iter().any(|names| names.contains(&name));
        // What begins with `_` may be a function or a constant of the module.
        let taken =
            taken || name.starts_with('_') || name.ends_with("_pb2") || self.modules.iter().any(|of| of == name);
        let name = if taken || is_keyword(name) { format!("{name}_") } else { name.to_owned() };
        let is_free = |name: &str| self.types.get(name).is_none_or(|known| Some(known.as_str()) == of_type);
        let found = first_free(name, "_", is_free);
        self.types.insert(found.clone(), of_type.unwrap_or_default().to_owned());
        found
    }
}
