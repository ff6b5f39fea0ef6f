//! What can be typed, and what it means.

use std::{ffi::OsString, path::PathBuf};

use clap::{
    ArgMatches, Args, CommandFactory, FromArgMatches, Id, Parser, Subcommand, ValueEnum, error::ErrorKind,
    parser::ValueSource,
};

use super::{adapt::AdaptArguments, convert::ConvertArguments, decode::DecodeArguments};
use crate::{
    CompareOptions,
    migration::ManifestLocator,
    pairing::{Mode, PairingOptions},
    report::text::Extent,
    rules::{HttpPolicy, Level, Policy, Severity},
};

/// A command with its arguments, and what all commands understand.
pub(super) struct CommandLine {
    pub command: Command,
    pub shared: SharedArguments,
}

/// What all commands have in common. The arguments of the default command come in [`program`].
#[derive(Debug, Parser)]
#[command(
    name = "proto-diff",
    version,
    subcommand_negates_reqs = true,
    override_usage = "proto-diff [OPTIONS] <OLD> <NEW>\n       proto-diff <COMMAND>",
    arg_required_else_help = true,
    after_long_help = EXAMPLES,
    after_help = "`--help` says more and has examples."
)]
struct Root {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    shared: SharedArguments,
}

/// The program as clap sees it: `diff` is the default command, so its arguments are the program's own too.
pub(super) fn program() -> clap::Command {
    // Augmenting replaces what the program says about itself.
    DiffArguments::augment_args(Root::command()).about(ABOUT).long_about(LONG_ABOUT)
}

const ABOUT: &str = "Say what happens to data when a protobuf schema changes, and prove it with bytes";

const LONG_ABOUT: &str = "\
Say what happens to data when a protobuf schema changes, and prove it with bytes.

Values are written with one version of the schema and read with the other, in both directions, in binary and in JSON. \
What comes out is the verdict: exact, dropped, coerced, rejected or misread. Every misreading and refusal comes with the bytes that prove it.

OLD and NEW are each one of
  a .proto file            old.proto                 no import path needed
  a directory              proto/                    every .proto file below it
  a git revision and path  v0.3.0:proto/a2a.proto    as `git show` takes it
  a descriptor set         image.binpb               also a buf image; .pb, .desc, .fds
  a bundled schema         a2a:0.3.0, a2a:1.0        the Agent2Agent protocol
  standard input           -                         one side only";

const EXAMPLES: &str = "\
Examples:
  What changed between two releases of A2A:
    proto-diff a2a:0.3.0 a2a:1.0.1

  Did I break anything since the last commit?
    proto-diff HEAD:proto/ proto/

  Only stored binary data matters, and only one message:
    proto-diff --level binary --message AgentCard old.proto new.proto

  In CI, fail on warnings too, and keep the report:
    proto-diff --fail-on warning --format json main:proto/ proto/ > report.json

Exit codes:
  0  nothing at or above the threshold
  1  findings
  2  could not run: bad arguments, unreadable or invalid input";

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Compare two schemas; what happens when no command is named
    Diff(Box<DiffArguments>),
    /// Draft or check the manifest that says where every field went
    #[command(subcommand)]
    Manifest(ManifestCommand),
    /// Say what bytes are: each record, under a schema or without one
    Decode(Box<DecodeArguments>),
    /// Convert payloads from one version of a schema to the other
    Convert(Box<ConvertArguments>),
    /// Write the migration as source code: Rust, Python or TypeScript
    Adapt(Box<AdaptArguments>),
    /// Print a completion script for a shell
    Completions(CompletionsArguments),
    /// Print a manual page, in roff
    Man(ManArguments),
}

/// What all commands understand.
#[derive(Debug, Args)]
pub(super) struct SharedArguments {
    /// When to colour
    ///
    /// `auto` colours on a terminal, unless NO_COLOR is set, and elsewhere if CLICOLOR_FORCE is.
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true, help_heading = "Output")]
    pub color: ColorChoice,
    /// Print the summary only
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Output")]
    quiet: bool,
    /// Print everything: notes, all proofs, evidence for renames, places, rules
    #[arg(short, long, global = true, help_heading = "Output")]
    verbose: bool,
}

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub(super) struct DiffArguments {
    #[command(flatten)]
    pub schemas: ComparedSchemas,
    /// Which surfaces count
    #[arg(long, value_name = "LEVEL", default_value = "json")]
    pub level: LevelArgument,
    /// The least severity that makes the exit code 1
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    pub fail_on: SeverityArgument,
    /// Leave http bindings out of account: nobody calls over REST
    #[arg(long)]
    no_http: bool,
    /// Report only on this message, enum, service or rpc (repeatable)
    ///
    /// A simple name (`Task`), a nested one (`Outer.Inner`) or a full one (`a2a.v1.Task`), of either side.
    #[arg(long, value_name = "NAME")]
    pub message: Vec<String>,
    #[command(flatten)]
    pub pairing: PairingArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: DiffFormat,
}

/// Two schemas and how to find what they need.
#[derive(Debug, Args)]
pub(super) struct ComparedSchemas {
    /// The old schema: file, directory, REV:path, descriptor set, a2a:VERSION or -
    pub old: String,
    /// The new schema
    pub new: String,
    /// Look for imports here too (repeatable)
    #[arg(short = 'I', long, value_name = "DIR", help_heading = "Imports")]
    pub proto_path: Vec<PathBuf>,
    /// Look for the old side's imports here first (repeatable)
    #[arg(long, value_name = "DIR", help_heading = "Imports")]
    pub old_path: Vec<PathBuf>,
    /// Look for the new side's imports here first (repeatable)
    #[arg(long, value_name = "DIR", help_heading = "Imports")]
    pub new_path: Vec<PathBuf>,
    /// The git repository that REV:path means, instead of the one around the current directory
    #[arg(long, value_name = "DIR", help_heading = "Imports")]
    pub repo: Option<PathBuf>,
}

/// What can be done with manifests.
#[derive(Debug, Subcommand)]
pub(super) enum ManifestCommand {
    /// Draft a manifest from what two schemas have in common; a person finishes it
    Init(ManifestInitArguments),
    /// Hold a manifest against its schemas and say how it accounts for everything
    Check(ManifestCheckArguments),
}

/// The arguments of `manifest check`.
#[derive(Debug, Args)]
pub(super) struct ManifestCheckArguments {
    /// The manifest, which names its schemas; or OLD NEW, to hold it against these
    #[arg(value_name = "MANIFEST | OLD NEW", num_args = 0..=2)]
    pub names: Vec<String>,
    /// The manifest: a TOML file, or the name of a bundled one (a2a), which is also known by the packages of OLD and NEW
    #[arg(long, value_name = "MANIFEST")]
    pub manifest: Option<String>,
    /// Look for imports here too (repeatable)
    #[arg(short = 'I', long, value_name = "DIR", help_heading = "Imports")]
    pub proto_path: Vec<PathBuf>,
    /// The git repository that REV:path means, instead of the one around the current directory
    #[arg(long, value_name = "DIR", help_heading = "Imports")]
    pub repo: Option<PathBuf>,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: DiffFormat,
}

/// The arguments of `manifest init`.
#[derive(Debug, Args)]
pub(super) struct ManifestInitArguments {
    #[command(flatten)]
    pub schemas: ComparedSchemas,
    #[command(flatten)]
    pub pairing: PairingArguments,
    /// Write to this file instead of standard output; schemas that are files are named as seen from there
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "output", help_heading = "Output")]
    pub force: bool,
}

/// How elements find their counterparts.
#[derive(Debug, Args)]
pub(super) struct PairingArguments {
    /// How elements find their counterparts
    #[arg(long, value_name = "MODE", default_value = "auto", help_heading = "Pairing")]
    pairing: PairingArgument,
    /// This package became that one, whatever the names suggest (repeatable)
    #[arg(long, value_name = "OLD=NEW", value_parser = package_pair, help_heading = "Pairing")]
    package: Vec<(String, String)>,
}

/// The manifest to go by.
#[derive(Debug, Args)]
struct ManifestArguments {
    /// Go by this manifest: a TOML file, or a bundled one by its name (a2a)
    ///
    /// It says which old field is which new one, and has to be true of both schemas. Without this, a bundled manifest is
    /// recognised by the packages of the two schemas and believed as far as it is true of them.
    #[arg(long, value_name = "PATH|NAME", help_heading = "Pairing")]
    manifest: Option<String>,
    /// Go by no manifest, not even one that fits
    #[arg(long, conflicts_with = "manifest", help_heading = "Pairing")]
    no_manifest: bool,
}

/// Which manifest a comparison goes by.
pub(super) enum ManifestChoice {
    /// This one.
    Named(ManifestLocator),
    /// The bundled one for the two schemas, if there is one.
    Recognised,
    /// None.
    Nothing,
}

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub(super) struct CompletionsArguments {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// The arguments of `man`.
#[derive(Debug, Args)]
pub(super) struct ManArguments {
    /// The command it is about; without one, the whole program
    pub command: Option<String>,
}

/// When to colour.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ColorChoice {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Which surfaces count.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum LevelArgument {
    /// Binary data
    Binary,
    /// Binary data and ProtoJSON
    Json,
    /// Data and generated code
    Source,
}

/// How bad.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum SeverityArgument {
    /// Any change
    Note,
    /// Something is lost, or will be sooner or later
    Warning,
    /// Data or callers break
    Error,
}

/// How elements find their counterparts.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum PairingArgument {
    /// By name where packages match, else by structure, comments and use
    Auto,
    /// By full name only
    Exact,
}

/// What `diff` prints.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum DiffFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

impl CommandLine {
    /// Understands arguments, the name of the program first.
    pub(super) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut program = program();
        let matches = program.try_get_matches_from_mut(arguments)?;
        let Root { command, shared } = Root::from_arg_matches(&matches)?;
        let Some(command) = command else {
            let diff = DiffArguments::from_arg_matches(&matches)?;
            return Ok(CommandLine { command: Command::Diff(Box::new(diff)), shared });
        };
        match argument_before_command(&program, &matches) {
            None => Ok(CommandLine { command, shared }),
            Some(argument) => {
                let name = matches.subcommand_name().unwrap_or_default();
                let message =
                    format!("{argument} belongs after the command `{name}`; a schema of that name is `./{name}`");
                Err(program.error(ErrorKind::ArgumentConflict, message))
            }
        }
    }
}

/// An argument of the default command in front of the name of another one, where it would be ignored.
fn argument_before_command(program: &clap::Command, matches: &ArgMatches) -> Option<String> {
    let mut own = program.get_arguments().filter(|argument| !argument.is_global_set());
    let given = |id: &Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    own.find(|argument| given(argument.get_id())).map(|argument| format!("`{argument}`"))
}

impl SharedArguments {
    /// How much to print.
    pub(super) fn extent(&self) -> Extent {
        match (self.quiet, self.verbose) {
            (true, _) => Extent::Summary,
            (_, true) => Extent::Full,
            _ => Extent::Usual,
        }
    }
}

fn package_pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((old, new)) if !new.contains('=') => Ok((old.trim().to_owned(), new.trim().to_owned())),
        _ => Err("write OLD=NEW, as in a2a.v1=lf.a2a.v1".to_owned()),
    }
}

impl From<LevelArgument> for Level {
    fn from(level: LevelArgument) -> Self {
        match level {
            LevelArgument::Binary => Level::Binary,
            LevelArgument::Json => Level::Json,
            LevelArgument::Source => Level::Source,
        }
    }
}

impl From<SeverityArgument> for Severity {
    fn from(severity: SeverityArgument) -> Self {
        match severity {
            SeverityArgument::Note => Severity::Note,
            SeverityArgument::Warning => Severity::Warning,
            SeverityArgument::Error => Severity::Error,
        }
    }
}

impl DiffArguments {
    /// What they mean for the comparison.
    pub(super) fn options(&self) -> CompareOptions {
        let http = if self.no_http { HttpPolicy::Ignored } else { HttpPolicy::Counts };
        CompareOptions {
            pairing: self.pairing.options(),
            guide: None,
            policy: Policy { level: self.level.into(), http },
        }
    }

    /// Which manifest to go by. Who pairs by full names alone wants none but what is named.
    pub(super) fn manifest_choice(&self) -> ManifestChoice {
        match (&self.manifest.manifest, self.pairing.options().mode) {
            (Some(text), _) => ManifestChoice::Named(ManifestLocator::parse(text)),
            (None, Mode::Auto) if !self.manifest.no_manifest => ManifestChoice::Recognised,
            (None, _) => ManifestChoice::Nothing,
        }
    }
}

impl PairingArguments {
    /// What they mean for the pairing.
    pub(super) fn options(&self) -> PairingOptions {
        let mode = match self.pairing {
            PairingArgument::Auto => Mode::Auto,
            PairingArgument::Exact => Mode::Exact,
        };
        PairingOptions { mode, packages: self.package.clone() }
    }
}
