//! The imports that need not be there: `google/protobuf/*.proto` from protox, and the `google/api` files that
//! A2A and most public APIs use.

use std::sync::LazyLock;

use protox::prost_reflect::{
    DescriptorPool, FileDescriptor,
    prost::Message,
    prost_types::{FileDescriptorProto, FileDescriptorSet},
};

use super::{SourceFile, SourceTree};
use crate::schema::{SchemaError, load::screen::DisplayedText};

macro_rules! google_api {
    ($($name:literal),* $(,)?) => {
        [$((
            concat!("google/api/", $name, ".proto"),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/google/api/", $name, ".proto")),
        )),*]
    };
}

/// Import names and texts; `fixtures/google/README.md` says where they are from.
const GOOGLE_API: [(&str, &str); 10] = google_api![
    "annotations",
    "client",
    "field_behavior",
    "field_info",
    "http",
    "httpbody",
    "launch_stage",
    "resource",
    "routing",
    "visibility",
];

/// The same files in the same order, parsed, without source positions; `tests/bundled_google.rs` holds them to the
/// texts. They are half of what there is to parse for a small schema, and never its own.
static GOOGLE_API_PARSED: LazyLock<Vec<FileDescriptorProto>> = LazyLock::new(|| {
    let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/google/api.binpb"));
    FileDescriptorSet::decode(bytes.as_slice()).map(|set| set.file).unwrap_or_default()
});

/// What parsing `text` gives, when it is, to the letter, the bundled file of that name. Without positions: nobody asks
/// where a library declares something.
pub(in crate::schema::load) fn parsed(name: &str, text: &str) -> Option<FileDescriptorProto> {
    let index = GOOGLE_API.iter().position(|&file| file == (name, text))?;
    GOOGLE_API_PARSED.get(index).cloned()
}

/// The bundled `google/api` files.
#[derive(Debug)]
pub(in crate::schema::load) struct Bundled;

impl SourceTree for Bundled {
    fn open(&self, name: &str) -> Result<Option<SourceFile>, SchemaError> {
        Ok(GOOGLE_API.iter().find(|(known, _)| *known == name).map(|&(name, text)| SourceFile {
            text: DisplayedText { display_path: name.to_owned(), text: text.to_owned() },
            identity: format!("bundled:{name}"),
        }))
    }
}

/// A well-known file (`google/protobuf/any.proto` and so on) as protox has it, or `None` for any other name.
pub(in crate::schema::load) fn well_known(name: &str) -> Option<FileDescriptor> {
    if !name.starts_with("google/protobuf/") {
        return None;
    }
    DescriptorPool::global().get_file_by_name(name)
}

/// Whether an import of this name is bundled, wherever it was found.
pub(in crate::schema::load) fn is_bundled(name: &str) -> bool {
    GOOGLE_API.iter().any(|(known, _)| *known == name) || well_known(name).is_some()
}
