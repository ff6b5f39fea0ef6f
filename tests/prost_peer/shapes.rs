//! Every shape that a field can have, at number 1: as a struct that prost derives a decoder for, and as text.

use std::{collections::BTreeMap, sync::LazyLock};

use prost::Message as _;
use proto_diff::schema::{Message, Schema, from_texts};

use crate::{
    form::{Fields, field},
    messages::{Closed, Group, Knot, Nest, Open, PROTO2, PROTO3, Pair, Shut},
    samples::{Samples, lists, maps},
};

/// One shape.
pub struct Shape {
    /// As it stands in a file: `optional int32 field = 1;`.
    pub declaration: String,
    pub syntax: Syntax,
    /// prost's reading.
    pub read: fn(&[u8]) -> Result<Fields, prost::DecodeError>,
    /// Samples as prost writes them.
    pub written: Vec<Vec<u8>>,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Syntax {
    Proto2,
    Proto3,
}
use Syntax::{Proto2, Proto3};

pub static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(shapes);
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let messages = |syntax| -> String {
        let of_syntax = SHAPES.iter().enumerate().filter(|(_, shape)| shape.syntax == syntax);
        of_syntax.map(|(index, shape)| format!("message Shape{index} {{ {} }}\n", shape.declaration)).collect()
    };
    let proto3 = format!("syntax = 'proto3'; package peer; {PROTO3} {}", messages(Proto3));
    let proto2 = format!("syntax = 'proto2'; package peer; import 'three.proto'; {PROTO2} {}", messages(Proto2));
    from_texts("peer", [("three.proto", proto3), ("two.proto", proto2)]).expect("shapes are valid")
});

/// The message with the shape at this index.
pub fn message(index: usize) -> &'static Message {
    let id = SCHEMA.message_named(&format!("peer.Shape{index}")).expect("every shape is a message");
    &SCHEMA[id]
}

/// A struct with one field.
macro_rules! shape {
    ($syntax:ident, $declaration:expr, $rust:ty, [$($attribute:tt)*], $samples:expr, presence: $presence:literal) => {{
        #[derive(Clone, PartialEq, prost::Message)]
        struct Holder {
            #[prost($($attribute)*, tag = "1")]
            value: $rust,
        }
        let samples: Vec<$rust> = $samples;
        Shape {
            declaration: $declaration.to_owned(),
            syntax: $syntax,
            read: |bytes| {
                let default = Holder::default();
                let read = Holder::decode(bytes)?;
                Ok(field(1, &read.value, (!$presence).then_some(&default.value)).into_iter().collect())
            },
            written: samples.into_iter().map(|value| Holder { value }.encode_to_vec()).collect(),
        }
    }};
}

/// A struct with a oneof, of which the type is one member and a string at 2 another.
macro_rules! member {
    ($syntax:ident, $proto:literal, $end:literal, $rust:ty, [$($attribute:tt)*]) => {{
        #[derive(Clone, PartialEq, prost::Oneof)]
        enum Choice {
            #[prost($($attribute)*, tag = "1")]
            Value($rust),
            #[prost(string, tag = "2")]
            Other(String),
        }
        #[derive(Clone, PartialEq, prost::Message)]
        struct Holder {
            #[prost(oneof = "Choice", tags = "1, 2")]
            choice: Option<Choice>,
        }
        let samples = <$rust>::samples().into_iter().map(Choice::Value).chain([Choice::Other("other".to_owned())]);
        Shape {
            declaration: concat!("oneof choice { ", $proto, $end, " string other = 2; }").to_owned(),
            syntax: $syntax,
            read: |bytes| {
                let told = match Holder::decode(bytes)?.choice {
                    Some(Choice::Value(value)) => field(1, &value, None),
                    Some(Choice::Other(text)) => field(2, &text, None),
                    None => None,
                };
                Ok(told.into_iter().collect())
            },
            written: samples.map(|choice| Holder { choice: Some(choice) }.encode_to_vec()).collect(),
        }
    }};
}

/// The shapes of a type: `$proto` in the text; `$rust` in the struct, as `[$attribute]`; beside a key in a map.
macro_rules! singular {
    ($shapes:ident, $proto:literal, $rust:ty, [$($attribute:tt)*], $in_map:tt) => {
        $shapes.extend([
            shape!(Proto3, concat!($proto, " field = 1;"), $rust, [$($attribute)*],
                <$rust>::samples(), presence: false),
            shape!(Proto3, concat!("optional ", $proto, " field = 1;"), Option<$rust>, [$($attribute)*, optional],
                Option::samples(), presence: true),
            shape!(Proto2, concat!("required ", $proto, " field = 1;"), $rust, [$($attribute)*, required],
                <$rust>::samples(), presence: false),
            shape!(Proto3, concat!("map<string, ", $proto, "> field = 1;"), BTreeMap<String, $rust>,
                [btree_map = $in_map], maps(), presence: true),
            member!(Proto3, $proto, " field = 1;", $rust, [$($attribute)*]),
        ]);
    };
}

/// The same and lists of them, of types that share one length-prefixed record when packed.
macro_rules! packable {
    ($shapes:ident, $($proto:literal: $rust:ty, [$($attribute:tt)*], $in_map:tt;)*) => {
        $(singular!($shapes, $proto, $rust, [$($attribute)*], $in_map);
        lists!($shapes, Proto3, $proto, $rust, [$($attribute)*]);)*
    };
}

macro_rules! lists {
    ($shapes:ident, $syntax:ident, $proto:literal, $rust:ty, [$($attribute:tt)*]) => {
        $shapes.extend([
            shape!($syntax, concat!("repeated ", $proto, " field = 1 [packed = true];"), Vec<$rust>,
                [$($attribute)*, repeated], lists(), presence: true),
            shape!($syntax, concat!("repeated ", $proto, " field = 1 [packed = false];"), Vec<$rust>,
                [$($attribute)*, repeated, packed = "false"], lists(), presence: true),
        ]);
    };
}

/// Maps from each type that a key can have.
macro_rules! keys {
    ($shapes:ident, $($proto:literal: $rust:ty, $numbers:tt, $messages:tt;)*) => {
        $($shapes.extend([
            shape!(Proto3, concat!("map<", $proto, ", int32> field = 1;"), BTreeMap<$rust, i32>,
                [btree_map = $numbers], maps(), presence: true),
            shape!(Proto3, concat!("map<", $proto, ", Pair> field = 1;"), BTreeMap<$rust, Pair>,
                [btree_map = $messages], maps(), presence: true),
        ]);)*
    };
}

fn shapes() -> Vec<Shape> {
    let mut shapes = numbers();
    shapes.extend(texts());
    shapes.extend(closed());
    shapes.extend(messages());
    shapes.extend(groups());
    shapes.extend(keys());
    shapes
}

fn numbers() -> Vec<Shape> {
    let mut shapes = Vec::new();
    packable! { shapes,
        "int32": i32, [int32], "string, int32";
        "int64": i64, [int64], "string, int64";
        "uint32": u32, [uint32], "string, uint32";
        "uint64": u64, [uint64], "string, uint64";
        "sint32": i32, [sint32], "string, sint32";
        "sint64": i64, [sint64], "string, sint64";
        "fixed32": u32, [fixed32], "string, fixed32";
        "fixed64": u64, [fixed64], "string, fixed64";
        "sfixed32": i32, [sfixed32], "string, sfixed32";
        "sfixed64": i64, [sfixed64], "string, sfixed64";
        "float": f32, [float], "string, float";
        "double": f64, [double], "string, double";
        "bool": bool, [bool], "string, bool";
        "Open": i32, [enumeration = "Open"], "string, enumeration(Open)";
    }
    shapes
}

fn texts() -> Vec<Shape> {
    let mut shapes = Vec::new();
    singular!(shapes, "string", String, [string], "string, string");
    singular!(shapes, "bytes", Vec<u8>, [bytes = "vec"], "string, bytes");
    shapes.extend([
        shape!(Proto3, "repeated string field = 1;", Vec<String>, [string, repeated], lists(), presence: true),
        shape!(Proto3, "repeated bytes field = 1;", Vec<Vec<u8>>, [bytes = "vec", repeated], lists(), presence: true),
        // Without a check in proto2, as far as others are concerned.
        shape!(Proto2, "optional string field = 1;", Option<String>, [string, optional], Option::samples(),
            presence: true),
    ]);
    shapes
}

/// A closed enum. Its default is not zero where it can be another.
fn closed() -> Vec<Shape> {
    let mut shapes = vec![
        shape!(Proto2, "optional Closed field = 1;", Option<i32>, [enumeration = "Closed", optional],
            Option::samples(), presence: true),
        shape!(Proto2, "required Closed field = 1;", i32, [enumeration = "Closed", required], i32::samples(),
            presence: false),
        shape!(Proto2, "map<string, Shut> field = 1;", BTreeMap<String, i32>,
            [btree_map = "string, enumeration(Shut)"], maps(), presence: true),
        member!(Proto2, "Closed", " field = 1;", i32, [enumeration = "Closed"]),
    ];
    lists!(shapes, Proto2, "Closed", i32, [enumeration = "Closed"]);
    shapes
}

fn messages() -> Vec<Shape> {
    vec![
        shape!(Proto3, "Pair field = 1;", Option<Pair>, [message, optional], Option::samples(), presence: true),
        shape!(Proto3, "repeated Pair field = 1;", Vec<Pair>, [message, repeated], lists(), presence: true),
        shape!(Proto2, "required Pair field = 1;", Pair, [message, required], Pair::samples(), presence: false),
        member!(Proto3, "Pair", " field = 1;", Pair, [message]),
        shape!(Proto3, "Nest field = 1;", Option<Nest>, [message, optional], Option::samples(), presence: true),
        shape!(Proto3, "map<string, Pair> field = 1;", BTreeMap<String, Pair>, [btree_map = "string, message"],
            maps(), presence: true),
        shape!(Proto3, "map<int32, Nest> field = 1;", BTreeMap<i32, Nest>, [btree_map = "int32, message"],
            maps(), presence: true),
    ]
}

fn groups() -> Vec<Shape> {
    vec![
        shape!(Proto2, "optional group Field = 1 { optional string s = 1; optional int32 n = 2; }", Option<Group>,
            [group, optional], Option::samples(), presence: true),
        shape!(Proto2, "repeated group Field = 1 { optional string s = 1; optional int32 n = 2; }", Vec<Group>,
            [group, repeated], lists(), presence: true),
        shape!(Proto2, "required group Field = 1 { optional string s = 1; optional int32 n = 2; }", Group,
            [group, required], Group::samples(), presence: false),
        member!(Proto2, "group Field", " = 1 { optional string s = 1; optional int32 n = 2; }", Group, [group]),
        shape!(Proto2, "optional Knot field = 1;", Option<Knot>, [message, optional], Option::samples(),
            presence: true),
    ]
}

fn keys() -> Vec<Shape> {
    let mut shapes = Vec::new();
    keys! { shapes,
        "int32": i32, "int32, int32", "int32, message";
        "int64": i64, "int64, int32", "int64, message";
        "uint32": u32, "uint32, int32", "uint32, message";
        "uint64": u64, "uint64, int32", "uint64, message";
        "sint32": i32, "sint32, int32", "sint32, message";
        "sint64": i64, "sint64, int32", "sint64, message";
        "fixed32": u32, "fixed32, int32", "fixed32, message";
        "fixed64": u64, "fixed64, int32", "fixed64, message";
        "sfixed32": i32, "sfixed32, int32", "sfixed32, message";
        "sfixed64": i64, "sfixed64, int32", "sfixed64, message";
        "bool": bool, "bool, int32", "bool, message";
    }
    shapes
}
