//! Reading records.

use super::*;

fn read(bytes: &[u8]) -> Result<Vec<RawField<'_>>, WireError> {
    fields(bytes).collect()
}

#[test]
fn every_wire_type() {
    #[rustfmt::skip]
    let bytes = [
        0x08, 0x96, 0x01,
        0x11, 1, 0, 0, 0, 0, 0, 0, 0x80,
        0x1a, 0x02, b'h', b'i',
        0x23, 0x08, 0x01, 0x2b, 0x2c, 0x24,
        0x35, 1, 0, 0, 0x80,
    ];
    let expected = [
        (1, 0, RawValue::Varint(150)),
        (2, 3, RawValue::Fixed64(0x8000_0000_0000_0001)),
        (3, 12, RawValue::Len(b"hi")),
        (4, 16, RawValue::Group(&[0x08, 0x01, 0x2b, 0x2c])),
        (6, 22, RawValue::Fixed32(0x8000_0001)),
    ];
    let found: Vec<_> = read(&bytes).unwrap().into_iter().map(|f| (f.number, f.offset, f.value)).collect();
    assert_eq!(found, expected);
}

#[test]
fn malformed_input_is_named_with_its_offset() {
    let ten_continued = [[0x08].as_slice(), &[0xff; 10]].concat();
    let cases: [(&[u8], usize, WireReason); 14] = [
        (&[0x08], 1, WireReason::Truncated),
        (&[0x08, 0x80], 1, WireReason::Truncated),
        (&[0x80], 0, WireReason::Truncated),
        (&ten_continued, 1, WireReason::VarintTooLong),
        (&[0x0d, 1, 2, 3], 1, WireReason::Truncated),
        (&[0x09, 1, 2, 3, 4, 5, 6, 7], 1, WireReason::Truncated),
        (&[0x00, 0x00], 0, WireReason::FieldNumber(0)),
        (&[0x80, 0x80, 0x80, 0x80, 0x10, 0x00], 0, WireReason::FieldNumber(1 << 29)),
        (&[0x08, 0x00, 0x0e], 2, WireReason::WireType(6)),
        (&[0x0f], 0, WireReason::WireType(7)),
        (&[0x0a, 0x02, 0x00], 1, WireReason::LengthPastEnd { length: 2, remaining: 1 }),
        (&[0x08, 0x00, 0x0c], 2, WireReason::UnmatchedEndGroup(1)),
        (&[0x0b, 0x14], 1, WireReason::MismatchedEndGroup { open: 1, found: 2 }),
        (&[0x0b, 0x08, 0x01], 3, WireReason::UnterminatedGroup(1)),
    ];
    for (bytes, offset, reason) in cases {
        assert_eq!(read(bytes), Err(WireError { offset, reason }), "{bytes:x?}");
    }
}

#[test]
fn reading_stops_after_an_error() {
    assert_eq!(fields(&[0x0f, 0x08, 0x01]).count(), 1);
}

#[test]
fn groups_nest_as_deep_as_the_limit() {
    let nested = |levels: usize| [vec![0x0b; levels], vec![0x0c; levels]].concat();
    let limit = Depth::LIMIT as usize;
    assert!(read(&nested(limit)).is_ok());
    assert_eq!(read(&nested(limit + 1)).unwrap_err().reason, WireReason::TooDeep);
    assert_eq!(read(&vec![0x0b; 1_000_000]).unwrap_err().reason, WireReason::TooDeep);
}

#[test]
fn bits_beyond_the_64th() {
    let bytes = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    assert_eq!(Reader::new(&bytes, Overflow::Drop).varint(), Ok(u64::MAX));
    let rejected = Reader::new(&bytes, Overflow::Reject).varint().unwrap_err();
    assert_eq!(rejected.reason, WireReason::VarintOverflow);
}

#[test]
fn nested_readers_count_from_the_outermost_byte() {
    let mut outer = Reader::new(&[0x0a, 0x02, 0x0a, 0x05], Overflow::Drop);
    outer.key().unwrap();
    let mut inner = outer.delimited().unwrap();
    assert_eq!(inner.field(Depth::outermost()).unwrap_err().offset, 3);
}
