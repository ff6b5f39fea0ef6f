//! What holds for any bytes.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use proto_diff::{
    dynamic::{binary, drop_implicit_defaults},
    migration::detection::{Reading, Sign, judge},
    wire::Depth,
};

use super::{honest, sides::SIDES};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// The walk and the reader of the dynamic codec agree on what can be read.
    #[test]
    fn readings_agree_with_the_codec(pair in 0..1000_usize, bytes in noise()) {
        let types = SIDES.pairs[pair % SIDES.pairs.len()];
        let [old, new] = SIDES.readings(types, &bytes);
        for reading in [&old, &new] {
            // What is wrong inside a draft field is wrong for nobody who does not know the draft.
            let drafts: Vec<&str> = (reading.evidence().iter())
                .filter(|evidence| matches!(evidence.sign, Sign::Draft))
                .map(|evidence| evidence.path.as_str())
                .collect();
            let counts = |path: &str| !drafts.iter().any(|draft| path.starts_with(draft));
            let unreadable = (reading.evidence().iter())
                .any(|evidence| matches!(evidence.sign, Sign::Unreadable(_)) && counts(&evidence.path));
            prop_assert_eq!(unreadable, !reading.is_possible(), "{:?}\n{:#?}", reading.message(), reading.evidence());
        }
        judge(&old, &new, || false);
    }
}

/// Bytes with many low tags and short lengths, which get further than plain noise.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        4 => (1..20_u8).prop_map(|number| number << 3 | 2),
        2 => 0..12_u8,
        1 => (1..20_u8).prop_map(|number| number << 3),
        1 => any::<u8>(),
    ];
    prop::collection::vec(byte, 0..60)
}

/// "Canonical" is what a writer writes, but for the order of map entries.
#[test]
fn canonical_is_what_writers_write() {
    let mut count = 0;
    for letter in honest::letters() {
        let (schema, bytes) = (SIDES.schema(letter.writer), letter.bytes());
        let [old, new] = SIDES.readings(letter.types, &bytes);
        for (reading, schema, of) in [(&old, SIDES.old, letter.types.old()), (&new, SIDES.new, letter.types.new())] {
            let canonical = reading.evidence().iter().any(|evidence| evidence.sign == Sign::Canonical);
            if let (true, Ok(message)) = (canonical, reading.message()) {
                let mut message = message.clone();
                drop_implicit_defaults(schema, &schema[of], &mut message);
                assert_eq!(binary::write(schema, &schema[of], &message), bytes);
                count += 1;
            }
            assert!(
                canonical || !std::ptr::eq(schema, SIDES.schema(letter.writer)),
                "{}",
                SIDES.story(letter.types, &bytes)
            );
        }
        let _ = schema;
    }
    assert!(count > 5000, "{count}");
}

#[test]
fn deep_and_long_input_ends_soon() {
    let part = SIDES.types("a2a.v1.Part", "lf.a2a.v1.Part");
    // A list in a list in a list …, far beyond the limit.
    let mut deep = Vec::new();
    for _ in 0..20 * Depth::LIMIT {
        let mut writer = proto_diff::wire::Writer::default();
        writer.len_field(1, &deep);
        let list = writer.into_bytes();
        let mut writer = proto_diff::wire::Writer::default();
        writer.len_field(6, &list);
        deep = writer.into_bytes();
    }
    let mut writer = proto_diff::wire::Writer::default();
    writer.len_field(4, &deep);
    let start = Instant::now();
    SIDES.judge(part, &writer.into_bytes());
    SIDES.judge(part, &[0x0b; 1 << 18]);
    // So many oddities that nobody wants to read them all.
    let odd = b"\x78\x01".repeat(1 << 17);
    let [old, new] = SIDES.readings(part, &odd);
    for reading in [&old, &new] {
        assert!(reading.evidence().len() <= 4 * Reading::MOST && reading.left_out() > 0);
    }
    judge(&old, &new, || false);
    SIDES.judge(part, &b"\x0a\x01x".repeat(1 << 17));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
