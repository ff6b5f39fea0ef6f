//! Why a schema could not be loaded, with the place in the source and what to do about it.

use std::{fmt, ops::Range};

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};

use super::excerpt::Excerpt;

/// Why a schema could not be loaded.
///
/// It is a [`miette::Diagnostic`]: a renderer shows the lines of source it is about, with labels, and what to do.
/// Printed with `{}`, it is one sentence without the place; [`SchemaError::position`] has the place.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.message)]
pub struct SchemaError(Box<Details>);

#[derive(Debug)]
struct Details {
    kind: SchemaErrorKind,
    message: String,
    source: Option<Excerpt>,
    labels: Vec<LabeledSpan>,
    help: Option<String>,
    related: Vec<SchemaError>,
    severity: Severity,
}

/// What sort of thing went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaErrorKind {
    /// The user named something that cannot be understood or does not exist.
    NotFound,
    /// It exists and could not be read.
    Unreadable,
    /// It is larger than what is read.
    TooLarge,
    /// The `git` program is missing or refused.
    Git,
    /// The text is not protobuf schema language.
    Syntax,
    /// An import is wrong: a cycle, a name that leads out of the import path.
    Import,
    /// `edition = "…"` in text, and no protoc that understands it.
    Edition,
    /// Bytes that are no descriptor set, or one that does not hang together.
    DescriptorSet,
    /// The text can be parsed and breaks a rule of the language.
    Invalid,
}

/// A place in a source: 1-based line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The file, as a person would open it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in bytes.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl SchemaError {
    pub(crate) fn new(kind: SchemaErrorKind, message: impl Into<String>) -> Self {
        SchemaError(Box::new(Details {
            kind,
            message: message.into(),
            source: None,
            labels: Vec::new(),
            help: None,
            related: Vec::new(),
            severity: Severity::Error,
        }))
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// The text that labels point into. The first label added is the main one.
    pub(crate) fn with_source(mut self, display_path: &str, text: &str) -> Self {
        self.0.source = Some(Excerpt::new(display_path, text));
        self
    }

    pub(crate) fn with_label(mut self, range: Range<usize>, text: impl Into<String>) -> Self {
        self.0.labels.push(LabeledSpan::new_with_span(Some(text.into()), range));
        self
    }

    /// Puts a label before those that are there.
    pub(crate) fn with_main_label(mut self, range: Range<usize>, text: impl Into<String>) -> Self {
        self.0.labels.insert(0, LabeledSpan::new_with_span(Some(text.into()), range));
        self
    }

    pub(crate) fn with_labels(mut self, labels: impl IntoIterator<Item = LabeledSpan>) -> Self {
        self.0.labels.extend(labels);
        self
    }

    /// Adds a place in another file. Of `place`, only that and its message are shown.
    pub(crate) fn with_related(mut self, mut place: SchemaError) -> Self {
        place.0.severity = Severity::Advice;
        place.0.help = None;
        self.0.related.push(place);
        self
    }

    /// What sort of thing went wrong.
    pub fn kind(&self) -> SchemaErrorKind {
        self.0.kind
    }

    /// What to do about it, where that is known.
    pub fn help_text(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// The place it is about: where the first label starts.
    pub fn position(&self) -> Option<Position> {
        self.positions().into_iter().next()
    }

    /// All places it is about, the main one first; of two things that clash, both.
    pub fn positions(&self) -> Vec<Position> {
        let Some(source) = &self.0.source else { return Vec::new() };
        let own = self.0.labels.iter().filter_map(|label| {
            let start = source.read_span(label.inner(), 0, 0).ok()?;
            Some(Position {
                file: source.display_path().to_owned(),
                line: start.line() + 1,
                column: start.column() + 1,
            })
        });
        own.chain(self.0.related.iter().flat_map(SchemaError::positions)).collect()
    }
}

impl Diagnostic for SchemaError {
    fn severity(&self) -> Option<Severity> {
        Some(self.0.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.0.labels.is_empty()).then(|| Box::new(self.0.labels.iter().cloned()) as Box<dyn Iterator<Item = _>>)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        (!self.0.related.is_empty()).then(|| {
            Box::new(self.0.related.iter().map(|error| error as &dyn Diagnostic)) as Box<dyn Iterator<Item = _>>
        })
    }
}
