//! Where a message differs from what it was, and whether that has been said.
//!
//! A difference is a path to a value that is gone, changed or new; of a message that is gone or new, the path of every
//! value in it, or its own when it is empty. It has been said when there is a remark about that path or about what it is
//! in. Elements that a remark says are gone do not move the others.

use proto_diff::{
    dynamic::{DynamicMessage, Value},
    schema::MessageId,
};

use super::exchange::Side;

/// A value that is not as it was.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    pub path: String,
    /// The path now: elements before it may be gone.
    pub now: String,
    /// Whether nothing was there before.
    pub is_new: bool,
    pub is: Option<Value>,
}

/// What of the message is not as it was. `gone` are elements that a remark says are not there any more.
pub fn differences(side: Side<'_>, was: &DynamicMessage, is: &DynamicMessage, gone: &[String]) -> Vec<Difference> {
    let mut finder = Finder { side, gone, found: Vec::new() };
    finder.message(&Place::default(), side.message, Some(was), Some(is));
    finder.found
}

/// Whether a remark about `said` covers `path`.
pub fn covers(said: &str, path: &str) -> bool {
    let said = said.strip_suffix("[1..]").unwrap_or(said);
    said.is_empty() || path.strip_prefix(said).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

struct Finder<'a> {
    side: Side<'a>,
    gone: &'a [String],
    found: Vec<Difference>,
}

impl Finder<'_> {
    fn message(&mut self, path: &Place, of: MessageId, was: Option<&DynamicMessage>, is: Option<&DynamicMessage>) {
        let schema = self.side.schema;
        let is_empty = |message: Option<&DynamicMessage>| message.is_none_or(|message| message.fields.is_empty());
        if was.is_some() != is.is_some() && is_empty(was) && is_empty(is) {
            return self.note(path, was.is_none(), None);
        }
        for field in &schema[of].fields {
            let value = |message: Option<&DynamicMessage>| message.and_then(|m| m.fields.get(&field.number)).cloned();
            self.field(&path.field(field.name()), field.value_kind().message(), value(was), value(is));
        }
    }

    fn field(&mut self, path: &Place, of: Option<MessageId>, was: Option<Value>, is: Option<Value>) {
        if was == is {
            return;
        }
        match (&was, &is) {
            (Some(Value::List(_)), _) | (_, Some(Value::List(_))) => {
                let values = |list: &Option<Value>| match list {
                    Some(Value::List(values)) => values.clone(),
                    _ => Vec::new(),
                };
                let mut after = values(&is).into_iter().enumerate();
                for (i, before) in values(&was).into_iter().enumerate() {
                    if self.gone.contains(&path.element(i, i).was) {
                        continue;
                    }
                    let (at, now) = after.next().map_or((i, None), |(at, value)| (at, Some(value)));
                    self.value(&path.element(i, at), of, Some(&before), now.as_ref());
                }
                for (i, more) in after {
                    self.value(&path.element(i, i), of, None, Some(&more));
                }
            }
            (Some(Value::Map(_)), _) | (_, Some(Value::Map(_))) => {
                let entries = |map: &Option<Value>| match map {
                    Some(Value::Map(entries)) => entries.clone(),
                    _ => Vec::new(),
                };
                let (before, after) = (entries(&was), entries(&is));
                let find = |entries: &[(Value, Value)], key: &Value| {
                    entries.iter().find(|(other, _)| other == key).map(|(_, value)| value.clone())
                };
                for (key, value) in &before {
                    self.value(&path.key(key), of, Some(value), find(&after, key).as_ref());
                }
                for (key, value) in after.iter().filter(|(key, _)| find(&before, key).is_none()) {
                    self.value(&path.key(key), of, None, Some(value));
                }
            }
            _ => self.value(path, of, was.as_ref(), is.as_ref()),
        }
    }

    fn value(&mut self, path: &Place, of: Option<MessageId>, was: Option<&Value>, is: Option<&Value>) {
        let message = |value: Option<&Value>| match value {
            Some(Value::Message(message)) => Some(message.clone()),
            _ => None,
        };
        match of {
            Some(of) => self.message(path, of, message(was).as_ref(), message(is).as_ref()),
            None if was != is => self.note(path, was.is_none(), is.cloned()),
            None => {}
        }
    }

    fn note(&mut self, path: &Place, is_new: bool, is: Option<Value>) {
        let Place { was, is: now } = path.clone();
        self.found.push(Difference { path: was, now, is_new, is });
    }
}

/// A path before and after.
#[derive(Clone, Default)]
struct Place {
    was: String,
    is: String,
}

impl Place {
    fn field(&self, name: &str) -> Place {
        let step = |path: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        Place { was: step(&self.was), is: step(&self.is) }
    }

    fn element(&self, was: usize, is: usize) -> Place {
        Place { was: format!("{}[{was}]", self.was), is: format!("{}[{is}]", self.is) }
    }

    fn key(&self, key: &Value) -> Place {
        let key = match key {
            Value::String(key) => format!("{key:?}"),
            Value::Bool(key) => key.to_string(),
            Value::Int(key) => key.to_string(),
            Value::Uint(key) => key.to_string(),
            other => unreachable!("no key: {other:?}"),
        };
        Place { was: format!("{}[{key}]", self.was), is: format!("{}[{key}]", self.is) }
    }
}

#[test]
fn a_remark_covers_what_is_in_its_value_and_nothing_beside_it() {
    for (said, path, expected) in [
        ("a", "a", true),
        ("a", "a.b", true),
        ("a", "a[0].b", true),
        ("a[1..]", "a[1]", true),
        ("", "a", true),
        ("a", "ab", false),
        ("a.b", "a", false),
        ("a[1]", "a[10]", false),
    ] {
        assert_eq!(covers(said, path), expected, "{said} {path}");
    }
}
