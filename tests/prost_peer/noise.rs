//! Random bytes: made to look like records, or written and then damaged.

use proptest::prelude::*;

use crate::payloads;

/// Records at the numbers that shapes know and at one that they do not, some of them nested.
pub fn noise() -> impl Strategy<Value = Vec<u8>> {
    let run = prop::collection::vec(prop_oneof![3 => 0u8..32, 1 => any::<u8>()], 0..10);
    run.prop_recursive(3, 12, 4, |inner| {
        let number = prop_oneof![6 => Just(1), 3 => Just(2), 1 => Just(15)];
        prop::collection::vec((number, 0u8..6, any::<u64>(), inner).prop_map(record), 1..3).prop_map(|r| r.concat())
    })
}

/// What the tag says follows it, as a rule. Small numbers are as likely as large ones.
fn record((number, wire_type, value, inner): (u8, u8, u64, Vec<u8>)) -> Vec<u8> {
    let mut out = vec![number << 3 | wire_type];
    match wire_type {
        0 => prost::encoding::encode_varint(value >> (value % 64), &mut out),
        1 => out.extend(value.to_le_bytes()),
        2 => {
            prost::encoding::encode_varint(inner.len() as u64, &mut out);
            out.extend(inner);
        }
        3 => {
            out.extend(inner);
            out.push(number << 3 | 4);
        }
        4 => out.extend(inner),
        _ => out.extend((value as u32).to_le_bytes()),
    }
    out
}

/// What a shape writes, with a few bytes that are not what they were.
pub fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let whole = prop::sample::select(payloads::written().into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>());
    let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4);
    (whole, damage).prop_map(|(mut payload, damage)| {
        for (index, byte) in damage {
            let at = index.index(payload.len());
            payload[at] = byte;
        }
        payload
    })
}
