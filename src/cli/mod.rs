//! The command line: one file per command, each of which turns arguments into library calls and a report.

mod adapt;
mod arguments;
mod completions;
mod convert;
mod decode;
mod diff;
mod exit;
mod failure;
mod man;
mod manifest;
mod once;
mod payload;
mod progress;
mod schemas;
mod terminal;
mod versions;

use std::ffi::OsString;

pub use self::exit::Exit;
use self::{
    arguments::{Command, CommandLine},
    failure::Failure,
    terminal::Terminal,
};

/// Runs the program with these arguments, the name of the program first.
///
/// Reports go to standard output, diagnostics to standard error.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let command_line = match CommandLine::read(arguments) {
        Ok(command_line) => command_line,
        Err(error) => return Exit::of_usage(&error),
    };
    let terminal = Terminal::detect(command_line.shared.color);
    match execute(&command_line, &terminal) {
        Ok(exit) => exit,
        Err(failure) => {
            terminal.print_failure(&failure);
            Exit::Failed
        }
    }
}

fn execute(command_line: &CommandLine, terminal: &Terminal) -> Result<Exit, Failure> {
    match &command_line.command {
        Command::Diff(arguments) => diff::run(arguments, &command_line.shared, terminal),
        Command::Manifest(command) => manifest::run(command, &command_line.shared, terminal),
        Command::Decode(arguments) => decode::run(arguments, &command_line.shared, terminal),
        Command::Convert(arguments) => convert::run(arguments, &command_line.shared, terminal),
        Command::Adapt(arguments) => adapt::run(arguments, &command_line.shared, terminal),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
    }
}
