//! Messages written by hand where the two versions meet in the worst way.

use proto_diff::{
    dynamic::{UnknownNames, binary, drop_implicit_defaults, json},
    migration::{
        TypePair,
        detection::{Side, Verdict},
    },
};
use serde_json::json;

use super::{sides::SIDES, tally::Tally};

/// A message and what is to be said of it.
pub struct Trap {
    pub writer: Side,
    pub types: TypePair,
    pub bytes: Vec<u8>,
    about: &'static str,
    expected: Verdict,
}

const OLD: Side = Side::Old;
const NEW: Side = Side::New;
const CERTAIN_OLD: Verdict = Verdict::Certain(Side::Old);
const LIKELY_OLD: Verdict = Verdict::Likely(Side::Old);
const LIKELY_NEW: Verdict = Verdict::Likely(Side::New);
const CERTAIN_NEW: Verdict = Verdict::Certain(Side::New);
const AMBIGUOUS: Verdict = Verdict::Ambiguous;
const SAME: Verdict = Verdict::Same;

pub fn payloads() -> Vec<Trap> {
    let id = "0b5f6c1e-58cc-4372-a567-0e02b2c3d479";
    let long = "Please plan a trip to Zürich. ".repeat(8);
    let user = json!({"messageId": id, "role": "ROLE_USER"});
    let with = |key: &str, parts: serde_json::Value| {
        let mut message = user.clone();
        message[key] = parts;
        message
    };
    let rows = [
        // The request shifts by one: the message reads as a tenant.
        (
            OLD,
            "SendMessageRequest",
            "short request reads as tenant",
            LIKELY_OLD,
            json!({"request": with("content", json!([{"text": "hello"}]))}),
        ),
        (
            OLD,
            "SendMessageRequest",
            "long request is no UTF-8 as tenant",
            CERTAIN_OLD,
            json!({"request": with("content", json!([{"text": long}]))}),
        ),
        (
            OLD,
            "SendMessageRequest",
            "a lone message id is printable as tenant",
            LIKELY_OLD,
            json!({"request": {"messageId": id}}),
        ),
        (
            OLD,
            "SendMessageRequest",
            "with configuration and metadata",
            LIKELY_OLD,
            json!({"request": with("content", json!([{"text": "hi"}])), "configuration": {"blocking": true, "historyLength": 3}, "metadata": {"a": "b"}}),
        ),
        (NEW, "SendMessageRequest", "plain", LIKELY_NEW, json!({"message": with("parts", json!([{"text": "hello"}]))})),
        (
            NEW,
            "SendMessageRequest",
            "with tenant",
            CERTAIN_NEW,
            json!({"tenant": "acme", "message": with("parts", json!([{"text": "hello"}])), "configuration": {"returnImmediately": true}}),
        ),
        (
            NEW,
            "SendMessageRequest",
            "a tenant of control characters that is a message",
            AMBIGUOUS,
            json!({"tenant": "\n\u{3}abc"}),
        ),
        // Files become raw bytes, data a URL.
        (
            OLD,
            "Part",
            "file reads as raw",
            AMBIGUOUS,
            json!({"file": {"fileWithUri": "https://agent.example/a.png", "mimeType": "image/png"}}),
        ),
        (
            OLD,
            "Part",
            "file with bytes reads as raw",
            AMBIGUOUS,
            json!({"file": {"fileWithBytes": "iVBORw0KGgo=", "mimeType": "image/png"}}),
        ),
        (
            NEW,
            "Part",
            "raw that is a message",
            AMBIGUOUS,
            json!({"raw": "ChtodHRwczovL2FnZW50LmV4YW1wbGUvYS5wbmcaCWltYWdlL3BuZw=="}),
        ),
        (NEW, "Part", "raw with a media type", LIKELY_NEW, json!({"raw": "iVBORw0KGgo=", "mediaType": "image/png"})),
        (NEW, "Part", "raw alone", AMBIGUOUS, json!({"raw": "iVBORw0KGgo="})),
        (
            OLD,
            "Part",
            "strings and bools read as a url",
            LIKELY_OLD,
            json!({"data": {"data": {"city": "Zürich", "hot": true}}}),
        ),
        (OLD, "Part", "data with a negative number is no UTF-8", CERTAIN_OLD, json!({"data": {"data": {"n": -1.5}}})),
        (NEW, "Part", "url", LIKELY_NEW, json!({"url": "https://agent.example/a.png"})),
        (NEW, "Part", "data", LIKELY_NEW, json!({"data": {"city": "Zürich"}})),
        (NEW, "Part", "null data", LIKELY_NEW, json!({"data": null, "metadata": {"a": 1}})),
        (OLD, "Part", "text", SAME, json!({"text": "hello"})),
        (NEW, "Part", "text", SAME, json!({"text": "hello"})),
        // Cards.
        (
            OLD,
            "AgentCard",
            "a url reads as interfaces",
            CERTAIN_OLD,
            json!({"protocolVersion": "0.3.0", "name": "Chef", "description": "Cooks", "url": "https://agent.example/a2a", "preferredTransport": "GRPC", "version": "1"}),
        ),
        (
            OLD,
            "AgentCard",
            "one with no more than a url",
            LIKELY_OLD,
            json!({"name": "Chef", "url": "https://agent.example/a2a"}),
        ),
        (
            NEW,
            "AgentCard",
            "interfaces read as a url",
            LIKELY_NEW,
            json!({"name": "Chef", "description": "Cooks", "version": "1", "capabilities": {}, "supportedInterfaces": [
                {"url": "https://agent.example/a2a", "protocolBinding": "GRPC", "protocolVersion": "1.0"}]}),
        ),
        (OLD, "AgentCard", "nothing but a name", AMBIGUOUS, json!({"name": "Chef"})),
        (
            OLD,
            "AgentCard",
            "transport reads as icon",
            AMBIGUOUS,
            json!({"name": "Chef", "preferredTransport": "JSONRPC"}),
        ),
        // Push notification configs.
        (
            OLD,
            "TaskPushNotificationConfig",
            "name as tenant, config as id",
            LIKELY_OLD,
            json!({"name": "tasks/t-1/pushNotificationConfigs/p-1", "pushNotificationConfig": {"id": "p-1", "url": "https://a.example/hook"}}),
        ),
        (
            NEW,
            "TaskPushNotificationConfig",
            "flat",
            CERTAIN_NEW,
            json!({"id": "p-1", "taskId": "t-1", "url": "https://a.example/hook"}),
        ),
        (
            NEW,
            "TaskPushNotificationConfig",
            "with a tenant",
            CERTAIN_NEW,
            json!({"tenant": "acme", "id": "p-1", "taskId": "t-1", "url": "https://a.example/hook"}),
        ),
        // Names.
        (OLD, "GetTaskRequest", "a name as tenant", LIKELY_OLD, json!({"name": format!("tasks/{id}")})),
        (OLD, "GetTaskRequest", "a name without its prefix", AMBIGUOUS, json!({"name": id})),
        (NEW, "GetTaskRequest", "an id", LIKELY_NEW, json!({"id": id})),
        (
            NEW,
            "GetTaskRequest",
            "an id with the prefix of the old names",
            AMBIGUOUS,
            json!({"id": format!("tasks/{id}")}),
        ),
        (NEW, "GetTaskRequest", "nothing but a tenant", AMBIGUOUS, json!({"tenant": "acme"})),
        (
            OLD,
            "ListTaskPushNotificationConfigRequest",
            "a parent as task id",
            LIKELY_OLD,
            json!({"parent": "tasks/t-1"}),
        ),
        (NEW, "ListTaskPushNotificationConfigRequest", "a task id as parent", AMBIGUOUS, json!({"taskId": "t-1"})),
        (
            NEW,
            "ListTaskPushNotificationConfigRequest",
            "with a tenant",
            LIKELY_NEW,
            json!({"tenant": "acme", "taskId": "t-1"}),
        ),
        // Artifacts shift by one.
        (OLD, "Artifact", "a name as description", AMBIGUOUS, json!({"artifactId": "a", "name": "report"})),
        (
            OLD,
            "Artifact",
            "parts as metadata",
            CERTAIN_OLD,
            json!({"artifactId": "a", "name": "report", "description": "the report", "parts": [{"text": "hello"}]}),
        ),
        (
            NEW,
            "Artifact",
            "parts as description",
            LIKELY_NEW,
            json!({"artifactId": "a", "parts": [{"text": "hello, here is the report"}]}),
        ),
        (
            NEW,
            "Artifact",
            "short parts as description",
            AMBIGUOUS,
            json!({"artifactId": "a", "parts": [{"text": "hi"}]}),
        ),
        (
            NEW,
            "Artifact",
            "a name",
            LIKELY_NEW,
            json!({"artifactId": "a", "name": "report", "parts": [{"text": "hi"}]}),
        ),
        (OLD, "Artifact", "extensions", LIKELY_OLD, json!({"artifactId": "a", "extensions": ["https://a.example/x"]})),
        // Same bytes, opposite meaning.
        (OLD, "SendMessageConfiguration", "blocking", AMBIGUOUS, json!({"blocking": true})),
        (OLD, "SendMessageConfiguration", "not blocking", AMBIGUOUS, json!({"acceptedOutputModes": ["text/plain"]})),
        (NEW, "SendMessageConfiguration", "return immediately", AMBIGUOUS, json!({"returnImmediately": true})),
        (NEW, "SendMessageConfiguration", "no messages of the history", AMBIGUOUS, json!({"historyLength": 0})),
        (OLD, "AuthenticationInfo", "several schemes", AMBIGUOUS, json!({"schemes": ["Basic", "Bearer"]})),
        // Events.
        (
            OLD,
            "TaskStatusUpdateEvent",
            "final",
            LIKELY_OLD,
            json!({"taskId": "t", "contextId": "c", "status": {"state": "TASK_STATE_COMPLETED"}, "final": true}),
        ),
        (
            OLD,
            "TaskStatusUpdateEvent",
            "metadata without final",
            LIKELY_OLD,
            json!({"taskId": "t", "contextId": "c", "status": {"state": "TASK_STATE_WORKING"}, "metadata": {"a": 1}}),
        ),
        (
            NEW,
            "TaskStatusUpdateEvent",
            "metadata",
            LIKELY_NEW,
            json!({"taskId": "t", "contextId": "c", "status": {"state": "TASK_STATE_WORKING"}, "metadata": {"a": 1}}),
        ),
        (
            NEW,
            "TaskStatusUpdateEvent",
            "neither final nor metadata",
            SAME,
            json!({"taskId": "t", "contextId": "c", "status": {"state": "TASK_STATE_WORKING"}}),
        ),
        (
            NEW,
            "Message",
            "task ids, which drafts of the old version have too",
            AMBIGUOUS,
            json!({"messageId": id, "role": "ROLE_USER", "parts": [{"text": "hi"}], "referenceTaskIds": ["t-1"]}),
        ),
        (
            NEW,
            "AgentCapabilities",
            "extended card, or the history of a draft",
            AMBIGUOUS,
            json!({"streaming": true, "extendedAgentCard": true}),
        ),
        (
            NEW,
            "OAuthFlows",
            "a flow that is new",
            LIKELY_NEW,
            json!({"deviceCode": {"deviceAuthorizationUrl": "https://a.example/d", "tokenUrl": "https://a.example/t", "scopes": {"a": "b"}}}),
        ),
    ];
    let written = rows.into_iter().map(|(writer, name, about, expected, value)| {
        let types = pair(name);
        let (schema, of) = (SIDES.schema(writer), SIDES.end(types, writer));
        let mut message = json::read(schema, &schema[of], &value, UnknownNames::Reject)
            .unwrap_or_else(|error| panic!("{name}, {about}: {error}"));
        drop_implicit_defaults(schema, &schema[of], &mut message);
        Trap { writer, types, bytes: binary::write(schema, &schema[of], &message), about, expected }
    });
    written.chain(bare()).collect()
}

/// Fields of drafts and of versions to come, which no schema here can write.
fn bare() -> Vec<Trap> {
    let rows: [(Side, &str, &str, Verdict, &[u8]); 11] = [
        (OLD, "Message", "a draft's reference_task_ids", AMBIGUOUS, b"\x0a\x01m\x20\x01\x2a\x04\x0a\x02hi\x42\x03t-1"),
        (OLD, "AgentCapabilities", "a draft's state_transition_history", AMBIGUOUS, b"\x08\x01\x20\x01"),
        (
            OLD,
            "Part",
            "a draft's metadata beside text",
            LIKELY_OLD,
            b"\x0a\x02hi\x22\x0a\x0a\x08\x0a\x01a\x12\x03\x1a\x01b",
        ),
        (OLD, "Part", "a draft's empty metadata beside text", LIKELY_OLD, b"\x0a\x02hi\x22\x00"),
        (OLD, "Part", "a draft's file name", AMBIGUOUS, b"\x12\x16\x0a\x09https://a\x1a\x03a/b\x22\x04name"),
        (OLD, "AgentCard", "a draft's icon", LIKELY_OLD, b"\x0a\x04Chef\x92\x01\x09https://a"),
        (NEW, "GetTaskRequest", "a field to come", LIKELY_NEW, b"\x12\x03t-1\xf2\x03\x01x"),
        (NEW, "Message", "a field to come", AMBIGUOUS, b"\x0a\x01m\x20\x01\x2a\x04\x0a\x02hi\xf2\x03\x01x"),
        (NEW, "AgentCapabilities", "nothing at all", SAME, b""),
        (OLD, "SendMessageConfiguration", "nothing at all", AMBIGUOUS, b""),
        (OLD, "GetTaskRequest", "half a record", Verdict::Neither, b"\x0a\x09task"),
    ];
    rows.into_iter()
        .map(|(writer, name, about, expected, bytes)| Trap {
            writer,
            types: pair(name),
            bytes: bytes.to_vec(),
            about,
            expected,
        })
        .collect()
}

/// The types of an old simple name.
fn pair(name: &str) -> TypePair {
    let named = |types: &&TypePair| SIDES.old[types.old()].element.name == name;
    *SIDES.pairs.iter().find(named).unwrap_or_else(|| panic!("no pair of {name}"))
}

#[test]
fn traps() {
    let mut tally = Tally::default();
    let mut other = Vec::new();
    for Trap { writer, types, bytes, about, expected } in payloads() {
        let verdict = SIDES.judge(types, &bytes);
        tally.count(writer, types, &bytes, verdict);
        if verdict != expected {
            other.push(format!("{about}: expected {expected}, but {}", SIDES.story(types, &bytes)));
        }
    }
    tally.settle("traps");
    assert!(other.is_empty(), "{}", other.join("\n"));
}
