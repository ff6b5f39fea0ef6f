//! The shapes that a field can have.

/// A type of field: scalars, enum, message, map.
pub const KINDS: [&str; 18] = [
    "double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32",
    "sfixed64", "bool", "string", "bytes", "enum", "message", "map",
];

/// How many values a field has, and how they are put down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cardinality {
    /// One; the default is not written.
    Implicit,
    /// One or none.
    Optional,
    /// Many in one record.
    Packed,
    /// Many, each in a record.
    Unpacked,
}

impl Cardinality {
    pub const ALL: [Cardinality; 4] =
        [Cardinality::Implicit, Cardinality::Optional, Cardinality::Packed, Cardinality::Unpacked];

    /// As headings call it.
    pub fn name(self) -> &'static str {
        match self {
            Cardinality::Implicit => "singular",
            Cardinality::Optional => "optional",
            Cardinality::Packed => "repeated, packed",
            Cardinality::Unpacked => "repeated, unpacked",
        }
    }
}

/// What a field looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// One of [`KINDS`].
    pub kind: &'static str,
    pub cardinality: Cardinality,
}

impl Shape {
    /// Every shape there is: not all types can be packed, messages always have presence, maps are maps.
    pub fn all() -> Vec<Shape> {
        let of_kind = |kind| {
            let cardinalities = Cardinality::ALL.into_iter().filter(move |cardinality| match (kind, cardinality) {
                ("map", cardinality) => *cardinality == Cardinality::Unpacked,
                ("message", Cardinality::Implicit) => false,
                ("string" | "bytes" | "message", Cardinality::Packed) => false,
                _ => true,
            });
            cardinalities.map(move |cardinality| Shape { kind, cardinality })
        };
        KINDS.into_iter().flat_map(of_kind).collect()
    }

    /// The declaration of a field of this shape.
    fn declaration(self) -> String {
        let kind = match self.kind {
            "enum" => "E",
            "message" => "M",
            // What stands for a map on the wire is a message with a key at 1 and a value at 2, as `M` is.
            "map" => "map<string, int32>",
            kind => kind,
        };
        match self.cardinality {
            _ if self.kind == "map" => format!("{kind} f = 1;"),
            Cardinality::Implicit => format!("{kind} f = 1;"),
            Cardinality::Optional => format!("optional {kind} f = 1;"),
            Cardinality::Packed => format!("repeated {kind} f = 1 [packed = true];"),
            Cardinality::Unpacked if matches!(self.kind, "string" | "bytes" | "message") => {
                format!("repeated {kind} f = 1;")
            }
            Cardinality::Unpacked => format!("repeated {kind} f = 1 [packed = false];"),
        }
    }
}

/// What every version of the schema has besides the field.
const HEAD: &str = "syntax = \"proto3\";\npackage matrix;\nenum E { Z = 0; A = 1; B = 5; }\n\
                    message M { string s = 1; int32 n = 2; }\n";

/// A schema with a message for each name, with a field of that shape.
pub fn schema_text(messages: impl IntoIterator<Item = (String, Shape)>) -> String {
    let message = |(name, shape): (String, Shape)| format!("message {name} {{ {} }}\n", shape.declaration());
    HEAD.to_owned() + &messages.into_iter().map(message).collect::<String>()
}
