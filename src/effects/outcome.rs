//! Outcomes and how they are summed up.

use serde::Serialize;

use super::Tally;

/// How the data is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// The binary wire format.
    Binary,
    /// ProtoJSON.
    Json,
}

/// What happened to a value, from harmless to worst for the person who owns the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It arrived.
    #[default]
    Exact,
    /// It is gone, or kept only as an unknown field.
    Dropped,
    /// It arrived changed: truncated, or only the last of several.
    Coerced,
    /// The whole message was refused.
    Rejected,
    /// It was taken for something else, without an error.
    Misread,
}

impl Outcome {
    /// All of them, from harmless to worst.
    pub const ALL: [Outcome; 5] =
        [Outcome::Exact, Outcome::Dropped, Outcome::Coerced, Outcome::Rejected, Outcome::Misread];
}

/// A verdict on a surface where nothing is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing changes for users of this surface.
    #[default]
    Same,
    /// Something changes, and what exists goes on working.
    Compatible,
    /// What exists stops working.
    Breaking,
}

/// Binary data in one direction, for each reader family. `T` is the worst [`Outcome`], or a [`Tally`] of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct BinaryOutcomes<T = Outcome> {
    /// C++, Java, Go, Python: a known number with another wire type is kept as an unknown field.
    pub conformant: T,
    /// prost and its like: the same input is an error.
    pub strict: T,
}

/// Binary data in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct BinaryEffects<T = Outcome> {
    /// New reader, old data.
    pub upgrade: BinaryOutcomes<T>,
    /// Old reader, new data.
    pub downgrade: BinaryOutcomes<T>,
}

/// ProtoJSON in one direction, for both ways of taking unknown names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct JsonOutcomes<T = Outcome> {
    /// The ProtoJSON default: an unknown name is an error.
    pub strict: T,
    /// Unknown names are ignored, as many runtimes are set up to do.
    pub lenient: T,
}

/// ProtoJSON in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct JsonEffects<T = Outcome> {
    /// New reader, old data.
    pub upgrade: JsonOutcomes<T>,
    /// Old reader, new data.
    pub downgrade: JsonOutcomes<T>,
}

/// Both encodings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct DataEffects<T = Outcome> {
    /// On binary data.
    pub binary: BinaryEffects<T>,
    /// On ProtoJSON.
    pub json: JsonEffects<T>,
}

/// What one change does, on every surface. `None` where the change is not about data at all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Effects {
    /// The worst that was found to happen to binary data.
    pub binary: Option<BinaryEffects>,
    /// The worst that was found to happen to ProtoJSON.
    pub json: Option<JsonEffects>,
    /// What happens to plain, small, non-empty data.
    pub typical: Option<DataEffects>,
    /// How many payloads were tried, and how they fared. Without any where nothing can be executed.
    pub tried: Option<DataEffects<Tally>>,
    /// On users of the generated code.
    pub source: Verdict,
    /// On callers: http bindings and gRPC paths.
    pub http: Verdict,
}

impl BinaryOutcomes {
    /// The worse of the two families.
    pub fn worst(&self) -> Outcome {
        self.conformant.max(self.strict)
    }
}

impl BinaryEffects {
    /// The worst over directions and families.
    pub fn worst(&self) -> Outcome {
        self.upgrade.worst().max(self.downgrade.worst())
    }
}

impl JsonOutcomes {
    /// The worse of the two readers.
    pub fn worst(&self) -> Outcome {
        self.strict.max(self.lenient)
    }
}

impl JsonEffects {
    /// The worst over directions and readers.
    pub fn worst(&self) -> Outcome {
        self.upgrade.worst().max(self.downgrade.worst())
    }
}
