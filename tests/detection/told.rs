//! What is told before the bytes are asked.

use proto_diff::{
    migration::detection::{
        HeaderVersions, MethodMatch, Side, by_header, by_method,
        told::{HeaderValue, MajorMinor, SharedVersion},
    },
    schema::{Kind, from_texts},
};

use super::sides::SIDES;

const V03: HeaderValue = HeaderValue::Version(MajorMinor { major: 0, minor: 3 });
const V10: HeaderValue = HeaderValue::Version(MajorMinor { major: 1, minor: 0 });

#[test]
fn headers_count_by_major_and_minor() {
    let accepts = HeaderVersions::new(vec![V03, HeaderValue::Empty], vec![V10]).expect("nothing is shared");
    for (value, side) in [
        ("0.3", Side::Old),
        ("0.3.0", Side::Old),
        ("0.3.17", Side::Old),
        (" 0.3\t", Side::Old),
        ("", Side::Old),
        ("  ", Side::Old),
        ("1.0", Side::New),
        ("1.0.1", Side::New),
    ] {
        assert_eq!(by_header(value, &accepts), Ok(side), "{value:?}");
    }
    for value in [
        "0.30",
        "1",
        "latest",
        "v0.3",
        "1.1",
        "0.2",
        "1.0.",
        "1..0",
        ".",
        "1.0.0.0",
        "1.0-rc",
        "01.0",
        "1.00",
        "+1.0",
        "1.0, 0.3",
        "99999999999.0",
        "1.0.x",
        "1,0",
        "\u{661}.\u{660}",
    ] {
        let error = by_header(value, &accepts).expect_err(value);
        assert_eq!(error.supported, [V03, HeaderValue::Empty, V10], "{value:?}");
        assert_eq!(error.to_string(), format!("version `{value}` is not supported; supported: 0.3, (empty), 1.0"));
    }
}

#[test]
fn the_empty_value_is_one_only_where_it_is_listed() {
    let accepts = HeaderVersions::new(vec![V03], vec![V10]).expect("nothing is shared");
    assert!(by_header("", &accepts).is_err());
}

#[test]
fn no_value_stands_for_both_sides() {
    let shared = HeaderVersions::new(vec![V03, HeaderValue::Empty], vec![HeaderValue::Empty]);
    assert_eq!(shared, Err(SharedVersion(HeaderValue::Empty)));
}

#[test]
fn paths_name_version_and_types() {
    let named = |side, name: &str| {
        let message = SIDES.schema(side).message_named(name);
        Kind::Message(message.unwrap_or_else(|| panic!("no {name}")))
    };
    let rows = [
        ("/a2a.v1.A2AService/SendMessage", Side::Old, "a2a.v1.SendMessageRequest", "a2a.v1.SendMessageResponse"),
        ("a2a.v1.A2AService/TaskSubscription", Side::Old, "a2a.v1.TaskSubscriptionRequest", "a2a.v1.StreamResponse"),
        (
            "/lf.a2a.v1.A2AService/CreateTaskPushNotificationConfig",
            Side::New,
            "lf.a2a.v1.TaskPushNotificationConfig",
            "lf.a2a.v1.TaskPushNotificationConfig",
        ),
        (
            "lf.a2a.v1.A2AService/DeleteTaskPushNotificationConfig",
            Side::New,
            "lf.a2a.v1.DeleteTaskPushNotificationConfigRequest",
            "google.protobuf.Empty",
        ),
    ];
    for (path, expected, request, response) in rows {
        match by_method(SIDES.old, SIDES.new, path) {
            Ok(MethodMatch::One(side, call)) => {
                assert_eq!(side, expected, "{path}");
                assert_eq!(call.request, named(side, request), "{path}");
                assert_eq!(call.response, named(side, response), "{path}");
            }
            other => panic!("{path}: {other:?}"),
        }
    }
}

#[test]
fn unknown_paths_come_with_what_looks_like_them() {
    let nearest = |path: &str| by_method(SIDES.old, SIDES.new, path).expect_err(path).nearest;
    assert_eq!(nearest("/a2a.v1.A2AService/SendMesage")[0], "/a2a.v1.A2AService/SendMessage");
    assert_eq!(nearest("lf.a2a.v1.A2AService/gettask")[0], "/lf.a2a.v1.A2AService/GetTask");
    for path in ["", "/", "//", "SendMessage", "/a2a.v1.A2AService/", "/a2a.v1.A2AService/SendMessage/x"] {
        assert!(by_method(SIDES.old, SIDES.new, path).is_err(), "{path:?}");
    }
    assert!(nearest("nothing/like/it").is_empty());
    assert!(nearest(&"x".repeat(1 << 20)).is_empty());
    let error = by_method(SIDES.old, SIDES.new, "/a2a.v1.A2AService/GetTasc").expect_err("a typing error");
    let text = error.to_string();
    assert!(text.starts_with("neither schema has a method `/a2a.v1.A2AService/GetTasc`; did you mean `"), "{text}");
}

#[test]
fn a_path_of_both_versions_tells_no_version() {
    let text = "syntax = 'proto3'; package p; message M {} service S { rpc R(M) returns (M); }";
    let schema = |origin| from_texts(origin, [("a.proto", text)]).expect("a schema");
    let (old, new) = (schema("old"), schema("new"));
    assert!(matches!(by_method(&old, &new, "/p.S/R"), Ok(MethodMatch::Both { .. })));
}
