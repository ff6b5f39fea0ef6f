//! From bytes to text: size, encoding, byte order mark.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::schema::{SchemaError, SchemaErrorKind};

/// The largest `.proto` text that is read.
pub(super) const MAX_TEXT: u64 = 64 << 20;
/// The largest descriptor set that is read.
pub(super) const MAX_DESCRIPTOR_SET: u64 = 256 << 20;

/// A text and the name a person knows it by.
#[derive(Debug, Clone)]
pub(super) struct DisplayedText {
    pub(super) display_path: String,
    pub(super) text: String,
}

impl DisplayedText {
    /// Checks that bytes are text, and takes the byte order mark off.
    pub(super) fn new(display_path: String, bytes: Vec<u8>) -> Result<Self, SchemaError> {
        check_size(&display_path, bytes.len() as u64, MAX_TEXT)?;
        let mut text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
                return Err(DisplayedText { display_path, text: lossy }
                    .error(SchemaErrorKind::Syntax, "the file is not UTF-8 text")
                    .with_label(at..at + char::REPLACEMENT_CHARACTER.len_utf8(), "the first byte that is not")
                    .with_help("save it as UTF-8; a descriptor set needs no particular name, but must be one"));
            }
        };
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        Ok(DisplayedText { display_path, text })
    }

    /// An error about this text; labels are still to be added.
    pub(super) fn error(&self, kind: SchemaErrorKind, message: impl Into<String>) -> SchemaError {
        SchemaError::new(kind, message).with_source(&self.display_path, &self.text)
    }
}

/// Refuses what is too large, before it is read.
pub(super) fn check_size(display_path: &str, size: u64, limit: u64) -> Result<(), SchemaError> {
    if size <= limit {
        return Ok(());
    }
    let message = format!("`{display_path}` is larger than {} MiB", limit >> 20);
    Err(SchemaError::new(SchemaErrorKind::TooLarge, message)
        .with_help("is it the right file? If so, compile it and give the descriptor set, or split it"))
}

/// Reads a file of at most `limit` bytes.
pub(super) fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, SchemaError> {
    let display_path = path.display().to_string();
    let file = File::open(path).map_err(|error| unreadable(&display_path, &error))?;
    let size = file.metadata().map_err(|error| unreadable(&display_path, &error))?.len();
    check_size(&display_path, size, limit)?;
    read_stream(file, &display_path, size, limit)
}

/// Reads to the end, but never more than `limit` bytes: a pipe or a device does not say its size beforehand.
pub(super) fn read_stream(
    stream: impl Read,
    display_path: &str,
    expected_size: u64,
    limit: u64,
) -> Result<Vec<u8>, SchemaError> {
    let mut bytes = Vec::with_capacity(usize::try_from(expected_size).unwrap_or_default() + 1);
    stream.take(limit + 1).read_to_end(&mut bytes).map_err(|error| unreadable(display_path, &error))?;
    check_size(display_path, bytes.len() as u64, limit)?;
    Ok(bytes)
}

/// An input error, as a sentence with a remedy.
pub(super) fn unreadable(display_path: &str, error: &io::Error) -> SchemaError {
    match error.kind() {
        io::ErrorKind::NotFound => {
            SchemaError::new(SchemaErrorKind::NotFound, format!("there is no file `{display_path}`"))
                .with_help("check the path; a git revision is written REV:path, a bundled schema a2a:1.0.1")
        }
        io::ErrorKind::PermissionDenied => {
            SchemaError::new(SchemaErrorKind::Unreadable, format!("`{display_path}` may not be read"))
                .with_help("check the permissions of the file and of the directories above it")
        }
        _ => SchemaError::new(SchemaErrorKind::Unreadable, format!("`{display_path}` cannot be read: {error}")),
    }
}
