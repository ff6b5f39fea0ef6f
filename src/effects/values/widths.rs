//! Values whose bytes are as long as some number of fixed-width ones, which a reader of packed `fixed32` or `double`
//! takes for such numbers (<https://protobuf.dev/programming-guides/encoding/#packed>).

use std::collections::{BTreeMap, HashMap};

use super::{Fill, for_field, for_field_at, packable};
use crate::{
    dynamic::{DynamicMessage, Value, binary, drop_implicit_defaults},
    effects::{sample::Sample, typed::Typed},
    schema::{Field, FieldType, Kind, MessageId, Scalar, Schema},
    wire::{self, RawField, RawValue},
};

/// Messages inside messages that are tried.
const DEPTH: usize = 5;
/// Bytes of a message that is tried. Lists of lists have no end otherwise.
const LONGEST: usize = 64;
/// Fields of a message that lend it length.
const FIELDS: usize = 12;

/// A message, an entry or a packed list that a reader of packed fixed-width numbers takes for some.
pub(super) fn as_wide_as(writer: Typed<'_>, field: &Field, of: &Field) -> Option<Value> {
    let FieldType::Repeated { kind: Kind::Scalar(scalar), .. } = &of.ty else { return None };
    let width = match scalar {
        Scalar::Double | Scalar::Fixed64 | Scalar::Sfixed64 => 8,
        Scalar::Float | Scalar::Fixed32 | Scalar::Sfixed32 => 4,
        _ => return None,
    };
    if let FieldType::Map { .. } = field.ty {
        return entry_of_width(writer, field, width);
    }
    if packable(field) {
        // As many numbers of one byte.
        return Some(Value::List(vec![of_one_byte(writer.schema, field.value_kind())?; width]));
    }
    let message = Value::Message(of_width(writer.schema, field.value_kind().message()?, width)?);
    Some(if matches!(field.ty, FieldType::Repeated { .. }) { Value::List(vec![message]) } else { message })
}

/// A map with one entry that is as long as some number of fixed-width values.
fn entry_of_width(writer: Typed<'_>, field: &Field, width: usize) -> Option<Value> {
    let mut maps = for_field(writer.schema, field, Fill::Anything);
    if let (Some(Value::Map(entries)), Some(id)) = (maps.first(), field.value_kind().message()) {
        let key = entries.first()?.0.clone();
        let values = of_all_lengths(writer.schema, id, width).map(Value::Message);
        maps.extend(values.map(|value| Value::Map(vec![(key.clone(), value)])).collect::<Vec<_>>());
    }
    let with_other_keys = maps.first().into_iter().flat_map(|map| (0..width).filter_map(|length| keyed(map, length)));
    with_other_keys.chain(maps.iter().cloned()).find(|map| {
        let bytes = Sample::only(field.number, map.clone()).bytes(writer);
        let mut records = wire::fields(&bytes);
        matches!((records.next(), records.next()), (Some(Ok(RawField { value: RawValue::Len(entry), .. })), None)
            if !entry.is_empty() && entry.len() % width == 0)
    })
}

/// The same map with a text of some length as its only key; `None` where keys are no text.
fn keyed(map: &Value, length: usize) -> Option<Value> {
    let Value::Map(entries) = map else { return None };
    let [(Value::String(_), value)] = entries.as_slice() else { return None };
    Some(Value::Map(vec![(Value::String("a".repeat(length)), value.clone())]))
}

/// A number that is one byte on the wire and not zero.
fn of_one_byte(schema: &Schema, kind: &Kind) -> Option<Value> {
    Some(match kind {
        Kind::Scalar(Scalar::Int32 | Scalar::Int64 | Scalar::Sint32 | Scalar::Sint64) => Value::Int(1),
        Kind::Scalar(Scalar::Uint32 | Scalar::Uint64) => Value::Uint(1),
        Kind::Scalar(Scalar::Bool) => Value::Bool(true),
        Kind::Enum(id) if !schema[*id].closed => Value::Enum(1),
        Kind::Enum(id) => {
            Value::Enum(schema[*id].values.iter().map(|value| value.number).find(|number| (1..128).contains(number))?)
        }
        _ => return None,
    })
}

/// A message that is not empty and whose length is a multiple of `width`, if a few fields make one.
fn of_width(schema: &Schema, id: MessageId, width: usize) -> Option<DynamicMessage> {
    Search { schema, width, found: HashMap::new() }.by_remainder(id, DEPTH).remove(&0)
}

/// Messages of as many lengths as a few fields make, none of them empty: one for each remainder by `width`.
fn of_all_lengths(schema: &Schema, id: MessageId, width: usize) -> impl Iterator<Item = DynamicMessage> {
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
