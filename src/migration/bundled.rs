//! Manifests that come with the program.

use super::{Migration, manifest::Manifest};
use crate::{
    a2a,
    schema::{self, LoadOptions, Schema, SchemaLocator},
};

/// A manifest that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bundled {
    /// What it is called: `a2a`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// The package of its old schema.
    old_package: &'static str,
    /// The package of its new schema.
    new_package: &'static str,
}

/// All of them.
const ALL: [Bundled; 1] =
    [Bundled { name: "a2a", text: a2a::MANIFEST, old_package: "a2a.v1", new_package: "lf.a2a.v1" }];

impl Bundled {
    /// The one with this name.
    pub fn named(name: &str) -> Option<Bundled> {
        ALL.into_iter().find(|bundled| bundled.name == name)
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Bundled> {
        ALL.into_iter()
    }

    /// The one for these two schemas, known by their packages.
    pub fn for_packages(old: &Schema, new: &Schema) -> Option<Bundled> {
        let is_it = |b: &Bundled| old.packages() == [b.old_package] && new.packages() == [b.new_package];
        ALL.into_iter().find(is_it)
    }
}

impl Migration {
    /// The bundled migration between A2A v0.3.0 and v1.0.1, with its options as they are by default.
    ///
    /// # Errors
    /// None that anyone but a developer of this crate will see: schemas and manifest are part of it.
    pub fn a2a() -> Result<Self, super::LoadError> {
        Self::a2a_with([])
    }

    /// The same with options: `("file_bytes", "base64-text")`.
    ///
    /// # Errors
    /// When there is no such option, or it has no such value.
    pub fn a2a_with<'o>(options: impl IntoIterator<Item = (&'o str, &'o str)>) -> Result<Self, super::LoadError> {
        let manifest = Manifest::read("a2a", a2a::MANIFEST, options)?;
        let load = |name: &str| schema::load(&SchemaLocator::parse(name)?, &LoadOptions::default());
        let (old, new) = (load(&manifest.old.value)?, load(&manifest.new.value)?);
        Ok(Migration::new(manifest, old, new)?)
    }
}
