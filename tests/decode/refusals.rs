//! What cannot be run, and what is said about it.

use crate::{Coast, REPORT, hex};

#[test]
fn files_that_are_none() {
    let coast = Coast::new();
    coast.write("empty.bin", b"");
    let decode = "--type Report --schema old.proto";
    let cases = [
        ("nowhere.bin", 2, "there is no file `nowhere.bin`"),
        (".", 2, "`.` is a directory"),
        ("-", 2, "standard input is empty"),
    ];
    for (file, code, message) in cases {
        let run = coast.run(&format!("{decode} {file}"), b"");
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{run:?}");
        assert!(run.err.contains(message), "{run:?}");
    }
    let run = coast.run(&format!("{decode} --in json -"), b" \n");
    assert!(run.code == 2 && run.err.contains("standard input has no JSON in it"), "{run:?}");
    // A message without fields has no bytes, and a stream need not have a message.
    let no_frames = "note: standard input: no frames, the input is empty\n";
    let cases =
        [("--in raw --out json -", "{}\n", ""), ("--out json empty.bin", "{}\n", ""), ("--in grpc -", "", no_frames)];
    for (arguments, out, err) in cases {
        let run = coast.run(&format!("{decode} {arguments}"), b"");
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, out, err), "{arguments}");
    }
}

#[test]
fn types_that_are_none() {
    let coast = Coast::new();
    let cases = [
        ("Reprot", "old.proto has no message named `Reprot`", "did you mean `Report`?"),
        ("coast.v2.Report", "no message named `coast.v2.Report`", "did you mean `coast.v1.Report`"),
        ("Cargo", "old.proto has several messages named `Cargo`", "`coast.v1.Ship.Cargo` or `coast.v1.Barge.Cargo`"),
    ];
    for (name, message, help) in cases {
        let run = coast.run(&format!("--type {name} --schema old.proto -"), &hex(REPORT));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(message) && run.err.contains(help), "{run:?}");
    }
    let run = coast.run("--type Ship.Cargo --schema old.proto -", &hex("0a0161"));
    assert_eq!((run.code, run.out.as_str()), (0, "data: \"a\"\n"), "{run:?}");
}

#[test]
fn several_schemas() {
    let coast = Coast::new();
    // Only one of them has the type.
    let run = coast.run("--type Light --schema old.proto --schema new.proto --in raw -", &hex("0805"));
    assert_eq!((run.code, run.out.as_str()), (0, "since: 5\n"), "{run:?}");
    // Both have it: the bytes tell, or it is said that they do not.
    let run = coast.run("--type Report --schema old.proto --schema new.proto --schema new.proto -", &hex(REPORT));
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("one of two versions at most"), "{run:?}");
}

#[test]
fn arguments_that_do_not_go_together() {
    let coast = Coast::new();
    let cases = [
        ("-", "--type"),
        // Without a schema the bundled manifest says what there is.
        ("--type Report -", "has a message named `Report`"),
        ("--type Report -", "name them with --schema"),
        ("--raw --type Report --schema old.proto -", "cannot be used with"),
        ("--raw --out json -", "--raw has no JSON"),
        ("--type Report --schema old.proto --out json --format json -", "cannot be used with"),
        ("--type Report --schema old.proto --in yaml -", "there are auto, raw, hex"),
        ("--type Report --schema old.proto --max-size big -", "write a number of bytes"),
        ("--type Report --schema nowhere.proto -", "nowhere.proto"),
        ("--type Report --schema - -", "standard input can be the schema or the payload, not both"),
    ];
    for (arguments, message) in cases {
        let run = coast.run(arguments, &hex(REPORT));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments}: {run:?}");
        assert!(run.err.contains(message), "{arguments}: {run:?}");
    }
}
