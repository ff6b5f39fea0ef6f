//! `proto-diff decode` from outside: what is printed, on which stream, with which exit code.

mod forms;
mod frames;
mod messages;
mod output;
mod refusals;
mod shared_cases;

use std::path::PathBuf;

use assert_cmd::Command;
use proto_diff::wire::framing::Text;
use tempfile::TempDir;

/// A lighthouse that reports, before and after its light became a message.
const OLD: &str = r#"syntax = "proto3";
package coast.v1;
message Report {
  uint32 count = 1;
  string keeper = 2;
  uint64 lit = 3;
  repeated Ship ships = 4;
}
message Ship {
  string name = 1;
  message Cargo { bytes data = 1; }
  Cargo cargo = 2;
}
message Barge { message Cargo {} }
"#;

const NEW: &str = r#"syntax = "proto3";
package coast.v1;
message Report {
  uint32 count = 1;
  string keeper = 2;
  Light lit = 3;
}
message Light { uint64 since = 1; }
"#;

/// `count: 3`, `keeper: "iris"`.
const REPORT: &str = "0803 120469726973";
/// The same with `lit: 1000` behind it, as old writers have it.
const LIT: &str = "0803 120469726973 18e807";

/// A directory with `old.proto` and `new.proto`.
struct Coast {
    dir: TempDir,
}

/// How a run ended and what it printed.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Coast {
    fn new() -> Self {
        let coast = Coast { dir: tempfile::tempdir().expect("a temporary directory") };
        coast.write("old.proto", OLD.as_bytes());
        coast.write("new.proto", NEW.as_bytes());
        coast
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::write(&path, bytes).expect("a file in a temporary directory");
        path
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("proto-diff");
        command.current_dir(self.dir.path()).arg("decode").args(arguments.split_whitespace());
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "LC_ALL", "LC_CTYPE", "LANG"] {
            command.env_remove(name);
        }
        // As wide as it gets, so that diagnostics are not broken where a test looks.
        command.env("COLUMNS", "160");
        command
    }

    /// Runs with `input` on standard input.
    fn run(&self, arguments: &str, input: &[u8]) -> Run {
        let output = self.command(arguments).write_stdin(input).output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Run { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Decodes a report of the old schema from standard input.
    fn report(&self, arguments: &str, input: &[u8]) -> Run {
        self.run(&format!("--type Report --schema old.proto {arguments} -"), input)
    }
}

/// Bytes from hex with blanks.
fn hex(text: &str) -> Vec<u8> {
    Text::Hex.undress(text.as_bytes()).expect("hex")
}

/// A gRPC frame.
fn frame(flag: u8, content: &[u8]) -> Vec<u8> {
    [&[flag], (content.len() as u32).to_be_bytes().as_slice(), content].concat()
}
