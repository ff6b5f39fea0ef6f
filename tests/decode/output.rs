//! How output looks.

use crate::{Coast, LIT, hex};

#[test]
fn colours_where_asked_for() {
    let coast = Coast::new();
    let plain = coast.report("", &hex("a00601"));
    let coloured = coast.report("--color always", &hex("a00601"));
    assert!(!plain.out.contains('\x1b') && coloured.out.contains("\x1b[33m100: 1\x1b[0m"), "{coloured:?}");
    let mut command = coast.command("--type Report --schema old.proto -");
    let output = command.env("NO_COLOR", "1").write_stdin(hex(LIT)).output().expect("it runs");
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn nothing_in_the_data_reaches_the_terminal() {
    let coast = Coast::new();
    let run = coast.report("", b"\x12\x0b\x1b]0;title\x07\x9b2J");
    assert_eq!(run.code, 2, "not UTF-8: {run:?}");
    let run = coast.report("", b"\x12\x0a\x1b]0;title\x07");
    assert_eq!((run.code, run.out.as_str()), (0, "keeper: \"\\033]0;title\\007\"\n"), "{run:?}");
}

#[test]
fn proto_names_in_json() {
    let coast = Coast::new();
    coast.write("names.proto", b"syntax = 'proto3'; message Buoy { int32 last_seen = 1; }");
    for (arguments, expected) in [("", "{\n  \"lastSeen\": 5\n}\n"), ("--proto-names", "{\n  \"last_seen\": 5\n}\n")] {
        let run = coast.run(&format!("--type Buoy --schema names.proto --out json {arguments} -"), &hex("0805"));
        assert_eq!((run.code, run.out.as_str()), (0, expected), "{run:?}");
    }
}

#[test]
fn whoever_closes_the_pipe_has_read_enough() {
    use std::io::Read;
    let coast = Coast::new();
    coast.write("long.bin", &hex("020801").repeat(200_000));
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("proto-diff"))
        .current_dir(coast.dir.path())
        .args(["decode", "--type", "Report", "--schema", "old.proto", "--in", "delimited", "long.bin"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut first = [0; 20];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("output");
    assert_eq!(&first, b"# frame 1 at byte 0,");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
