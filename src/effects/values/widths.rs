//! Messages whose bytes are as long as some number of fixed-width values, which a reader of packed `fixed32` or `double`
//! takes for such numbers (<https://protobuf.dev/programming-guides/encoding/#packed>).

use std::collections::{BTreeMap, HashMap};

use super::{Fill, for_field_at};
use crate::{
    dynamic::{DynamicMessage, Value, binary, drop_implicit_defaults},
    schema::{Field, FieldType, Kind, MessageId, Scalar, Schema},
};

/// Messages inside messages that are tried.
const DEPTH: usize = 5;
/// Bytes of a message that is tried. Lists of lists have no end otherwise.
const LONGEST: usize = 64;
/// Fields of a message that lend it length.
const FIELDS: usize = 12;

/// A message that is not empty and whose length is a multiple of `width`, if a few fields make one.
pub(super) fn of_width(schema: &Schema, id: MessageId, width: usize) -> Option<DynamicMessage> {
    Search { schema, width, found: HashMap::new() }.by_remainder(id, DEPTH).remove(&0)
}

/// A message for each remainder of its length by the width; none of them is empty.
type ByRemainder = BTreeMap<usize, DynamicMessage>;

struct Search<'a> {
    schema: &'a Schema,
    width: usize,
    /// Types within types come again and again.
    found: HashMap<(MessageId, usize), ByRemainder>,
}

impl Search<'_> {
    fn by_remainder(&mut self, id: MessageId, depth: usize) -> ByRemainder {
        if let Some(found) = self.found.get(&(id, depth)) {
            return found.clone();
        }
        let message = &self.schema[id];
        let mut found = ByRemainder::new();
        for field in message.fields.iter().take(FIELDS) {
            let so_far: Vec<DynamicMessage> = found.values().cloned().chain([DynamicMessage::default()]).collect();
            for value in self.values(field, depth) {
                for shorter in &so_far {
                    let mut longer = shorter.clone();
                    longer.fields.insert(field.number, value.clone());
                    drop_implicit_defaults(self.schema, message, &mut longer);
                    let length = binary::write(self.schema, message, &longer).len();
                    if (1..=LONGEST).contains(&length) {
                        found.entry(length % self.width).or_insert(longer);
                    }
                }
            }
            if found.len() == self.width {
                break;
            }
        }
        self.found.insert((id, depth), found.clone());
        found
    }

    /// Values of many lengths.
    fn values(&mut self, field: &Field, depth: usize) -> Vec<Value> {
        let lengths = 0..self.width;
        let one: Vec<Value> = match field.value_kind() {
            Kind::Scalar(Scalar::String) => lengths.map(|length| Value::String("a".repeat(length))).collect(),
            Kind::Scalar(Scalar::Bytes) => lengths.map(|length| Value::Bytes(vec![b'a'; length])).collect(),
            Kind::Message(id) | Kind::Group(id) if depth > 0 => {
                let inside = self.by_remainder(*id, depth - 1).into_values();
                inside.chain([DynamicMessage::default()]).map(Value::Message).collect()
            }
            Kind::Scalar(Scalar::Int64) => (0..9).map(|bytes| Value::Int(1 << (7 * bytes))).collect(),
            Kind::Scalar(Scalar::Uint64) => (0..9).map(|bytes| Value::Uint(1 << (7 * bytes))).collect(),
            Kind::Scalar(Scalar::Sint64) => (0..9).map(|bytes| Value::Int(1 << (7 * bytes) >> 1)).collect(),
            Kind::Scalar(Scalar::Int32) => (0..5).map(|bytes| Value::Int(1 << (7 * bytes))).collect(),
            Kind::Scalar(Scalar::Uint32) => (0..5).map(|bytes| Value::Uint(1 << (7 * bytes))).collect(),
            Kind::Scalar(Scalar::Sint32) => (0..5).map(|bytes| Value::Int(1 << (7 * bytes) >> 1)).collect(),
            _ => return for_field_at(self.schema, field, Fill::Anything, 1),
        };
        match &field.ty {
            FieldType::Singular { .. } => one,
            FieldType::Repeated { .. } => one.into_iter().map(|value| Value::List(vec![value; self.width])).collect(),
            FieldType::Map { .. } => for_field_at(self.schema, field, Fill::Anything, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::from_texts;

    #[test]
    fn lengths_fit() {
        let text = r#"
            syntax = "proto3";
            message Text { string text = 1; }
            message Self { Self inner = 2; }
            message Numbers { int32 a = 1; bool b = 2; int64 c = 17; }
            message Many { repeated Text texts = 3; }
            message Bool { bool only = 1; }
        "#;
        let schema = from_texts("test", [("a.proto", text)]).expect("a valid schema");
        let length = |name: &str, width| {
            let id = schema.message_named(name).expect("it is there");
            of_width(&schema, id, width).map(|value| binary::write(&schema, &schema[id], &value).len())
        };
        for name in ["Text", "Self", "Numbers", "Many"] {
            for width in [4, 8] {
                assert!(length(name, width).is_some_and(|length| length > 0 && length % width == 0), "{name} {width}");
            }
        }
        assert_eq!(length("Bool", 4), None, "two bytes are all there is");
    }
}
