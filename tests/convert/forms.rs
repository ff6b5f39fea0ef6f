//! How payloads come in and go out.

use proto_diff::wire::framing::Text;

use crate::{Desk, frame, hex};

/// `GetTaskRequest { name: "tasks/7" }` of v0.3.
const OLD: &[u8] = b"\x0a\x07tasks/7";
/// The same in v1.0.
const NEW: &[u8] = b"\x12\x017";

/// One message in every form, the old one and the new one.
fn forms() -> [(&'static str, Vec<u8>, Vec<u8>); 7] {
    let text = |text: Text, bytes: &[u8]| (text.dress(bytes) + "\n").into_bytes();
    let delimited = |bytes: &[u8]| [&[u8::try_from(bytes.len()).expect("short")], bytes].concat();
    [
        ("raw", OLD.to_vec(), NEW.to_vec()),
        ("hex", text(Text::Hex, OLD), text(Text::Hex, NEW)),
        ("base64", text(Text::Base64, OLD), text(Text::Base64, NEW)),
        ("grpc", frame(OLD), frame(NEW)),
        ("delimited", delimited(OLD), delimited(NEW)),
        ("json", b"{\"name\": \"tasks/7\"}".to_vec(), b"{\n  \"id\": \"7\"\n}\n".to_vec()),
        ("text", Vec::new(), b"id: \"7\"\n".to_vec()),
    ]
}

/// What comes in frames is headed by its place, and JSON of it is a line.
fn expected(from: &str, to: &str, plain: &[u8]) -> String {
    let plain = String::from_utf8_lossy(plain);
    match (from, to) {
        ("grpc" | "delimited", "text") => format!("# frame 1 at byte 0, 3 bytes\n{plain}"),
        ("grpc" | "delimited", "json") => "{\"id\":\"7\"}\n".to_owned(),
        _ => plain.into_owned(),
    }
}

#[test]
fn every_form_into_every_form() {
    let desk = Desk::new();
    for (from, payload, _) in forms().iter().filter(|(from, ..)| *from != "text") {
        for (to, _, result) in &forms() {
            let run = desk.run(&format!("convert --type GetTaskRequest --in {from} --out {to} -"), payload);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{from} to {to}: {run:?}");
            assert_eq!(run.out, expected(from, to, result), "{from} to {to}");
        }
    }
}

#[test]
fn a_payload_goes_out_as_it_came_in() {
    let desk = Desk::new();
    for (form, payload, result) in forms().iter().filter(|(form, ..)| *form != "text") {
        let result = String::from_utf8_lossy(result);
        let run = desk.run(&format!("convert --type GetTaskRequest --in {form} -"), payload);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, &*result, ""), "{form}");
        // Recognised, which is said; but nobody can tell a length in front from a tag for certain.
        if *form != "delimited" {
            let run = desk.run("convert --type GetTaskRequest -", payload);
            assert_eq!((run.code, run.out.as_str()), (0, &*result), "{form}");
            assert_eq!(run.err.is_empty(), *form == "raw", "{form}: {run:?}");
        }
    }
}

/// Frames in letters come back as frames.
#[test]
fn frames_in_letters() {
    let run = Desk::new().run("convert --type GetTaskRequest --in hex+grpc -", Text::Hex.dress(&frame(OLD)));
    assert_eq!((run.code, run.out.as_bytes()), (0, frame(NEW).as_slice()), "{run:?}");
}

#[test]
fn streams() {
    let desk = Desk::new();
    let empty = frame("");
    let stream = [frame(OLD), empty.clone(), frame(b"\x0a\x08tasks/89")].concat();
    let run = desk.run("convert --type GetTaskRequest --from 0.3 --in grpc -", &stream);
    let converted = [frame(NEW), empty, frame(b"\x12\x0289")].concat();
    assert_eq!((run.code, run.out.as_bytes()), (0, converted.as_slice()), "{run:?}");
    let run = desk.run("convert --type GetTaskRequest --from 0.3 --in grpc --out json -", &stream);
    assert_eq!((run.code, run.out.as_str()), (0, "{\"id\":\"7\"}\n{}\n{\"id\":\"89\"}\n"), "{run:?}");
    let run = desk.run("convert --type GetTaskRequest --from 0.3 --in grpc --format json -", &stream);
    assert_eq!((run.code, run.out.lines().count()), (0, 3), "{run:?}");
    let run = desk.run("convert --type GetTaskRequest --from 0.3 --in grpc --out raw -", &stream);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("several messages without framing would be read as one"), "{run:?}");
    let documents = "{\"name\": \"tasks/1\"}\n{\"name\": \"tasks/2\"}\n";
    let run = desk.run("convert --type GetTaskRequest --in json -", documents);
    assert_eq!((run.code, run.out.as_str()), (0, "{\"id\":\"1\"}\n{\"id\":\"2\"}\n"), "{run:?}");
}

/// What was converted before it stays.
#[test]
fn a_stream_that_breaks_off() {
    let stream = [frame(OLD), frame(OLD)[..9].to_vec()].concat();
    let run = Desk::new().run("convert --type GetTaskRequest --in grpc --out hex -", &stream);
    assert_eq!((run.code, run.out.as_str()), (2, "120137\n"), "{run:?}");
    assert!(run.err.contains("byte 14: the frame is cut off: needs 9 bytes, has 4"), "{run:?}");
}

#[test]
fn stray_bytes_are_no_success() {
    let run = Desk::new().run("convert --type GetTaskRequest --from 0.3 --out hex -", [OLD, b"\n"].concat());
    assert_eq!((run.code, run.out.as_str()), (1, "120137\n"), "{run:?}");
    assert!(run.err.contains("1 stray byte 0a at offset 9"), "{run:?}");
}

#[test]
fn names_of_json_fields() {
    let event = hex("0a0174 120163");
    let arguments = "convert --type TaskStatusUpdateEvent --from 0.3 --out json";
    let run = Desk::new().run(&format!("{arguments} -"), &event);
    assert!(run.code == 0 && run.out.contains("\"taskId\"") && run.out.contains("\"contextId\""), "{run:?}");
    let run = Desk::new().run(&format!("{arguments} --proto-names -"), &event);
    assert!(run.code == 0 && run.out.contains("\"task_id\"") && run.out.contains("\"context_id\""), "{run:?}");
}

#[test]
fn a_file_is_as_good_as_standard_input() {
    let desk = Desk::new();
    desk.write("request.bin", OLD);
    let run = desk.run("convert --type GetTaskRequest --out hex request.bin", "");
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "120137\n", ""), "{run:?}");
}
