//! What stream readers make of whole, cut and hostile streams.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use proto_diff::wire::framing::{
    Compression as Known, Frame, FrameReader, Frames, FramingError, GrpcEncoding, SizeLimit,
};

use crate::hex;

const DELIMITED: Frames = Frames::Delimited;
const GRPC: Frames = Frames::Grpc(None);
const GZIP: Frames = Frames::Grpc(Some(GrpcEncoding::Gzip));
const IDENTITY: Frames = Frames::Grpc(Some(GrpcEncoding::Identity));

/// Where a frame begins, and its message.
type Found = (u64, Vec<u8>);

/// All frames, and how it ended.
fn read(bytes: &[u8], frames: Frames, limit: u64) -> (Vec<Found>, Result<(), FramingError>) {
    let mut reader = FrameReader::new(bytes, frames, SizeLimit(limit));
    let mut found = Vec::new();
    loop {
        match reader.next_frame() {
            Ok(Some(Frame { index, offset, message, .. })) => {
                found.push((offset, message.to_vec()));
                assert_eq!(index, found.len() as u64);
            }
            Ok(None) => return (found, Ok(())),
            Err(error) => return (found, Err(error)),
        }
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn frame(flag: u8, content: &[u8]) -> Vec<u8> {
    [&[flag], (content.len() as u32).to_be_bytes().as_slice(), content].concat()
}

#[test]
fn whole_streams() {
    type Expected<'e> = &'e [(u64, &'e str)];
    let cases: [(Frames, &str, Expected<'_>); 7] = [
        (DELIMITED, "", &[]),
        (DELIMITED, "00", &[(0, "")]),
        (DELIMITED, "02 0801  00  8200 0802", &[(0, "0801"), (3, ""), (4, "0802")]),
        (GRPC, "", &[]),
        (GRPC, "00 00000000", &[(0, "")]),
        (GRPC, "00 00000002 0801  00 00000001 08", &[(0, "0801"), (7, "08")]),
        (IDENTITY, "00 00000002 0801", &[(0, "0801")]),
    ];
    for (frames, stream, expected) in cases {
        let expected: Vec<(u64, Vec<u8>)> = expected.iter().map(|(offset, message)| (*offset, hex(message))).collect();
        let (found, end) = read(&hex(stream), frames, 100);
        assert!(end.is_ok(), "{stream}: {end:?}");
        assert_eq!(found, expected, "{stream}");
    }
}

#[test]
fn torn_streams_say_where_and_what() {
    let cases = [
        (DELIMITED, "02 0801 05 0801", 1, "byte 3: the frame is cut off: needs 5 bytes, has 2"),
        (DELIMITED, "80", 0, "byte 0: the length of the frame is cut off"),
        (DELIMITED, "ffffffffffffffffffff01", 0, "byte 0: the length of the frame is a varint longer than ten bytes"),
        (DELIMITED, "ffffffffffffffffff02", 0, "byte 0: the length of the frame is a varint longer than ten bytes"),
        (DELIMITED, "65", 0, "byte 0: the frame has 101 bytes, more than 100 bytes"),
        (DELIMITED, "ffffffffffffffffff01", 0, "byte 0: the frame has 18446744073709551615 bytes, more than 100 bytes"),
        (GRPC, "00 00000001 08 00 0000", 1, "byte 6: the prefix of the frame is cut off: needs 5 bytes, has 3"),
        (GRPC, "00 0000000a 0896", 0, "byte 0: the frame is cut off: needs 10 bytes, has 2"),
        (GRPC, "00 00000001 08 0a", 1, "byte 6: the flag of a gRPC frame is 00 or 01, this is 0a (a stray line feed?)"),
        (GRPC, "80 00000000", 0, "byte 0: the flag of a gRPC frame is 00 or 01, this is 80 (the trailers of gRPC-Web)"),
        (GRPC, "00 000000ff", 0, "byte 0: the frame has 255 bytes, more than 100 bytes"),
        (GRPC, "01 00000002 0801", 0, "byte 0: compressed frame of 2 bytes, cannot inflate without an encoding"),
        (IDENTITY, "01 00000002 0801", 0, "byte 0: compressed frame, but the encoding is identity"),
        (GZIP, "01 00000002 0801", 0, "byte 0: the compressed frame cannot be inflated: "),
        (GZIP, "01 00000000", 0, "byte 0: the compressed frame cannot be inflated: "),
    ];
    for (frames, stream, whole, message) in cases {
        let (found, end) = read(&hex(stream), frames, 100);
        let error = end.expect_err(stream).to_string();
        assert_eq!(found.len(), whole, "{stream}");
        assert!(error.starts_with(message), "{stream}: {error}");
    }
}

#[test]
fn compressed_and_plain_frames_mix() {
    let stream = [frame(1, &gzip(b"\x08\x01")), frame(0, b"\x08\x02"), frame(1, &gzip(b""))].concat();
    let second = 5 + gzip(b"\x08\x01").len() as u64;
    let expected = vec![(0, b"\x08\x01".to_vec()), (second, b"\x08\x02".to_vec()), (second + 7, Vec::new())];
    // Told, or known by its first bytes.
    for (frames, known) in [(GZIP, Known::Told), (GRPC, Known::Recognised)] {
        let (found, end) = read(&stream, frames, 100);
        assert!(end.is_ok(), "{end:?}");
        assert_eq!(found, expected);
        let mut reader = FrameReader::new(stream.as_slice(), frames, SizeLimit::default());
        for compression in [known, Known::None, known] {
            assert_eq!(reader.next_frame().unwrap().unwrap().compression, compression);
        }
    }
}

#[test]
fn inflating_has_a_limit() {
    let bomb = gzip(&vec![0; 10 << 20]);
    assert!(bomb.len() < 16 << 10);
    let (found, end) = read(&frame(1, &bomb), GZIP, 16 << 10);
    assert!(found.is_empty());
    assert_eq!(end.unwrap_err().to_string(), "byte 0: the compressed frame has more than 16 KiB when inflated");
}

#[test]
fn bytes_after_gzip_are_no_part_of_it() {
    let (_, end) = read(&frame(1, &[gzip(b"\x08\x01"), vec![1, 2]].concat()), GZIP, 100);
    assert_eq!(end.unwrap_err().to_string(), "byte 0: 2 bytes in the frame after the end of what is compressed");
}
