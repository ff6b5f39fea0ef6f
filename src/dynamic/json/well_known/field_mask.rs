//! `google.protobuf.FieldMask`: one string of lowerCamelCase paths.

use serde_json::Value as Json;

use super::message;
use crate::dynamic::{DynamicMessage, Value, json::JsonReason};

pub(super) fn write(value: &DynamicMessage) -> Result<Json, JsonReason> {
    let paths = match value.fields.get(&1) {
        None => &[],
        Some(Value::List(paths)) => paths.as_slice(),
        Some(_) => return Err(JsonReason::Mismatch),
    };
    let mut text = String::new();
    for (i, path) in paths.iter().enumerate() {
        let Value::String(path) = path else { return Err(JsonReason::Mismatch) };
        if i > 0 {
            text.push(',');
        }
        to_camel_case(path, &mut text).ok_or(JsonReason::NoJsonForm("field mask"))?;
    }
    Ok(text.into())
}

pub(super) fn read(json: &Json) -> Result<DynamicMessage, JsonReason> {
    let Json::String(text) = json else { return Err(JsonReason::Expected("a field mask as string")) };
    if text.is_empty() {
        return Ok(DynamicMessage::default());
    }
    let paths = text.split(',').map(|path| to_snake_case(path).map(Value::String)).collect::<Option<_>>();
    let malformed = || JsonReason::Malformed { what: "field mask", text: text.clone() };
    Ok(message([(1, Value::List(paths.ok_or_else(malformed)?))]))
}

/// `None` when [`to_snake_case`] would not give the path back: such masks must not be written
/// (`src/google/protobuf/field_mask.proto`, "JSON Encoding of Field Masks").
fn to_camel_case(path: &str, out: &mut String) -> Option<()> {
    let mut after_underscore = false;
    for c in path.chars() {
        match c {
            '_' if after_underscore => return None,
            '_' => after_underscore = true,
            'a'..='z' if after_underscore => {
                out.push(c.to_ascii_uppercase());
                after_underscore = false;
            }
            'A'..='Z' => return None,
            _ if after_underscore => return None,
            ',' => return None,
            _ => out.push(c),
        }
    }
    (!after_underscore).then_some(())
}

fn to_snake_case(path: &str) -> Option<String> {
    let mut out = String::with_capacity(path.len() + 2);
    for c in path.chars() {
        match c {
            '_' => return None,
            'A'..='Z' => {
                out.push('_');
                out.push(c.to_ascii_lowercase());
            }
            _ => out.push(c),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(paths: &[&str]) -> DynamicMessage {
        message([(1, Value::List(paths.iter().map(|path| Value::String((*path).to_owned())).collect()))])
    }

    #[test]
    fn masks_are_one_string() {
        let value = mask(&["user.display_name", "photo"]);
        let json = write(&value).unwrap();
        assert_eq!(json, "user.displayName,photo");
        assert_eq!(read(&json).unwrap(), value);
        assert_eq!(write(&DynamicMessage::default()).unwrap(), "");
    }

    #[test]
    fn paths_that_would_not_come_back_are_refused() {
        for path in ["fooBar", "foo_3_bar", "foo__bar", "foo_", "a,b"] {
            assert_eq!(write(&mask(&[path])), Err(JsonReason::NoJsonForm("field mask")), "{path}");
        }
        assert!(read(&"foo_bar".into()).is_err());
    }
}
