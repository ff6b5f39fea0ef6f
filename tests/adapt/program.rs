//! The program from outside.

use std::path::Path;

use assert_cmd::Command;

/// How a run ended and what it printed.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in a directory.
pub fn run(directory: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::cargo_bin("proto-diff").expect("the program");
    let output = command.current_dir(directory).args(arguments).env("NO_COLOR", "1").output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Run { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}
