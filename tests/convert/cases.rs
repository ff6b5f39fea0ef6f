//! Cases prompted by public reports. Where they are at hand, in `$PROTO_DIFF_SHARED/cases` (by default
//! `../shared/cases`), their own files are used too; what always runs is the same in other words.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{Desk, Run, field, frame, hex};

/// A folder with the files of a case; `None` where they are not at hand.
fn case(name: &str) -> Option<Desk> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = env::var_os("PROTO_DIFF_SHARED").map_or(beside, PathBuf::from).join("cases").join(name);
    let files = std::fs::read_dir(&folder).ok()?;
    let desk = Desk::new();
    for file in files.flatten() {
        let content = std::fs::read(file.path()).expect("a file of a case");
        desk.write(&file.file_name().to_string_lossy(), content);
    }
    Some(desk)
}

/// A message that became bytes, and one that became text: whoever reads them anew has the old message's bytes there.
const PAGE: &str = r#"format = 1

[schema]
old = "old.proto"
new = "new.proto"

[packages]
"PACKAGE" = "PACKAGE"

[types]
Scan = { gone = "its fields stand in Page" }
Sheet = { gone = "version 2 has no sheets" }

[message.Page]
"scan.link" = "scan_link"
"scan.inline" = "scan_bytes"
"scan.mime" = { drop = "version 2 does not say what a scan is" }
"sheet.cells" = { drop = "version 2 has no sheets" }
"#;

/// Payload in hex, exit code without and with `--strict`, result, and what is lost.
type Scan<'s> = (&'s str, &'s str, &'s str);

fn scans(desk: &Desk, rows: &[Scan<'_>]) {
    for (payload, result, lost) in rows {
        let run = desk.run("convert --manifest page.toml --type Page --from old --in hex --out text -", payload);
        assert_eq!((run.code, run.out.as_str()), (0, *result), "{payload}: {run:?}");
        assert!(run.err.contains(lost) && run.err.is_empty() == lost.is_empty(), "{payload}: {run:?}");
        let run =
            desk.run("convert --manifest page.toml --type Page --from old --in hex --strict --out text -", payload);
        assert_eq!(run.code, i32::from(!lost.is_empty()), "{payload}: {run:?}");
    }
}

#[test]
fn a_message_that_became_bytes_or_text() {
    let desk = Desk::new();
    let proto = |body: &str| format!("syntax = \"proto3\"; package desk.v1; {body}");
    desk.write(
        "old.proto",
        proto(
            "message Scan { oneof where { string link = 1; bytes inline = 2; } string mime = 3; } \
             message Sheet { map<string, string> cells = 1; } \
             message Page { oneof body { string words = 1; Scan scan = 2; Sheet sheet = 3; } }",
        ),
    );
    desk.write(
        "new.proto",
        proto("message Page { oneof body { string words = 1; bytes scan_bytes = 2; string scan_link = 3; } }"),
    );
    desk.write("page.toml", PAGE.replace("PACKAGE", "desk.v1"));
    scans(
        &desk,
        &[
            ("0a026869", "words: \"hi\"\n", ""),
            ("1203 0a0161", "scan_link: \"a\"\n", ""),
            ("1207 0a0161 1a026d31", "scan_link: \"a\"\n", "lost: `scan.mime`"),
            ("1204 120289ff", "scan_bytes: \"\\211\\377\"\n", ""),
            ("1a08 0a060a016b120176", "", "lost: `sheet.cells`"),
        ],
    );
}

#[test]
fn a_message_that_became_bytes_or_text_as_reported() {
    let Some(desk) = case("03-submessage-becomes-bytes-or-string") else { return };
    desk.write("page.toml", PAGE.replace("PACKAGE", "shelf.v1"));
    let payload = |name: &str| desk.read(name);
    let (link, inline, sheet) =
        (payload("a_scan_link.hex"), payload("b_scan_inline.hex"), payload("c_sheet_short.hex"));
    scans(
        &desk,
        &[
            (&link, "scan_link: \"http://x.test/a\"\n", "lost: `scan.mime`"),
            (&inline, "scan_bytes: \"\\211PNG\"\n", "lost: `scan.mime`"),
            (&sheet, "", "lost: `sheet.cells`"),
        ],
    );
}

/// Frames, lengths, stray bytes: what is converted, what is said, with which exit code.
#[test]
fn frames_and_stray_bytes() {
    let name = field(1, "tasks/7");
    let delimited = [&[9], name.as_slice()].concat();
    let two = [frame(&name), frame(&name)].concat();
    let mut compressed = frame(&name);
    compressed[0] = 1;
    let rows: [(&[u8], i32, &str, &str); 7] = [
        (&name, 0, "120137\n", ""),
        (&frame(&name), 0, "120137\n", "recognised gRPC frames"),
        (&two, 0, "120137\n120137\n", "recognised gRPC frames"),
        (&[name.as_slice(), b"\n"].concat(), 1, "120137\n", "1 stray byte 0a at offset 9"),
        (&compressed, 2, "", "compressed frame of 9 bytes, cannot inflate without an encoding"),
        (&name[..7], 2, "", "length 7 reaches past the end, 5 bytes remain"),
        (&delimited, 2, "", "it looks like a varint-delimited message; read it so with --in delimited"),
    ];
    for (payload, code, out, err) in rows {
        let run = Desk::new().run("convert --type GetTaskRequest --from 0.3 --out hex -", payload);
        assert_eq!((run.code, run.out.as_str()), (code, out), "{payload:x?}: {run:?}");
        assert!(run.err.contains(err), "{payload:x?}: {run:?}");
    }
}

/// The reported ones, with a schema that did not change, so that what comes out is what went in.
#[test]
fn frames_and_stray_bytes_as_reported() {
    let Some(desk) = case("21-grpc-frame-and-stray-bytes") else { return };
    desk.write("ping.toml", "format = 1\n\n[schema]\nold = \"schema.proto\"\nnew = \"schema.proto\"\n");
    let plain = "08960112056e6f727468\n";
    let twice = format!("{plain}{plain}");
    let rows = [
        ("a_plain", 0, plain),
        ("b_framed", 0, plain),
        ("c_two_frames", 0, &twice),
        ("d_trailing_newline", 1, plain),
        ("e_compressed_flag", 2, ""),
        ("f_truncated", 2, ""),
        ("g_varint_delimited", 2, ""),
    ];
    for (name, code, out) in rows {
        let bytes = hex(&desk.read(&format!("{name}.hex")));
        let run = desk.run("convert --manifest ping.toml --type Ping --out hex -", bytes);
        assert_eq!((run.code, run.out.as_str()), (code, out), "{name}: {run:?}");
    }
}

#[test]
fn another_wire_type_as_reported() {
    let Some(desk) = case("22-wire-type-mismatch-under-new-schema") else { return };
    let decode =
        |arguments: &str, file: &str| -> Run { desk.run(&format!("decode --type Tick {arguments} {file}"), "") };
    let both = "--schema old.proto --schema new.proto --strict";
    let run = decode(both, "old_writer.hex");
    assert_eq!((run.code, run.out.as_str()), (0, "id: \"t1\"\nat: 1700000000\n"), "{run:?}");
    let run = decode(both, "new_writer.hex");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("at {"), "{run:?}");
    for (strict, code) in [("", 0), ("--strict", 1)] {
        let run = decode(&format!("--schema new.proto {strict}"), "old_writer.hex");
        assert_eq!(run.code, code, "{run:?}");
        assert!(run.out.contains("expected len (Stamp), found varint 1700000000"), "{run:?}");
    }
}
