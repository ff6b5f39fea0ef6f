//! What the walk says of single values. The tests are here because the walk is part of generated code, and they are not.

use std::borrow::Cow::Borrowed;

use super::{
    Reading, Shapes, Sign, Slip,
    shapes::{Content, EnumShape, Expected, FieldShape, MessageShape, Often, Origin, Utf8},
};
use crate::{migration::manifest::Template, wire::Writer};

/// A table as it stands in generated code.
static SHAPES: Shapes = Shapes {
    messages: Borrowed(&[MessageShape {
        fields: Borrowed(&[
            FieldShape {
                number: 1,
                name: Borrowed("wide"),
                content: Content::Varint64,
                often: Often::Explicit,
                oneof: None,
                origin: Origin::Schema,
                expected: Borrowed(&[]),
            },
            FieldShape {
                number: 2,
                name: Borrowed("uri"),
                content: Content::Text(Utf8::Checked),
                often: Often::Explicit,
                oneof: None,
                origin: Origin::Schema,
                expected: Borrowed(&[Expected::Uri]),
            },
            FieldShape {
                number: 7,
                name: Borrowed("narrow"),
                content: Content::Int32,
                often: Often::Explicit,
                oneof: None,
                origin: Origin::Schema,
                expected: Borrowed(&[]),
            },
            FieldShape {
                number: 100,
                name: Borrowed("flag"),
                content: Content::Bool,
                often: Often::Explicit,
                oneof: None,
                origin: Origin::Schema,
                expected: Borrowed(&[]),
            },
        ]),
        required: Borrowed(&[]),
        is_map_entry: false,
    }]),
    enums: Borrowed(&[EnumShape { numbers: Borrowed(&[-1, 0, 5]), closed: true }]),
};

fn signs(bytes: &[u8]) -> Vec<Sign> {
    Reading::of(&SHAPES, 0, bytes).evidence().iter().map(|evidence| evidence.sign.clone()).collect()
}

fn varint(number: i32, value: u64) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.varint_field(number, value);
    writer.into_bytes()
}

#[test]
fn fields_are_found_wherever_they_are() {
    let message = &SHAPES.messages[0];
    for number in [1, 2, 7, 100] {
        assert_eq!(message.field(number).map(|field| field.number), Some(number));
    }
    for number in [i32::MIN, -1, 0, 3, 4, 8, 99, 101, i32::MAX] {
        assert_eq!(message.field(number), None, "{number}");
    }
    let numbers = &SHAPES.enums[0];
    assert!(numbers.has(-1) && numbers.takes(5) && !numbers.has(1) && !numbers.takes(1));
}

#[test]
fn numbers_take_what_writers_need() {
    for value in [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), 1 << 63, u64::MAX] {
        let mut bytes = varint(1, value);
        assert_eq!(signs(&bytes), [Sign::Canonical], "{value}");
        if bytes.len() < 11 {
            if let Some(last) = bytes.last_mut() {
                *last |= 0x80;
            }
            bytes.push(0);
            assert_eq!(signs(&bytes), [Sign::NotCanonical(Slip::LongVarint)], "{value}");
        }
    }
}

#[test]
fn negative_numbers_fit() {
    assert_eq!(signs(&varint(7, -1i64 as u64)), [Sign::Canonical]);
    let wide = u64::from(u32::MAX);
    assert_eq!(signs(&varint(7, wide)), [Sign::NumberTooWide(wide)]);
    assert_eq!(signs(&varint(100, 2)), [Sign::NumberTooWide(2)]);
}

#[test]
fn a_uri_has_a_scheme_and_no_blanks() {
    let is_uri = |text: &str| {
        let mut writer = Writer::default();
        writer.len_field(2, text.as_bytes());
        signs(&writer.into_bytes()) == [Sign::Canonical]
    };
    // Empty text is none and says nothing.
    for uri in ["", "https://agent.example/a2a", "grpc://h:1", "data:,x", "urn:x"] {
        assert!(is_uri(uri), "{uri}");
    }
    for text in ["JSONRPC", "h:", ":x", "a b:c", "note: this", "1a:b", "agent.example"] {
        assert!(!is_uri(text), "{text}");
    }
}

/// A form that stands in a table is understood as a template of a manifest is.
#[test]
fn forms_are_templates() {
    let names = ["a", "a/", "/a", "a/b", "a/b/c", "tasks/a", "tasks/", "tasks/a/b", "tasks//a", "tasks/ζ/x/{id}"];
    for text in ["{id}", "tasks/{id}", "{a}/{b}", "{a}/b/{c}", "tasks/{a}/x/{b}", "a/{b}"] {
        let template = Template::parse(text).unwrap();
        assert_eq!(template.to_string(), text);
        let mut shapes = SHAPES.clone();
        shapes.messages.to_mut()[0].fields.to_mut()[1].expected = vec![Expected::Is(text.into())].into();
        for name in names {
            let mut writer = Writer::default();
            writer.len_field(2, name.as_bytes());
            let bytes = writer.into_bytes();
            let reading = Reading::of(&shapes, 0, &bytes);
            let fits = reading.evidence().iter().any(|evidence| evidence.sign == Sign::NameFits(text.to_owned()));
            assert_eq!(fits, template.part(name, 0).is_some(), "{text} {name:?}");
        }
    }
}
