//! What happens to data when a protobuf schema changes, proven with bytes.
//!
//! Every other tool in this field looks verdicts up in a table. Here they are found out by doing it: a value is
//! written under the old schema and read under the new one, and the other way round, and what really happened is
//! reported together with the bytes that prove it.
//!
//! # The pipeline
//!
//! Data flows one way; a stage knows the stages before it and none after it.
//!
//! | stage | module | question |
//! |---|---|---|
//! | schema | [`schema`] | what is one version? |
//! | pairing | [`pairing`] | who became whom, and why? |
//! | changes | [`changes`] | what differs? |
//! | effects | [`effects`] | what does it do to data? |
//! | rules | [`rules`] | what do we think of it? |
//! | report | [`report`] | how is it told? |
//!
//! Below them are [`wire`], protobuf bytes without a schema, and [`dynamic`], messages typed by a schema; beside them
//! [`inspect`], which shows bytes as they lie there, [`reach`], from which rpcs a type is reached, [`migration`], data
//! on its way from one version to the other, [`codegen`], the same as source code, [`a2a`], the bundled schemas of the
//! Agent2Agent protocol, and [`cli`], the command line. [`compare`] runs the whole pipeline.
//!
//! ```
//! use proto_diff::{CompareOptions, compare, effects::Outcome, schema};
//!
//! let old = schema::from_texts("old", [("task.proto", "syntax = 'proto3'; message Task { string owner = 1; }")])?;
//! let new = schema::from_texts("new", [("task.proto", "syntax = 'proto3'; message Task { int64 created = 1; }")])?;
//! let comparison = compare(old, new, &CompareOptions::default());
//! let effects = &comparison.findings[0].effects;
//! assert_eq!(effects.binary.map(|b| b.upgrade.strict), Some(Outcome::Rejected));
//! # Ok::<(), schema::SchemaError>(())
//! ```
//!
//! Stored bytes of either version are read with a [`migration::Migration`]:
//!
//! ```
//! use proto_diff::{Direction, migration::{Answer, DualReader, Migration, Side}};
//!
//! let migration = Migration::a2a()?;
//! let reader = DualReader::new(&migration);
//! let pair = migration.pair_named("AuthenticationInfo", Direction::Upgrade)?;
//! // v0.3: { schemes: ["Basic", "Bearer"] }; somebody knows the version.
//! let stored = b"\x0a\x05Basic\x0a\x06Bearer";
//! match reader.read(pair, stored, Some(Side::Old), Side::New)? {
//!     Answer::Read { converted, .. } => {
//!         assert_eq!(converted.message, b"\x0a\x05Basic");
//!         assert_eq!(converted.losses[0].path, "schemes[1]");
//!     }
//!     Answer::Ambiguous { .. } => println!("both readings are at hand"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod a2a;
pub mod changes;
pub mod cli;
pub mod codegen;
mod comparison;
mod direction;
pub mod dynamic;
pub mod effects;
pub mod inspect;
pub mod migration;
mod nearest;
pub mod pairing;
pub mod reach;
pub mod report;
pub mod rules;
pub mod schema;
pub mod wire;

pub use comparison::{CompareOptions, Comparison, compare};
pub use direction::Direction;
