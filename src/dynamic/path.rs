//! Paths into a message: `supported_interfaces[0].url`, `schemes["oauth"].flows`.
//!
//! They are needed only once something is wrong, so nothing keeps one while it works: an error starts with an empty
//! path and each level puts its step in front as the error passes through.

use std::fmt;

use super::Value;

/// One step of a path.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step<'a> {
    /// Into a field, by whichever name the encoding uses.
    Field(&'a str),
    /// Into an element of a list.
    Index(usize),
    /// Into the value of a map.
    Key(&'a str),
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Field(name) => f.write_str(name),
            Step::Index(index) => write!(f, "[{index}]"),
            Step::Key(key) => write!(f, "[{key:?}]"),
        }
    }
}

/// Puts `step` in front of a path.
pub(crate) fn prepend(path: &mut String, step: Step<'_>) {
    let separator = if path.is_empty() || path.starts_with('[') { "" } else { "." };
    *path = format!("{step}{separator}{path}");
}

/// A map key as text, as ProtoJSON has it.
pub(crate) fn key_text(key: &Value) -> std::borrow::Cow<'_, str> {
    match key {
        Value::String(text) => text.into(),
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes),
        Value::Bool(value) => if *value { "true" } else { "false" }.into(),
        Value::Int(value) => value.to_string().into(),
        Value::Uint(value) => value.to_string().into(),
        _ => "?".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_put_in_front() {
        let mut path = String::new();
        for step in [Step::Field("url"), Step::Index(2), Step::Field("cards"), Step::Key("a\"b"), Step::Field("m")] {
            prepend(&mut path, step);
        }
        assert_eq!(path, r#"m["a\"b"].cards[2].url"#);
    }
}
