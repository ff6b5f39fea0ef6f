//! Why there is no code for a migration.

/// Why there is no code for a migration in a language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[non_exhaustive]
pub enum AdaptError {
    /// The migration does something that the language, or its message types, cannot say.
    #[error("{language} cannot say what happens to `{place}`: {what}")]
    #[diagnostic(help("{help}"))]
    Inexpressible {
        /// The language.
        language: &'static str,
        /// The element of a schema, by its full name.
        place: String,
        /// What cannot be said.
        what: String,
        /// What can be done about it.
        help: String,
    },
    /// The caller's own types were said to be somewhere where they cannot be.
    #[error("`{given}` for {option}: {what}")]
    #[diagnostic(help("{help}"))]
    Types {
        /// The option that says where they are.
        option: String,
        /// What it was given.
        given: String,
        /// What is wrong with it.
        what: String,
        /// What can be done about it.
        help: String,
    },
    /// There are no messages to convert.
    #[error("no message of {old} has a counterpart in {new}, so there is nothing to convert")]
    #[diagnostic(help("pair messages in the table [types] of the manifest; enums alone need no code"))]
    Nothing {
        /// The old version.
        old: String,
        /// The new version.
        new: String,
    },
    /// What would be written is no text of the language.
    #[error("what would be written is no {language}: {what}")]
    #[diagnostic(help("this is a fault of proto-diff; please report it, with the manifest"))]
    Broken {
        /// The language.
        language: &'static str,
        /// What is wrong with it.
        what: String,
    },
}
