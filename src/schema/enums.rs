//! Enums and their values.

use super::{Element, Options, message::Reserved};

/// An enum.
#[derive(Debug, Clone)]
pub struct Enum {
    /// Name, place, comments.
    pub element: Element,
    /// The name without the package: `Outer.Color`.
    pub nested_name: String,
    /// Values in declaration order. Several values may share a number (`allow_alias`); the first one named is what
    /// ProtoJSON prints.
    pub values: Vec<EnumValue>,
    /// Closed enums keep numbers they do not know as unknown fields; open ones keep them as the value
    /// (<https://protobuf.dev/programming-guides/enum/>).
    pub closed: bool,
    /// Reserved numbers and names.
    pub reserved: Reserved,
    /// Options set on the enum.
    pub options: Options,
}

/// One name of an enum number.
#[derive(Debug, Clone)]
pub struct EnumValue {
    /// Name, place, comments. The full name lives in the scope that holds the enum, not in the enum.
    pub element: Element,
    /// The number.
    pub number: i32,
    /// Options set on the value.
    pub options: Options,
}

impl Enum {
    /// The values with this number, in declaration order.
    pub fn values_numbered(&self, number: i32) -> impl Iterator<Item = &EnumValue> {
        self.values.iter().filter(move |v| v.number == number)
    }

    /// The value with this name.
    pub fn value_named(&self, name: &str) -> Option<&EnumValue> {
        self.values.iter().find(|v| v.element.name == name)
    }

    /// The name ProtoJSON prints for this number: the first one declared.
    pub fn json_name(&self, number: i32) -> Option<&str> {
        self.values_numbered(number).next().map(|v| v.element.name.as_str())
    }
}
