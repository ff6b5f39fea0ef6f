//! What can be typed.

use std::path::PathBuf;

use clap::Args;

use crate::cli::{
    payload::{OutputArguments, PayloadArguments, SchemaArguments},
    versions::{MigrationArguments, VersionArguments},
};

const EXAMPLES: &str = "\
Examples:
  A stored v0.3 card for v1.0 software:
    proto-diff convert --type AgentCard --from 0.3 card.bin > card.v1.bin

  A recorded call; its path says version and type:
    proto-diff convert --method /a2a.v1.A2AService/SendMessage --in grpc request.bin --out json

  A queue of requests back to v0.3, and a list of what could not be carried:
    proto-diff convert --type SendMessageRequest --from 1.0 --to old --in delimited --report losses.jsonl queue.bin

  A manifest of your own:
    proto-diff convert --manifest pots.toml --type Pot pot.bin

Exit codes:
  0  converted
  1  it could be either version; stray bytes behind the message; with --strict, something was lost
  2  could not be converted";

/// The arguments of `convert`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct ConvertArguments {
    /// The type of the message, of either version: its full name, or where only one has it, its short name
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,
    #[command(flatten)]
    pub migration: MigrationArguments,
    /// The version that it is wanted in: old, new, or as the manifest names it (0.3, 1.0)
    #[arg(long, value_name = "VERSION", default_value = "new", help_heading = "Versions")]
    pub to: String,
    #[command(flatten)]
    pub versions: VersionArguments,
    /// The old and the new schema, when they are not those that the manifest names: twice --schema
    #[command(flatten)]
    pub schemas: SchemaArguments,
    #[command(flatten)]
    pub payload: PayloadArguments,
    #[command(flatten)]
    pub output: OutputArguments,
    /// A loss is an error: what loses something is not printed, and the exit code is 1
    #[arg(long)]
    pub strict: bool,
    /// Write what could not be carried to a file, in JSON, one loss a line
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub report: Option<PathBuf>,
}
