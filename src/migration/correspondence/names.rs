//! Which element a name in a manifest means.

use crate::{
    migration::suggestion::suggestion,
    schema::{Definition, Element, Schema},
};

/// The message or enum that a name stands for: its full name, or its name inside the package where that is unambiguous.
/// Map entries are nobody's to name.
///
/// # Errors
/// What is wrong, and what to do.
pub(in crate::migration) fn definition(schema: &Schema, name: &str) -> Result<Definition, (String, String)> {
    if let Some(found) = schema.definition(name) {
        return Ok(found);
    }
    // Asked for each table and each pair of types: nothing is collected on the way.
    let all = || {
        let messages = schema.subject_messages().map(|id| (&schema[id].nested_name, Definition::Message(id)));
        messages.chain(schema.subject_enums().map(|id| (&schema[id].nested_name, Definition::Enum(id))))
    };
    let mut found = all().filter(|(nested, _)| *nested == name).map(|(_, definition)| definition);
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only),
        (Some(first), Some(second)) => {
            let names = [first, second].map(|d| element(schema, d).full_name.clone());
            Err((
                format!("`{name}` is several types in {}", schema.origin),
                format!("write one of {}", names.join(", ")),
            ))
        }
        (None, _) => {
            let help = match suggestion(name, all().map(|(nested, _)| nested.as_str())) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "write its full name, or its name inside the package".to_owned(),
            };
            Err((format!("{} has no message or enum `{name}`", schema.origin), help))
        }
    }
}

/// Name and place of a definition.
pub(super) fn element(schema: &Schema, definition: Definition) -> &Element {
    match definition {
        Definition::Message(id) => &schema[id].element,
        Definition::Enum(id) => &schema[id].element,
    }
}

/// The name inside the package.
pub(super) fn nested_name(schema: &Schema, definition: Definition) -> &str {
    match definition {
        Definition::Message(id) => &schema[id].nested_name,
        Definition::Enum(id) => &schema[id].nested_name,
    }
}

/// The full name of `nested` in `package`.
pub(super) fn in_package(package: &str, nested: &str) -> String {
    if package.is_empty() { nested.to_owned() } else { format!("{package}.{nested}") }
}
