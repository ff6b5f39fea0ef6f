//! The report as data: what every output format is made from, and what `--format json` prints as it stands.
//!
//! The order of the fields here is the order of the keys there.

use serde::Serialize;
use serde_json::Value;

use super::Reached;
use crate::{
    changes::{CallPart, ChangeKind, Surface},
    effects::{Direction, Effects, Encoding, Outcome, Share},
    rules::{Fix, Severity},
};

/// A whole report.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Version of this shape: 1.
    pub version: u32,
    /// The old schema.
    pub old: Origin,
    /// The new schema.
    pub new: Origin,
    /// The manifest that was gone by, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifest: Option<ManifestEntry>,
    /// Elements that exist on both sides.
    pub pairs: Vec<PairEntry>,
    /// Every change, worst first.
    pub changes: Vec<ChangeEntry>,
    /// How many of which severity.
    pub summary: Summary,
}

/// Where one side came from.
#[derive(Debug, Clone, Serialize)]
pub struct Origin {
    /// As the user named it.
    pub origin: String,
    /// The packages of its files.
    pub packages: Vec<String>,
}

/// An element of the old schema and its counterpart in the new one.
#[derive(Debug, Clone, Serialize)]
pub struct PairEntry {
    /// What sort of element.
    pub kind: PairKind,
    /// Full name on the old side; a file's path for files.
    pub old: String,
    /// Full name on the new side.
    pub new: String,
    /// `same_name`, `package_map`, `told`, `manifest` or `inferred`.
    pub basis: &'static str,
    /// How sure an inference is, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// What speaks for an inference, strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
}

/// What sort of element a pair is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PairKind {
    /// A package.
    Package,
    /// A file.
    File,
    /// A message.
    Message,
    /// An enum.
    Enum,
    /// A service.
    Service,
    /// An rpc.
    Rpc,
}

/// One change with everything known about it.
#[derive(Debug, Clone, Serialize)]
pub struct ChangeEntry {
    /// What sort of change.
    pub kind: ChangeKind,
    /// Who can notice.
    pub surface: Vec<Surface>,
    /// What `message` names.
    pub scope: Scope,
    /// Full names of what holds the changed element, on both sides.
    pub message: Names,
    /// The element on the old side.
    pub old: Option<ElementEntry>,
    /// The element on the new side.
    pub new: Option<ElementEntry>,
    /// What the change does to data and callers.
    pub effects: Effects,
    /// In which requests, responses and stored types it happens.
    #[serde(skip_serializing_if = "Reached::is_empty")]
    pub reach: Reached,
    /// The worst proof.
    pub witness: Option<WitnessEntry>,
    /// All proofs, worst first.
    pub witnesses: Vec<WitnessEntry>,
    /// How bad it is.
    pub severity: Severity,
    /// Rules it violates.
    pub rules: Vec<&'static str>,
    /// Stays the same under moved lines and unrelated edits.
    pub fingerprint: String,
    /// Why, in one line.
    pub reason: String,
    /// What happens and why, in full.
    pub explanation: String,
    /// What to do about it; the empty text where nothing is to be done.
    #[serde(serialize_with = "as_text")]
    pub fix: Option<Fix>,
    /// How sure the identity of two differently named elements is, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// What speaks for that identity, strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// What the two elements alone do not show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
    /// Where `message` stands among the declarations: old ones in their order, then those that only the new side has.
    #[serde(skip)]
    pub order: usize,
}

/// What sort of thing holds a changed element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// A message.
    Message,
    /// An enum.
    Enum,
    /// A service.
    Service,
    /// A file.
    File,
    /// A package.
    Package,
}

/// Names on both sides.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Names {
    /// On the old side; null where there is none.
    pub old: Option<String>,
    /// On the new side; null where there is none.
    pub new: Option<String>,
}

/// One side of a changed element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ElementEntry {
    /// Its own name.
    pub name: String,
    /// Number of a field or an enum value.
    pub number: Option<i32>,
    /// Type of a field with its label; for an rpc `(Request) returns (stream Response)`.
    #[serde(rename = "type")]
    pub type_name: Option<String>,
    /// Where it stands.
    pub span: Option<Span>,
}

/// A place in a source file, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The file as a person would open it.
    pub file: String,
    /// Line it begins on.
    pub line: u32,
    /// Column it begins at.
    pub column: u32,
    /// Line it ends on.
    #[serde(skip)]
    pub end_line: u32,
    /// Column after its end.
    #[serde(skip)]
    pub end_column: u32,
}

/// A payload that shows an outcome, with what was written and what was read.
#[derive(Debug, Clone, Serialize)]
pub struct WitnessEntry {
    /// Who wrote it and who read it.
    pub direction: Direction,
    /// How it is written.
    pub encoding: Encoding,
    /// `conformant` or `strict` for binary, `strict` or `lenient` for JSON.
    pub reader: &'static str,
    /// What it proves.
    pub outcome: Outcome,
    /// How many of the payloads that this reader was given came to the same.
    pub share: Share,
    /// A binary payload, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<String>,
    /// A JSON payload.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<String>,
    /// What was written, as ProtoJSON with proto field names.
    pub written: Value,
    /// What was read, likewise; null where the reader refused.
    pub read: Option<Value>,
    /// Why the reader refused.
    pub error: Option<String>,
    /// What the reader kept without understanding it.
    pub unknown: Vec<UnknownField>,
}

/// A field that a reader did not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnknownField {
    /// Its number.
    pub number: i32,
    /// Its wire type, in words.
    pub wire_type: &'static str,
}

/// What two elements alone do not show.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// Why a number is taken to stand for something else.
    Reuse {
        /// On what grounds.
        reason: ReuseReason,
        /// The number that the old name moved to, or that the new name came from.
        number: Option<i32>,
        /// What a manifest says became of the old field.
        #[serde(skip_serializing_if = "Option::is_none")]
        fate: Option<FateEntry>,
    },
    /// What a manifest says has to be done to values.
    Manifest {
        /// Its name for it.
        transform: &'static str,
    },
    /// What a manifest says became of a field that is gone.
    Fate(FateEntry),
    /// What a manifest says about a type that is gone.
    Gone {
        /// The new type that it became, which another old one is.
        #[serde(skip_serializing_if = "Option::is_none")]
        merged_into: Option<String>,
        /// Why it has no counterpart.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// An option and its values; null where it is not set.
    Option {
        /// Its name.
        name: String,
        /// Old value.
        old: Option<String>,
        /// New value.
        new: Option<String>,
    },
    /// The type of a request or response.
    CallType {
        /// Which of the two.
        part: CallPart,
        /// Full name of the old type.
        old: String,
        /// Full name of the new type.
        new: String,
    },
    /// Who streams.
    Streaming {
        /// Before.
        old: Streaming,
        /// Now.
        new: Streaming,
    },
    /// Defaults, JSON names or type names.
    Texts {
        /// Old text.
        old: String,
        /// New text.
        new: String,
    },
    /// `required` came or went.
    Required {
        /// True for proto2 `required`, false for `google.api.field_behavior`.
        on_the_wire: bool,
        /// Whether it is required in the new version.
        now: bool,
    },
    /// Numbers that lost their reservation or their extension range.
    Numbers(Vec<NumberRange>),
    /// A name that lost its reservation.
    Name(String),
    /// A counter in a comment.
    Counter {
        /// What it says.
        said: i64,
        /// What it should say.
        right: i64,
    },
    /// Http bindings.
    Http {
        /// Bindings that no longer exist.
        gone: Vec<Binding>,
        /// Bindings that did not exist.
        added: Vec<Binding>,
    },
}

/// What a manifest says became of a field that no new field is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FateEntry {
    /// It is somewhere else.
    WentTo {
        /// Paths from the new message.
        places: Vec<String>,
        /// Why.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// It is nowhere, for this reason.
    Dropped(String),
}

/// The manifest that a comparison went by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ManifestEntry {
    /// Its path, or the name of a bundled one.
    pub name: String,
    /// Whether it came with the program.
    pub bundled: bool,
    /// Whether nobody named it: the packages of the schemas are those that it is about.
    pub recognised: bool,
    /// What in it is not true of these schemas, or what it says nothing about; that was compared without it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<String>,
}

/// Which side of a call streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Streaming {
    /// The client.
    pub client: bool,
    /// The server.
    pub server: bool,
}

/// Why the same number stands for something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReuseReason {
    /// The old name lives on at another number.
    OldNameMoved,
    /// The new name lived at another number.
    NewNameMoved,
    /// A manifest says that the old field is somewhere else, or nowhere.
    Manifest,
    /// The types cannot carry one another.
    TypesDiffer,
    /// Nothing speaks for one and the same thing.
    NothingInCommon,
}

/// Numbers from `start` to `end`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct NumberRange {
    /// First.
    pub start: i32,
    /// Last.
    pub end: i32,
}

/// One way to reach an rpc over HTTP.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Binding {
    /// The verb.
    pub verb: String,
    /// The path template.
    pub path: String,
    /// The request field that is the body: `*` for all that the path does not bind, empty for none.
    pub body: String,
    /// The response field that is the body, empty for the whole response.
    pub response_body: String,
}

/// How many changes of each severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Summary {
    /// Errors.
    pub error: usize,
    /// Warnings.
    pub warning: usize,
    /// Notes.
    pub note: usize,
}

impl Summary {
    /// Counts severities.
    pub fn of(severities: impl IntoIterator<Item = Severity>) -> Self {
        let mut summary = Summary::default();
        for severity in severities {
            match severity {
                Severity::Error => summary.error += 1,
                Severity::Warning => summary.warning += 1,
                Severity::Note => summary.note += 1,
            }
        }
        summary
    }

    /// How many changes there are.
    pub fn total(&self) -> usize {
        self.error + self.warning + self.note
    }

    /// How many changes are at least this bad.
    pub fn at_least(&self, threshold: Severity) -> usize {
        match threshold {
            Severity::Error => self.error,
            Severity::Warning => self.error + self.warning,
            Severity::Note => self.total(),
        }
    }
}

fn as_text<S: serde::Serializer>(fix: &Option<Fix>, serializer: S) -> Result<S::Ok, S::Error> {
    match fix {
        Some(fix) => serializer.collect_str(fix),
        None => serializer.serialize_str(""),
    }
}
