//! Bytes to read: what prost writes, what can befall that on its way, and records that no writer makes.

use std::collections::BTreeSet;

use crate::shapes::SHAPES;

/// Everything that any shape writes, each payload once: many shapes share theirs.
pub fn written() -> BTreeSet<Vec<u8>> {
    SHAPES.iter().flat_map(|shape| shape.written.iter().cloned()).collect()
}

/// What can befall a payload: company, repetition, loss, another wire type.
pub fn befallen(payload: &[u8]) -> Vec<Vec<u8>> {
    let mut variants = vec![
        [UNKNOWN, payload].concat(),
        [payload, UNKNOWN].concat(),
        // Another member of the oneof, before and after; to other shapes it is unknown too.
        [OTHER, payload].concat(),
        [payload, OTHER].concat(),
        // Duplicates: the last one wins, elements of a list, entries with one key.
        [payload, payload].concat(),
    ];
    if let [tag, rest @ ..] = payload {
        variants.extend((0..8).map(|wire_type| [&[tag & !7 | wire_type], rest].concat()));
        variants.push(payload[..payload.len() - 1].to_vec());
        variants.push(payload[..payload.len() / 2].to_vec());
        // One more byte in the first value, and one less.
        if let [length, content @ ..] = rest {
            variants.push([&[*tag, length.wrapping_add(1)], content].concat());
            variants.push([&[*tag, length.wrapping_sub(1)], content].concat());
        }
        // The whole payload as a value of its own kind: inside a message, a packed run, a text.
        if let Ok(length) = u8::try_from(payload.len())
            && length < 0x80
        {
            variants.push([&[0x0a, length], payload].concat());
            variants.push([&[0x12, length], payload].concat());
        }
        variants.push([&[0x0b], payload, &[0x0c]].concat());
    }
    variants
}

/// A varint, a text and a group at numbers that no shape has.
const UNKNOWN: &[u8] = b"\x78\x05\x82\x01\x01a\x8b\x01\x08\x01\x8c\x01";
const OTHER: &[u8] = b"\x12\x05other";

/// Records that no writer makes, in hexadecimal.
#[rustfmt::skip]
const HANDMADE: &[(&str, &str)] = &[
    ("a varint longer than it need be", "08 81 80 00"),
    ("a tag longer than it need be", "88 80 00 01"),
    ("ten bytes, 64 bits", "08 ff ff ff ff ff ff ff ff ff 01"),
    ("ten bytes, more bits", "08 ff ff ff ff ff ff ff ff ff 02"),
    ("ten bytes, more bits, unknown", "78 ff ff ff ff ff ff ff ff ff 7f"),
    ("eleven bytes", "08 ff ff ff ff ff ff ff ff ff 81 00"),
    ("eleven bytes of zero", "08 80 80 80 80 80 80 80 80 80 80 00"),
    ("a length of 64 bits", "0a ff ff ff ff ff ff ff ff ff 01"),
    ("a length of 2^32", "0a 80 80 80 80 10 61"),
    ("an unknown length past the end", "7a 05 61"),
    ("number 0", "00 01"),
    ("number 0 in a message", "0a 02 00 01"),
    ("the highest number", "f8 ff ff ff 0f 01"),
    ("one more", "80 80 80 80 10 01"),
    ("wire type 6", "0e 01"),
    ("wire type 7", "0f 01"),
    ("wire type 7, unknown", "7f 01"),

    ("packed, then alone", "0a 02 01 02 08 03"),
    ("alone, then packed", "08 03 0a 02 01 02"),
    ("an empty run", "0a 00"),
    ("a run that ends in the middle of a varint", "0a 02 01 80 01"),
    ("a run of four bytes and one of eight", "0a 04 01 00 00 00 0a 08 01 00 00 00 00 00 00 00"),
    ("a run of three bytes", "0a 03 01 00 00"),
    ("a run of five bytes", "0a 05 01 00 00 00 02"),
    ("a run with an overflow", "0a 0a ff ff ff ff ff ff ff ff ff 03"),
    ("fixed32, alone after packed", "0a 04 01 00 00 00 0d 02 00 00 00"),
    ("fixed64, alone after packed", "0a 08 01 00 00 00 00 00 00 00 09 02 00 00 00 00 00 00 00"),

    ("an entry without value", "0a 03 0a 01 61"),
    ("an entry without value, key of varint", "0a 02 08 01"),
    ("an entry without key", "0a 02 10 01"),
    ("an entry without key, value of len", "0a 03 12 01 61"),
    ("value before key", "0a 05 10 07 0a 01 61"),
    ("value before key, both varint", "0a 04 10 07 08 01"),
    ("a key twice", "0a 06 08 01 08 02 10 07"),
    ("a value twice", "0a 06 08 01 10 07 10 08"),
    ("a message twice in an entry", "0a 09 08 01 12 02 10 07 12 01 61"),
    ("a message twice in an entry, merged", "0a 0b 08 01 12 02 10 07 12 03 0a 01 61"),
    ("two entries with one key", "0a 04 08 01 10 07 0a 04 08 01 10 08"),
    ("two entries with the default key", "0a 02 10 07 0a 04 08 00 10 08"),
    ("something unknown in an entry", "0a 06 08 01 10 07 78 05"),
    ("an unknown group in an entry", "0a 08 08 01 7b 08 01 7c 10 07"),
    ("an end of a group in an entry", "0a 05 08 01 10 07 0c"),
    ("a key that is not UTF-8", "0a 05 0a 01 ff 10 07"),
    ("a value that is not UTF-8", "0a 06 0a 01 61 12 01 ff"),
    ("an entry in a varint's clothes", "08 04 08 01 10 07"),
    ("an entry in a group's clothes", "0b 04 08 01 10 07"),
    ("an entry in the clothes of the end of a group", "0c 04 08 01 10 07"),
    ("an entry in four bytes' clothes", "0d 04 08 01 10 07"),
    ("an entry of a map below, in a varint's clothes", "0a 06 10 04 08 01 12 00"),
    ("an entry of a map below, in the clothes of the end of a group", "0a 06 14 04 08 01 12 00"),

    ("a group", "0b 0a 01 61 10 07 0c"),
    ("a group twice", "0b 0a 01 61 0c 0b 10 07 0c"),
    ("a group that does not end", "0b 0a 01 61"),
    ("a group that ends as another", "0b 0a 01 61 14"),
    ("the end of a group", "0c"),
    ("the end of an unknown group", "7c"),
    ("an unknown group that does not end", "7b 08 01"),
    ("an unknown group that ends as another", "7b 08 01 74"),
    ("an unknown group with an error inside", "7b 08 ff"),
    ("an unknown group in a group", "0b 7b 7c 10 07 0c"),
    ("a group in a message that ends outside", "0a 01 0b 0c"),
    ("the end of a group in a message", "0a 01 0c"),
    ("a message in a group", "0b 0a 02 0b 0c 0c"),

    ("a message twice, merged", "0a 03 0a 01 61 0a 02 10 07"),
    ("a message and another member and the message", "0a 03 0a 01 61 12 01 62 0a 02 10 07"),
    ("another member and a misfit", "12 01 62 0d 01"),
    ("a member and another that is not UTF-8", "08 01 12 01 ff"),
];

/// Those, and nesting to the limit.
pub fn handmade() -> BTreeSet<Vec<u8>> {
    let bytes = |text: &str| text.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal")).collect();
    HANDMADE.iter().map(|(_, text)| bytes(text)).chain(deep()).collect()
}

/// Around the deepest nesting that is read: messages in messages, groups, maps and lists, known and unknown.
fn deep() -> impl Iterator<Item = Vec<u8>> {
    let wrappings: [fn(Vec<u8>) -> Vec<u8>; 6] = [
        |inner| len(0x0a, inner),
        |inner| len(0x1a, inner),
        |inner| len(0x12, [vec![0x08, 0x01], len(0x12, inner)].concat()),
        |inner| len(0x0a, [vec![0x08, 0x01], len(0x12, inner)].concat()),
        |inner| [vec![0x0b], inner, vec![0x0c]].concat(),
        |inner| [vec![0x7b], inner, vec![0x7c]].concat(),
    ];
    // A message around a group counts two levels, and so may a map entry: half the levels are of interest too.
    let levels = (48..=52).chain(98..=102);
    levels.flat_map(move |levels| {
        wrappings
            .into_iter()
            .flat_map(move |wrap| {
                let nested = (0..levels).fold(Vec::new(), |inner, _| wrap(inner));
                [len(0x0a, nested.clone()), len(0x0a, len(0x12, nested.clone())), nested]
            })
            .chain([knots(levels)])
    })
}

/// Groups and messages in turn.
fn knots(levels: usize) -> Vec<u8> {
    (0..levels).fold(Vec::new(), |inner, _| len(0x0a, [vec![0x0b], inner, vec![0x0c]].concat()))
}

fn len(tag: u8, content: Vec<u8>) -> Vec<u8> {
    let mut record = vec![tag];
    let mut length = content.len();
    while length >= 0x80 {
        record.push(length as u8 | 0x80);
        length >>= 7;
    }
    record.push(length as u8);
    [record, content].concat()
}
