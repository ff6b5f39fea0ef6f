//! The program `proto-diff`. Everything it does is in the library.

use std::{env, panic, process::ExitCode};

use mimalloc::MiMalloc;
use proto_diff::cli::{self, Exit};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let exit = panic::catch_unwind(|| cli::run(env::args_os())).unwrap_or_else(|_| {
        eprintln!("proto-diff: this is a bug. Please report it with the message above and, if you can, the schemas.");
        Exit::Failed
    });
    exit.into()
}
