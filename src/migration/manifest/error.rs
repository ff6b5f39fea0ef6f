//! What is wrong with a manifest, and where in its text.

use std::{fmt, ops::Range};

use miette::{Diagnostic, LabeledSpan, SourceCode};

use crate::schema::Excerpt;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the manifest it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What stands there, in a few words.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Fault {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Fault { span, message: message.into(), label: label.into(), help: None }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Why a manifest does not load: everything that is wrong with it, in the order of the text.
#[derive(Debug)]
pub struct ManifestError(Box<Details>);

#[derive(Debug)]
struct Details {
    source: Excerpt,
    faults: Vec<Fault>,
    related: Vec<ManifestError>,
}

impl ManifestError {
    /// The faults, all of one text. There is at least one.
    pub(crate) fn new(name: &str, text: &str, mut faults: Vec<Fault>) -> Self {
        faults.sort_by_key(|fault| fault.span.start);
        // What is wrong both ways is found twice.
        faults.dedup();
        let one = |faults| Details { source: Excerpt::new(name, text), faults, related: Vec::new() };
        let related = faults.iter().skip(1).map(|fault| ManifestError(Box::new(one(vec![fault.clone()])))).collect();
        ManifestError(Box::new(Details { related, ..one(faults) }))
    }

    /// Everything that is wrong, in the order of the text.
    pub fn faults(&self) -> &[Fault] {
        &self.0.faults
    }

    /// The line and column, from 1, of a fault of this error.
    pub fn position(&self, fault: &Fault) -> Option<(usize, usize)> {
        let start = self.0.source.read_span(&(fault.span.start, 0).into(), 0, 0).ok()?;
        Some((start.line() + 1, start.column() + 1))
    }

    fn first(&self) -> Option<&Fault> {
        self.0.faults.first()
    }
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.first().map_or("the manifest does not load", |fault| &fault.message))
    }
}

impl std::error::Error for ManifestError {}

impl Diagnostic for ManifestError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.first()?.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.0.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let fault = self.first()?;
        let label = LabeledSpan::new_with_span(Some(fault.label.clone()), fault.span.clone());
        Some(Box::new(std::iter::once(label)))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        (!self.0.related.is_empty())
            .then(|| Box::new(self.0.related.iter().map(|e| e as &dyn Diagnostic)) as Box<dyn Iterator<Item = _>>)
    }
}
