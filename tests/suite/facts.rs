//! Messages as trees of facts, whoever read them: typed again from the JSON that `dump`, `prost_tree` and
//! `tests/python/peer.py` all speak.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::hex::hex;

/// A message: the fields that are set, by number, and what was kept without being understood.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tree {
    pub fields: BTreeMap<i32, Fact>,
    /// Number and wire type: `3:len`.
    pub unknown: Vec<String>,
}

/// What a field holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    Bool(bool),
    Int(i128),
    Float(f32),
    Double(f64),
    /// The bytes of a string, UTF-8 or not.
    Text(Vec<u8>),
    Bytes(Vec<u8>),
    Enum(i32),
    Message(Tree),
    List(Vec<Fact>),
    Map(Vec<(Fact, Fact)>),
}

impl Tree {
    /// The tree that some JSON tells of.
    pub fn of(json: &Json) -> Tree {
        let fields = json["fields"].as_object().expect("a tree has fields");
        let unknown = json["unknown"].as_array().expect("a tree has unknown records");
        Tree {
            fields: fields.iter().map(|(number, fact)| (number.parse().expect("a number"), Fact::of(fact))).collect(),
            unknown: unknown.iter().map(|record| record.as_str().expect("text").to_owned()).collect(),
        }
    }

    /// Whether something with this number was kept without being understood.
    pub fn keeps(&self, number: i32) -> bool {
        self.unknown.iter().any(|record| record.split(':').next() == Some(&number.to_string()))
    }
}

impl Fact {
    fn of(json: &Json) -> Fact {
        match json {
            Json::String(scalar) => Fact::of_scalar(scalar),
            Json::Array(list) => Fact::List(list.iter().map(Fact::of).collect()),
            json => match json.get("map") {
                Some(entries) => Fact::Map(entries.as_array().expect("a list").iter().map(entry).collect()),
                None => Fact::Message(Tree::of(json)),
            },
        }
    }

    fn of_scalar(text: &str) -> Fact {
        let (kind, value) = text.rsplit_once(' ').expect("a kind and a value");
        let bits = |digits: &str| u64::from_str_radix(digits, 16).expect("hexadecimal");
        match (kind, value) {
            ("bool", value) => Fact::Bool(value == "true"),
            ("int", value) => Fact::Int(value.parse().expect("a number")),
            ("enum", value) => Fact::Enum(value.parse().expect("a number")),
            ("float", "nan") => Fact::Float(f32::NAN),
            ("double", "nan") => Fact::Double(f64::NAN),
            ("float", value) => Fact::Float(f32::from_bits(bits(value) as u32)),
            ("double", value) => Fact::Double(f64::from_bits(bits(value))),
            ("string" | "not utf-8", value) => Fact::Text(hex(value)),
            ("bytes", value) => Fact::Bytes(hex(value)),
            _ => panic!("no such fact: {text}"),
        }
    }

    /// Zero, empty or nothing at all, which is what absence means to a field without presence.
    pub fn is_nothing(&self) -> bool {
        match self {
            Fact::Bool(value) => !value,
            Fact::Int(value) => *value == 0,
            // Minus zero is something: it is written.
            Fact::Float(value) => value.to_bits() == 0,
            Fact::Double(value) => value.to_bits() == 0,
            Fact::Text(bytes) | Fact::Bytes(bytes) => bytes.is_empty(),
            Fact::Enum(number) => *number == 0,
            Fact::Message(tree) => tree.fields.is_empty() && tree.unknown.is_empty(),
            Fact::List(values) => values.is_empty(),
            Fact::Map(entries) => entries.is_empty(),
        }
    }
}

/// A key is JSON in JSON.
fn entry(json: &Json) -> (Fact, Fact) {
    let key: Json = serde_json::from_str(json[0].as_str().expect("a key is text")).expect("JSON");
    (Fact::of(&key), Fact::of(&json[1]))
}
