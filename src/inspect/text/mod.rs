//! Records as text, laid out like protobuf's text format (<https://protobuf.dev/reference/protobuf/textformat-spec/>):
//! proto names, one record a line, messages in braces, remarks behind `#`.
//!
//! ```text
//!      0  1 len      id: "t1"
//!                    # field 5 `at`: expected len (Stamp), found varint 1700000000; kept as unknown
//!      4  5 varint   5: 1700000000
//! ```
//!
//! Nothing is shortened, and nothing in the data reaches a terminal that it would obey.

mod escape;
mod page;
mod raw;
mod typed;

use std::io::{self, Write};

use self::page::Page;
use super::{MessageView, RawMessage};
use crate::report::text::Style;

/// Which columns stand to the left of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Columns {
    /// The byte that a record begins at.
    pub offsets: Column,
    /// The number and wire type in its tag.
    pub numbers: Column,
}

/// Whether a column is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Column {
    /// It is not.
    #[default]
    Hidden,
    /// It is.
    Shown,
}

/// Whether a message was written to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    ToTheEnd,
    /// Up to where it cannot be read any further, which was remarked.
    InPart,
}

/// Writes a message as its type makes it appear. Of one that cannot be read to its end, writes what can be read and a
/// remark; [`survey`](super::survey) gives the fault with its path.
///
/// # Errors
/// When the output fails.
pub fn write(view: &MessageView<'_>, columns: Columns, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::new(view.bytes().len(), columns, style, out);
    typed::message(&mut page, view).map(drop)
}

/// Writes a message of which no type is known.
///
/// # Errors
/// When the output fails.
pub fn write_raw(bytes: &[u8], columns: Columns, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::new(bytes.len(), columns, style, out);
    raw::message(&mut page, &RawMessage::new(bytes)).map(drop)
}
