//! How a payload is dressed: told, recognised, hinted at.

use crate::{Coast, LIT, REPORT, hex};

const READ: &str = "count: 3\nkeeper: \"iris\"\n";

#[test]
fn one_message_in_every_dress() {
    let coast = Coast::new();
    let raw = hex(REPORT);
    let delimited = [&[raw.len() as u8], raw.as_slice()].concat();
    let cases: [(&str, &[u8], &str); 12] = [
        ("auto", &raw, ""),
        ("raw", &raw, ""),
        ("auto", b"0803 1204\n69726973\n", "recognised hex; --in hex says so"),
        ("hex", b"0x0803120469726973", ""),
        ("hex+raw", b"0803120469726973", ""),
        ("auto", b"CAMSBGlyaXM=\n", "recognised base64; --in base64 says so"),
        ("base64", b"CAMSBGlyaXM", ""),
        ("auto", b"{\"count\": 3, \"keeper\": \"iris\"}", "recognised JSON; --in json says so"),
        ("json", b"{\"count\": 3, \"keeper\": \"iris\"}", ""),
        ("delimited", &delimited, ""),
        ("hex+delimited", b"08 0803120469726973", ""),
        ("base64+delimited", b"CAgDEgRpcmlz", ""),
    ];
    for (form, input, note) in cases {
        let run = coast.report(&format!("--in {form}"), input);
        assert_eq!(run.code, 0, "{form}: {run:?}");
        assert!(run.out.ends_with(READ), "{form}: {run:?}");
        assert!(run.err.contains(note) && run.err.is_empty() == note.is_empty(), "{form}: {run:?}");
    }
}

#[test]
fn a_stray_line_feed_is_no_success() {
    let coast = Coast::new();
    let raw = [hex(REPORT), b"\n".to_vec()].concat();
    for (form, input) in
        [("auto", raw.as_slice()), ("raw", &raw), ("auto", b"08031204697269730a"), ("hex", b"08031204697269730a")]
    {
        let run = coast.report(&format!("--in {form}"), input);
        assert_eq!((run.code, run.out.as_str()), (1, READ), "{form}: {run:?}");
        assert!(run.err.contains("1 stray byte 0a at offset 8"), "{form}: {run:?}");
    }
    let framed = [crate::frame(0, &hex(REPORT)), b"\r\n".to_vec()].concat();
    let run = coast.report("", &framed);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.ends_with(READ) && run.err.contains("2 stray bytes 0d 0a at offset 13"), "{run:?}");
}

#[test]
fn what_fails_says_what_it_may_be() {
    let coast = Coast::new();
    let delimited = [hex("0a"), hex(REPORT), hex("1807")].concat();
    let two = hex("02 0803 02 0804");
    let cases: [(&str, &[u8], &str); 7] = [
        ("auto", &delimited, "it looks like a varint-delimited message; read it so with --in delimited"),
        ("raw", &two, "it looks like 2 varint-delimited messages; read them so with --in delimited"),
        ("hex", b"0a 0803120469726973 1807", "a varint-delimited message; read it so with --in hex+delimited"),
        ("raw", b"\0\0\0\0\x02\x08\x03", "it begins as a gRPC frame does; read it so with --in grpc"),
        ("auto", b"\0\0\0\0\x03\x08\x03", "it begins as a gRPC frame does; read it so with --in grpc"),
        ("auto", b"{\"count\": 3", "it begins as JSON does; read it so with --in json"),
        ("raw", b"7803", "it is all hex characters; read it so with --in hex"),
    ];
    for (form, input, help) in cases {
        let run = coast.report(&format!("--in {form}"), input);
        assert_eq!(run.code, 2, "{form}: {run:?}");
        assert!(run.err.contains(help), "{form}: {run:?}");
    }
}

#[test]
fn text_that_may_be_two_things_is_not_guessed_at() {
    let coast = Coast::new();
    // As hex one record of field 73, as base64 three of the fields 1, 7 and 1; as itself, none.
    let run = coast.run("--raw -", b"CD04AA000000");
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("the input makes sense as hex and as base64"), "{run:?}");
    // Two digits of hex are a record of field 6.
    let run = coast.run("--raw -", b"08");
    assert_eq!((run.code, run.out.as_str()), (0, "6: 56\n"), "{run:?}");
    assert!(run.err.contains("all of it is hex characters; read it so with --in hex"), "{run:?}");
    let run = coast.run("--raw --in hex -", b"CD04AA000000");
    assert_eq!((run.code, run.out.as_str()), (0, "73: 0x000000aa  # 170\n"), "{run:?}");
}

#[test]
fn a_foreign_message_is_remarked_on() {
    let coast = Coast::new();
    let run = coast.report("", &hex("a00601"));
    assert_eq!((run.code, run.out.as_str()), (0, "100: 1  # unknown\n"), "{run:?}");
    assert!(run.err.contains("no record in it is a field of coast.v1.Report"), "{run:?}");
}

#[test]
fn json_documents_in_a_row() {
    let coast = Coast::new();
    let input = b"{\"count\": 1}\n  {\"keeper\": \"iris\", \"ships\": [{\"name\": \"Ida\"}]}\n";
    let run = coast.report("--in json --out json", input);
    assert_eq!(run.out, "{\"count\":1}\n{\"keeper\":\"iris\",\"ships\":[{\"name\":\"Ida\"}]}\n", "{run:?}");
    let run = coast.report("--in json", input);
    let text =
        "# document 1 at byte 0\ncount: 1\n\n# document 2 at byte 15\nkeeper: \"iris\"\nships {\n  name: \"Ida\"\n}\n";
    assert_eq!((run.code, run.out.as_str()), (0, text), "{run:?}");
}

#[test]
fn what_json_has_wrong_is_said() {
    let coast = Coast::new();
    let cases: [(&[u8], &str); 3] = [
        (b"{\"count\": \"x\"}", "standard input: at `count`"),
        (b"{\"color\": 1}", "unknown field `color`"),
        (b"{\"count\": 1", "standard input: invalid JSON: EOF"),
    ];
    for (input, message) in cases {
        let run = coast.report("--in json", input);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(message), "{run:?}");
    }
}

#[test]
fn every_output_is_an_input() {
    let coast = Coast::new();
    for out in ["json", "raw", "hex", "base64", "grpc", "delimited"] {
        let written =
            coast.command(&format!("--type Report --schema old.proto --out {out} -")).write_stdin(hex(LIT)).output();
        let written = written.expect("it runs").stdout;
        let run = coast.report(&format!("--in {out} --out hex"), &written);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "080312046972697318e807\n", ""), "{out}");
    }
}
