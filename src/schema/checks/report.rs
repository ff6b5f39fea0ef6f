//! Violations with their places.

use crate::schema::{File, Schema, SchemaError, SchemaErrorKind, link::byte_range};

/// A descriptor element and what a label says about it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) path: Vec<i32>,
    pub(super) label: String,
}

impl Place {
    pub(super) fn new(path: Vec<i32>, label: impl Into<String>) -> Self {
        Place { path, label: label.into() }
    }
}

/// Makes errors about one file.
#[derive(Clone, Copy)]
pub(super) struct Reporter<'s> {
    pub(super) schema: &'s Schema,
    pub(super) file: &'s File,
}

impl<'s> Reporter<'s> {
    pub(super) fn new(schema: &'s Schema, file: &'s File) -> Self {
        Reporter { schema, file }
    }

    /// An error about places in this file, the main one first.
    pub(super) fn error(
        &self,
        message: impl Into<String>,
        places: impl IntoIterator<Item = Place>,
        help: impl Into<String>,
    ) -> SchemaError {
        let message = message.into();
        let Some(source) = &self.file.source else {
            let message = format!("`{}`: {message}", self.file.display_path);
            return SchemaError::new(SchemaErrorKind::Invalid, message).with_help(help);
        };
        let error = SchemaError::new(SchemaErrorKind::Invalid, message)
            .with_source(&self.file.display_path, source)
            .with_help(help);
        places.into_iter().fold(error, |error, place| match self.span_at_or_above(&place.path) {
            Some(span) => error.with_label(byte_range(source, span), place.label),
            None => error,
        })
    }

    /// Whether the source says something at `path`.
    pub(super) fn is_written(&self, path: &[i32]) -> bool {
        self.file.span(path).is_some()
    }

    /// The span of an element, or of the nearest one around it that has one.
    fn span_at_or_above(&self, path: &[i32]) -> Option<crate::schema::Span> {
        (1..=path.len()).rev().find_map(|length| self.file.span(&path[..length]))
    }
}
