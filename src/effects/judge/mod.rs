//! What became of a value: the written message beside what a reader made of it.

mod collections;
mod scalars;
mod values;

use values::compare;

use super::{
    Direction, Ground, Outcome,
    meaning::{Meant, meant},
    typed::Typed,
};
use crate::{
    dynamic::{DynamicMessage, FieldNames, Value, find_field, json},
    pairing::Transform,
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
    /// The field whose values mean something else to the reader, if one is.
    pub(super) meaning: Option<Meaning<'a>>,
}

/// A field whose values do not mean the same as they stand.
#[derive(Clone, Copy)]
pub(super) struct Meaning<'a> {
    /// Its number, on the writer's side.
    pub(super) number: i32,
    /// What has to be done to a value, going up.
    pub(super) transform: &'a Transform,
    /// The way that data goes.
    pub(super) direction: Direction,
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
    let seen = |(number, value): (&i32, &Value)| {
        !expected.contains(number) && (says_something(value) || has_presence(reader, *number))
    };
    if read.fields.iter().any(seen) {
        return Outcome::Misread;
    }
    written
        .fields
        .iter()
        .map(|(number, value)| fate(writer, (*number, value), reader, read, identity))
        .max()
        .unwrap_or(Outcome::Exact)
}

/// What happened to one field of several.
pub(super) fn judge_field(
    writer: Typed<'_>,
    (written, number): (&DynamicMessage, i32),
    reader: Typed<'_>,
    read: &DynamicMessage,
    identity: &Identity<'_>,
) -> Outcome {
    let value = written.fields.get(&number);
    value.map_or(Outcome::Exact, |value| fate(writer, (number, value), reader, read, identity))
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
    let found = read.fields.get(&at);
    let outcome = match found {
        Some(found) => {
            let outcome = compare(
                (writer.schema, writer_field.value_kind(), value),
                (reader.schema, reader_field.value_kind(), found),
                identity,
            );
            let is_same = || says_the_same((writer.schema, writer_field, value), (reader.schema, reader_field, found));
            if outcome != Outcome::Exact && is_same() { Outcome::Exact } else { outcome }
        }
        None if is_what_absence_means(&reader_field.ty, value) => Outcome::Exact,
        None => Outcome::Dropped,
    };
    match identity.meaning.filter(|meaning| meaning.number == number && outcome != Outcome::Dropped) {
        Some(meaning) => of_meaning(meaning, value, (reader, reader_field), found, identity),
        None => outcome,
    }
}

/// What became of a value that does not mean the same as it stands: either the reader has what was meant, or it has
/// something else and does not know.
fn of_meaning(
    meaning: Meaning<'_>,
    written: &Value,
    (reader, field): (Typed<'_>, &Field),
    found: Option<&Value>,
    identity: &Identity<'_>,
) -> Outcome {
    let is_meant = match (meant(meaning.transform, meaning.direction, written), found) {
        (Meant::Nothing, _) => false,
        (Meant::Unset, None) => true,
        (Meant::Unset, Some(found)) => !says_something(found) && !has_presence(reader, field.number),
        (Meant::Value(value), None) => is_what_absence_means(&field.ty, &value),
        (Meant::Value(value), Some(found)) => {
            let side = |value| (reader.schema, field.value_kind(), value);
            let literally = Identity { numbers: Vec::new(), types: Types::Shared, meaning: None, ..*identity };
            compare(side(&value), side(found), &literally) == Outcome::Exact
        }
    };
    if is_meant { Outcome::Exact } else { Outcome::Misread }
}

/// Whether two values are spelled the same in JSON where one of them is of a well-known type, which has a spelling of
/// its own: a `Struct` and a map of `Value`s, a `Timestamp` and its text. An ordinary message that is read as a `Value`
/// is not itself any more.
fn says_the_same(
    (writer, writer_field, written): (&Schema, &Field, &Value),
    (reader, reader_field, read): (&Schema, &Field, &Value),
) -> bool {
    let well_known = |schema: &Schema, field: &Field| {
        let message = field.value_kind().message().map(|id| &schema[id].element.full_name);
        message.map(|name| name.starts_with("google.protobuf."))
    };
    let sides = [well_known(writer, writer_field), well_known(reader, reader_field)];
    if !sides.contains(&Some(true)) || sides.contains(&Some(false)) {
        return false;
    }
    let json = |schema, field, value| json::write_value(schema, field, value, FieldNames::Json).ok();
    json(writer, writer_field, written).is_some_and(|written| json(reader, reader_field, read) == Some(written))
}

/// Whether a reader sees a zero or empty value in a field and tells it from none.
fn has_presence(reader: Typed<'_>, number: i32) -> bool {
    find_field(reader.schema, reader.message, number)
        .is_some_and(|field| matches!(field.ty, FieldType::Singular { presence, .. } if presence != Presence::Implicit))
}

/// Whether a field that is absent says the same as a value that was written: zero, or a list of one, where there is no
/// presence.
fn is_what_absence_means(field: &FieldType, value: &Value) -> bool {
    match (field, value) {
        (FieldType::Singular { presence: Presence::Implicit, .. }, Value::List(values)) => {
            matches!(values.as_slice(), [only] if !says_something(only))
        }
        (FieldType::Singular { presence: Presence::Implicit, .. }, value) => !says_something(value),
        _ => false,
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

/// The fields of two unrelated types that are one: those with one number and one name.
pub(super) fn same_number_and_name(writer: &Message, reader: &Message) -> Vec<(i32, i32)> {
    writer
        .fields
        .iter()
        .filter(|f| reader.field_numbered(f.number).is_some_and(|other| other.name() == f.name()))
        .map(|f| (f.number, f.number))
        .collect()
}
