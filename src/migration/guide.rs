use super::{
    Bundled,
    correspondence::Correspondence,
    manifest::{Fault, Manifest, ManifestError},
    told,
};
use crate::{pairing::Told, schema::Schema};

/// A manifest that a comparison goes by.
#[derive(Debug, Clone)]
pub struct Guide {
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
    /// A manifest that somebody named. The schemas that it names itself do not matter.
    ///
    /// # Errors
    /// Everything in it that is not true of the two schemas, that does not fit, or that is missing.
    pub fn named(manifest: &Manifest, old: &Schema, new: &Schema) -> Result<Self, ManifestError> {
        let correspondence = Correspondence::resolve(manifest, old, new)?;
        let told = told::of(manifest, &correspondence, (old, new));
        Ok(Guide { choice: Choice::Named, told, gaps: Vec::new() })
    }

    /// The bundled manifest for these two schemas, if there is one.
    pub fn recognised(old: &Schema, new: &Schema) -> Option<Self> {
        let bundled = Bundled::for_packages(old, new)?;
        // That it can be read is held by a test.
        let manifest = Manifest::read(bundled.name, bundled.text, []).ok()?;
        let (correspondence, gaps) = Correspondence::as_far_as_true(&manifest, old, new);
        let told = told::of(&manifest, &correspondence, (old, new));
        Some(Guide { choice: Choice::Recognised, told, gaps })
    }

    /// Its path, or the name of a bundled one.
    pub fn name(&self) -> &str {
        &self.told.by
    }

    /// Whether it came with the program.
    pub fn is_bundled(&self) -> bool {
        Bundled::named(self.name()).is_some()
    }
}
