//! The value model.

use std::{cmp::Ordering, collections::BTreeMap};

use crate::wire::{Depth, Overflow, RawValue, Reader, WireType, Writer};

/// A message: the fields that are set, and what a reader did not know.
///
/// The type it is a value of is not part of it; every operation takes the [`crate::schema::Message`] beside it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DynamicMessage {
    /// Values by field number, extensions among them. A number that is not here is absent.
    pub fields: BTreeMap<i32, Value>,
    /// Records that the schema did not place, in the order they came.
    pub unknown: Vec<UnknownField>,
}

/// A record that a reader kept without understanding it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownField {
    /// The field number.
    pub number: i32,
    /// How the payload is delimited.
    pub wire_type: WireType,
    /// The whole record, tag included: what a writer puts down again.
    pub bytes: Vec<u8>,
}

impl UnknownField {
    /// A varint record.
    pub(crate) fn varint(number: i32, value: u64) -> Self {
        let mut writer = Writer::default();
        writer.varint_field(number, value);
        UnknownField { number, wire_type: WireType::Varint, bytes: writer.into_bytes() }
    }

    /// The payload without its tag; `None` when `bytes` is not one well-formed record.
    pub fn value(&self) -> Option<RawValue<'_>> {
        let field = Reader::new(&self.bytes, Overflow::Drop).field(Depth::outermost()).ok()??;
        Some(field.value)
    }
}

/// The value of one field.
///
/// Equality is equality of data: a NaN equals the NaN with the same bits, and `0.0` is not `-0.0`.
#[derive(Debug, Clone)]
pub enum Value {
    /// `bool`.
    Bool(bool),
    /// `int32`, `int64`, `sint32`, `sint64`, `sfixed32`, `sfixed64`.
    Int(i64),
    /// `uint32`, `uint64`, `fixed32`, `fixed64`.
    Uint(u64),
    /// `float`.
    Float(f32),
    /// `double`.
    Double(f64),
    /// `string`.
    String(String),
    /// `bytes`; also a `string` that is not UTF-8 where the schema does not ask for a check.
    Bytes(Vec<u8>),
    /// The number of an enum value, whether the enum names it or not.
    Enum(i32),
    /// A message or group.
    Message(DynamicMessage),
    /// A repeated field, not empty.
    List(Vec<Value>),
    /// A map, not empty. Readers leave it sorted by key, each key once; see [`Value::map`].
    Map(Vec<(Value, Value)>),
}

impl Value {
    /// A map from entries as they come off the wire: of entries with one key the last one counts
    /// (<https://protobuf.dev/programming-guides/proto3/#maps>). The result is sorted by key, so that equal maps are
    /// equal.
    pub fn map(mut entries: Vec<(Value, Value)>) -> Value {
        settle_entries(&mut entries);
        Value::Map(entries)
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Uint(a), Value::Uint(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Double(a), Value::Double(b)) => a.to_bits() == b.to_bits(),
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Bytes(a), Value::Bytes(b)) => a == b,
            (Value::Enum(a), Value::Enum(b)) => a == b,
            (Value::Message(a), Value::Message(b)) => a == b,
            (Value::List(a), Value::List(b)) => a == b,
            (Value::Map(a), Value::Map(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

/// Brings the maps of a message and of all messages below it into the form [`Value::map`] gives.
///
/// Readers append entries as they come and settle once at the end; doing it entry by entry would be quadratic.
pub(super) fn settle_maps(message: &mut DynamicMessage) {
    message.fields.values_mut().for_each(settle);
}

fn settle(value: &mut Value) {
    match value {
        Value::Message(message) => settle_maps(message),
        Value::List(values) => values.iter_mut().for_each(settle),
        Value::Map(entries) => {
            settle_entries(entries);
            entries.iter_mut().for_each(|(_, value)| settle(value));
        }
        _ => {}
    }
}

fn settle_entries(entries: &mut Vec<(Value, Value)>) {
    // The sort is stable: after reversing, the last of several entries with one key comes first and is the one kept.
    entries.sort_by(|(a, _), (b, _)| key_order(a, b));
    entries.reverse();
    entries.dedup_by(|(a, _), (b, _)| key_order(a, b).is_eq());
    entries.reverse();
}

fn key_order(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Uint(a), Value::Uint(b)) => a.cmp(b),
        _ => text(a).cmp(text(b)),
    }
}

/// The bytes of a string key. Other kinds of keys do not meet each other in one map.
fn text(value: &Value) -> &[u8] {
    match value {
        Value::String(text) => text.as_bytes(),
        Value::Bytes(bytes) => bytes,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_entry_with_a_key_counts() {
        let entry = |key: &str, value| (Value::String(key.to_owned()), Value::Int(value));
        let map = Value::map(vec![entry("b", 1), entry("a", 2), entry("b", 3), entry("b", 4)]);
        assert_eq!(map, Value::Map(vec![entry("a", 2), entry("b", 4)]));
    }

    #[test]
    fn equality_is_of_bits() {
        assert_eq!(Value::Double(f64::NAN), Value::Double(f64::NAN));
        assert_ne!(Value::Float(0.0), Value::Float(-0.0));
        assert_ne!(Value::Int(1), Value::Uint(1));
    }
}
