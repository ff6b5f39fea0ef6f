//! A manifest that a comparison goes by.
//!
//! To convert, a manifest has to be true of both schemas to the last field. To compare, what it says about the elements
//! that are there is worth having even if the rest is not: who holds a2a v0.3.0 against a draft of v1.1 with a new field
//! in it still wants to know that `blocking` was inverted, and one field more must not change what is said about all
//! others. So a manifest that was *named* has to hold, and one that was merely *recognised* is believed as far as it
//! goes; what it does not cover is reported, and compared as without it.

use super::{
    Bundled, LoadError, ManifestLocator,
    correspondence::Correspondence,
    manifest::{Fault, Manifest},
    told,
};
use crate::{pairing::Told, schema::Schema};

/// A manifest that a comparison goes by.
#[derive(Debug, Clone)]
pub struct Guide {
    /// Where the manifest is.
    pub locator: ManifestLocator,
    /// How it was come by.
    pub choice: Choice,
    /// What it says about the two schemas.
    pub told: Told,
    /// What in it is not true of them, or is missing. Nothing where it was named.
    pub gaps: Vec<Fault>,
}

/// How a manifest was come by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Somebody named it.
    Named,
    /// The packages of the schemas are those that it is about.
    Recognised,
}

impl Guide {
    /// The manifest that somebody named.
    ///
    /// # Errors
    /// When it cannot be read, or anything in it is not true of the two schemas or missing.
    pub fn named(locator: &ManifestLocator, old: &Schema, new: &Schema) -> Result<Self, LoadError> {
        let manifest = locator.read([])?;
        let correspondence = Correspondence::resolve(&manifest, old, new)?;
        let told = told::of(&manifest, &correspondence, (old, new), locator.name());
        Ok(Guide { locator: locator.clone(), choice: Choice::Named, told, gaps: Vec::new() })
    }

    /// The bundled manifest for these two schemas, if there is one.
    pub fn recognised(old: &Schema, new: &Schema) -> Option<Self> {
        let bundled = Bundled::for_packages(old, new)?;
        // That it can be read is held by a test.
        let manifest = Manifest::read(bundled.name, bundled.text, []).ok()?;
        let (correspondence, gaps) = Correspondence::as_far_as_true(&manifest, old, new);
        let locator = ManifestLocator::Bundled(bundled.name);
        let told = told::of(&manifest, &correspondence, (old, new), locator.name());
        Some(Guide { locator, choice: Choice::Recognised, told, gaps })
    }
}
