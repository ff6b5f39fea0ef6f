//! The programs in `examples/` run and print what they say.

use std::process::Command;

/// Runs an example, built like this test.
fn example(name: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["run", "--quiet", "--example", name]);
    if cfg!(feature = "vendored-protoc") {
        command.args(["--features", "vendored-protoc"]);
    }
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    let output = command.arg("--").args(arguments).output().expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text.into_owned())
}

#[test]
fn the_dual_reader_reads_its_own_bytes() {
    let (code, text) = example("dual_reader", &[]);
    let expected = r#"TaskPushNotificationConfig: 0.3.0, likely
  {"authentication":{"credentials":"xyz","scheme":"Basic"},"id":"p","taskId":"7","url":"https://a.example/hk"}
  lost: push_notification_config.authentication.schemes[1]: the other version has room for one
GetTaskRequest: 1.0.1, likely
  {"id":"7"}
SendMessageConfiguration: could be either
if it is 0.3.0:
  {}
if it is 1.0.1:
  {"returnImmediately":true}
"#;
    assert_eq!((code, text.as_str()), (Some(0), expected));
}

#[test]
fn the_dual_reader_reads_a_file() {
    let (code, text) = example("dual_reader", &["fixtures/readme/request.bin", "SendMessageRequest"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("0.3.0, likely") && text.contains(r#""text":"Plan a trip to Basel.""#), "{text}");
    let (code, text) = example("dual_reader", &["fixtures/readme/configuration.bin", "SendMessageConfiguration"]);
    assert_eq!(code, Some(1), "{text}");
    let (code, text) = example("dual_reader", &["fixtures/readme/request.bin", "Requst"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("has a message named `Requst`"), "{text}");
}

#[test]
fn the_adapter_converts_without_this_program() {
    let expected = r#"scheme: Bearer
lost: schemes[1]: the other version has room for one
old: id "7", history Some(2)
old, likely
`id`: `7/8` cannot be a part of a name of the form `tasks/{id}`
"#;
    assert_eq!(example("adapter", &[]), (Some(0), expected.to_owned()));
}
