//! What a value should have become, where a manifest says that it does not mean the same as it stands.

use base64::{Engine, engine::general_purpose::STANDARD};

use super::Direction;
use crate::{dynamic::Value, pairing::Transform};

/// What means the same to the reader as a value means to the writer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Meant {
    /// This value.
    Value(Value),
    /// No value.
    Unset,
    /// Nothing that the reader has.
    Nothing,
}

/// What a value means on the other side. Values that the transform does not touch mean themselves.
pub(super) fn meant(transform: &Transform, direction: Direction, value: &Value) -> Meant {
    let itself = || Meant::Value(value.clone());
    match (transform, direction, value) {
        (Transform::Not, _, Value::Bool(value)) => Meant::Value(Value::Bool(!value)),
        (Transform::Name { .. }, _, Value::String(text)) if text.is_empty() => itself(),
        (Transform::Name { before, after }, Direction::Upgrade, Value::String(name)) => {
            let id = name.strip_prefix(before.as_str()).and_then(|rest| rest.strip_suffix(after.as_str()));
            let id = id.filter(|id| !id.is_empty() && !id.contains('/'));
            id.map_or(Meant::Nothing, |id| Meant::Value(Value::String(id.to_owned())))
        }
        (Transform::Name { before, after }, Direction::Downgrade, Value::String(id)) => match id.contains('/') {
            true => Meant::Nothing,
            false => Meant::Value(Value::String(format!("{before}{id}{after}"))),
        },
        (Transform::ZeroIsUnset, direction, value) if is_zero(value) => match direction {
            Direction::Upgrade => Meant::Unset,
            Direction::Downgrade => Meant::Nothing,
        },
        (Transform::MajorMinor, Direction::Upgrade, Value::String(version)) => {
            match version.splitn(3, '.').collect::<Vec<_>>()[..] {
                [major, minor, _] => Meant::Value(Value::String(format!("{major}.{minor}"))),
                _ => itself(),
            }
        }
        (Transform::Base64Text, Direction::Upgrade, Value::Bytes(text)) => {
            STANDARD.decode(text).map_or(Meant::Nothing, |bytes| Meant::Value(Value::Bytes(bytes)))
        }
        (Transform::Base64Text, Direction::Downgrade, Value::Bytes(bytes)) => {
            Meant::Value(Value::Bytes(STANDARD.encode(bytes).into_bytes()))
        }
        _ => itself(),
    }
}

/// A value of the writer's that shows the transform at its plainest, where values of all sorts would not.
pub(super) fn example(transform: &Transform, direction: Direction) -> Option<Value> {
    match (transform, direction) {
        (Transform::Name { before, after }, Direction::Upgrade) => Some(Value::String(format!("{before}a{after}"))),
        (Transform::MajorMinor, Direction::Upgrade) => Some(Value::String("1.0.0".to_owned())),
        (Transform::Base64Text, Direction::Upgrade) => Some(Value::Bytes(b"YWJj".to_vec())),
        _ => None,
    }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Bool(value) => !value,
        Value::Int(value) => *value == 0,
        Value::Uint(value) => *value == 0,
        Value::Float(value) => *value == 0.0,
        Value::Double(value) => *value == 0.0,
        Value::Enum(number) => *number == 0,
        Value::String(text) => text.is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::Message(_) | Value::List(_) | Value::Map(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Meant, example, meant};
    use crate::{dynamic::Value, effects::Direction, pairing::Transform};

    fn text(text: &str) -> Value {
        Value::String(text.to_owned())
    }

    #[test]
    fn what_values_mean_on_the_other_side() {
        use Direction::{Downgrade, Upgrade};
        let name = Transform::Name { before: "tasks/".to_owned(), after: "/log".to_owned() };
        let zero = Transform::ZeroIsUnset;
        for (transform, direction, value, expected) in [
            (&Transform::Not, Upgrade, Value::Bool(true), Meant::Value(Value::Bool(false))),
            (&Transform::Not, Downgrade, Value::Bool(false), Meant::Value(Value::Bool(true))),
            (&name, Upgrade, text("tasks/7/log"), Meant::Value(text("7"))),
            (&name, Downgrade, text("7"), Meant::Value(text("tasks/7/log"))),
            (&name, Upgrade, text("tasks//log"), Meant::Nothing),
            (&name, Upgrade, text("tasks/7/8/log"), Meant::Nothing),
            (&name, Downgrade, text("7/8"), Meant::Nothing),
            (&name, Upgrade, text(""), Meant::Value(text(""))),
            (&zero, Upgrade, Value::Int(0), Meant::Unset),
            (&zero, Downgrade, Value::Int(0), Meant::Nothing),
            (&zero, Downgrade, Value::Int(3), Meant::Value(Value::Int(3))),
            (&Transform::MajorMinor, Upgrade, text("0.3.0"), Meant::Value(text("0.3"))),
            (&Transform::MajorMinor, Upgrade, text("0.3"), Meant::Value(text("0.3"))),
            (
                &Transform::Base64Text,
                Upgrade,
                Value::Bytes(b"YWJj".to_vec()),
                Meant::Value(Value::Bytes(b"abc".to_vec())),
            ),
            (&Transform::Base64Text, Upgrade, Value::Bytes(b"%".to_vec()), Meant::Nothing),
        ] {
            assert_eq!(meant(transform, direction, &value), expected, "{transform:?} {direction:?} {value:?}");
        }
    }

    #[test]
    fn examples_are_not_what_they_mean() {
        let name = Transform::Name { before: "tasks/".to_owned(), after: String::new() };
        for transform in [name, Transform::MajorMinor, Transform::Base64Text] {
            let value = example(&transform, Direction::Upgrade).expect("an example");
            let Meant::Value(other) = meant(&transform, Direction::Upgrade, &value) else { panic!("{transform:?}") };
            assert_ne!(value, other);
        }
    }
}
