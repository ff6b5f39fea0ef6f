//! Streams of messages.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use proto_diff::wire::framing::Text;

use crate::{Coast, frame, hex};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn frames_are_headed_by_their_place() {
    let coast = Coast::new();
    let stream = [frame(0, &hex("0801")), frame(0, b""), frame(0, &hex("0802"))].concat();
    let text = "# frame 1 at byte 0, 2 bytes\ncount: 1\n\n# frame 2 at byte 7, 0 bytes\n\n# frame 3 at byte 12, 2 bytes\ncount: 2\n";
    let run = coast.report("--in grpc", &stream);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, text, ""));
    let run = coast.report("", &stream);
    assert_eq!((run.code, run.out.as_str()), (0, text));
    assert!(run.err.contains("recognised gRPC frames; --in grpc says so beforehand"), "{run:?}");
}

#[test]
fn json_of_a_stream_is_a_line_for_each() {
    let coast = Coast::new();
    let run = coast.report("--in delimited --out json", &hex("02 0801 00 02 0802"));
    assert_eq!((run.code, run.out.as_str()), (0, "{\"count\":1}\n{}\n{\"count\":2}\n"), "{run:?}");
    let run = coast.report("--in delimited --format json", &hex("02 0801 00"));
    assert_eq!(run.out.lines().count(), 2, "{run:?}");
}

#[test]
fn compressed_frames() {
    let coast = Coast::new();
    let stream = [frame(1, &gzip(&hex("0801"))), frame(1, &gzip(&hex("0802")))].concat();
    for arguments in ["--in hex+grpc", "--in grpc", "--in grpc --grpc-encoding gzip"] {
        let stream = if arguments.contains("hex") { Text::Hex.dress(&stream).into_bytes() } else { stream.clone() };
        let run = coast.report(&format!("{arguments} --out json"), &stream);
        let said = run.err.matches("recognised gzip in compressed frames").count();
        assert_eq!(said, usize::from(!arguments.contains("gzip")), "{arguments}: {run:?}");
        assert_eq!((run.code, run.out.as_str()), (0, "{\"count\":1}\n{\"count\":2}\n"), "{arguments}: {run:?}");
    }
    let run = coast.report("--grpc-encoding identity", &stream);
    assert_eq!(run.code, 2, "{run:?}");
    let run = coast.report("", &frame(1, &hex("0801")));
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("compressed frame of 2 bytes, cannot inflate without an encoding"), "{run:?}");
    assert!(run.err.contains("--grpc-encoding gzip"), "{run:?}");
}

#[test]
fn what_was_read_before_a_torn_frame_stays() {
    let coast = Coast::new();
    let run = coast.report("--in delimited", &hex("02 0801 05 0801"));
    assert_eq!((run.code, run.out.as_str()), (2, "# frame 1 at byte 0, 2 bytes\ncount: 1\n"), "{run:?}");
    assert!(run.err.contains("standard input: byte 3: the frame is cut off: needs 5 bytes, has 2"), "{run:?}");
    // A whole frame with half a message in it.
    let run = coast.report("--in delimited --out json", &hex("02 0801 03 120961"));
    assert_eq!((run.code, run.out.as_str()), (2, "{\"count\":1}\n"), "{run:?}");
    let place = "standard input, frame 2 at byte 3: field 2 `keeper`, offset 0: needs 9 bytes, has 1";
    assert!(run.err.contains(place), "{run:?}");
}

#[test]
fn frames_have_a_limit() {
    let coast = Coast::new();
    let run = coast.report("--in delimited --max-size 1K", &hex("8110"));
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("the frame has 2049 bytes, more than 1 KiB") && run.err.contains("--max-size"), "{run:?}");
    let run = coast.report("--max-size 4", &hex("0801 0802 0803"));
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("the input has more than 4 bytes"), "{run:?}");
}

#[test]
fn several_messages_do_not_become_one() {
    let coast = Coast::new();
    let stream = hex("02 0801 02 0802");
    let run = coast.report("--in delimited --out raw", &stream);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("frame 2 at byte 3: several messages without framing would be read as one"), "{run:?}");
    let run = coast.report("--in delimited --out base64", &stream);
    assert_eq!((run.code, run.out.as_str()), (0, "CAE=\nCAI=\n"), "{run:?}");
}
