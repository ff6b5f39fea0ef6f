//! `proto-diff convert` from outside, and `decode` where there are two versions: what is printed, on which stream, with
//! which exit code.

mod cases;
mod forms;
mod losses;
mod memory;
mod options;
mod own_manifest;
mod refusals;
mod two_schemas;
mod versions;

use std::path::PathBuf;

use assert_cmd::Command;
use proto_diff::wire::framing::Text;
use tempfile::TempDir;

/// A directory that runs take place in.
struct Desk {
    dir: TempDir,
}

/// How a run ended and what it printed.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Desk {
    fn new() -> Self {
        Desk { dir: tempfile::tempdir().expect("a temporary directory") }
    }

    /// Writes a file, and the folders that it is in.
    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.dir.path().join(name);
        let folder = path.parent().expect("a file is in a folder");
        std::fs::create_dir_all(folder).expect("a folder in a temporary directory");
        std::fs::write(&path, content).expect("a file in a temporary directory");
        path
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.dir.path().join(name)).expect("the run wrote it")
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("proto-diff");
        // An argument that is nothing at all is written ''.
        let arguments = arguments.split_whitespace().map(|argument| if argument == "''" { "" } else { argument });
        command.current_dir(self.dir.path()).args(arguments);
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "LC_ALL", "LC_CTYPE", "LANG"] {
            command.env_remove(name);
        }
        // As wide as it gets, so that diagnostics are not broken where a test looks.
        command.env("COLUMNS", "160");
        command
    }

    /// Runs with `input` on standard input.
    fn run(&self, arguments: &str, input: impl AsRef<[u8]>) -> Run {
        let output = self.command(arguments).write_stdin(input.as_ref()).output().expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Run { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// `convert` of a payload in hex, for the bundled manifest.
fn convert(arguments: &str, payload: &str) -> Run {
    Desk::new().run(&format!("convert {arguments} -"), hex(payload))
}

/// Bytes from hex with blanks.
fn hex(text: &str) -> Vec<u8> {
    Text::Hex.undress(text.as_bytes()).expect("hex")
}

/// A field of bytes: its tag and length in front.
fn field(number: u8, content: impl AsRef<[u8]>) -> Vec<u8> {
    let content = content.as_ref();
    [&[number << 3 | 2, u8::try_from(content.len()).expect("short")], content].concat()
}

/// A gRPC frame.
fn frame(content: impl AsRef<[u8]>) -> Vec<u8> {
    let content = content.as_ref();
    [&[0], (content.len() as u32).to_be_bytes().as_slice(), content].concat()
}
