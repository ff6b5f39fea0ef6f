//! Whether two readings are one message: a stand-in for a converter, rough and on the careful side.

use proto_diff::{
    dynamic::{DynamicMessage, Value},
    schema::{Kind, MessageId, Schema},
};

/// Fields that were renamed and nothing else.
const RENAMED: [(&str, &str); 5] = [
    ("content", "parts"),
    ("update", "message"),
    ("msg", "message"),
    ("security", "security_requirements"),
    ("configs", "configs"),
];

/// Old types whose absent fields mean something else in the new version.
const CHANGED: [&str; 4] =
    ["a2a.v1.SendMessageConfiguration", "a2a.v1.AgentInterface", "a2a.v1.AgentCard", "a2a.v1.AuthenticationInfo"];

/// Two schemas to compare messages of.
pub struct Converter<'s> {
    pub old: &'s Schema,
    pub new: &'s Schema,
}

impl Converter<'_> {
    /// Whether both hold the same fields with the same values, known to both by the same name.
    pub fn same(&self, types: (MessageId, MessageId), old: &DynamicMessage, new: &DynamicMessage) -> bool {
        let (before, after) = (&self.old[types.0], &self.new[types.1]);
        if CHANGED.contains(&before.element.full_name.as_str()) {
            return false;
        }
        old.unknown.is_empty()
            && new.unknown.is_empty()
            && old.fields.len() == new.fields.len()
            && old.fields.iter().zip(&new.fields).all(|((number, value), (other_number, other))| {
                let (Some(a), Some(b)) = (before.field_numbered(*number), after.field_numbered(*other_number)) else {
                    return false;
                };
                let one_name = a.name() == b.name() || RENAMED.contains(&(a.name(), b.name()));
                number == other_number && one_name && self.values((a.value_kind(), b.value_kind()), value, other)
            })
    }

    fn values(&self, kinds: (&Kind, &Kind), old: &Value, new: &Value) -> bool {
        match (old, new) {
            (Value::Message(old), Value::Message(new)) => match (kinds.0.message(), kinds.1.message()) {
                (Some(a), Some(b)) => self.same((a, b), old, new),
                _ => false,
            },
            (Value::List(old), Value::List(new)) => {
                old.len() == new.len() && old.iter().zip(new).all(|(a, b)| self.values(kinds, a, b))
            }
            (Value::Map(old), Value::Map(new)) => {
                let one = |(a, b): (&(Value, Value), &(Value, Value))| a.0 == b.0 && self.values(kinds, &a.1, &b.1);
                old.len() == new.len() && old.iter().zip(new).all(one)
            }
            (old, new) => old == new,
        }
    }
}
