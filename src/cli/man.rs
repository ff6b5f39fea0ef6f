//! `proto-diff man`.

use clap::Command;
use clap_mangen::Man;

use super::{
    Exit, Failure,
    arguments::{self, ManArguments},
    terminal,
};

/// Prints the manual page of the program or of one of its commands.
pub(super) fn run(given: &ManArguments) -> Result<Exit, Failure> {
    let mut program = arguments::program();
    program.build();
    let page = match &given.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone(),
            None => return Ok(Exit::of_usage(&unknown_command(&mut program, name))),
        },
    };
    let page = Man::new(page);
    terminal::deliver(|out| {
        let mut roff = Vec::new();
        page.render(&mut roff)?;
        out.write_all(with_tables(&String::from_utf8_lossy(&roff)).as_bytes())
    })?;
    Ok(Exit::Clean)
}

/// Indented lines are tables and examples: `.nf` keeps roff from filling them.
fn with_tables(roff: &str) -> String {
    let mut page = String::with_capacity(roff.len());
    let mut in_table = false;
    for line in roff.lines() {
        let indented = line.starts_with("  ");
        if indented != in_table {
            page += if indented { ".nf\n" } else { ".fi\n" };
            in_table = indented;
        }
        page += line;
        page.push('\n');
    }
    page
}

fn unknown_command(program: &mut Command, name: &str) -> clap::Error {
    let commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    let message = format!("there is no command `{name}`; there are {}", commands.join(", "));
    program.error(clap::error::ErrorKind::InvalidSubcommand, message)
}
