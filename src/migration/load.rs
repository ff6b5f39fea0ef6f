//! From what a person names to a [`Migration`].

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    Bundled, Migration,
    manifest::{Manifest, ManifestError, ManifestReadError, OptionError},
};
use crate::schema::{self, LoadOptions, SchemaError, SchemaLocator};

/// Where a manifest is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ManifestLocator {
    /// Bundled: `a2a`.
    Bundled(&'static str),
    /// A file.
    File(PathBuf),
}

/// Why a migration could not be loaded.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum LoadError {
    /// The file could not be read.
    #[error("cannot read the manifest {}", path.display())]
    #[diagnostic(help("give the path of a TOML file, or the name of a bundled manifest: a2a"))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The manifest is not right.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Manifest(#[from] ManifestError),
    /// What was chosen is not offered.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Option(#[from] OptionError),
    /// One of its schemas could not be loaded.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Schema(#[from] SchemaError),
}

impl From<ManifestReadError> for LoadError {
    fn from(error: ManifestReadError) -> Self {
        match error {
            ManifestReadError::Text(error) => LoadError::Manifest(error),
            ManifestReadError::Option(error) => LoadError::Option(error),
        }
    }
}

impl ManifestLocator {
    /// What a person typed: the name of a bundled manifest, or else a path.
    pub fn parse(text: &str) -> Self {
        match Bundled::named(text) {
            Some(bundled) => ManifestLocator::Bundled(bundled.name),
            None => ManifestLocator::File(PathBuf::from(text)),
        }
    }

    /// Reads the manifest. Options are pairs of a name and a value.
    ///
    /// # Errors
    /// When it cannot be read or is no manifest, or an option does not exist.
    pub fn read<'o>(&self, options: impl IntoIterator<Item = (&'o str, &'o str)>) -> Result<Manifest, LoadError> {
        match self {
            ManifestLocator::Bundled(name) => {
                let text = Bundled::named(name).map_or("", |bundled| bundled.text);
                Ok(Manifest::read(name, text, options)?)
            }
            ManifestLocator::File(path) => {
                let unreadable = |source| LoadError::Unreadable { path: path.clone(), source };
                let text = fs::read_to_string(path).map_err(unreadable)?;
                let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
                Ok(Manifest::read(&path.display().to_string(), text, options)?)
            }
        }
    }

    /// Where relative paths in the manifest start.
    fn directory(&self) -> Option<&Path> {
        match self {
            ManifestLocator::Bundled(_) => None,
            ManifestLocator::File(path) => path.parent().filter(|parent| !parent.as_os_str().is_empty()),
        }
    }
}

impl Migration {
    /// Loads a manifest and the schemas that it names; paths in it are relative to it.
    ///
    /// # Errors
    /// When one of them cannot be loaded, or the manifest is not true of the schemas.
    pub fn load<'o>(
        locator: &ManifestLocator,
        options: impl IntoIterator<Item = (&'o str, &'o str)>,
        load_options: &LoadOptions,
    ) -> Result<Self, LoadError> {
        let manifest = locator.read(options)?;
        let old = placed(&manifest.old.value, locator.directory())?;
        let new = placed(&manifest.new.value, locator.directory())?;
        let (old, new) = schema::load_pair((&old, load_options), (&new, load_options))?;
        Ok(Migration::new(manifest, old, new)?)
    }
}

/// What a locator in a manifest means, seen from where the program runs.
fn placed(text: &str, directory: Option<&Path>) -> Result<SchemaLocator, SchemaError> {
    let locator = SchemaLocator::parse(text)?;
    Ok(match (locator, directory) {
        (SchemaLocator::Path(path), Some(directory)) if path.is_relative() => SchemaLocator::Path(directory.join(path)),
        (locator, _) => locator,
    })
}
