//! How text looks: colour, glyphs, width.

use std::fmt;

use comfy_table::{Attribute, Cell, Color};

use crate::{
    effects::{Direction, Outcome, Verdict},
    rules::Severity,
};

/// Whether escape sequences are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colour {
    /// Plain text.
    #[default]
    Plain,
    /// ANSI escape sequences.
    Ansi,
}

/// Which characters may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Glyphs {
    /// Arrows and marks.
    #[default]
    Unicode,
    /// Nothing outside ASCII.
    Ascii,
}

/// How text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Columns that may be used.
    pub width: usize,
    /// Whether escape sequences are written.
    pub colour: Colour,
    /// Which characters may be used.
    pub glyphs: Glyphs,
}

/// What a piece of text is, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Ink {
    #[default]
    Plain,
    Strong,
    Faint,
    Bad,
    Doubtful,
    Good,
}

impl Style {
    /// `text` in a colour, when colours are written.
    pub(crate) fn paint<T: fmt::Display>(self, ink: Ink, text: T) -> Painted<T> {
        let codes = match (self.colour, ink) {
            (Colour::Plain, _) | (_, Ink::Plain) => "",
            (Colour::Ansi, Ink::Strong) => "1",
            (Colour::Ansi, Ink::Faint) => "2",
            (Colour::Ansi, Ink::Bad) => "31",
            (Colour::Ansi, Ink::Doubtful) => "33",
            (Colour::Ansi, Ink::Good) => "32",
        };
        Painted { codes, text }
    }

    pub(super) fn direction(self, direction: Direction) -> &'static str {
        match (self.glyphs, direction) {
            (Glyphs::Unicode, Direction::Upgrade) => "↑",
            (Glyphs::Unicode, Direction::Downgrade) => "↓",
            (Glyphs::Ascii, Direction::Upgrade) => "up",
            (Glyphs::Ascii, Direction::Downgrade) => "dn",
        }
    }

    pub(super) fn becomes(self) -> &'static str {
        self.glyph("→", "->")
    }

    pub(super) fn differs(self) -> &'static str {
        self.glyph("≠", "!=")
    }

    pub(super) fn ellipsis(self) -> &'static str {
        self.glyph("…", "...")
    }

    pub(super) fn dot(self) -> &'static str {
        self.glyph("·", "-")
    }

    pub(super) fn mark(self, severity: Severity) -> &'static str {
        match severity {
            Severity::Error => self.glyph("✗", "x"),
            Severity::Warning => "!",
            Severity::Note => self.dot(),
        }
    }

    fn glyph(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }
}

/// Text between escape sequences.
pub(crate) struct Painted<T> {
    codes: &'static str,
    text: T,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.codes {
            "" => write!(f, "{}", self.text),
            codes => write!(f, "\x1b[{codes}m{}\x1b[0m", self.text),
        }
    }
}

impl Ink {
    /// A table cell in this colour.
    pub(super) fn cell(self, text: impl ToString) -> Cell {
        let cell = Cell::new(text);
        match self {
            Ink::Plain => cell,
            Ink::Strong => cell.add_attribute(Attribute::Bold),
            Ink::Faint => cell.add_attribute(Attribute::Dim),
            Ink::Bad => cell.fg(Color::DarkRed),
            Ink::Doubtful => cell.fg(Color::DarkYellow),
            Ink::Good => cell.fg(Color::DarkGreen),
        }
    }
}

impl From<Severity> for Ink {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Ink::Bad,
            Severity::Warning => Ink::Doubtful,
            Severity::Note => Ink::Faint,
        }
    }
}

impl From<Outcome> for Ink {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Exact => Ink::Good,
            Outcome::Dropped => Ink::Doubtful,
            Outcome::Coerced | Outcome::Rejected | Outcome::Misread => Ink::Bad,
        }
    }
}

impl From<Verdict> for Ink {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Same => Ink::Good,
            Verdict::Compatible => Ink::Plain,
            Verdict::Breaking => Ink::Bad,
        }
    }
}

/// The word for an outcome.
pub(super) fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Exact => "exact",
        Outcome::Dropped => "dropped",
        Outcome::Coerced => "coerced",
        Outcome::Rejected => "rejected",
        Outcome::Misread => "misread",
    }
}
