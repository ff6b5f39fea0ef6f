//! Names as protoc-gen-es gives them, and names that this code must not take.
//!
//! The rules are those of `reflect/names.ts` and `registry.ts` in `@bufbuild/protobuf` and of `names.ts` and
//! `safe-identifier.ts` in `@bufbuild/protoplugin`, 2.17
//! (<https://github.com/bufbuild/protobuf-es/tree/main/packages>).

use std::collections::{BTreeMap, HashSet};

use heck::ToLowerCamelCase;

use crate::{
    codegen::free_name::first_free,
    schema::{Enum, EnumId, Field, FileId, Message, MessageId, Schema},
};

/// Properties that every object has.
const OBJECT_PROPERTIES: &[&str] = &["constructor", "toString", "toJSON", "valueOf"];

/// Words that are no identifiers for protoc-gen-es.
const RESERVED: &[&str] = &[
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "new",
    "null",
    "return",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
    "yield",
    "enum",
    "implements",
    "interface",
    "let",
    "package",
    "private",
    "protected",
    "public",
    "static",
    "Object",
    "bigint",
    "number",
    "boolean",
    "string",
    "object",
    "globalThis",
    "Uint8Array",
    "Partial",
];

/// What is no name for anything either.
const WORDS: &[&str] = &["arguments", "async", "await", "eval", "undefined", "Array", "BigInt", "Map", "NaN", "Number"];

/// `push_notification_config` as `pushNotificationConfig`.
fn camel(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut upper = false;
    for char in name.chars() {
        match char {
            '_' => upper = true,
            '0'..='9' => {
                out.push(char);
                upper = false;
            }
            _ if std::mem::take(&mut upper) => out.extend(char.to_uppercase()),
            _ => out.push(char),
        }
    }
    out
}

fn safe_property(name: String) -> String {
    if OBJECT_PROPERTIES.contains(&name.as_str()) { name + "$" } else { name }
}

fn safe_identifier(name: String) -> String {
    if RESERVED.contains(&name.as_str()) { name + "$" } else { name }
}

/// The property of a field, or what the `case` of its oneof says.
pub(super) fn field(field: &Field) -> String {
    let name = camel(field.name());
    if field.oneof.is_some() { name } else { safe_property(name) }
}

/// The property of a oneof.
pub(super) fn oneof(message: &Message, index: usize) -> String {
    safe_property(camel(&message.oneofs[index].element.name))
}

/// `base.name`, also where the name is no identifier.
pub(super) fn property(base: &str, name: &str) -> String {
    let is_identifier = name.chars().next().is_some_and(|first| !first.is_ascii_digit());
    if is_identifier { format!("{base}.{name}") } else { format!("{base}[\"{name}\"]") }
}

/// The member of an enum, by the name of a value.
pub(super) fn enum_member(of: &Enum, value: &str) -> String {
    let prefix = snake(&of.element.name) + "_";
    let short = |name: &str| -> Option<String> {
        let has_prefix = name.to_lowercase().starts_with(&prefix);
        let rest = name.get(prefix.len()..).filter(|_| has_prefix)?;
        rest.starts_with(|first: char| !first.is_ascii_digit()).then(|| rest.to_owned())
    };
    let all_have = of.values.iter().all(|value| short(&value.element.name).is_some());
    safe_property(short(value).filter(|_| all_have).unwrap_or_else(|| value.to_owned()))
}

/// `TaskState` as `task_state`, as prefixes of values are written.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for char in name.chars() {
        if char.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(char);
    }
    out.strip_prefix('_').unwrap_or(&out).to_lowercase()
}

/// What the module of a file calls its types.
pub(super) struct Exports {
    messages: BTreeMap<MessageId, Names>,
    enums: BTreeMap<EnumId, String>,
}

/// A message in a module.
#[derive(Debug, Clone)]
pub(super) struct Names {
    /// The type of the objects.
    pub shape: String,
    /// The constant that `create` takes.
    pub schema: String,
}

impl Exports {
    /// The names of all types of a file. Where two would have one name, the later has a `$`.
    pub fn of(schema: &Schema, file: FileId) -> Self {
        let in_file = |at: FileId| at == file;
        let messages = schema.messages.iter().enumerate();
        let messages = messages.filter(|(_, message)| in_file(message.element.file) && !message.is_map_entry);
        let messages: Vec<(MessageId, &Message)> = messages.map(|(id, message)| (MessageId(id), message)).collect();
        let enums = schema.enums.iter().enumerate().filter(|(_, of)| in_file(of.element.file));
        let enums: Vec<(EnumId, &Enum)> = enums.map(|(id, of)| (EnumId(id), of)).collect();
        let mut taken = HashSet::new();
        let mut free = |name: &str| {
            let salted = (0..).map(|count: usize| match count {
                0 => name.to_owned(),
                1 => format!("{name}$"),
                count => format!("{name}${}", count - 1),
            });
            let found = salted.map(safe_identifier).find(|name| !taken.contains(name)).unwrap_or_default();
            taken.insert(found.clone());
            found
        };
        let plain = |nested: &str| nested.replace('.', "_");
        let shapes: Vec<String> = messages.iter().map(|(_, message)| free(&plain(&message.nested_name))).collect();
        let enums = enums.iter().map(|(id, of)| (*id, free(&plain(&of.nested_name)))).collect();
        let messages = messages.iter().zip(shapes).map(|((id, message), shape)| {
            (*id, Names { shape, schema: free(&format!("{}Schema", plain(&message.nested_name))) })
        });
        Exports { messages: messages.collect(), enums }
    }

    pub fn message(&self, id: MessageId) -> Option<&Names> {
        self.messages.get(&id)
    }

    pub fn of_enum(&self, id: EnumId) -> Option<&str> {
        self.enums.get(&id).map(String::as_str)
    }
}

/// The names of one scope of generated code.
#[derive(Debug, Clone, Default)]
pub(super) struct Taken {
    /// What the scope uses that it must not hide.
    used: HashSet<String>,
    own: HashSet<String>,
}

impl Taken {
    /// What is used must not be hidden.
    pub fn uses(&mut self, names: impl IntoIterator<Item = String>) {
        self.used.extend(names);
    }

    /// A name that nothing has yet, in lowerCamelCase and like this if possible.
    pub fn fresh(&mut self, like: &str) -> String {
        let name = self.free(like, |name| !self.own.contains(name));
        self.own.insert(name.clone());
        name
    }

    /// A name for a parameter of an expression, which may have the name of something that the expression does not use.
    pub fn passing(&self, like: &str) -> String {
        self.free(like, |_| true)
    }

    fn free(&self, like: &str, is_free: impl Fn(&str) -> bool) -> String {
        let mut name = like.to_lower_camel_case();
        if name.starts_with(|first: char| first.is_ascii_digit()) || name.is_empty() {
            name.insert(0, '_');
        }
        let is_word = RESERVED.contains(&name.as_str()) || WORDS.contains(&name.as_str());
        let name = if is_word || self.used.contains(&name) { name + "$" } else { name };
        first_free(name, "", |name| !self.used.contains(name) && is_free(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_camel_case_as_json_has_them() {
        for (name, expected) in [
            ("push_notification_config", "pushNotificationConfig"),
            ("r2_d2", "r2D2"),
            ("with__two", "withTwo"),
            ("trailing_", "trailing"),
            ("field_1", "field1"),
            ("UPPER", "UPPER"),
            ("_private", "Private"),
        ] {
            assert_eq!(camel(name), expected);
        }
        assert_eq!(safe_property(camel("value_of")), "valueOf$");
    }

    #[test]
    fn variables_hide_nothing() {
        let mut taken = Taken::default();
        taken.uses(["task".to_owned()]);
        let names = ["task", "Task", "delete", "new", "2d", "id", "id"].map(|name| taken.fresh(name));
        assert_eq!(names, ["task$", "task$2", "delete$", "new$", "_2d", "id", "id2"]);
        assert_eq!(taken.passing("id"), "id");
    }
}
