//! `--option`: what the person who converts decides.

use crate::{Desk, field};

/// `Part { file { file_with_bytes: "aGk=" } }` of v0.3.
fn file() -> Vec<u8> {
    field(2, field(2, "aGk="))
}

#[test]
fn an_option_changes_what_is_written() {
    let rows = [
        ("", "raw: \"aGk=\"\n"),
        ("--option file_bytes=verbatim", "raw: \"aGk=\"\n"),
        ("--option file_bytes=base64-text", "raw: \"hi\"\n"),
    ];
    for (options, result) in rows {
        let run = Desk::new().run(&format!("convert --type Part --from 0.3 {options} --out text -"), file());
        assert_eq!((run.code, run.out.as_str()), (0, result), "{options}: {run:?}");
    }
}

/// Which of two is meant, nobody can know; two that are the same are a slip, too.
#[test]
fn an_option_is_given_once() {
    for (second, command) in [("base64-text", "convert"), ("verbatim", "convert"), ("base64-text", "decode")] {
        let options = format!("--option file_bytes=verbatim --option final=never --option file_bytes={second}");
        let run = Desk::new().run(&format!("{command} --type Part {options} -"), file());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        let said = format!("--option is given twice for `file_bytes`: verbatim and {second}");
        assert!(run.err.contains(&said) && run.err.contains("help: leave one of them away"), "{run:?}");
    }
}

#[test]
fn what_an_option_says_has_to_be_true() {
    let arguments = "convert --type Part --from 0.3 --option file_bytes=base64-text --out raw -";
    let run = Desk::new().run(arguments, field(2, field(2, "\u{89}PNG")));
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("standard input: `file.file_with_bytes` at byte 4: not base64 text"), "{run:?}");
}

#[test]
fn an_option_or_value_that_there_is_not() {
    let rows = [
        ("size=big", "the manifest a2a has no option `size`", "its options are: file_bytes, final,"),
        ("file_bytes=maybe", "`maybe` is no value of the option `file_bytes`", "its values are: verbatim, base64-text"),
        ("file_bytes", "invalid value 'file_bytes' for '--option <NAME=VALUE>'", "write NAME=VALUE"),
    ];
    for (option, message, help) in rows {
        for command in ["convert", "decode"] {
            let run = Desk::new().run(&format!("{command} --type Part --option {option} -"), file());
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{option}: {run:?}");
            assert!(run.err.contains(message) && run.err.contains(help), "{option}: {run:?}");
        }
    }
}

#[test]
fn going_down_final_is_made_up_as_asked() {
    // TaskStatusUpdateEvent { task_id: "t", status { state: TASK_STATE_INPUT_REQUIRED } } of v1.0.
    let event = [field(1, "t"), field(3, [8, 6])].concat();
    for (option, is_final) in [("terminal", false), ("terminal-or-input-required", true), ("never", false)] {
        let arguments = "convert --type TaskStatusUpdateEvent --from 1.0 --to old --out text";
        let run = Desk::new().run(&format!("{arguments} --option final={option} -"), &event);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(run.out.contains("final: true"), is_final, "{option}: {run:?}");
    }
}
