//! What holds for any bytes.

use std::time::{Duration, Instant};

use proto_diff::{
    dynamic::{binary, drop_implicit_defaults},
    migration::detection::{Reading, Side, Sign, judge},
    wire::Depth,
};

use super::{honest, sides::SIDES};

/// "Canonical" is what a writer writes, but for the order of map entries.
#[test]
fn canonical_is_what_writers_write() {
    let mut count = 0;
    for letter in honest::letters() {
        let bytes = letter.bytes();
        let [old, new] = SIDES.readings(letter.types, &bytes);
        for (side, reading, of) in [(Side::Old, &old, letter.types.old()), (Side::New, &new, letter.types.new())] {
            let schema = SIDES.schema(side);
            let canonical = reading.evidence().iter().any(|evidence| evidence.sign == Sign::Canonical);
            if let (true, Ok(mut message)) = (canonical, SIDES.read(letter.types, side, &bytes)) {
                drop_implicit_defaults(schema, &schema[of], &mut message);
                assert_eq!(binary::write(schema, &schema[of], &message), bytes);
                count += 1;
            }
            assert!(canonical || side != letter.writer, "{}", SIDES.story(letter.types, &bytes));
        }
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
