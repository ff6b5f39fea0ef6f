//! What became of a value: the written message beside what a reader made of it.

use super::{Direction, Ground, Outcome, typed::Typed};
use crate::{
    dynamic::{DynamicMessage, Value, find_field},
    schema::{Field, FieldType, Kind, Message, Presence, Schema},
};

/// Who is who for one experiment.
pub(super) struct Identity<'a> {
    /// The number at which the reader has each of the writer's fields, whatever its number and name.
    pub(super) numbers: Vec<(i32, i32)>,
    /// Which types of the writer and of the reader are one.
    pub(super) types: Types<'a>,
    /// How numbers of one and the same enum are to be taken.
    pub(super) enum_numbers: EnumNumbers<'a>,
}

/// Which types of the writer and of the reader are one.
#[derive(Clone, Copy)]
pub(super) enum Types<'a> {
    /// Those that were paired.
    Paired(&'a Ground<'a>, Direction),
    /// Both are of one schema.
    Shared,
}

impl Types<'_> {
    pub(super) fn are_one(&self, writer: &Kind, reader: &Kind) -> bool {
        match self {
            Types::Paired(ground, direction) => ground.same_kind(*direction, writer, reader),
            Types::Shared => writer == reader,
        }
    }
}

/// What a number of an enum means to the other side.
#[derive(Clone, Copy)]
pub(super) enum EnumNumbers<'a> {
    /// The same; what changed inside the enum is reported there.
    MeanTheSame,
    /// The value with this number, if any: the enum is what is being tried.
    Mean(&'a dyn Fn(i32) -> Option<i32>),
}

impl Identity<'_> {
    fn of(&self, writer_number: i32) -> Option<i32> {
        self.numbers.iter().find(|(writer, _)| *writer == writer_number).map(|(_, reader)| *reader)
    }
}

/// The worst that happened to any written field. A reader's field that holds something nobody wrote to it is a
/// misreading, whatever else went well.
pub(super) fn judge(
    writer: Typed<'_>,
    written: &DynamicMessage,
    reader: Typed<'_>,
    read: &DynamicMessage,
    identity: &Identity<'_>,
) -> Outcome {
    let expected: Vec<i32> = written.fields.keys().filter_map(|number| identity.of(*number)).collect();
    if read.fields.iter().any(|(number, value)| !expected.contains(number) && says_something(value)) {
        return Outcome::Misread;
    }
    written
        .fields
        .iter()
        .map(|(number, value)| fate(writer, (*number, value), reader, read, identity))
        .max()
        .unwrap_or(Outcome::Exact)
}

fn fate(
    writer: Typed<'_>,
    (number, value): (i32, &Value),
    reader: Typed<'_>,
    read: &DynamicMessage,
    identity: &Identity<'_>,
) -> Outcome {
    let Some(at) = identity.of(number) else { return Outcome::Dropped };
    let (Some(writer_field), Some(reader_field)) =
        (find_field(writer.schema, writer.message, number), find_field(reader.schema, reader.message, at))
    else {
        return Outcome::Dropped;
    };
    match read.fields.get(&at) {
        Some(found) => compare(
            (writer.schema, writer_field.value_kind(), value),
            (reader.schema, reader_field.value_kind(), found),
            identity,
        ),
        None if is_what_absence_means(&reader_field.ty, value) => Outcome::Exact,
        None => Outcome::Dropped,
    }
}

/// Whether a field that is absent says the same as a value that was written: zero where there is no presence, a list
/// of nothing.
fn is_what_absence_means(field: &FieldType, value: &Value) -> bool {
    match (field, value) {
        (FieldType::Singular { presence: Presence::Implicit, .. }, Value::List(values)) => {
            matches!(values.as_slice(), [only] if !says_something(only))
        }
        (FieldType::Singular { presence: Presence::Implicit, .. }, value) => !says_something(value),
        (FieldType::Singular { .. }, _) => false,
        (FieldType::Repeated { .. } | FieldType::Map { .. }, value) => !says_something(value),
    }
}

/// Zero, empty and "nothing set" are what an absent field means too; losing them loses nothing.
fn says_something(value: &Value) -> bool {
    match value {
        Value::Bool(value) => *value,
        Value::Int(value) => *value != 0,
        Value::Uint(value) => *value != 0,
        // Minus zero is written.
        Value::Float(value) => value.to_bits() != 0,
        Value::Double(value) => value.to_bits() != 0,
        Value::Enum(number) => *number != 0,
        Value::String(text) => !text.is_empty(),
        Value::Bytes(bytes) => !bytes.is_empty(),
        Value::Message(message) => !message.fields.is_empty() || !message.unknown.is_empty(),
        Value::List(values) => !values.is_empty(),
        Value::Map(entries) => !entries.is_empty(),
    }
}

type Side<'a> = (&'a Schema, &'a Kind, &'a Value);

/// What a value became in the field it belongs to.
fn compare(written: Side<'_>, read: Side<'_>, identity: &Identity<'_>) -> Outcome {
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
        (Value::Map(map), Value::List(list)) => entries((written.0, written.1, map), (read.0, read.1, list), identity),
        (Value::List(list), Value::Map(map)) => {
            let folded = if map.len() == list.len() { Outcome::Exact } else { Outcome::Coerced };
            entries((read.0, read.1, map), (written.0, written.1, list), identity).max(folded)
        }
        // One message in the place of entries, or entries merged into one.
        (Value::Message(_), Value::Map(map)) => {
            entries((read.0, read.1, map), (written.0, written.1, std::slice::from_ref(written.2)), identity)
        }
        (Value::Map(map), Value::Message(_)) if map.len() == 1 => {
            entries((written.0, written.1, map), (read.0, read.1, std::slice::from_ref(read.2)), identity)
        }
        (Value::Map(_), Value::Message(_)) => Outcome::Coerced,
        (Value::List(w), r) => match w.as_slice() {
            [] => Outcome::Exact,
            [only] => compare_values(only, r),
            // Last one wins; for messages, merged.
            [.., last] => compare_values(last, r).max(Outcome::Coerced),
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
        (Value::Message(w), Value::Message(r)) => messages(written, w, read, r, identity),
        (Value::Enum(w), Value::Enum(r)) => enums(written, *w, read, *r, identity),
        (w, r) if !says_something(w) && !says_something(r) => Outcome::Exact,
        // `google.protobuf.StringValue` and its like are, in JSON, the value they wrap.
        (Value::Message(w), r) if !matches!(r, Value::List(_) | Value::Map(_)) => {
            match wrapped(written.0, written.1, w) {
                Some(inside) => scalars(&inside, r),
                None => Outcome::Misread,
            }
        }
        (w, Value::Message(r)) if !matches!(w, Value::List(_) | Value::Map(_)) => match wrapped(read.0, read.1, r) {
            Some(inside) => scalars(w, &inside),
            None => Outcome::Misread,
        },
        (Value::Enum(number), Value::String(name)) => named(written.0, written.1, *number, name),
        (Value::String(name), Value::Enum(number)) => named(read.0, read.1, *number, name),
        (w, r) => scalars(w, r),
    }
}

/// What a wrapper holds, the default when it holds nothing; `None` for any other message.
fn wrapped(schema: &Schema, kind: &Kind, message: &DynamicMessage) -> Option<Value> {
    let wrapper = &schema[kind.message()?];
    let kind = wrapper.element.full_name.strip_prefix("google.protobuf.")?.strip_suffix("Value")?;
    let default = match kind {
        "Double" | "Float" => Value::Double(0.0),
        "Int64" | "UInt64" | "Int32" | "UInt32" => Value::Int(0),
        "Bool" => Value::Bool(false),
        "String" | "Bytes" => Value::String(String::new()),
        _ => return None,
    };
    Some(message.fields.get(&1).cloned().unwrap_or(default))
}

/// A map beside a list of messages with the key at 1 and the value at 2, which is the same on the wire. A key that the
/// list holds twice is in the map once.
fn entries(
    (map_schema, value_kind, map): (&Schema, &Kind, &[(Value, Value)]),
    (list_schema, item_kind, list): (&Schema, &Kind, &[Value]),
    identity: &Identity<'_>,
) -> Outcome {
    let item_value_kind = item_kind.message().and_then(|id| list_schema[id].field_numbered(2)).map(Field::value_kind);
    let Some(item_value_kind) = item_value_kind else { return Outcome::Misread };
    let one = |(key, value): &(Value, Value)| -> Outcome {
        let has_key = |item: &&DynamicMessage| match item.fields.get(&1) {
            Some(theirs) => scalars(key, theirs) == Outcome::Exact,
            None => !says_something(key),
        };
        let mut items = list.iter().filter_map(|item| if let Value::Message(item) = item { Some(item) } else { None });
        match items.rfind(has_key).map(|item| item.fields.get(&2)) {
            Some(Some(theirs)) => {
                compare((list_schema, item_value_kind, theirs), (map_schema, value_kind, value), identity)
            }
            Some(None) if !says_something(value) => Outcome::Exact,
            Some(None) => Outcome::Coerced,
            None => Outcome::Misread,
        }
    };
    map.iter().map(one).max().unwrap_or(Outcome::Exact)
}

fn messages(
    written: Side<'_>,
    w: &DynamicMessage,
    read: Side<'_>,
    r: &DynamicMessage,
    identity: &Identity<'_>,
) -> Outcome {
    // It arrived as what it is; what changed inside it is a change of its own.
    if identity.types.are_one(written.1, read.1) {
        return Outcome::Exact;
    }
    let (Some(writer_id), Some(reader_id)) = (written.1.message(), read.1.message()) else { return Outcome::Misread };
    let (writer, reader) = (&written.0[writer_id], &read.0[reader_id]);
    let numbers = same_number_and_name(writer, reader);
    judge(
        Typed { schema: written.0, message: writer },
        w,
        Typed { schema: read.0, message: reader },
        r,
        &Identity { numbers, types: identity.types, enum_numbers: identity.enum_numbers },
    )
}

/// The fields of two unrelated types that are one: those with one number and one name.
pub(super) fn same_number_and_name(writer: &Message, reader: &Message) -> Vec<(i32, i32)> {
    writer
        .fields
        .iter()
        .filter(|f| reader.field_numbered(f.number).is_some_and(|other| other.name() == f.name()))
        .map(|f| (f.number, f.number))
        .collect()
}

/// Numbers of one enum mean the same unless the enum is what is being tried; of two enums, the names decide.
fn enums(written: Side<'_>, w: i32, read: Side<'_>, r: i32, identity: &Identity<'_>) -> Outcome {
    let (Kind::Enum(writer), Kind::Enum(reader)) = (written.1, read.1) else { return scalars(written.2, read.2) };
    let reader_names_it = read.0[*reader].json_name(r).is_some();
    match identity.enum_numbers {
        EnumNumbers::Mean(meant) if meant(w) == Some(r) => Outcome::Exact,
        EnumNumbers::Mean(_) if reader_names_it => Outcome::Misread,
        EnumNumbers::Mean(_) => Outcome::Dropped,
        EnumNumbers::MeanTheSame if w != r => Outcome::Misread,
        EnumNumbers::MeanTheSame if identity.types.are_one(written.1, read.1) => Outcome::Exact,
        EnumNumbers::MeanTheSame => match (written.0[*writer].json_name(w), read.0[*reader].json_name(r)) {
            (Some(written), Some(read)) if written != read => Outcome::Misread,
            (Some(_), None) => Outcome::Dropped,
            _ => Outcome::Exact,
        },
    }
}

/// Scalars of any two kinds: equal, wrapped or rounded, or something else.
fn scalars(written: &Value, read: &Value) -> Outcome {
    if let (Some(w), Some(r)) = (text(written), text(read)) {
        return if w == r { Outcome::Exact } else { Outcome::Misread };
    }
    if let (Some(w), Some(r)) = (integer(written), integer(read)) {
        return integers(w, r, read);
    }
    if let Some(outcome) = spelled(written, read).or_else(|| spelled(read, written)) {
        return outcome;
    }
    match (float(written), float(read)) {
        // The digits of a float, as JSON has them, make a double that is nearer to them.
        (Some(w), Some(r))
            if matches!((written, read), (Value::Float(_), Value::Double(_))) && w as f32 == r as f32 =>
        {
            Outcome::Exact
        }
        // More digits than a float holds.
        (Some(w), Some(r)) if w == r && integer(written).is_some_and(|w| r as i128 != w) => Outcome::Coerced,
        (Some(w), Some(r)) if w == r || (w.is_nan() && r.is_nan()) => Outcome::Exact,
        // Rounded to fewer bits.
        (Some(w), Some(r)) if w as f32 == r as f32 && (w as f32).is_finite() => Outcome::Coerced,
        _ => Outcome::Misread,
    }
}

/// A value of an enum beside a text, which JSON has for it.
fn named(schema: &Schema, kind: &Kind, number: i32, name: &str) -> Outcome {
    let Kind::Enum(id) = kind else { return Outcome::Misread };
    let is_its_name = schema[*id].values_numbered(number).any(|value| value.element.name == name);
    if is_its_name { Outcome::Exact } else { Outcome::Misread }
}

/// A number beside its spelling, as JSON has it: `"42"` and 42, `"NaN"` and NaN.
fn spelled(spelling: &Value, number: &Value) -> Option<Outcome> {
    let Value::String(spelling) = spelling else { return None };
    let same = match (integer(number), float(number)) {
        (Some(number), _) => spelling.parse() == Ok(number),
        (None, Some(number)) => spelling.parse().is_ok_and(|s: f64| s == number || (s.is_nan() && number.is_nan())),
        (None, None) => return None,
    };
    Some(if same { Outcome::Exact } else { Outcome::Misread })
}

/// Equal, equal in the low bits (truncation, another reading of the sign), or something else.
fn integers(w: i128, r: i128, read: &Value) -> Outcome {
    let wraps = |bits: u32| (w - r).rem_euclid(1 << bits) == 0;
    if w == r {
        Outcome::Exact
    } else if wraps(32) || wraps(64) || wraps_zigzag(w, r) || matches!(read, Value::Bool(_)) {
        Outcome::Coerced
    } else {
        Outcome::Misread
    }
}

/// A `sint64` cut to a `sint32`: what is cut is the zigzag form.
fn wraps_zigzag(w: i128, r: i128) -> bool {
    let zigzag = |n: i128| (n << 1) ^ (n >> 127);
    i32::try_from(w).is_err() && i32::try_from(r).is_ok() && (zigzag(w) - zigzag(r)).rem_euclid(1 << 32) == 0
}

fn text(value: &Value) -> Option<&[u8]> {
    match value {
        Value::String(text) => Some(text.as_bytes()),
        Value::Bytes(bytes) => Some(bytes),
        _ => None,
    }
}

fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::Bool(value) => Some(i128::from(*value)),
        Value::Int(value) => Some(i128::from(*value)),
        Value::Uint(value) => Some(i128::from(*value)),
        Value::Enum(number) => Some(i128::from(*number)),
        _ => None,
    }
}

fn float(value: &Value) -> Option<f64> {
    match value {
        Value::Float(value) => Some(f64::from(*value)),
        Value::Double(value) => Some(*value),
        Value::Int(value) => Some(*value as f64),
        Value::Uint(value) => Some(*value as f64),
        Value::Enum(number) => Some(f64::from(*number)),
        _ => None,
    }
}
