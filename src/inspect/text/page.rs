//! Lines with columns in front.

use std::io::{self, Write};

use super::{Column, Columns, Written};
use crate::{
    inspect::Fault,
    report::text::{Ink, Style, push_hanging, without_controls},
    wire::WireType,
};

/// What the columns say about a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag {
    pub(super) offset: usize,
    /// `None` for a number that shares its tag with others.
    pub(super) key: Option<(i32, WireType)>,
}

/// Where lines go.
pub(super) struct Page<'w> {
    out: &'w mut dyn Write,
    pub(super) style: Style,
    columns: Columns,
    offset_width: usize,
    level: usize,
}

const INDENT: usize = 2;
/// Numbers up to 99999 line up; larger ones are rare enough to stick out.
const NUMBER_WIDTH: usize = 5;
/// `fixed64`, the longest name of a wire type.
const WIRE_TYPE_WIDTH: usize = 7;
/// However deep it stands, a remark has this much room.
const NARROWEST: usize = 40;

impl<'w> Page<'w> {
    pub(super) fn new(size: usize, columns: Columns, style: Style, out: &'w mut dyn Write) -> Self {
        let offset_width = size.to_string().len().max(4);
        Page { out, style, columns, offset_width, level: 0 }
    }

    /// The text of a record, and what there is to say about it on the same line.
    pub(super) fn record(&mut self, tag: Tag, ink: Ink, text: &str, remark: Option<&str>) -> io::Result<()> {
        self.margin(Some(tag))?;
        write!(self.out, "{}", self.style.paint(ink, without_controls(text)))?;
        if let Some(remark) = remark {
            let remark = format!("# {remark}");
            write!(self.out, "  {}", self.style.paint(Ink::Faint, without_controls(&remark)))?;
        }
        writeln!(self.out)
    }

    /// A line that is no record: a brace.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        self.margin(None)?;
        writeln!(self.out, "{text}")
    }

    /// A remark in lines of its own, in front of what it is about.
    pub(super) fn remark(&mut self, ink: Ink, text: &str) -> io::Result<()> {
        let width = self.room().max(NARROWEST);
        let mut lines = String::new();
        push_hanging(&mut lines, "", &without_controls(text), width - INDENT, 0);
        for line in lines.lines() {
            self.margin(None)?;
            writeln!(self.out, "{}", self.style.paint(ink, format_args!("# {line}")))?;
        }
        Ok(())
    }

    /// Says that nothing can be read from here on.
    pub(super) fn cut(&mut self, fault: &Fault) -> io::Result<Written> {
        self.remark(Ink::Bad, &format!("unreadable from here: {fault}"))?;
        Ok(Written::InPart)
    }

    /// A message between braces, `head` in front of them.
    pub(super) fn braces(
        &mut self,
        tag: Tag,
        ink: Ink,
        (head, remark): (&str, Option<&str>),
        inside: impl FnOnce(&mut Self) -> io::Result<Written>,
    ) -> io::Result<Written> {
        self.record(tag, ink, &format!("{head} {{"), remark)?;
        self.level += 1;
        let written = inside(self);
        self.level -= 1;
        let written = written?;
        if written == Written::ToTheEnd {
            self.line("}")?;
        }
        Ok(written)
    }

    /// How many characters fit behind the margin.
    pub(super) fn room(&self) -> usize {
        self.style.width.saturating_sub(self.margin_width())
    }

    fn margin_width(&self) -> usize {
        let column = |column: Column, width: usize| if column == Column::Shown { width } else { 0 };
        column(self.columns.offsets, self.offset_width + 2)
            + column(self.columns.numbers, NUMBER_WIDTH + 1 + WIRE_TYPE_WIDTH + 2)
            + self.level * INDENT
    }

    fn margin(&mut self, tag: Option<Tag>) -> io::Result<()> {
        let mut columns = String::new();
        if self.columns.offsets == Column::Shown {
            let offset = tag.map(|tag| tag.offset.to_string()).unwrap_or_default();
            columns += &format!("{offset:>width$}  ", width = self.offset_width);
        }
        if self.columns.numbers == Column::Shown {
            let (number, wire_type) = match tag.and_then(|tag| tag.key) {
                Some((number, wire_type)) => (number.to_string(), wire_type.name()),
                None => (String::new(), ""),
            };
            columns += &format!("{number:>NUMBER_WIDTH$} {wire_type:<WIRE_TYPE_WIDTH$}  ");
        }
        if !columns.is_empty() {
            write!(self.out, "{}", self.style.paint(Ink::Faint, columns))?;
        }
        write!(self.out, "{:width$}", "", width = self.level * INDENT)
    }
}
