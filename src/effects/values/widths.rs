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

/// Messages of as many lengths as a few fields make, none of them empty: one for each remainder by `width`.
pub(super) fn of_all_lengths(schema: &Schema, id: MessageId, width: usize) -> impl Iterator<Item = DynamicMessage> {
    Search { schema, width, found: HashMap::new() }.by_remainder(id, DEPTH).into_values()
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
        let of_messages = match field.value_kind().message() {
            Some(id) if depth > 0 => {
                let inside = self.by_remainder(id, depth - 1).into_values();
                inside.chain([DynamicMessage::default()]).map(Value::Message).collect()
            }
            _ => Vec::new(),
        };
        let others = || for_field_at(self.schema, field, Fill::Anything, 1);
        match &field.ty {
            FieldType::Map { key, .. } => {
                let maps = others();
                let Some(Value::Map(entries)) = maps.first() else { return maps };
                let keyed = |key| Value::Map(vec![(key, entries[0].1.clone())]);
                of_scalar(*key, self.width).into_iter().map(keyed).chain(maps.iter().cloned()).collect()
            }
            FieldType::Singular { kind: Kind::Scalar(scalar), .. } => of_scalar(*scalar, self.width),
            FieldType::Singular { kind, .. } if kind.is_message() => of_messages,
            FieldType::Singular { .. } => others(),
            FieldType::Repeated { kind, .. } => {
                let one = match kind {
                    Kind::Scalar(scalar) => of_scalar(*scalar, self.width),
                    kind if kind.is_message() => of_messages,
                    _ => return others(),
                };
                one.into_iter().map(|value| Value::List(vec![value; self.width])).collect()
            }
        }
    }
}

/// Scalars of as many lengths as there are, up to the width or that of the longest number.
fn of_scalar(scalar: Scalar, width: usize) -> Vec<Value> {
    let (signed, unsigned) = (|number: u64| Value::Int(number as i64), |number: u64| Value::Uint(number));
    // The smallest number of each length.
    let numbers = |longest: u32| (0..longest).map(|bytes| 1u64 << (7 * bytes));
    match scalar {
        Scalar::String => (0..width).map(|length| Value::String("a".repeat(length))).collect(),
        Scalar::Bytes => (0..width).map(|length| Value::Bytes(vec![b'a'; length])).collect(),
        Scalar::Int32 => numbers(5).map(signed).collect(),
        Scalar::Int64 => numbers(9).map(signed).collect(),
        Scalar::Sint32 => numbers(5).map(|number| signed(number >> 1)).collect(),
        Scalar::Sint64 => numbers(9).map(|number| signed(number >> 1)).collect(),
        Scalar::Uint32 => numbers(5).map(unsigned).collect(),
        Scalar::Uint64 => numbers(9).map(unsigned).collect(),
        Scalar::Bool => vec![Value::Bool(true)],
        Scalar::Fixed32 | Scalar::Fixed64 => vec![Value::Uint(1)],
        Scalar::Sfixed32 | Scalar::Sfixed64 => vec![Value::Int(1)],
        Scalar::Float => vec![Value::Float(1.0)],
        Scalar::Double => vec![Value::Double(1.0)],
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
