//! The types that fields of the shapes can have, in Rust and in [`PROTO3`] and [`PROTO2`].

use std::collections::BTreeMap;

use crate::form::{Fields, Form, Told, field};

pub const PROTO3: &str = "
    enum Open { ZERO = 0; ONE = 1; TWO = 2; MINUS = -1; }
    message Pair { string s = 1; int32 n = 2; }
    message Nest { Nest child = 1; map<int32, Nest> named = 2; repeated Nest listed = 3; }
";

/// The first value of a closed enum need not be zero, and it is what an absent one means. In a map it must.
pub const PROTO2: &str = "
    enum Closed { FIVE = 5; SEVEN = 7; }
    enum Shut { NIL = 0; FOUR = 4; }
    message Knot { optional group Tie = 1 { optional Knot knot = 1; } }
";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum Open {
    Zero = 0,
    One = 1,
    Two = 2,
    Minus = -1,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum Closed {
    Five = 5,
    Seven = 7,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum Shut {
    Nil = 0,
    Four = 4,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Pair {
    #[prost(string, tag = "1")]
    pub s: String,
    #[prost(int32, tag = "2")]
    pub n: i32,
}

/// The same as a group, whose fields have presence in proto2.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Group {
    #[prost(string, optional, tag = "1")]
    pub s: Option<String>,
    #[prost(int32, optional, tag = "2")]
    pub n: Option<i32>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Nest {
    #[prost(message, optional, boxed, tag = "1")]
    pub child: Option<Box<Nest>>,
    #[prost(btree_map = "int32, message", tag = "2")]
    pub named: BTreeMap<i32, Nest>,
    #[prost(message, repeated, tag = "3")]
    pub listed: Vec<Nest>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Knot {
    #[prost(group, optional, boxed, tag = "1")]
    pub tie: Option<Box<Tie>>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Tie {
    #[prost(message, optional, boxed, tag = "1")]
    pub knot: Option<Box<Knot>>,
}

macro_rules! told {
    ($($message:ty: $value:ident => [$($field:expr),*];)*) => {
        $(impl Told for $message {
            fn told(&self) -> Option<Form> {
                let $value = self;
                Some(Form::Message([$($field),*].into_iter().flatten().collect::<Fields>()))
            }
        })*
    };
}

told! {
    Pair: pair => [field(1, &pair.s, Some(&String::new())), field(2, &pair.n, Some(&0))];
    Group: group => [field(1, &group.s, None), field(2, &group.n, None)];
    Nest: nest => [field(1, &nest.child, None), field(2, &nest.named, None), field(3, &nest.listed, None)];
    Knot: knot => [field(1, &knot.tie, None)];
    Tie: tie => [field(1, &tie.knot, None)];
}
