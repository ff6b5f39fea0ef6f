//! `proto-diff completions SHELL`.

use super::{
    Exit, Failure,
    arguments::{self, CompletionsArguments},
    terminal,
};

/// Prints the completion script of a shell.
pub(super) fn run(given: &CompletionsArguments) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(given.shell, &mut arguments::program(), "proto-diff", &mut script);
    terminal::deliver(|out| out.write_all(&script))?;
    Ok(Exit::Clean)
}
