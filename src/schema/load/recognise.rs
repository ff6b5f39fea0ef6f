//! Is it text or a descriptor set?

use std::path::Path;

use super::screen;
use crate::schema::{SchemaError, SchemaErrorKind};

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// Protobuf schema language.
    Text,
    /// A binary `google.protobuf.FileDescriptorSet`, of which a buf image is one.
    DescriptorSet,
}

impl Format {
    /// How much of it is read.
    pub(super) fn size_limit(self) -> u64 {
        match self {
            Format::Text => screen::MAX_TEXT,
            Format::DescriptorSet => screen::MAX_DESCRIPTOR_SET,
        }
    }
}

/// The format that a file name stands for, where it stands for one.
pub(super) fn by_name(path: &str) -> Option<Format> {
    match Path::new(path).extension()?.to_str()? {
        "proto" => Some(Format::Text),
        "binpb" | "pb" | "desc" | "fds" | "bin" | "protoset" => Some(Format::DescriptorSet),
        _ => None,
    }
}

/// The format of a file, by its name or else by its contents.
///
/// # Errors
///
/// When it is neither, but something that people take for a descriptor set.
pub(super) fn format(path: &str, bytes: &[u8]) -> Result<Format, SchemaError> {
    if let Some(format) = by_name(path) {
        return Ok(format);
    }
    let refused = |what: &str, help: &str| {
        Err(SchemaError::new(SchemaErrorKind::DescriptorSet, format!("`{path}` {what}")).with_help(help))
    };
    match bytes {
        [0x1f, 0x8b, ..] => refused("is compressed", "uncompress it first: gunzip"),
        [b'{', ..] => refused("looks like JSON", "write the image in binary: buf build -o image.binpb"),
        // The first byte of a set is a line feed, so only bytes that no text has tell the two apart. Every set has
        // some: lengths and tags.
        _ if bytes.iter().any(|&byte| byte < b' ' && !byte.is_ascii_whitespace() && byte != 0x0b) => {
            Ok(Format::DescriptorSet)
        }
        _ => Ok(Format::Text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_decides_and_then_the_contents() {
        let cases: [(&str, &[u8], Format); 6] = [
            ("x.proto", b"\x0a\x03\x0a\x01a", Format::Text),
            ("x.binpb", b"syntax = \"proto3\";", Format::DescriptorSet),
            ("-", b"\x0a\x03\x0a\x01a", Format::DescriptorSet),
            ("-", b"\n\nsyntax = \"proto3\";\r\n\t\x0c", Format::Text),
            ("image", "\u{feff}// é".as_bytes(), Format::Text),
            ("-", b"", Format::Text),
        ];
        for (path, bytes, expected) in cases {
            assert_eq!(format(path, bytes).unwrap(), expected, "{path} {bytes:?}");
        }
        assert!(format("-", b"\x1f\x8b\x08").is_err() && format("image.json", b"{}").is_err());
    }
}
