//! The migrations that are made code of.

use std::{
    path::{Path, PathBuf},
    sync::LazyLock,
};

use prost::Message as _;
use proto_diff::{
    migration::{ManifestLocator, Migration, Side},
    schema::LoadOptions,
};
use protox::Compiler;

use super::exchange;

/// A migration with a name.
#[derive(Clone, Copy)]
pub struct Subject {
    /// Names directories, too.
    pub name: &'static str,
    pub migration: &'static Migration,
    sources: fn(Side) -> Sources,
}

/// The `.proto` files of a version.
struct Sources {
    root: PathBuf,
    /// Where else imports are looked for.
    imports: PathBuf,
    /// By their names below the root.
    files: &'static [&'static str],
}

/// A2A as it is by default.
pub fn a2a() -> Subject {
    Subject { name: "a2a", migration: exchange::a2a(), sources: a2a_sources }
}

/// A2A with every option as it is not by default.
pub fn a2a_with_options() -> Subject {
    static MIGRATION: LazyLock<Migration> = LazyLock::new(|| {
        exchange::with_options(&[
            ("file_bytes", "base64-text"),
            ("final", "terminal-or-input-required"),
            ("repeated_primary", "drop-duplicate"),
            ("protocol_version", "major-minor"),
        ])
    });
    Subject { name: "a2a-options", migration: &MIGRATION, sources: a2a_sources }
}

/// Everything that a manifest can say.
pub fn cinema() -> Subject {
    static MIGRATION: LazyLock<Migration> = LazyLock::new(|| load("cinema/manifest.toml"));
    Subject { name: "cinema", migration: &MIGRATION, sources: cinema_sources }
}

/// Types of `google.protobuf` that some languages have something else for, moved about.
pub fn parcel() -> Subject {
    static MIGRATION: LazyLock<Migration> = LazyLock::new(|| load("parcel/manifest.toml"));
    Subject { name: "parcel", migration: &MIGRATION, sources: |side| sources_in("parcel", side, &["parcel.proto"]) }
}

/// Names that the generated code has for something else, or makes of others.
pub fn names() -> Subject {
    static MIGRATION: LazyLock<Migration> = LazyLock::new(|| load("names/manifest.toml"));
    Subject { name: "names", migration: &MIGRATION, sources: |side| sources_in("names", side, &["names.proto"]) }
}

/// What meets at the edges: first elements and filters, merges, shared parts of names, builds with required fields, casts.
pub fn corners() -> Subject {
    static MIGRATION: LazyLock<Migration> = LazyLock::new(|| load("corners/manifest.toml"));
    Subject { name: "corners", migration: &MIGRATION, sources: |side| sources_in("corners", side, &["corners.proto"]) }
}

/// A migration by a manifest in this folder.
fn load(manifest: &str) -> Migration {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapt").join(manifest);
    Migration::load(&ManifestLocator::File(path), [], &LoadOptions::default())
        .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

fn a2a_sources(side: Side) -> Sources {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let release = if side == Side::Old { "a2a/v0.3.0" } else { "a2a/v1.0.1" };
    Sources { root: fixtures.join(release), imports: fixtures, files: &["a2a.proto"] }
}

fn cinema_sources(side: Side) -> Sources {
    sources_in("cinema", side, &["cinema.proto", "archive.proto", "till.proto"])
}

fn sources_in(folder: &str, side: Side, files: &'static [&'static str]) -> Sources {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapt").join(folder);
    let root = root.join(if side == Side::Old { "old" } else { "new" });
    let imports = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    Sources { root, imports, files }
}

impl Subject {
    /// The names of the `.proto` files of a version, as its schema has them.
    pub fn files(&self, side: Side) -> &'static [&'static str] {
        (self.sources)(side).files
    }

    /// The descriptors of a version with all that it imports, for plugins of protoc. As no two files of one program may
    /// have one name, those of the old version are `old/…` and those of the new one `new/…`.
    pub fn descriptors(&self, side: Side) -> prost_types::FileDescriptorSet {
        let Sources { root, imports, files } = (self.sources)(side);
        let mut compiler = Compiler::new([root, imports]).expect("folders");
        compiler.include_imports(true).include_source_info(true);
        for file in files {
            compiler.open_file(file).unwrap_or_else(|error| panic!("{error:?}"));
        }
        // By way of bytes: protox has its own version of these types.
        let mut set = prost_types::FileDescriptorSet::decode(compiler.encode_file_descriptor_set().as_slice())
            .expect("what was just encoded");
        let prefix = if side == Side::Old { "old/" } else { "new/" };
        let renamed = |name: &str| match files.contains(&name) {
            true => format!("{prefix}{name}"),
            false => name.to_owned(),
        };
        for file in &mut set.file {
            file.name = file.name.as_deref().map(renamed);
            file.dependency.iter_mut().for_each(|name| *name = renamed(name));
        }
        set
    }
}
