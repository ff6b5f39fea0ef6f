//! What cannot be converted, and what there is to do about it. Nothing of it is printed.

use crate::{Desk, convert, field};

/// Arguments, payload in hex, and what the diagnostic has to hold.
#[test]
fn what_cannot_be_converted() {
    let rows: [(&str, &str, &[&str]); 15] = [
        ("--type Tsk", "", &["neither a2a:0.3.0 nor a2a:1.0.1 has a message named `Tsk`", "did you mean `Task`?"]),
        ("--type a2a.v1.Tsk", "", &["has a message named `a2a.v1.Tsk`", "did you mean `a2a.v1.Task`"]),
        ("--type TaskState", "", &["`TaskState` is an enum", "name a message"]),
        ("--type FilePart", "", &["`FilePart` has no counterpart in the other version", "its fields stand in Part"]),
        ("--type ListTasksRequest --to old", "", &["no counterpart", "v0.3 over gRPC cannot list tasks"]),
        ("--type GetTaskRequest --from 0.4", "", &["there is no version `0.4`", "old (0.3.0) and new (1.0.1)"]),
        ("--type GetTaskRequest --to 2", "", &["there is no version `2`", "old (0.3.0) and new (1.0.1)"]),
        ("--type GetTaskRequest --assume x", "", &["there is no version `x`"]),
        ("--type GetTaskRequest --from ''", "", &["there is no version ``"]),
        (
            "--type GetTaskRequest --version-header 0.4",
            "",
            &["version `0.4` is not supported; supported: 0.3, (empty), 1.0"],
        ),
        (
            "--method /a2a.v1.A2AService/GetTsk",
            "",
            &["neither schema has a method", "did you mean `/a2a.v1.A2AService/GetTask`"],
        ),
        (
            "--method /lf.a2a.v1.A2AService/ListTasks",
            "",
            &["the request of /lf.a2a.v1.A2AService/ListTasks has no counterpart"],
        ),
        (
            "--type GetTaskRequest",
            "0a05 746173",
            &["not a message of either version", "`name` at byte 1", "`tenant` at byte 1"],
        ),
        (
            "--type GetTaskRequest --from 0.3",
            "0a05 746173",
            &["`name` at byte 1: length 5 reaches past the end, 3 bytes remain"],
        ),
        (
            "--type GetTaskRequest --manifest none.toml",
            "",
            &["cannot read the manifest none.toml", "a bundled manifest: a2a"],
        ),
    ];
    for (arguments, payload, messages) in rows {
        let run = convert(&format!("{arguments} --in raw"), payload);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments}: {run:?}");
        for message in messages {
            assert!(run.err.contains(message), "{arguments}: {message}\n{}", run.err);
        }
    }
}

/// A name of another form is an error with its place; it was taken for base64, because its letters can be.
#[test]
fn a_malformed_name_is_not_a_question_of_encoding() {
    let desk = Desk::new();
    let run = desk.run("convert --type GetTaskRequest --from 0.3 -", field(1, "tasks/a/b"));
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    let message = "standard input: `name` at byte 2: `tasks/a/b` is not a name of the form `tasks/{id}`";
    assert!(run.err.contains(message), "{run:?}");
    assert!(!run.err.contains("base64"), "{run:?}");
    // Deeper down, with the path that leads there.
    let push = field(4, field(1, "tasks/7"));
    let response = [field(1, field(1, "tasks/t/pushNotificationConfigs")), push].concat();
    let run = desk.run("convert --type ListTaskPushNotificationConfigResponse --from 0.3 -", response);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("`configs[0].name` at byte 4: `tasks/t/pushNotificationConfigs`"), "{run:?}");
}

/// A value that no name can hold, going down.
#[test]
fn an_id_that_fits_in_no_name() {
    let run = Desk::new().run("convert --type GetTaskRequest --from 1.0 --to old -", field(2, "a/b"));
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("`id` at byte 2: `a/b` cannot be a part of a name of the form `tasks/{id}`"), "{run:?}");
}

#[test]
fn in_a_stream_it_is_said_which_message() {
    let stream = "09 0a077461736b732f37 0b 0a097461736b732f612f62 09 0a077461736b732f37";
    let run = Desk::new().run("convert --type GetTaskRequest --from 0.3 --in hex+delimited --out hex -", stream);
    assert_eq!((run.code, run.out.as_str()), (2, "120137\n"), "{run:?}");
    assert!(run.err.contains("standard input, frame 2 at byte 10: `name` at byte 2"), "{run:?}");
}

#[test]
fn what_may_be_dressed_is_hinted_at() {
    let stream = [&[9], b"\x0a\x07tasks/7".as_slice()].concat();
    let run = Desk::new().run("convert --type GetTaskRequest --in raw -", &stream);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("varint-delimited message; read it so with --in delimited"), "{run:?}");
}

#[test]
fn json_of_no_version() {
    let desk = Desk::new();
    let run = desk.run("convert --type GetTaskRequest --in json -", r#"{"nam": "tasks/7"}"#);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("of the old one, unknown field `nam`; of the new one, unknown field `nam`"), "{run:?}");
    let run = desk.run("convert --type GetTaskRequest --from 0.3 --in json -", r#"{"id": "7"}"#);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("standard input: unknown field `id`"), "{run:?}");
}

#[test]
fn without_a_type_there_is_nothing_to_do() {
    let run = convert("", "");
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("--type") && run.err.contains("--method"), "{run:?}");
}
