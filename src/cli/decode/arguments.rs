//! What can be typed.

use clap::Args;

use crate::{
    cli::{
        payload::{OutputArguments, PayloadArguments, SchemaArguments},
        versions::{MigrationArguments, VersionArguments},
    },
    inspect::text::{Column, Columns},
};

const EXAMPLES: &str = "\
Examples:
  What is in this file?
    proto-diff decode --type AgentCard --schema a2a:0.3 card.bin

  A recorded gRPC stream, as ProtoJSON, one message a line:
    proto-diff decode --type buoy.v1.Ping --schema buoy.proto --in grpc --out json stream.bin

  A v0.3 or v1.0 request off the wire; the path says which:
    proto-diff decode --method /a2a.v1.A2AService/SendMessage request.bin

  An Agent Card of nobody knows which version, and why it is taken for that one:
    proto-diff decode --type AgentCard -v card.bin

  Bytes from a log, no schema at hand:
    echo 0a0568656c6c6f | proto-diff decode --raw -

Exit codes:
  0  decoded
  1  it could be either version; stray bytes behind the message; with --strict, anything unknown, unfit or missing
  2  could not be decoded";

/// The arguments of `decode`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct DecodeArguments {
    /// The type of the message, of either version: its full name, or where only one has it, its short name
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,
    #[command(flatten)]
    pub schemas: SchemaArguments,
    #[command(flatten)]
    pub migration: MigrationArguments,
    #[command(flatten)]
    pub versions: VersionArguments,
    /// Without a schema: numbers, wire types, and guesses
    #[arg(long, conflicts_with_all = ["type_name", "schema", "manifest", "method", "from", "version_header", "assume"])]
    pub raw: bool,
    #[command(flatten)]
    pub payload: PayloadArguments,
    #[command(flatten)]
    pub output: OutputArguments,
    /// Show the number and wire type of each record
    #[arg(long, help_heading = "Output")]
    numbers: bool,
    /// Show the byte that each record begins at
    #[arg(long, help_heading = "Output")]
    offsets: bool,
    /// Fail (exit code 1) when anything is unknown, has another wire type than its field, or is required and missing
    #[arg(long)]
    pub strict: bool,
}

impl DecodeArguments {
    /// Which columns the text has.
    pub(super) fn columns(&self) -> Columns {
        let column = |asked| if asked { Column::Shown } else { Column::Hidden };
        Columns { offsets: column(self.offsets), numbers: column(self.numbers) }
    }
}
