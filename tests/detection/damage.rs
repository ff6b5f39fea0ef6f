//! Payloads that were cut or changed on the way. The version of what is left is that of its writer.

use proto_diff::{
    migration::detection::{Side, Verdict},
    schema::MessageId,
};

use super::{honest, sides::SIDES, tally::Tally, traps, vectors};

/// What is damaged: whose it was, its types and its bytes.
fn originals() -> Vec<(Side, (MessageId, MessageId), Vec<u8>)> {
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
    let mut certain = 0;
    for (seed, (writer, types, bytes)) in originals().into_iter().enumerate() {
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            let bit = (seed + at) % 8;
            changed[at] ^= [1 << bit, 0xff, 0x80, 0x0f][(seed * 7 + at) % 4];
            if changed[at] == bytes[at] {
                continue;
            }
            let v = tally.add(writer, types, &changed);
            certain += usize::from(v == Verdict::Certain(writer.other()));
        }
    }
    println!("certain and wrong: {certain}");
    tally.settle("one byte changed");
}

#[test]
#[ignore]
fn all_bits() {
    let mut tally = Tally::default();
    let mut certain = 0;
    for (writer, types, bytes) in originals() {
        for at in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[at / 8] ^= 1 << (at % 8);
            let v = tally.add(writer, types, &changed);
            certain += usize::from(v == Verdict::Certain(writer.other()));
        }
    }
    println!("certain and wrong: {certain}");
    tally.settle("every bit changed");
}
