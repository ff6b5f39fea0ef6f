//! Exit codes.

use std::process::ExitCode;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Nothing at or above the threshold.
    Clean,
    /// Findings at or above the threshold.
    Findings,
    /// It could not run.
    Failed,
}

impl Exit {
    /// Prints what clap has to say (help and version are not failures) and how the program ends after it.
    pub(super) fn of_usage(error: &clap::Error) -> Self {
        // When standard output or error is closed, there is nobody to tell.
        let _ = error.print();
        match error.exit_code() {
            0 => Exit::Clean,
            _ => Exit::Failed,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Failed => 2,
        })
    }
}
