//! Where one runtime goes its own way and no report has to foresee it. Few and narrow.

use proto_diff::{
    effects::Outcome,
    schema::{Field, FieldType, Kind, Scalar},
};

use super::{
    facts::Fact,
    miss::{Miss, What},
    passage::Reader,
};

/// Whether a miss is no miss.
pub fn explain(miss: &Miss<'_>) -> bool {
    let in_json = matches!(miss.reader, Reader::StrictJson | Reader::LenientJson);
    let refusal_is_foretold = miss.observed == Outcome::Misread && miss.claimed == Outcome::Rejected;
    match &miss.what {
        // upb reads the text of proto2 unchecked, and Python stumbles over it where it is the key of a map.
        What::Message(refusal) if refusal.starts_with("UnicodeDecodeError") => true,
        // A member of a oneof whose value is ignored, as no name of its enum, counts as a member to Python.
        What::Message(refusal) if refusal.contains("should not have multiple") => miss.claimed == Outcome::Dropped,
        What::Message(refusal) => miss.reader == Reader::LenientJson && is_number_in_quotes(refusal, miss.payload),
        What::Field { reader, .. } if miss.reader == Reader::Conformant => {
            miss.observed <= Outcome::Coerced && is_map(reader) || entry_set_aside(miss)
        }
        What::Field { reader, read, .. } => {
            let is_enum = reader.is_some_and(|field| matches!(field.value_kind(), Kind::Enum(_)));
            let is_dropping_foretold = miss.reader == Reader::LenientJson && miss.claimed == Outcome::Dropped;
            in_json && refusal_is_foretold && (number_of_anything(reader) || message_of_anything(reader, read))
                || is_dropping_foretold && is_enum && miss.observed == Outcome::Coerced
        }
    }
}

/// Python reads digits in a string as the number of an enum value. One that the enum does not have it refuses, even
/// where unknown names are ignored.
fn is_number_in_quotes(refusal: &str, payload: &str) -> bool {
    let starts = ["Invalid enum value ", "Value out of range: "];
    let numbers = starts.iter().filter_map(|start| refusal.split_once(start)).map(|(_, rest)| rest);
    let mut numbers = numbers.map(|rest| rest.trim_end_matches('.').split(' ').next().unwrap_or_default());
    numbers.any(|number| payload.contains(&format!("\"{number}\"")))
}

/// Python makes numbers of `true` and enum values of `1.5`.
fn number_of_anything(reader: &Option<&Field>) -> bool {
    reader.is_some_and(|field| match field.value_kind() {
        Kind::Enum(_) => true,
        Kind::Scalar(scalar) => !matches!(scalar, Scalar::String | Scalar::Bytes | Scalar::Bool),
        _ => false,
    })
}

/// Python takes the characters of a string for names of fields, which are ignored where unknown names are, and a list
/// without elements for a message without fields.
fn message_of_anything(reader: &Option<&Field>, read: &Option<&Fact>) -> bool {
    let is_empty = |fact: &Fact| match fact {
        Fact::List(items) => items.iter().all(Fact::is_nothing),
        Fact::Map(entries) => entries.iter().all(|(_, value)| value.is_nothing()),
        fact => fact.is_nothing(),
    };
    reader.is_some_and(|field| field.value_kind().is_message()) && read.is_none_or(is_empty)
}

/// upb sets an entry of a map aside where its value does not fit or something else is in it; the others, and Python
/// without upb, put it into the map with a default, which may be what was written.
fn is_map(reader: &Option<&Field>) -> bool {
    reader.is_some_and(|field| matches!(field.ty, FieldType::Map { .. }))
}

/// upb sets an entry of a map aside where something in it is unknown; the others put it into the map. With several of
/// one key another one is the last then, and is read instead.
fn entry_set_aside(miss: &Miss<'_>) -> bool {
    miss.claimed == Outcome::Coerced && miss.findings.iter().any(|said| said.contains("keep the last one of each key"))
}
