//! What other converters of A2A get wrong, one test each; "Dn" are the places where the official SDKs disagree.

use proto_diff::{Direction, migration::ConvertReason};
use serde_json::{Value as Json, json};

use super::exchange::{Exchange, Said, a2a, with_options};

fn up(name: &str, message: Json) -> Said {
    let said = Exchange::named(a2a(), name, Direction::Upgrade).json(&message);
    said.unwrap_or_else(|error| panic!("{name} {message}: {error}"))
}

fn down(name: &str, message: Json) -> Said {
    let said = Exchange::named(a2a(), name, Direction::Downgrade).json(&message);
    said.unwrap_or_else(|error| panic!("{name} {message}: {error}"))
}

/// D12: Python writes an empty configuration, which is one that does not wait.
#[test]
fn an_absent_configuration_keeps_meaning_wait() {
    assert_eq!(up("SendMessageRequest", json!({"request": {}})).message, json!({"message": {}}));
    assert_eq!(down("SendMessageRequest", json!({"message": {}})).message, json!({"request": {}}));
}

/// D7: Python names a configuration without an id `.../pushNotificationConfigs/None`, Go one with an empty id.
#[test]
fn no_name_is_made_up_for_a_configuration_without_an_id() {
    let said = down("TaskPushNotificationConfig", json!({"task_id": "t", "url": "u"}));
    assert_eq!(said.message, json!({"push_notification_config": {"url": "u"}}));
    assert!(said.losses[0].starts_with("task_id: "), "{:?}", said.losses);
}

/// D5: nobody reads config_id, although it is REQUIRED.
#[test]
fn config_id_survives() {
    let request = json!({"parent": "tasks/t", "config_id": "c", "config": {"push_notification_config": {"url": "u"}}});
    let said = up("CreateTaskPushNotificationConfigRequest", request);
    assert_eq!(said.message, json!({"task_id": "t", "id": "c", "url": "u"}));
    assert_eq!(said.losses, [""; 0]);
}

/// D6: Python, JS and Go drop it.
#[test]
fn an_id_that_stands_only_in_a_name_survives() {
    let config = json!({"name": "tasks/t/pushNotificationConfigs/c", "push_notification_config": {"url": "u"}});
    let said = up("TaskPushNotificationConfig", config.clone());
    assert_eq!(said.message, json!({"task_id": "t", "id": "c", "url": "u"}));
    let listed = up("ListTaskPushNotificationConfigResponse", json!({"configs": [config]}));
    assert_eq!(listed.message["configs"][0], said.message);
}

/// D19: lost both ways by three of five.
#[test]
fn page_sizes_and_tokens_survive() {
    let (old, new) = (
        json!({"parent": "tasks/t", "page_size": 3, "page_token": "p"}),
        json!({"task_id": "t", "page_size": 3, "page_token": "p"}),
    );
    assert_eq!(up("ListTaskPushNotificationConfigRequest", old.clone()).message, new);
    assert_eq!(down("ListTaskPushNotificationConfigRequest", new).message, old);
    let page = json!({"next_page_token": "p"});
    assert_eq!(up("ListTaskPushNotificationConfigResponse", page.clone()).message, page);
    assert_eq!(down("ListTaskPushNotificationConfigResponse", page.clone()).message, page);
}

/// D1: Python decodes them as UTF-8 text and fails.
#[test]
fn raw_bytes_of_an_image_survive() {
    let png = "iVBORw0KGgoAAAANSUhEUv//AAA=";
    let old = json!({"file": {"file_with_bytes": png}});
    assert_eq!(up("Part", old.clone()).message, json!({"raw": png}));
    assert_eq!(down("Part", json!({"raw": png})).message, old);
}

/// D27: Python invents a password flow, and an OpenID scheme where none is set.
#[test]
fn empty_flows_and_schemes_stay_empty() {
    for name in ["OAuthFlows", "SecurityScheme", "OAuth2SecurityScheme"] {
        assert_eq!(up(name, json!({})).message, json!({}), "{name}");
        assert_eq!(down(name, json!({})).message, json!({}), "{name}");
    }
    let card = json!({"security_schemes": {"s": {"oauth2_security_scheme": {"flows": {}}}}});
    assert_eq!(up("AgentCard", card.clone()).message["security_schemes"], card["security_schemes"]);
    assert_eq!(down("AgentCard", card.clone()).message["security_schemes"], card["security_schemes"]);
}

/// D25: the whole card fails in Python and Go.
#[test]
fn one_device_code_flow_does_not_sink_the_card() {
    let scheme = json!({"oauth2_security_scheme": {"flows": {"device_code": {"token_url": "t"}}}});
    let other = json!({"mtls_security_scheme": {"description": "m"}});
    let interface = json!({"url": "u", "protocol_binding": "X", "protocol_version": "0.3"});
    let card =
        json!({"name": "n", "supported_interfaces": [interface], "security_schemes": {"dev": scheme, "mtls": other}});
    let said = down("AgentCard", card);
    assert_eq!((&said.message["name"], &said.message["url"]), (&json!("n"), &json!("u")));
    assert_eq!(said.message["security_schemes"]["mtls"], other);
    assert_eq!(said.message["security_schemes"]["dev"], json!({"oauth2_security_scheme": {"flows": {}}}));
    let path = "security_schemes[\"dev\"].oauth2_security_scheme.flows.device_code";
    assert_eq!(said.losses, [format!("{path}: v0.3 has no device code flow")]);
}

/// D10: AGENT in Python, an exception in Java, USER in .NET.
#[test]
fn an_unspecified_role_stays() {
    let explicit = [0x20, 0x00];
    for direction in [Direction::Upgrade, Direction::Downgrade] {
        let exchange = Exchange::named(a2a(), "Message", direction);
        for bytes in [&explicit[..], &[]] {
            let converted = exchange.convert(bytes).expect("a message");
            assert_eq!(exchange.to().json(&converted.message), json!({}));
        }
    }
}

/// D4: 0 is "no messages" in v1.0 and "all of them" in v0.3.
#[test]
fn a_history_length_of_zero_going_down_is_reported() {
    for name in ["GetTaskRequest", "SendMessageConfiguration"] {
        let said = down(name, json!({"history_length": 0}));
        assert_eq!(said.message.get("history_length"), None, "{name}");
        let why = "0 is unlimited in v0.3 and no messages at all in v1.0, where unset is unlimited (D4)";
        assert_eq!(said.losses, [format!("history_length: set to zero: {why}")], "{name}");
        // And going up the zero, absent or there, is no limit.
        let up = Exchange::named(a2a(), name, Direction::Upgrade);
        let number = if name == "GetTaskRequest" { 0x10 } else { 0x18 };
        let message = up.to().json(&up.convert(&[number, 0]).expect("a message").message);
        assert_eq!(message.get("history_length"), None, "{name}");
    }
}

/// Python drops the ones it does not know.
#[test]
fn unknown_enum_numbers_survive() {
    let (old, new) = (json!({"state": 77, "update": {"role": -3}}), json!({"state": 77, "message": {"role": -3}}));
    assert_eq!(up("TaskStatus", old.clone()).message, new);
    assert_eq!(down("TaskStatus", new).message, old);
}

/// Every field that holds a resource name, and its form.
const NAMES: [(&str, &str, &str); 10] = [
    ("GetTaskRequest", "name", "tasks/{id}"),
    ("CancelTaskRequest", "name", "tasks/{id}"),
    ("TaskSubscriptionRequest", "name", "tasks/{id}"),
    ("ListTaskPushNotificationConfigRequest", "parent", "tasks/{task_id}"),
    ("CreateTaskPushNotificationConfigRequest", "parent", "tasks/{task_id}"),
    ("CreateTaskPushNotificationConfigRequest", "config.name", CONFIG),
    ("TaskPushNotificationConfig", "name", CONFIG),
    ("ListTaskPushNotificationConfigResponse", "configs[0].name", CONFIG),
    ("GetTaskPushNotificationConfigRequest", "name", CONFIG),
    ("DeleteTaskPushNotificationConfigRequest", "name", CONFIG),
];
const CONFIG: &str = "tasks/{task_id}/pushNotificationConfigs/{id}";

/// D8: "a" or "b" is what the SDKs make of `tasks/a/b`.
#[test]
fn malformed_names_are_refused_wherever_there_is_a_name() {
    const MALFORMED: [&str; 12] = [
        "tasks/a/b",
        "task/a",
        "tasks/",
        "tasks",
        "/tasks/a",
        "tasks//a",
        "tasks/a/pushNotificationConfigs",
        "tasks/a/pushNotificationConfigs/",
        "tasks//pushNotificationConfigs/c",
        "tasks/a/pushNotificationConfigs/c/d",
        "tasks/a/pushnotificationconfigs/c",
        "task/X/pushNotificationConfigs",
    ];
    for (name, path, form) in NAMES {
        let exchange = Exchange::named(a2a(), name, Direction::Upgrade);
        for malformed in MALFORMED {
            let message = match path {
                "config.name" => json!({"config": {"name": malformed}}),
                "configs[0].name" => json!({"configs": [{"name": malformed}]}),
                field => json!({field: malformed}),
            };
            let error = exchange.json(&message).expect_err(malformed);
            let reason = ConvertReason::Name { name: malformed.to_owned(), template: form.to_owned() };
            assert_eq!((error.path.as_str(), error.reason), (path, reason), "{name} {malformed}");
            let bytes = exchange.from().bytes(&message);
            assert!(bytes[error.offset..].starts_with(malformed.as_bytes()), "{name}: the offset is that of the name");
        }
    }
}

#[test]
fn what_no_name_can_hold_is_refused_going_down() {
    let with_id = ["GetTaskRequest", "CancelTaskRequest", "SubscribeToTaskRequest"];
    let mut messages: Vec<(&str, Json, &str)> = with_id.map(|name| (name, json!({"id": "a/b"}), "id")).to_vec();
    messages.push(("ListTaskPushNotificationConfigsRequest", json!({"task_id": "a/b"}), "task_id"));
    messages.push(("CreateTaskPushNotificationConfigRequest", json!({"task_id": "a/b"}), "task_id"));
    for name in [
        "TaskPushNotificationConfig",
        "GetTaskPushNotificationConfigRequest",
        "DeleteTaskPushNotificationConfigRequest",
    ] {
        messages.push((name, json!({"task_id": "t", "id": "a/b"}), "id"));
        messages.push((name, json!({"task_id": "a/b", "id": "c"}), "task_id"));
    }
    messages.push((
        "ListTaskPushNotificationConfigsResponse",
        json!({"configs": [{"task_id": "t", "id": "a/b"}]}),
        "configs[0].id",
    ));
    for (name, message, path) in messages {
        let error = Exchange::named(a2a(), name, Direction::Downgrade).json(&message).expect_err(name);
        let is_about_the_part = matches!(&error.reason, ConvertReason::NamePart { value, .. } if value == "a/b");
        assert!(is_about_the_part && error.path == path, "{name} {message}: {error}");
    }
}

/// D23: a v0.3 client has nothing to call, and what it does not get is said.
#[test]
fn a_card_without_an_interface_for_v03_is_reported() {
    let interface = json!({"url": "u", "protocol_binding": "X", "protocol_version": "1.0"});
    let said = down("AgentCard", json!({"name": "n", "supported_interfaces": [interface]}));
    assert_eq!(said.message, json!({"name": "n"}));
    let why = "a v0.3 client cannot use an interface that speaks only 1.0 or later";
    assert_eq!(said.losses, [format!("supported_interfaces[0]: version \"1.0\": {why}")]);
    assert_eq!(down("AgentCard", json!({"name": "n"})), Said { message: json!({"name": "n"}), ..Said::default() });
}

/// D15, D16, D18: extensions of messages, media types of files and null in metadata, each lost by somebody.
#[test]
fn what_only_some_writers_lose_survives() {
    let (old, new) = (
        json!({"extensions": ["e"], "content": [{"file": {"file_with_uri": "u", "mime_type": "m"}}], "metadata": {"k": null}}),
        json!({"extensions": ["e"], "parts": [{"url": "u", "media_type": "m"}], "metadata": {"k": null}}),
    );
    assert_eq!(up("Message", old.clone()).message, new);
    assert_eq!(down("Message", new).message, old);
}

/// D17: 1970 in Java, now in .NET.
#[test]
fn an_absent_timestamp_stays_absent() {
    let status = json!({"state": "TASK_STATE_WORKING"});
    assert_eq!(up("TaskStatus", status.clone()).message, status);
    assert_eq!(down("TaskStatus", status.clone()).message, status);
}

/// D26: .NET loses them going down.
#[test]
fn extensions_and_signatures_and_the_security_of_skills_go_down_with_the_card() {
    let card = json!({
        "capabilities": {"extensions": [{"uri": "x"}]},
        "signatures": [{"protected": "p", "signature": "s"}],
        "skills": [{"id": "1", "security_requirements": [{"schemes": {"a": {"list": ["b"]}}}]}],
    });
    let said = down("AgentCard", card.clone());
    assert_eq!(said.message["capabilities"], card["capabilities"]);
    assert_eq!(said.message["signatures"], card["signatures"]);
    assert_eq!(said.message["skills"][0]["security"], card["skills"][0]["security_requirements"]);
}

/// D11: `blocking` that is not there is a client that does not wait, which v1.0 has to be told.
#[test]
fn not_blocking_is_inverted_both_ways() {
    for (blocking, at_once) in [(true, false), (false, true)] {
        let said = up("SendMessageConfiguration", json!({"blocking": blocking})).message;
        assert_eq!(said.get("return_immediately").is_some(), at_once);
        let said = down("SendMessageConfiguration", json!({"return_immediately": at_once})).message;
        assert_eq!(said.get("blocking").is_some(), blocking);
    }
}

#[test]
fn options_that_do_not_exist_are_refused() {
    use proto_diff::migration::Migration;
    for option in [("file_byte", "verbatim"), ("file_bytes", "base64"), ("final", "")] {
        assert!(Migration::a2a_with([option]).is_err(), "{option:?}");
    }
    let migration = with_options(&[
        ("final", "never"),
        ("repeated_primary", "drop-duplicate"),
        ("protocol_version", "major-minor"),
    ]);
    assert_eq!(migration.pairs().count(), a2a().pairs().count());
}
