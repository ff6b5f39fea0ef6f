//! The tables of detection as statics.

use std::fmt::Write;

use crate::migration::detection::shapes::{Content, EnumShape, Expected, FieldShape, MessageShape, Shapes};

/// What has to be in scope of [`source_of`], seen from a module beside `detection`.
pub(crate) const IMPORTS: &str = "use std::borrow::Cow::Borrowed;\n\nuse super::detection::shapes::*;\n";

/// A static of this name that is the tables.
pub(crate) fn source_of(shapes: &Shapes, name: &str) -> String {
    let messages = list(&shapes.messages, 1, |index, shape| message(shape, index));
    let enums = list(&shapes.enums, 1, |_, shape| enumeration(shape));
    // One line a field, whatever its length, is how tables are read.
    let about = "/// The types of one version, as detection walks over them.\n#[rustfmt::skip]\n";
    format!("{about}pub static {name}: Shapes = Shapes {{\n    messages: {messages},\n    enums: {enums},\n}};\n")
}

/// A borrowed list with one element a line.
fn list<T>(elements: &[T], depth: usize, source: impl Fn(usize, &T) -> String) -> String {
    if elements.is_empty() {
        return "Borrowed(&[])".to_owned();
    }
    let indent = "    ".repeat(depth);
    let mut text = "Borrowed(&[\n".to_owned();
    for (index, element) in elements.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{indent}    {},", source(index, element));
    }
    text + &indent + "])"
}

fn message(shape: &MessageShape, index: usize) -> String {
    let fields = list(&shape.fields, 3, |_, shape| field(shape));
    let required = inline(&shape.required, |field| {
        format!("Required {{ number: {}, name: {} }}", field.number, text(&field.name))
    });
    format!(
        "/* {index} */ MessageShape {{\n            fields: {fields},\n            required: {required},\n            is_map_entry: {},\n        }}",
        shape.is_map_entry
    )
}

fn enumeration(shape: &EnumShape) -> String {
    format!("EnumShape {{ numbers: {}, closed: {} }}", inline(&shape.numbers, i32::to_string), shape.closed)
}

fn field(shape: &FieldShape) -> String {
    let FieldShape { number, name, content, often, oneof, origin, expected } = shape;
    let content = match content {
        Content::Text(utf8) => format!("Content::Text(Utf8::{utf8:?})"),
        content => format!("Content::{content:?}"),
    };
    let expected = inline(expected, |expected| match expected {
        Expected::Is(form) => format!("Expected::Is({})", text(form)),
        Expected::IsNot(form) => format!("Expected::IsNot({})", text(form)),
        Expected::Uri => "Expected::Uri".to_owned(),
    });
    format!(
        "FieldShape {{ number: {number}, name: {}, content: {content}, often: Often::{often:?}, oneof: {oneof:?}, \
         origin: Origin::{origin:?}, expected: {expected} }}",
        text(name)
    )
}

/// A borrowed list on one line.
fn inline<T>(elements: &[T], source: impl Fn(&T) -> String) -> String {
    let elements: Vec<String> = elements.iter().map(source).collect();
    format!("Borrowed(&[{}])", elements.join(", "))
}

fn text(text: &str) -> String {
    format!("Borrowed({text:?})")
}
