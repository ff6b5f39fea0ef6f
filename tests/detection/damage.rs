//! Payloads that were cut or changed on the way. The version of what is left is that of its writer.

use std::num::NonZeroUsize;

use proto_diff::{
    dynamic::{Reader, binary, drop_implicit_defaults},
    migration::{
        TypePair,
        detection::{Side, Verdict},
    },
};

use super::{honest, sides::SIDES, tally::Tally, traps, vectors};

/// What is damaged: whose it was, its types and its bytes.
fn originals() -> Vec<(Side, TypePair, Vec<u8>)> {
    let handed = vectors::payloads().into_iter().map(|payload| (payload.writer, payload.types, payload.bytes));
    let traps = traps::payloads().into_iter().map(|trap| (trap.writer, trap.types, trap.bytes));
    let letters = honest::letters().into_iter().step_by(4);
    let honest = letters.map(|letter| (letter.writer, letter.types, letter.bytes()));
    handed.chain(traps).chain(honest).filter(|(_, _, bytes)| bytes.len() < 600).collect()
}

#[test]
fn cut_payloads() {
    let mut tally = Tally::default();
    for (writer, types, bytes) in originals() {
        for length in 0..bytes.len() {
            tally.add(writer, types, &bytes[..length]);
        }
    }
    tally.settle("cut payloads");
}

#[test]
fn changed_bytes() {
    let mut tally = Tally::default();
    for (seed, (writer, types, bytes)) in originals().into_iter().enumerate() {
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= [1 << ((seed + at) % 8), 0xff, 0x80, 0x0f][(seed * 7 + at) % 4];
            tally.add(writer, types, &changed);
        }
    }
    tally.settle("payloads with one byte changed");
}

#[test]
fn changed_bits() {
    let traps = traps::payloads().into_iter().map(|trap| (trap.writer, trap.types, trap.bytes));
    bits("traps with one bit changed", traps.collect(), 1);
}

/// One bit in so many of everything there is; `DETECTION_BITS=1` takes each, for minutes.
#[test]
fn all_changed_bits() {
    let step = std::env::var("DETECTION_BITS").ok().and_then(|step| step.parse::<NonZeroUsize>().ok());
    bits("payloads with one bit changed", originals(), step.map_or(61, NonZeroUsize::get));
}

/// One bit can turn the tag of a field of one version into the tag of a field of the other, and so a message of one into
/// a message of the other, of which no byte is out of place. Nobody can tell. Nothing else may mislead, and nothing may
/// be certain.
fn bits(group: &str, payloads: Vec<(Side, TypePair, Vec<u8>)>, step: usize) {
    let mut tally = Tally::default();
    for (index, (writer, types, bytes)) in payloads.into_iter().enumerate() {
        // Another bit of each to begin with, so that not all begin with their first tag.
        for at in (index % step..bytes.len() * 8).step_by(step) {
            let mut changed = bytes.clone();
            changed[at / 8] ^= 1 << (at % 8);
            let verdict = SIDES.judge(types, &changed);
            if verdict == Verdict::Likely(writer.other()) && is_as_written(writer.other(), types, &changed) {
                tally.excuse();
            } else {
                tally.add(writer, types, &changed);
            }
        }
    }
    tally.settle(group);
    assert!(tally.excused() * 1000 < tally.total(), "{} of {}", tally.excused(), tally.total());
}

/// Whether a writer of this version writes these very bytes.
fn is_as_written(side: Side, types: TypePair, bytes: &[u8]) -> bool {
    let (schema, of) = (SIDES.schema(side), SIDES.end(types, side));
    let Ok(mut message) = binary::read(schema, &schema[of], bytes, Reader::Conformant) else { return false };
    drop_implicit_defaults(schema, &schema[of], &mut message);
    // Map entries come in any order; here they came from a writer that sorts them.
    binary::write(schema, &schema[of], &message) == bytes
}
