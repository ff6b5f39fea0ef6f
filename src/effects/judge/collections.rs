//! Lists and maps, beside one another and beside single values.

use std::slice;

use super::{
    Identity, says_something,
    scalars::scalars,
    values::{Side, compare},
};
use crate::{
    dynamic::{DynamicMessage, Reader, Value, binary},
    effects::Outcome,
    schema::{Field, Kind, Schema},
};

/// What became of a list or map, or of a value that was read as one.
pub(super) fn collections(written: Side<'_>, read: Side<'_>, identity: &Identity<'_>) -> Outcome {
    let compare_values = |w: &Value, r: &Value| compare((written.0, written.1, w), (read.0, read.1, r), identity);
    match (written.2, read.2) {
        (Value::List(w), Value::List(r)) if w.len() == r.len() => {
            w.iter().zip(r).map(|(w, r)| compare_values(w, r)).max().unwrap_or(Outcome::Exact)
        }
        // An element went missing: an unknown number of a closed enum, say.
        (Value::List(_), Value::List(r)) if r.is_empty() => Outcome::Dropped,
        (Value::List(w), Value::List(r)) => {
            let mut left = w.iter();
            let survived = |r: &Value| left.any(|w| compare_values(w, r) <= Outcome::Coerced);
            if r.iter().all(survived) { Outcome::Coerced } else { Outcome::Misread }
        }
        // What the list has more is earlier entries of the same keys, as they stood in the bytes.
        (Value::Map(map), Value::List(list)) => map_as_list((written, map), (read, list), identity),
        (Value::List(list), Value::Map(map)) => list_as_map((written, list), (read, map), identity),
        // One message in the place of entries, or entries merged into one.
        (one @ Value::Message(_), Value::Map(map)) => {
            list_as_map((written, slice::from_ref(one)), (read, map), identity)
        }
        (Value::Map(map), one @ Value::Message(_)) if map.len() == 1 => {
            map_as_list((written, map), (read, slice::from_ref(one)), identity)
        }
        (Value::Map(_), Value::Message(_)) => Outcome::Coerced,
        (Value::List(w), r) => match w.as_slice() {
            [] => Outcome::Exact,
            [only] => compare_values(only, r),
            [.., last] => {
                let survivor = merged(written, w).unwrap_or_else(|| last.clone());
                compare_values(&survivor, r).max(Outcome::Coerced)
            }
        },
        (w, Value::List(r)) => match r.as_slice() {
            [only] => compare_values(w, only),
            [] => Outcome::Dropped,
            // One value was written; several were found in it.
            [_, _, ..] => Outcome::Misread,
        },
        (Value::Map(w), Value::Map(r)) if w.len() == r.len() => w
            .iter()
            .zip(r)
            .map(|((wk, wv), (rk, rv))| {
                // A key or value of another wire type: the entry arrives with the default in its place.
                let part = |w: &Value, r: &Value, otherwise: Outcome| match (says_something(w), says_something(r)) {
                    (true, false) => Outcome::Coerced,
                    (false, false) => Outcome::Exact,
                    _ => otherwise,
                };
                part(wk, rk, scalars(wk, rk)).max(part(wv, rv, compare_values(wv, rv)))
            })
            .max()
            .unwrap_or(Outcome::Exact),
        (Value::Map(_), Value::Map(_)) => Outcome::Coerced,
        // A map and a single value that is no entry.
        _ => Outcome::Misread,
    }
}

/// Messages that are read as one: their bytes, one after the other. Of other values the last one wins, and there is
/// nothing to merge (<https://protobuf.dev/programming-guides/encoding/#last-one-wins>).
fn merged((schema, kind, _): Side<'_>, values: &[Value]) -> Option<Value> {
    let message = &schema[kind.message()?];
    let mut bytes = Vec::new();
    for value in values {
        let Value::Message(value) = value else { return None };
        bytes.extend(binary::write(schema, message, value));
    }
    Some(Value::Message(binary::read(schema, message, &bytes, Reader::Conformant).ok()?))
}

type Entries<'a> = &'a [(Value, Value)];

/// A map that is read as a list of messages with the key at 1 and the value at 2, which is the same on the wire.
fn map_as_list(
    (written, map): (Side<'_>, Entries<'_>),
    (read, list): (Side<'_>, &[Value]),
    identity: &Identity<'_>,
) -> Outcome {
    entries(map, (read.0, read.1, list), |value, (kind, item)| {
        compare((written.0, written.1, value), (read.0, kind, item), identity)
    })
}

/// The other way round. A key that the list holds twice is in the map once.
fn list_as_map(
    (written, list): (Side<'_>, &[Value]),
    (read, map): (Side<'_>, Entries<'_>),
    identity: &Identity<'_>,
) -> Outcome {
    let folded = if map.len() == list.len() { Outcome::Exact } else { Outcome::Coerced };
    let found = entries(map, (written.0, written.1, list), |value, (kind, item)| {
        compare((written.0, kind, item), (read.0, read.1, value), identity)
    });
    found.max(folded)
}

/// Each entry of a map beside the last message of a list that has its key; `compare_values` is given the value of the
/// map and that of the message.
fn entries(
    map: Entries<'_>,
    (schema, item_kind, list): (&Schema, &Kind, &[Value]),
    compare_values: impl Fn(&Value, (&Kind, &Value)) -> Outcome,
) -> Outcome {
    let value_kind = item_kind.message().and_then(|id| schema[id].field_numbered(2)).map(Field::value_kind);
    let Some(value_kind) = value_kind else { return Outcome::Misread };
    let one = |(key, value): &(Value, Value)| -> Outcome {
        let has_key = |item: &&DynamicMessage| match item.fields.get(&1) {
            Some(theirs) => scalars(key, theirs) == Outcome::Exact,
            None => !says_something(key),
        };
        let mut items = list.iter().filter_map(|item| if let Value::Message(item) = item { Some(item) } else { None });
        match items.rfind(has_key).map(|item| item.fields.get(&2)) {
            Some(Some(theirs)) => compare_values(value, (value_kind, theirs)),
            Some(None) if !says_something(value) => Outcome::Exact,
            Some(None) => Outcome::Coerced,
            None => Outcome::Misread,
        }
    };
    map.iter().map(one).max().unwrap_or(Outcome::Exact)
}
