//! Reports: one serialisable model of a comparison, and one renderer per output format.
//!
//! [`Report::new`] turns a [`Comparison`](crate::Comparison) into the model, which owns everything a renderer needs:
//! names, numbers, types and places as text, outcomes, proofs, severities. Renderers ([`json`], [`text`]) read the
//! model and nothing else, and none of them judges anything.
//!
//! ```text
//! Comparison ──▶ Selection ──▶ Report ──▶ json::write
//!                (--message)         └──▶ text::write
//! ```

mod build;
pub mod json;
mod model;
mod reached;
mod selection;
pub mod text;

pub use model::{
    Binding, ChangeEntry, Detail, ElementEntry, FateEntry, ManifestEntry, Names, NumberRange, Origin, PairEntry,
    PairKind, Report, ReuseReason, Scope, Span, Streaming, Summary, UnknownField, WitnessEntry,
};
pub use reached::{Reached, RouteEntry, RpcEntry, SideReached};
pub use selection::{Selection, UnknownName};
