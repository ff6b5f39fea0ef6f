//! `proto-diff manifest`.

mod check;
mod init;

use super::{
    Exit, Failure,
    arguments::{ManifestCommand, SharedArguments},
    terminal::Terminal,
};

/// Runs one of the commands about manifests.
pub(super) fn run(command: &ManifestCommand, shared: &SharedArguments, terminal: &Terminal) -> Result<Exit, Failure> {
    match command {
        ManifestCommand::Init(arguments) => init::run(arguments, terminal),
        ManifestCommand::Check(arguments) => check::run(arguments, shared, terminal),
    }
}
