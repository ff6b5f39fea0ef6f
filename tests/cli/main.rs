//! The program from outside: arguments, exit codes, streams.

mod exit_codes;
mod manifest;
mod manifest_init;
mod output;
mod selection;
mod usage;

use std::path::PathBuf;

use assert_cmd::Command;
use tempfile::TempDir;

/// A field whose number was taken over, one that was added.
const OLD: &str = r#"syntax = "proto3";
package print.v1;
message Card {
  string title = 1;
  bool glossy = 13;
}
message Envelope {
  string stamp = 1;
}
"#;

const NEW: &str = r#"syntax = "proto3";
package print.v1;
message Card {
  string title = 1;
  repeated string tags = 13;
  string watermark = 14;
}
message Envelope {
  string stamp = 1;
}
"#;

/// The same as [`OLD`] with a field more.
const ADDED: &str = r#"syntax = "proto3";
package print.v1;
message Card {
  string title = 1;
  bool glossy = 13;
  string watermark = 14;
}
message Envelope {
  string stamp = 1;
}
"#;

/// A directory with `old.proto`, `new.proto` and `added.proto`.
struct Schemas {
    dir: TempDir,
}

impl Schemas {
    fn new() -> Self {
        let schemas = Schemas { dir: tempfile::tempdir().expect("a temporary directory") };
        schemas.write("old.proto", OLD);
        schemas.write("new.proto", NEW);
        schemas.write("added.proto", ADDED);
        schemas
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::write(&path, text).expect("a file in a temporary directory");
        path
    }

    /// The program, in this directory and in an environment that says nothing about colour or width.
    fn proto_diff(&self, arguments: &[&str]) -> Command {
        let mut command = proto_diff(arguments);
        command.current_dir(self.dir.path());
        command
    }
}

fn proto_diff(arguments: &[&str]) -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("proto-diff");
    command.args(arguments);
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    command
}

fn stdout(command: &mut Command) -> String {
    String::from_utf8(command.output().expect("it runs").stdout).expect("text")
}

fn stderr(command: &mut Command) -> String {
    String::from_utf8(command.output().expect("it runs").stderr).expect("text")
}
