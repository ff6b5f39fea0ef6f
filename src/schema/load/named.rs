//! What a locator leads to.

use super::{
    gather::{Entry, gather},
    recognise::{self, Format},
    tree::{Bundled, SourceFile, SourceTree},
};
use crate::{
    a2a::Release,
    schema::{Schema, SchemaError, load::screen::DisplayedText},
};

/// The files that are to be compared, and where their imports are looked for.
pub(super) enum Named {
    /// `.proto` texts.
    Sources { entries: Vec<Entry>, trees: Vec<Box<dyn SourceTree>> },
    /// Compiled already.
    DescriptorSet { display_path: String, bytes: Vec<u8> },
}

impl Named {
    /// Texts whose imports are among themselves or bundled.
    pub(super) fn texts(texts: impl IntoIterator<Item = (String, DisplayedText)>) -> Self {
        let entries = texts
            .into_iter()
            .map(|(name, text)| Entry::new(name.clone(), SourceFile { text, identity: name }))
            .collect();
        Named::Sources { entries, trees: vec![Box::new(Bundled)] }
    }

    pub(super) fn release(release: &Release) -> Self {
        let name = "a2a.proto".to_owned();
        let text =
            DisplayedText { display_path: format!("a2a:{}/{name}", release.version), text: release.proto.to_owned() };
        Named::texts([(name, text)])
    }

    /// Bytes without a name, from standard input.
    pub(super) fn anonymous(bytes: Vec<u8>) -> Result<Self, SchemaError> {
        let display_path = "-".to_owned();
        Ok(match recognise::format(&display_path, &bytes)? {
            Format::DescriptorSet => Named::DescriptorSet { display_path, bytes },
            Format::Text => Named::texts([("stdin.proto".to_owned(), DisplayedText::new(display_path, bytes)?)]),
        })
    }

    pub(super) fn load(self, origin: String) -> Result<Schema, SchemaError> {
        match self {
            Named::Sources { entries, trees } => super::from_sources(gather(entries, &trees)?, origin),
            Named::DescriptorSet { display_path, bytes } => super::descriptor_set::load(&display_path, &bytes, origin),
        }
    }
}
