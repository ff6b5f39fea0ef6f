//! What was noticed while loading and is no reason to stop.

use super::Span;

/// Something a person should know about how a schema was loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// One sentence.
    pub message: String,
    /// The statement it is about, when its source is known.
    pub span: Option<Span>,
    /// What to do about it.
    pub help: String,
}
