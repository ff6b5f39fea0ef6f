//! Old data made new, and new data made old.
//!
//! A [`manifest`] is a TOML file that says where every field of the old version went. Held against both schemas it
//! becomes a [`correspondence`], which is total and type-checked; from that a [`plan`] is made for each direction, and
//! [`convert`] carries it out on bytes. [`Migration`] is all of it in one.
//!
//! Who does not know which version bytes are in asks a [`DualReader`]: [`detection`] finds out from the bytes, or says
//! that they do not tell. [`draft`] writes the first version of a manifest, [`Coverage`] says how a finished one accounts
//! for everything, and a [`Guide`] lets the comparison go by it.
//!
//! ```
//! use proto_diff::{Direction, migration::Migration};
//!
//! let migration = Migration::a2a()?;
//! let pair = migration.pair_named("GetTaskRequest", Direction::Upgrade)?;
//! // v0.3.0: { name: "tasks/7", history_length: 2 }
//! let old = [0x0a, 7, b't', b'a', b's', b'k', b's', b'/', b'7', 0x10, 2];
//! let converted = migration.upgrade(pair, &old)?;
//! // v1.0.1: { id: "7", history_length: 2 }
//! assert_eq!(converted.message, [0x12, 1, b'7', 0x18, 2]);
//! assert!(converted.losses.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bundled;
mod calls;
pub mod convert;
pub mod correspondence;
mod coverage;
pub mod detection;
pub mod draft;
mod dual;
mod guide;
mod hints;
mod load;
pub mod manifest;
mod pairs;
pub mod plan;
mod side;
mod suggestion;
mod told;

pub use bundled::Bundled;
pub use calls::CallError;
pub use convert::{ConvertError, ConvertReason, Converted, Loss, Supplied};
pub use coverage::{Alone, Coverage, FieldCoverage, TypeCoverage};
pub use detection::{Detection, Grounds, SideEvidence};
pub use dual::{Answer, DualReader, ReaderError};
pub use guide::{Choice, Guide};
pub use load::{LoadError, ManifestLocator};
pub use pairs::{TypePair, UnknownType};
pub use side::Side;

use correspondence::Correspondence;
use manifest::{Manifest, ManifestError};
use plan::Plan;

use crate::{direction::Direction, schema::Schema};

/// A manifest, the schemas it is about, and the plans for both directions: everything that converting takes.
#[derive(Debug)]
pub struct Migration {
    /// The manifest.
    pub manifest: Manifest,
    /// The old version.
    pub old: Schema,
    /// The new version.
    pub new: Schema,
    /// What became of what.
    pub correspondence: Correspondence,
    upgrade: Plan,
    downgrade: Plan,
}

impl Migration {
    /// Holds a manifest against the schemas it is about and plans both directions.
    ///
    /// # Errors
    /// Everything in the manifest that is not true of the schemas, that does not fit, or that is missing.
    pub fn new(manifest: Manifest, old: Schema, new: Schema) -> Result<Self, ManifestError> {
        let correspondence = Correspondence::resolve(&manifest, &old, &new)?;
        let upgrade = Plan::new(&correspondence, &old, &new, Direction::Upgrade);
        let downgrade = Plan::new(&correspondence, &old, &new, Direction::Downgrade);
        Ok(Migration { manifest, old, new, correspondence, upgrade, downgrade })
    }

    /// The schema that data comes from, going that way.
    pub fn source(&self, direction: Direction) -> &Schema {
        match direction {
            Direction::Upgrade => &self.old,
            Direction::Downgrade => &self.new,
        }
    }

    /// The schema that data goes to, going that way.
    pub fn target(&self, direction: Direction) -> &Schema {
        match direction {
            Direction::Upgrade => &self.new,
            Direction::Downgrade => &self.old,
        }
    }

    /// Makes an old message new. Takes the bytes of one message, without framing.
    ///
    /// # Errors
    /// When the bytes are no such message, or hold something that the manifest has no answer to: a malformed resource
    /// name, text that is not base64 although it should be.
    pub fn upgrade(&self, pair: TypePair, message: &[u8]) -> Result<Converted, ConvertError> {
        self.convert(pair, message, Direction::Upgrade)
    }

    /// Makes a new message old.
    ///
    /// # Errors
    /// Those of [`Migration::upgrade`].
    pub fn downgrade(&self, pair: TypePair, message: &[u8]) -> Result<Converted, ConvertError> {
        self.convert(pair, message, Direction::Downgrade)
    }

    /// Converts a message that way.
    ///
    /// # Errors
    /// Those of [`Migration::upgrade`].
    pub fn convert(&self, pair: TypePair, message: &[u8], direction: Direction) -> Result<Converted, ConvertError> {
        let plan = self.plan(direction);
        match plan.of(pair.old, pair.new) {
            Some(id) => convert::convert(plan, id, message),
            None => unreachable!("a pair of types comes from the migration that it is used with"),
        }
    }

    /// What is done to data going that way.
    pub(crate) fn plan(&self, direction: Direction) -> &Plan {
        match direction {
            Direction::Upgrade => &self.upgrade,
            Direction::Downgrade => &self.downgrade,
        }
    }
}
