//! Editions in text: compiled by protoc where there is one, a clear error where there is none.
//!
//! Which protoc is found depends on the environment, so each test runs itself again as a process of its own with
//! another `$PROTOC`, and what it has to say is said there.

use std::{env, process::Command};

use proto_diff::schema::{SchemaErrorKind, from_texts};

const EDITION: &str = "// first\nedition = \"2023\";\nmessage M {\n\tint32 a = 1;\n}\n";

const NO_PROTOC: &str = "there-is-no-such-protoc";

/// Runs `body` in a process whose `$PROTOC` is `protoc`: this one if it is such a process, else one that runs the test
/// of this name.
fn with_protoc_set_to(protoc: &str, test: &str, body: impl FnOnce()) {
    const INSIDE: &str = "PROTO_DIFF_TEST_WITH_PROTOC";
    if env::var_os(INSIDE).is_some() {
        return body();
    }
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", test])
        .env("PROTOC", protoc)
        .env(INSIDE, test)
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}");
}

#[cfg(not(feature = "vendored-protoc"))]
mod without_protoc {
    use super::*;

    #[test]
    fn the_error_says_what_to_do() {
        with_protoc_set_to(NO_PROTOC, "without_protoc::the_error_says_what_to_do", || {
            let error = from_texts("test", [("t.proto", EDITION)]).unwrap_err();
            assert_eq!(error.kind(), SchemaErrorKind::Edition);
            assert_eq!(
                error.to_string(),
                "edition 2023 needs protoc 27 or newer, and `there-is-no-such-protoc` is not there"
            );
            assert_eq!(error.position().unwrap().to_string(), "t.proto:2:11");
            let help = error.help_text().unwrap();
            assert!(help.contains("$PROTOC") && help.contains("--features vendored-protoc"), "{help}");
        });
    }

    #[cfg(unix)]
    #[test]
    fn an_old_protoc_is_named_with_its_version() {
        use std::{fs, os::unix::fs::PermissionsExt};
        let directory = tempfile::tempdir().unwrap();
        let protoc = directory.path().join("protoc");
        fs::write(&protoc, "#!/bin/sh\necho libprotoc 3.21.12\n").unwrap();
        fs::set_permissions(&protoc, fs::Permissions::from_mode(0o755)).unwrap();
        let protoc = protoc.to_str().unwrap();
        with_protoc_set_to(protoc, "without_protoc::an_old_protoc_is_named_with_its_version", || {
            let error = from_texts("test", [("t.proto", EDITION)]).unwrap_err();
            assert!(error.to_string().contains("is version 3.21.12"), "{error}");
        });
    }
}

#[cfg(feature = "vendored-protoc")]
mod with_protoc {
    use proto_diff::schema::{FileRole, Syntax};

    use super::*;

    #[test]
    fn editions_are_compiled() {
        with_protoc_set_to(NO_PROTOC, "with_protoc::editions_are_compiled", check_compiled);
    }

    fn check_compiled() {
        let other = "edition = \"2024\"; import \"google/protobuf/timestamp.proto\"; import \"google/protobuf/cpp_features.proto\"; message O { google.protobuf.Timestamp t = 1; }";
        let schema = from_texts("test", [("a/t.proto", EDITION), ("b/o.proto", other)]).unwrap();
        let subjects: Vec<(&str, Syntax)> =
            schema.subject_files().map(|id| (schema[id].name.as_str(), schema[id].syntax)).collect();
        assert_eq!(subjects, [("a/t.proto", Syntax::Edition(1000)), ("b/o.proto", Syntax::Edition(1001))]);
        assert!(schema.files.iter().any(|f| f.name.ends_with("cpp_features.proto") && f.role == FileRole::Library));
        let message = &schema[schema.message_named("M").unwrap()];
        assert_eq!(schema.type_name(&message.fields[0]), "optional int32");
        assert!(schema.warnings.is_empty());
        // A tab is one byte, whatever protoc counts.
        let span = schema.span(&message.fields[0].element).unwrap();
        assert_eq!((span.start_line, span.start_column, span.end_column), (4, 2, 14));
    }

    #[test]
    fn what_protoc_refuses_has_its_place() {
        with_protoc_set_to(NO_PROTOC, "with_protoc::what_protoc_refuses_has_its_place", check_refused);
    }

    fn check_refused() {
        let text = EDITION.replace("int32", "Gone");
        let error = from_texts("test", [("a/t.proto", text)]).unwrap_err();
        assert_eq!(error.kind(), SchemaErrorKind::Invalid);
        assert_eq!(error.to_string(), "\"Gone\" is not defined.");
        assert_eq!(error.position().unwrap().to_string(), "a/t.proto:4:2");
    }
}
