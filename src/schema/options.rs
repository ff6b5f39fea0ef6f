//! Options, standard and custom, in one comparable form.

use std::collections::BTreeMap;

use serde_json::Value;

/// The options set on an element: name → value.
///
/// Standard options go by their name (`deprecated`), custom ones by their full name in parentheses
/// (`(google.api.http)`), and a custom option whose definition is not part of the schema by its number
/// (`(72295728)`) with its bytes in hexadecimal. Values are ProtoJSON with proto field names; an option that could
/// not be interpreted because its import is missing holds the text of the statement.
/// Options that are lowered to facts (`features`, `packed`, `map_entry`) are not listed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options(pub BTreeMap<String, Value>);

impl Options {
    /// The value of one option.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Whether a boolean option is set to true.
    pub fn is_true(&self, name: &str) -> bool {
        self.get(name) == Some(&Value::Bool(true))
    }

    /// The names whose values differ between two sets, each with both values, sorted by name.
    pub fn differences<'a>(&'a self, other: &'a Options) -> Vec<(&'a str, Option<&'a Value>, Option<&'a Value>)> {
        let mut names: Vec<&str> = self.0.keys().chain(other.0.keys()).map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
            .into_iter()
            .map(|name| (name, self.get(name), other.get(name)))
            .filter(|(_, old, new)| old != new)
            .collect()
    }
}
