//! The manifest: a TOML file that says where every field of the old version went.
//!
//! This room turns text into [`Manifest`], in which every word stands where the format wants it, and knows nothing of
//! the schemas it is about. Whether the words are true is the business of [`correspondence`](super::correspondence).
//! `docs/manifest.md` is the format's reference, `docs/manifest.schema.json` its form for editors.

mod document;
mod error;
mod lines;
mod options;
mod path;
mod read;
mod table;
mod template;
mod writers;

use std::{collections::BTreeMap, ops::Range};

pub use error::{Fault, ManifestError};
pub use lines::{
    DropLine, EmptyVersion, EnumLine, EnumTable, Leg, Line, LineKind, Literal, Made, MessageTable, MoveLine, NewKind,
    NewLine, TypeLine, VersionFilter, Via,
};
pub use options::{OptionDefinition, OptionError};
pub use path::{FieldName, FieldPath, PathStep, Select};
pub use template::Template;
pub use writers::{DraftType, Habit, WriterLine};

/// A value and where it stands in the manifest, in bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Range<usize>,
}

/// What the dual reader calls one side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VersionName {
    /// `0.3.0`.
    pub name: Option<String>,
    /// Values of a version header that mean this side: `Major.Minor`, or empty.
    pub header: Vec<String>,
}

/// A manifest as it is written.
#[derive(Debug, Clone)]
pub struct Manifest {
    /// Where it came from: a path, or the name of a bundled one.
    pub name: String,
    /// Its text, to point into.
    pub text: String,
    /// The old schema, as a locator.
    pub old: Placed<String>,
    /// The new schema, as a locator.
    pub new: Placed<String>,
    /// What the old side is called.
    pub old_version: VersionName,
    /// What the new side is called.
    pub new_version: VersionName,
    /// Old packages that became new ones.
    pub packages: Vec<(Placed<String>, Placed<String>)>,
    /// The choices that it leaves to who converts.
    pub options: Vec<OptionDefinition>,
    /// What was chosen: a value for each option.
    pub chosen: BTreeMap<String, String>,
    /// Old messages and enums and what became of them.
    pub types: Vec<TypeLine>,
    /// New messages and enums that nothing became, with the reason.
    pub new_types: Vec<(Placed<String>, String)>,
    /// Old rpcs and their new names.
    pub rpcs: Vec<(Placed<String>, Placed<String>)>,
    /// Values of old enums.
    pub enums: Vec<EnumTable>,
    /// Values of new enums that no old one became.
    pub new_enums: Vec<EnumTable>,
    /// Fields of old messages.
    pub messages: Vec<MessageTable<Line>>,
    /// Fields of new messages that no line fills.
    pub new_messages: Vec<MessageTable<NewLine>>,
    /// What writers of the old version do that the schema does not say.
    pub old_writers: Vec<MessageTable<WriterLine>>,
    /// What writers of the new version do that the schema does not say.
    pub new_writers: Vec<MessageTable<WriterLine>>,
}

impl Manifest {
    /// Reads a manifest. `name` is how messages refer to it, `chosen` are values for its options by name.
    ///
    /// # Errors
    /// When the text is not TOML or not a manifest; all faults at once, each with its place. When an option or a value
    /// that is chosen does not exist.
    pub fn read<'c>(
        name: &str,
        text: &str,
        chosen: impl IntoIterator<Item = (&'c str, &'c str)>,
    ) -> Result<Self, ManifestReadError> {
        read::read(name, text, &chosen.into_iter().collect::<Vec<_>>())
    }

    pub(crate) fn error(&self, faults: Vec<Fault>) -> ManifestError {
        ManifestError::new(&self.name, &self.text, faults)
    }
}

/// Why a manifest could not be read.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum ManifestReadError {
    /// Its text is not right.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Text(#[from] ManifestError),
    /// What was chosen is not offered.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Option(#[from] OptionError),
}
