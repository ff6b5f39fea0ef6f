//! What is known about one version beyond its schema.

use std::collections::HashMap;

use crate::{migration::manifest::Template, schema::Scalar};

/// Facts that the schema of one version does not state and its writers follow, or do not follow.
///
/// They are data: a manifest or a caller supplies them, nothing here knows any protocol. Names of messages and fields
/// that the schema does not have are never asked for.
#[derive(Debug, Clone, Default)]
pub struct Hints {
    messages: HashMap<String, MessageHints>,
}

/// The hints about one message.
#[derive(Debug, Clone, Default)]
pub(super) struct MessageHints {
    /// Fields that hold resource names, by name.
    pub names: Vec<(String, Expectation)>,
    /// Fields the schema does not have.
    pub drafts: Vec<DraftField>,
}

/// A text field of which more is known than that it is text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameField {
    /// Full name of the message: `a2a.v1.GetTaskRequest`.
    pub message: String,
    /// Name of the field: `name`.
    pub field: String,
    /// What it holds.
    pub expectation: Expectation,
}

/// What a text field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// A name of this shape, in the hand of every writer that keeps to the protocol.
    Is(Template),
    /// Never a name of this shape, because the other version has it in its place.
    IsNot(Template),
    /// A URI with its scheme: `https://agent.example` (<https://www.rfc-editor.org/rfc/rfc3986#section-3.1>).
    Uri,
}

/// A field that writers of this version are known to send though its schema does not have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftField {
    /// Full name of the message: `a2a.v1.Part`.
    pub message: String,
    /// Name of the field, for reports.
    pub name: String,
    /// Its number.
    pub number: i32,
    /// What one value is.
    pub content: DraftContent,
    /// How often it occurs.
    pub repetition: Repetition,
}

/// What a value of a draft field is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DraftContent {
    /// A scalar.
    Scalar(Scalar),
    /// A message, by its full name.
    Message(String),
}

/// How often a draft field occurs in one message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// Once at most.
    Single,
    /// Any number of times.
    Repeated,
}

impl Hints {
    /// Adds what a text field holds.
    pub fn with_name(mut self, field: NameField) -> Self {
        self.messages.entry(field.message).or_default().names.push((field.field, field.expectation));
        self
    }

    /// Adds a field that the schema does not have.
    pub fn with_draft(mut self, field: DraftField) -> Self {
        self.messages.entry(field.message.clone()).or_default().drafts.push(field);
        self
    }

    pub(super) fn of(&self, message: &str) -> Option<&MessageHints> {
        self.messages.get(message)
    }
}
