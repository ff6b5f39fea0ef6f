//! What the oracle says of plain examples, one field at a time.

use proto_diff::{
    dynamic::{DynamicMessage, Reader, Value, binary},
    effects::{Encoding, Outcome},
    schema::{self, MessageId, Schema},
};

use crate::{
    dump::dump,
    facts::Tree,
    oracle::{Identity, Namesakes, observe},
};

const REST: &str = "message M { string s = 1; int32 n = 2; } message Entry { string key = 1; int32 value = 2; } \
                    message Other { string t = 1; } enum E { Z = 0; A = 1; B = 5; }";

/// How a value of one type fares where another type is expected, in bytes.
fn fares(old: &str, value: Value, new: &str) -> Outcome {
    let link = |field: &str| -> (Schema, MessageId) {
        let text = format!("syntax = 'proto3'; message Holder {{ {field} f = 1; }} {REST}");
        let schema = schema::from_texts("example", [("example.proto", text)]).expect("a valid example");
        let holder = schema.message_named("Holder").expect("it is there");
        (schema, holder)
    };
    let ((writer, written_as), (reader, read_as)) = (link(old), link(new));
    let written = DynamicMessage { fields: [(1, value)].into(), unknown: Vec::new() };
    let bytes = binary::write(&writer, &writer[written_as], &written);
    let tree = |schema: &Schema, id: MessageId| {
        let message =
            binary::read(schema, &schema[id], &bytes, Reader::Conformant).map_err(|error| error.to_string())?;
        Ok(Tree::of(&dump(schema, &schema[id], &message)))
    };
    let read: Result<Tree, String> = tree(&reader, read_as);
    let identity = Identity { writer: &writer, reader: &reader, kin: &Namesakes, encoding: Encoding::Binary };
    let written = tree(&writer, written_as).expect("what was written can be read");
    observe(&identity, (written_as, &written), (read_as, read.as_ref().map_err(String::as_str))).worst()
}

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

fn ints(values: &[i64]) -> Value {
    Value::List(values.iter().copied().map(Value::Int).collect())
}

fn message(fields: impl IntoIterator<Item = (i32, Value)>) -> Value {
    Value::Message(DynamicMessage { fields: fields.into_iter().collect(), unknown: Vec::new() })
}

#[test]
fn plain_examples() {
    use Outcome::*;
    let m = || message([(1, text("a")), (2, Value::Int(3))]);
    let map = || Value::Map(vec![(text("k"), Value::Int(7))]);
    let examples = [
        ("int32", Value::Int(-1), "int64", Exact),
        ("int64", Value::Int(1 << 40), "int32", Coerced),
        ("int64", Value::Int((1 << 40) + 1), "int32", Coerced),
        ("sint64", Value::Int((1 << 40) + 1), "sint32", Coerced),
        ("int32", Value::Int(1), "sint32", Misread),
        ("int32", Value::Int(0), "sint32", Exact),
        ("int32", Value::Int(42), "bool", Coerced),
        ("bool", Value::Bool(true), "int32", Exact),
        ("int32", Value::Int(42), "string", Dropped),
        ("fixed32", Value::Uint(42), "float", Misread),
        ("string", text("a"), "bytes", Exact),
        ("string", text("aaa"), "M", Rejected),
        ("string", text("\n\u{1}a"), "M", Misread),
        ("M", m(), "bytes", Misread),
        ("M", m(), "Other", Misread),
        ("M", message([(2, Value::Int(3))]), "Other", Dropped),
        ("repeated int32", ints(&[1]), "int32", Dropped),
        ("repeated int32", ints(&[1, 2]), "repeated sint32", Misread),
        ("repeated string", Value::List(vec![text("a"), text("b")]), "string", Coerced),
        ("int32", Value::Int(5), "repeated int32", Exact),
        ("map<string, int32>", map(), "repeated Entry", Exact),
        ("repeated Entry", Value::List(vec![message([]), message([])]), "map<string, int32>", Coerced),
        ("map<string, int32>", map(), "map<string, bool>", Coerced),
        ("E", Value::Enum(5), "int32", Exact),
        ("int32", Value::Int(9), "E", Exact),
    ];
    for (old, value, new, expected) in examples {
        assert_eq!(fares(old, value.clone(), new), expected, "{value:?}: {old} → {new}");
    }
}
