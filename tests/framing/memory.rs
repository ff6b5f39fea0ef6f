//! A stream may be longer than memory.

use std::io::{self, Read};

use proto_diff::wire::framing::{FrameReader, Frames, SizeLimit};

/// The same frame over and over, until there were so many bytes.
struct Endless {
    frame: Vec<u8>,
    given: u64,
    limit: u64,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        for slot in buffer {
            if self.given == self.limit {
                break;
            }
            *slot = self.frame[(self.given % self.frame.len() as u64) as usize];
            self.given += 1;
            count += 1;
        }
        Ok(count)
    }
}

/// Reads `frames` frames of a kilobyte and gives the memory that the reader held at most.
fn most_held(prefix: &[u8], kind: Frames, frames: u64) -> usize {
    let frame = [prefix, &[7; 1000]].concat();
    let limit = frames * frame.len() as u64;
    let source = Endless { frame, given: 0, limit };
    let mut reader = FrameReader::new(source, kind, SizeLimit::default());
    let (mut count, mut most) = (0, 0);
    while let Some(frame) = reader.next_frame().unwrap() {
        assert_eq!(frame.message.len(), 1000);
        count += 1;
        most = most.max(reader.capacity());
    }
    assert_eq!(count, frames);
    most
}

#[test]
fn memory_does_not_grow_with_the_stream() {
    const FRAMES: u64 = 65_536;
    for (prefix, kind) in [(&[0xe8, 0x07][..], Frames::Delimited), (&[0, 0, 0, 0x03, 0xe8], Frames::Grpc(None))] {
        let most = most_held(prefix, kind, FRAMES);
        assert!(most < 100_000, "{most} bytes held over 64 MiB of {kind:?}");
    }
}

#[test]
fn memory_does_not_grow_with_what_is_announced() {
    // 60 MiB are announced, eight bytes are there.
    let mut reader = FrameReader::new(&b"\0\x03\xc0\0\0\x08\x01\x08\x01"[..], Frames::Grpc(None), SizeLimit::default());
    assert!(reader.next_frame().is_err());
    assert!(reader.capacity() < 100_000, "{}", reader.capacity());
}
