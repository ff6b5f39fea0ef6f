//! The types of one version that code has to name, and the files that they are in.

use std::collections::BTreeSet;

use super::{Program, Write};
use crate::{
    migration::Side,
    schema::{EnumId, FileId, MessageId, Schema},
};

/// Types of these files come with the runtime of a language, and are the same for everybody.
const RUNTIME_FILES: &str = "google/protobuf/";

/// The types of one version that code has to name.
pub(crate) struct Used {
    pub messages: BTreeSet<MessageId>,
    pub enums: BTreeSet<EnumId>,
}

impl Program<'_> {
    /// The types of a version that code has to name: the sources of one way and the targets of the other.
    pub fn used(&self, side: Side) -> Used {
        let (sources, targets) = match side {
            Side::Old => (&self.upgrade, &self.downgrade),
            Side::New => (&self.downgrade, &self.upgrade),
        };
        let mut messages = BTreeSet::new();
        for (_, function) in sources.printed() {
            messages.insert(function.source);
            messages.extend(function.scopes.iter().map(|scope| scope.message));
        }
        for (_, function) in targets.printed() {
            messages.insert(function.target);
            messages.extend(function.all_writes().filter_map(Write::build).map(|build| build.message));
        }
        Used { messages, enums: sources.enums.iter().map(|function| function.source).collect() }
    }
}

impl Used {
    /// The files that they are in, without those that come with the runtime.
    pub fn files(&self, schema: &Schema) -> BTreeSet<FileId> {
        let messages = self.messages.iter().map(|id| schema[*id].element.file);
        let files = messages.chain(self.enums.iter().map(|id| schema[*id].element.file));
        files.filter(|file| !schema.files[file.0].name.starts_with(RUNTIME_FILES)).collect()
    }
}
