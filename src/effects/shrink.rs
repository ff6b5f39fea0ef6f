//! Smaller messages that still show the same: the shortest proof is the one that a person reads.
//!
//! Greedy: of all ways to make a message smaller by one step the first that still shows it is taken, until none does.
//! Every step makes a message shorter or brings a number nearer to zero, so it ends.

use super::typed::Typed;
use crate::{
    dynamic::{DynamicMessage, Value, find_field},
    schema::{Enum, Field, FieldType, Kind, Schema},
    wire::{self, RawValue, Writer},
};

/// Steps that are tried at most. A sample is a few values; this is for the long lists among them.
const PATIENCE: usize = 400;

/// The smallest message that can be reached from one that `shows` it.
pub(super) fn smallest(
    writer: Typed<'_>,
    mut message: DynamicMessage,
    shows: &dyn Fn(&DynamicMessage) -> bool,
) -> DynamicMessage {
    let mut patience = PATIENCE;
    loop {
        let mut steps = of_message(writer, &message).into_iter().take(patience);
        let smaller = steps.find(|smaller| {
            patience -= 1;
            shows(smaller)
        });
        match smaller {
            Some(smaller) => message = smaller,
            None => return message,
        }
    }
}

/// Messages one step smaller, the smallest first: without a field, without what was unknown, with a smaller value in a
/// field.
fn of_message(typed: Typed<'_>, message: &DynamicMessage) -> Vec<DynamicMessage> {
    let mut steps = Vec::new();
    let field = |number: i32| find_field(typed.schema, typed.message, number);
    // A writer does not leave out what is required.
    for number in message.fields.keys().filter(|number| !field(**number).is_some_and(Field::is_required)) {
        let mut without = message.clone();
        without.fields.remove(number);
        steps.push(without);
    }
    if !message.unknown.is_empty() {
        steps.push(DynamicMessage { fields: message.fields.clone(), unknown: Vec::new() });
    }
    for (number, value) in &message.fields {
        let Some(field) = field(*number) else { continue };
        for smaller in of_field(typed.schema, field, value) {
            let mut with = message.clone();
            with.fields.insert(*number, smaller);
            steps.push(with);
        }
    }
    steps
}

fn of_field(schema: &Schema, field: &Field, value: &Value) -> Vec<Value> {
    match (&field.ty, value) {
        (FieldType::Repeated { kind, .. }, Value::List(values)) => {
            of_list(values, |value| of_value(schema, kind, value)).into_iter().map(Value::List).collect()
        }
        (FieldType::Map { key, value: kind, .. }, Value::Map(entries)) => of_list(entries, |(k, v)| {
            let keys = of_value(schema, &Kind::Scalar(*key), k).into_iter().map(|k| (k, v.clone()));
            keys.chain(of_value(schema, kind, v).into_iter().map(|v| (k.clone(), v))).collect()
        })
        .into_iter()
        .map(Value::map)
        .collect(),
        (FieldType::Singular { kind, .. }, value) => of_value(schema, kind, value),
        _ => Vec::new(),
    }
}

/// Half of a list, all but one element, one element made smaller, or all alike. Never an empty one, which would be no
/// field at all.
fn of_list<T: Clone + PartialEq>(values: &[T], smaller: impl Fn(&T) -> Vec<T>) -> Vec<Vec<T>> {
    let mut steps = Vec::new();
    if values.len() > 3 {
        let (front, back) = values.split_at(values.len() / 2);
        steps.extend([front.to_vec(), back.to_vec()]);
    }
    if values.len() > 1 {
        steps.extend((0..values.len()).map(|index| {
            let mut without = values.to_vec();
            without.remove(index);
            without
        }));
    }
    // Entries with one key are entries with one key only together.
    if let [first, rest @ ..] = values
        && !rest.is_empty()
        && rest.iter().all(|value| value == first)
    {
        steps.extend(smaller(first).into_iter().map(|value| vec![value; values.len()]));
    }
    for (index, value) in values.iter().enumerate() {
        steps.extend(smaller(value).into_iter().map(|value| {
            let mut with = values.to_vec();
            with[index] = value;
            with
        }));
    }
    steps
}

fn of_value(schema: &Schema, kind: &Kind, value: &Value) -> Vec<Value> {
    match (kind, value) {
        (Kind::Message(id) | Kind::Group(id), Value::Message(message)) => {
            let typed = Typed { schema, message: &schema[*id] };
            of_message(typed, message).into_iter().map(Value::Message).collect()
        }
        (Kind::Enum(id), Value::Enum(number)) => of_enum(&schema[*id], *number).into_iter().map(Value::Enum).collect(),
        (_, Value::Int(number)) => of_integer(i128::from(*number)).map(|n| Value::Int(n as i64)).collect(),
        (_, Value::Uint(number)) => of_integer(i128::from(*number)).map(|n| Value::Uint(n as u64)).collect(),
        (_, Value::Bool(true)) => vec![Value::Bool(false)],
        (_, Value::Float(number)) if !matches!(*number, 0.0 | 1.0) => vec![Value::Float(0.0), Value::Float(1.0)],
        (_, Value::Double(number)) if !matches!(*number, 0.0 | 1.0) => vec![Value::Double(0.0), Value::Double(1.0)],
        (_, Value::String(text)) => of_bytes(text.as_bytes())
            .into_iter()
            .filter_map(|bytes| String::from_utf8(bytes).ok())
            .map(Value::String)
            .collect(),
        (_, Value::Bytes(bytes)) => of_bytes(bytes).into_iter().map(Value::Bytes).collect(),
        _ => Vec::new(),
    }
}

/// Zero, one, the power of two below, half, and for what is negative the same below zero.
fn of_integer(number: i128) -> impl Iterator<Item = i128> {
    let size = number.unsigned_abs();
    let power = if size == 0 { 0 } else { 1i128 << size.ilog2() };
    let sign = number.signum();
    let nearer = move |n: &i128| n.unsigned_abs() < size || (*n > number && n.unsigned_abs() == size);
    [0, 1, -1, size as i128, sign * power, number / 2].into_iter().filter(move |n| (sign < 0 || *n >= 0) && nearer(n))
}

/// Of a closed enum only its own numbers, which alone a writer puts down.
fn of_enum(of: &Enum, number: i32) -> Vec<i32> {
    if of.closed {
        let nearer = |n: &i32| n.unsigned_abs() < number.unsigned_abs();
        return of.values.iter().map(|value| value.number).filter(nearer).collect();
    }
    of_integer(i128::from(number)).map(|number| number as i32).collect()
}

/// Nothing, half, all but the first or last byte; and where the bytes are records, all but one of them or one of them
/// made smaller, so that what parses as a message goes on doing so.
fn of_bytes(bytes: &[u8]) -> Vec<Vec<u8>> {
    let Some((last, front)) = bytes.split_last() else { return Vec::new() };
    let mut steps = vec![Vec::new()];
    if bytes.len() > 2 {
        let (left, right) = bytes.split_at(bytes.len() / 2);
        steps.extend([left.to_vec(), right.to_vec()]);
    }
    if bytes.len() > 1 {
        steps.extend([front.to_vec(), bytes[1..].to_vec()]);
    }
    steps.extend(of_records(bytes));
    // A letter is easier on the eye than what is left of a long text.
    if bytes.len() == 1 && !last.is_ascii_alphanumeric() {
        steps.push(b"a".to_vec());
    }
    steps
}

fn of_records(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut records = Vec::new();
    for record in wire::fields(bytes) {
        let Ok(record) = record else { return Vec::new() };
        records.push((record.number, record.value));
    }
    let mut steps = Vec::new();
    for (index, (number, value)) in records.iter().enumerate() {
        let smaller: Vec<Vec<u8>> = match value {
            RawValue::Len(inside) => {
                of_bytes(inside).into_iter().map(|bytes| record(*number, &RawValue::Len(&bytes))).collect()
            }
            RawValue::Varint(n) if *n > 1 => vec![record(*number, &RawValue::Varint(1))],
            _ => Vec::new(),
        };
        let without = (records.len() > 1).then(Vec::new);
        for replacement in without.into_iter().chain(smaller) {
            let mut all: Vec<Vec<u8>> = records.iter().map(|(number, value)| record(*number, value)).collect();
            all[index] = replacement;
            steps.push(all.concat());
        }
    }
    steps
}

fn record(number: i32, value: &RawValue<'_>) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.tag(number, value.wire_type());
    match value {
        RawValue::Varint(value) => writer.varint(*value),
        RawValue::Fixed64(value) => writer.fixed64(*value),
        RawValue::Fixed32(value) => writer.fixed32(*value),
        RawValue::Len(bytes) => writer.len(bytes),
        RawValue::Group(records) => {
            writer.records(records);
            writer.end_group(number);
        }
    }
    writer.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::from_texts;

    const TEXT: &str = r#"
        syntax = "proto2";
        message A {
            optional string text = 1;
            repeated int32 many = 2;
            map<string, int64> map = 3;
            optional A inner = 4;
            optional Colour colour = 5;
            optional uint64 big = 6;
        }
        message Strict { required string must = 1; optional string may = 2; }
        enum Colour { RED = 3; BLUE = 7; }
    "#;

    /// What is left of a message of `name` that has these fields, as long as it shows something.
    fn left<const N: usize>(
        name: &str,
        fields: [(i32, Value); N],
        shows: impl Fn(&DynamicMessage) -> bool,
    ) -> Vec<(i32, Value)> {
        let schema = from_texts("test", [("a.proto", TEXT)]).expect("a valid schema");
        let message = &schema[schema.message_named(name).expect("it is there")];
        let start = DynamicMessage { fields: fields.into_iter().collect(), unknown: Vec::new() };
        assert!(shows(&start));
        let smallest = smallest(Typed { schema: &schema, message }, start, &shows);
        assert!(shows(&smallest));
        smallest.fields.into_iter().collect()
    }

    fn text(message: &DynamicMessage) -> &str {
        if let Some(Value::String(text)) = message.fields.get(&1) { text } else { "" }
    }

    #[test]
    fn what_does_not_matter_goes() {
        let fields = [(1, Value::String("some text".to_owned())), (6, Value::Uint(9))];
        assert_eq!(left("A", fields, |m| m.fields.contains_key(&6)), [(6, Value::Uint(0))]);
    }

    #[test]
    fn a_number_past_32_bits_is_the_smallest_such() {
        let is_past = |m: &DynamicMessage| matches!(m.fields.get(&6), Some(Value::Uint(n)) if *n > u64::from(u32::MAX));
        assert_eq!(left("A", [(6, Value::Uint(u64::MAX))], is_past), [(6, Value::Uint(1 << 32))]);
    }

    #[test]
    fn what_parses_as_a_message_goes_on_parsing() {
        let parses = |m: &DynamicMessage| {
            let bytes = text(m).as_bytes();
            !bytes.is_empty() && wire::fields(bytes).all(|field| field.is_ok())
        };
        let start = "\n\u{7}\n\u{5}\n\u{3}abc\u{8}\u{60}".to_owned();
        assert_eq!(left("A", [(1, Value::String(start))], parses), [(1, Value::String("\u{8}\u{1}".to_owned()))]);
    }

    #[test]
    fn of_a_long_list_two_are_enough() {
        let several = |m: &DynamicMessage| matches!(m.fields.get(&2), Some(Value::List(list)) if list.len() > 1);
        let list = (0..100).map(Value::Int).collect();
        let two = Value::List(vec![Value::Int(0), Value::Int(0)]);
        assert_eq!(left("A", [(2, Value::List(list))], several), [(2, two)]);
    }

    #[test]
    fn keys_and_values_of_maps_shrink() {
        let map = Value::Map(vec![(Value::String("key".to_owned()), Value::Int(-77))]);
        let empty = Value::Map(vec![(Value::String(String::new()), Value::Int(0))]);
        assert_eq!(left("A", [(3, map)], |m| m.fields.contains_key(&3)), [(3, empty)]);
    }

    #[test]
    fn messages_shrink_inside() {
        let inner = |fields: Vec<(i32, Value)>| {
            Value::Message(DynamicMessage { fields: fields.into_iter().collect(), unknown: Vec::new() })
        };
        let start = inner(vec![(1, Value::String("x".to_owned())), (4, inner(vec![(6, Value::Uint(5))]))]);
        let has_inner =
            |m: &DynamicMessage| matches!(m.fields.get(&4), Some(Value::Message(m)) if m.fields.contains_key(&4));
        assert_eq!(left("A", [(4, start)], has_inner), [(4, inner(vec![(4, inner(Vec::new()))]))]);
    }

    #[test]
    fn a_closed_enum_keeps_to_its_numbers() {
        assert_eq!(left("A", [(5, Value::Enum(7))], |m| m.fields.contains_key(&5)), [(5, Value::Enum(3))]);
    }

    #[test]
    fn what_is_required_stays() {
        let fields = [(1, Value::String("must".to_owned())), (2, Value::String("may".to_owned()))];
        assert_eq!(left("Strict", fields, |_| true), [(1, Value::String(String::new()))]);
    }
}
