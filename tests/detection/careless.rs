//! Writers that are not canonical: fields in any order, defaults put down, messages in two pieces, fields to come.

use proto_diff::{
    dynamic::{DynamicMessage, Value, binary},
    migration::detection::Side,
    schema::{FieldType, Kind, MessageId, Presence, Scalar, Schema},
    wire::{self, RawValue, Writer},
};

use super::{honest, random::Letter, sides::SIDES, tally::Tally};

fn judge(group: &str, write: impl Fn(&Letter) -> Vec<u8>) {
    for writer in [Side::Old, Side::New] {
        let mut tally = Tally::default();
        for letter in honest::letters().iter().filter(|letter| letter.writer == writer) {
            tally.add(letter.writer, letter.types, &write(letter));
        }
        tally.settle(&format!("{group}, {writer}"));
    }
}

#[test]
fn fields_in_the_opposite_order() {
    judge("fields in the opposite order", |letter| {
        let bytes = letter.bytes();
        let mut ends: Vec<usize> = wire::fields(&bytes).map(|field| field.expect("as written").offset).collect();
        ends.push(bytes.len());
        ends.windows(2).rev().flat_map(|pair| bytes[pair[0]..pair[1]].to_vec()).collect()
    });
}

#[test]
fn defaults_put_down() {
    judge("defaults put down", |letter| {
        let schema = SIDES.schema(letter.writer);
        let mut message = letter.message.clone();
        put_defaults(schema, letter.root(), &mut message);
        binary::write(schema, &schema[letter.root()], &message)
    });
}

fn put_defaults(schema: &Schema, of: MessageId, message: &mut DynamicMessage) {
    for field in &schema[of].fields {
        if let FieldType::Singular { kind, presence: Presence::Implicit } = &field.ty {
            let default = match kind {
                Kind::Scalar(Scalar::String) => Value::String(String::new()),
                Kind::Scalar(Scalar::Bool) => Value::Bool(false),
                Kind::Scalar(Scalar::Int32) => Value::Int(0),
                Kind::Enum(_) => Value::Enum(0),
                _ => continue,
            };
            message.fields.entry(field.number).or_insert(default);
        }
    }
    for (number, value) in &mut message.fields {
        let Some(inner) = schema[of].field_numbered(*number).and_then(|field| field.value_kind().message()) else {
            continue;
        };
        match value {
            Value::Message(message) => put_defaults(schema, inner, message),
            Value::List(values) => {
                for value in values {
                    if let Value::Message(message) = value {
                        put_defaults(schema, inner, message);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Messages merge when they come in pieces (<https://protobuf.dev/programming-guides/encoding/#last-one-wins>).
#[test]
fn messages_in_two_pieces() {
    judge("messages in two pieces", |letter| {
        let schema = SIDES.schema(letter.writer);
        let bytes = letter.bytes();
        let mut out = Writer::default();
        let mut start = 0;
        let fields: Vec<_> = wire::fields(&bytes).map(|field| field.expect("as written")).collect();
        for (index, field) in fields.iter().enumerate() {
            let end = fields.get(index + 1).map_or(bytes.len(), |next| next.offset);
            let known = schema[letter.root()].field_numbered(field.number);
            let single = known.is_some_and(|f| matches!(f.ty, FieldType::Singular { kind: Kind::Message(_), .. }));
            match field.value {
                RawValue::Len(payload) if single => {
                    let second = wire::fields(payload).nth(1).and_then(Result::ok).map_or(payload.len(), |f| f.offset);
                    out.len_field(field.number, &payload[..second]);
                    out.len_field(field.number, &payload[second..]);
                }
                _ => out.records(&bytes[start..end]),
            }
            start = end;
        }
        out.into_bytes()
    });
}

#[test]
fn fields_to_come() {
    judge("fields to come", |letter| [letter.bytes(), b"\xf2\x03\x05later".to_vec()].concat());
}

/// What drafts of the old version send, put where it fits.
#[test]
fn fields_of_drafts() {
    let mut tally = Tally::default();
    for letter in honest::letters().iter().filter(|letter| letter.writer == Side::Old) {
        let draft: &[u8] = match SIDES.old[letter.types.old()].element.name.as_str() {
            "Part" => b"\x22\x0a\x0a\x08\x0a\x01a\x12\x03\x1a\x01b",
            "Message" => b"\x42\x03t-1",
            "AgentCard" => b"\x92\x01\x09https://a",
            "AgentCapabilities" => b"\x20\x01",
            _ => continue,
        };
        tally.add(Side::Old, letter.types, &[letter.bytes(), draft.to_vec()].concat());
    }
    tally.settle("fields of drafts");
}
