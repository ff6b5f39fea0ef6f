//! Proofs.

use crate::{
    effects::{Encoding, Reading, Witness},
    report::{UnknownField, WitnessEntry},
};

/// A proof as the report shows it.
pub(super) fn entry(witness: &Witness) -> WitnessEntry {
    let (bytes, json) = match witness.encoding {
        Encoding::Binary => (Some(hex(&witness.payload)), None),
        Encoding::Json => (None, Some(String::from_utf8_lossy(&witness.payload).into_owned())),
    };
    let (read, unknown, error) = match &witness.reading {
        Reading::Message { known, unknown } => (Some(known.clone()), unknown.as_slice(), None),
        Reading::Error(error) => (None, [].as_slice(), Some(error.clone())),
    };
    WitnessEntry {
        direction: witness.direction,
        encoding: witness.encoding,
        reader: witness.reader,
        outcome: witness.outcome,
        share: witness.share,
        bytes,
        json,
        written: witness.written.clone(),
        read,
        error,
        unknown: unknown.iter().map(|&(number, wire_type)| UnknownField { number, wire_type }).collect(),
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    digits.map(char::from).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn hex_is_lower_case_without_spaces() {
        assert_eq!(super::hex(&[0x72, 0x04, 0xff]), "7204ff");
    }
}
