//! Cases prompted by public reports. They are no part of this project; where they are at hand, in
//! `$PROTO_DIFF_SHARED/cases` (by default `../shared/cases`), their verdicts are held.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{Coast, Run, hex};

/// One file of a case, decoded as hex and as the bytes it stands for.
fn decoded(case: &str, file: &str, arguments: &str) -> Option<[Run; 2]> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let directory = env::var_os("PROTO_DIFF_SHARED").map_or(beside, PathBuf::from).join("cases").join(case);
    let text = std::fs::read(directory.join(file)).ok()?;
    let coast = Coast::new();
    coast.write("payload.hex", &text);
    coast.write("payload.bin", &hex(&String::from_utf8(text).expect("hex is text")));
    std::fs::read_dir(&directory).expect("a directory").flatten().for_each(|entry| {
        if let Ok(schema) = std::fs::read(entry.path()) {
            coast.write(&entry.file_name().to_string_lossy(), &schema);
        }
    });
    Some(["payload.hex", "payload.bin"].map(|name| coast.run(&format!("{arguments} {name}"), b"")))
}

#[test]
fn grpc_frames_and_stray_bytes() {
    let message = "seq: 150\nfrom: \"north\"\n";
    let cases = [
        ("a_plain.hex", 0, message, ""),
        ("b_framed.hex", 0, "# frame 1 at byte 0, 10 bytes\nseq: 150\nfrom: \"north\"\n", "recognised gRPC frames"),
        (
            "c_two_frames.hex",
            0,
            "# frame 2 at byte 15, 10 bytes\nseq: 150\nfrom: \"north\"\n",
            "recognised gRPC frames",
        ),
        ("d_trailing_newline.hex", 1, message, "1 stray byte 0a at offset 10"),
        ("e_compressed_flag.hex", 2, "", "compressed frame of 10 bytes, cannot inflate without an encoding"),
        ("f_truncated.hex", 2, "seq: 150\n", "field 2 `from`, offset 3: needs 5 bytes, has 3"),
        ("g_varint_delimited.hex", 2, "", "it looks like a varint-delimited message; read it so with --in"),
    ];
    for (file, code, out, err) in cases {
        let arguments = "--type Ping --schema schema.proto";
        let Some(runs) = decoded("21-grpc-frame-and-stray-bytes", file, arguments) else { return };
        for run in runs {
            assert_eq!(run.code, code, "{file}: {run:?}");
            assert!(run.out.contains(out) && run.err.contains(err), "{file}: {run:?}");
        }
    }
}

#[test]
fn another_wire_type_under_the_new_schema() {
    let arguments = "--type Tick --schema new.proto --strict";
    let Some(runs) = decoded("22-wire-type-mismatch-under-new-schema", "old_writer.hex", arguments) else { return };
    for run in runs {
        assert_eq!(run.code, 1, "{run:?}");
        let remark = "# field 5 `at`: expected len (Stamp), found varint 1700000000; kept as unknown";
        assert!(run.out.starts_with("id: \"t1\"\n") && run.out.contains(remark), "{run:?}");
    }
}

#[test]
fn a_message_read_as_bytes_and_as_text() {
    let cases = [
        ("a_scan_link.hex", 0, "scan_bytes: \"\\n\\017http://x.test/a\\032\\timage/png\"", ""),
        ("b_scan_inline.hex", 0, "scan_bytes: \"\\022\\004\\211PNG\\032\\timage/png\"", ""),
        ("c_sheet_short.hex", 0, "scan_link: \"\\n\\006\\n\\001k\\022\\001v\"", ""),
        ("d_sheet_long.hex", 2, "", "field 3 `scan_link`, offset 0: invalid UTF-8"),
    ];
    for (file, code, out, err) in cases {
        let arguments = "--type Page --schema new.proto";
        let Some(runs) = decoded("03-submessage-becomes-bytes-or-string", file, arguments) else { return };
        for run in runs {
            assert_eq!(run.code, code, "{file}: {run:?}");
            assert!(run.out.contains(out) && run.err.contains(err), "{file}: {run:?}");
        }
    }
}
