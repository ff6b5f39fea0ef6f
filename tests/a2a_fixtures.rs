//! The bundled A2A schemas hold what the released ones hold, and say it in our own words.
//!
//! The originals are no part of this project. Where they are at hand, in `$PROTO_DIFF_SHARED/a2a/<version>/a2a.proto`
//! (by default `../shared`), every descriptor is compared; without them, counts and landmarks are.

use std::collections::HashSet;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto, ServiceDescriptorProto,
    UninterpretedOption,
};

/// Facts that hold with or without an original beside us.
struct Facts {
    version: &'static str,
    package: &'static str,
    messages: usize,
    fields: usize,
    required: usize,
    rpcs: usize,
    http_bindings: usize,
    next_id: u32,
    /// Message, field, number: the ones that a comparison of the versions turns on.
    landmarks: &'static [(&'static str, &'static str, i32)],
}

const V03: Facts = Facts {
    version: "v0.3.0",
    package: "a2a.v1",
    messages: 45,
    fields: 150,
    required: 7,
    rpcs: 10,
    http_bindings: 10,
    next_id: 18,
    landmarks: &[
        ("AgentCard", "protocol_version", 16),
        ("AgentCard", "url", 3),
        ("AgentCard", "supports_authenticated_extended_card", 13),
        ("AgentCard", "preferred_transport", 14),
        ("AgentCard", "signatures", 17),
        ("Artifact", "name", 3),
        ("FilePart", "file_with_bytes", 2),
        ("Message", "content", 5),
        ("SendMessageConfiguration", "blocking", 4),
        ("SendMessageRequest", "request", 1),
        ("TaskStatusUpdateEvent", "final", 4),
    ],
};

const V10_LANDMARKS: &[(&str, &str, i32)] = &[
    ("AgentCard", "supported_interfaces", 3),
    ("AgentCard", "signatures", 13),
    ("AgentCard", "icon_url", 14),
    ("Artifact", "name", 2),
    ("ListTaskPushNotificationConfigsRequest", "tenant", 4),
    ("Message", "parts", 5),
    ("OAuthFlows", "device_code", 5),
    ("Part", "raw", 2),
    ("SendMessageConfiguration", "return_immediately", 4),
    ("SendMessageRequest", "tenant", 1),
    ("TaskPushNotificationConfig", "tenant", 1),
    ("TaskStatusUpdateEvent", "metadata", 4),
];

const V100: Facts = Facts {
    version: "v1.0.0",
    package: "lf.a2a.v1",
    messages: 44,
    fields: 176,
    required: 61,
    rpcs: 11,
    http_bindings: 22,
    next_id: 20,
    landmarks: V10_LANDMARKS,
};

const V101: Facts = Facts { version: "v1.0.1", ..V100 };

const ALL: [Facts; 3] = [V03, V100, V101];

fn ours(version: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/a2a").join(version).join("a2a.proto");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The released file, or `None` (said aloud) where it is not at hand.
fn original(version: &str) -> Option<String> {
    let shared = std::env::var_os("PROTO_DIFF_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let path = shared.join("a2a").join(version).join("a2a.proto");
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped the comparison with the original {version}: no {}", path.display());
    }
    text
}

fn parse(text: &str) -> FileDescriptorProto {
    protox_parse::parse("a2a.proto", text).unwrap_or_else(|error| panic!("{error:?}"))
}

fn parse_without_comments(text: &str) -> FileDescriptorProto {
    FileDescriptorProto { source_code_info: None, ..parse(text) }
}

// --- The same descriptors ---

/// Collects differences, each under the path of the element that differs.
#[derive(Default)]
struct Comparison {
    differences: Vec<String>,
}

impl Comparison {
    fn same<T: Debug + PartialEq>(&mut self, path: &str, ours: &T, original: &T) {
        if ours != original {
            let (ours, original) = (format!("{ours:#?}"), format!("{original:#?}"));
            let diff = similar::TextDiff::from_lines(&original, &ours);
            let diff = diff.unified_diff().context_radius(2).header("original", "ours").to_string();
            self.differences.push(format!("{path}:\n{diff}"));
        }
    }

    /// Compares names and their order, then those elements that both sides have.
    fn each<T>(
        &mut self,
        path: &str,
        ours: &[T],
        original: &[T],
        name: fn(&T) -> &str,
        compare: fn(&mut Self, &str, &T, &T),
    ) {
        let names = |elements: &[T]| elements.iter().map(|element| name(element).to_owned()).collect::<Vec<_>>();
        self.same(&format!("{path}, names in order"), &names(ours), &names(original));
        for element in ours {
            if let Some(other) = original.iter().find(|other| name(other) == name(element)) {
                compare(self, &format!("{path} {}", name(element)), element, other);
            }
        }
    }

    fn file(&mut self, ours: &FileDescriptorProto, original: &FileDescriptorProto) {
        self.each("message", &ours.message_type, &original.message_type, DescriptorProto::name, Self::message);
        self.each("enum", &ours.enum_type, &original.enum_type, EnumDescriptorProto::name, Self::enumeration);
        self.each("service", &ours.service, &original.service, ServiceDescriptorProto::name, Self::service);
        let options = |file: &FileDescriptorProto| {
            let options = file.options.iter().flat_map(|options| &options.uninterpreted_option);
            options.map(|option| format!("{} = {}", option_name(option), option_value(option))).collect::<Vec<_>>()
        };
        self.same("file options", &options(ours), &options(original));
        let rest = |file: &FileDescriptorProto| FileDescriptorProto {
            options: None,
            message_type: Vec::new(),
            enum_type: Vec::new(),
            service: Vec::new(),
            ..file.clone()
        };
        self.same("syntax, package and imports", &rest(ours), &rest(original));
    }

    fn message(&mut self, path: &str, ours: &DescriptorProto, original: &DescriptorProto) {
        self.each(&format!("{path} field"), &ours.field, &original.field, FieldDescriptorProto::name, Self::same);
        self.each(
            &format!("{path} nested"),
            &ours.nested_type,
            &original.nested_type,
            DescriptorProto::name,
            Self::message,
        );
        let rest =
            |message: &DescriptorProto| DescriptorProto { field: vec![], nested_type: vec![], ..message.clone() };
        self.same(path, &rest(ours), &rest(original));
    }

    fn enumeration(&mut self, path: &str, ours: &EnumDescriptorProto, original: &EnumDescriptorProto) {
        self.each(&format!("{path} value"), &ours.value, &original.value, |value| value.name(), Self::same);
        let rest = |enumeration: &EnumDescriptorProto| EnumDescriptorProto { value: vec![], ..enumeration.clone() };
        self.same(path, &rest(ours), &rest(original));
    }

    fn service(&mut self, path: &str, ours: &ServiceDescriptorProto, original: &ServiceDescriptorProto) {
        self.each(&format!("{path} rpc"), &ours.method, &original.method, |method| method.name(), Self::same);
        let rest = |service: &ServiceDescriptorProto| ServiceDescriptorProto { method: vec![], ..service.clone() };
        self.same(path, &rest(ours), &rest(original));
    }
}

#[test]
fn descriptors_are_those_of_the_release() {
    for Facts { version, .. } in ALL {
        let Some(original) = original(version) else { continue };
        let (ours, original) = (parse_without_comments(&ours(version)), parse_without_comments(&original));
        let mut comparison = Comparison::default();
        comparison.file(&ours, &original);
        let differences = comparison.differences;
        assert!(differences.is_empty(), "{version} differs from the original:\n\n{}", differences.join("\n"));
        assert!(ours == original, "{version} differs in something that the comparison overlooks");
    }
}

/// The value as written, up to quotes.
fn option_value(option: &UninterpretedOption) -> String {
    match &option.string_value {
        Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        None => option.identifier_value().to_owned(),
    }
}

fn option_name(option: &UninterpretedOption) -> String {
    option.name.iter().map(|part| part.name_part.as_str()).collect::<Vec<_>>().join(".")
}

fn is_named(option: &UninterpretedOption, extension: &str) -> bool {
    matches!(option.name.as_slice(), [part] if part.is_extension && part.name_part == extension)
}

#[test]
fn descriptors_hold_the_known_facts() {
    for facts in ALL {
        let version = facts.version;
        let file = parse(&ours(version));
        assert_eq!(file.package(), facts.package, "{version}");
        assert_eq!(file.message_type.len(), facts.messages, "{version}: messages");
        assert_eq!(
            file.enum_type.iter().map(|e| (e.name(), e.value.len())).collect::<Vec<_>>(),
            [("TaskState", 9), ("Role", 3)]
        );
        let fields = || file.message_type.iter().flat_map(|message| &message.field);
        assert_eq!(fields().count(), facts.fields, "{version}: fields");
        assert_eq!(file.service.iter().map(|s| s.method.len()).sum::<usize>(), facts.rpcs, "{version}: rpcs");

        let options = fields().flat_map(|field| &field.options).flat_map(|options| &options.uninterpreted_option);
        let required = options
            .filter(|option| is_named(option, "google.api.field_behavior") && option.identifier_value() == "REQUIRED");
        assert_eq!(required.count(), facts.required, "{version}: required fields");

        let methods = file.service.iter().flat_map(|service| &service.method);
        let options = methods.flat_map(|method| &method.options).flat_map(|options| &options.uninterpreted_option);
        let rules = options.filter(|option| is_named(option, "google.api.http"));
        let bindings = rules.map(|rule| 1 + rule.aggregate_value().matches("additional_bindings").count());
        assert_eq!(bindings.sum::<usize>(), facts.http_bindings, "{version}: HTTP bindings");

        for &(message, name, number) in facts.landmarks {
            let found = file.message_type.iter().find(|m| m.name() == message);
            let found = found.and_then(|m| m.field.iter().find(|f| f.name() == name)).map(|f| f.number());
            assert_eq!(found, Some(number), "{version}: {message}.{name}");
        }
    }
}

#[test]
fn oddities_of_the_releases_are_kept() {
    let v03 = ours(V03.version);
    assert!(v03.contains(r#"post: "/v1/{parent=task/*/pushNotificationConfigs}""#));
    for facts in [V100, V101] {
        let text = ours(facts.version);
        assert!(text.contains(r#"(google.api.method_signature) = "task_id,config""#), "{}", facts.version);
    }
}

#[test]
fn patch_release_changes_comments_only() {
    assert!(parse_without_comments(&ours(V100.version)) == parse_without_comments(&ours(V101.version)));
    assert_ne!(ours(V100.version), ours(V101.version));
}

// --- Comments ---

/// Leading comments of every message, field, oneof, enum, value, service and rpc. The oneofs that stand for proto3's
/// `optional` are left out, as nobody wrote them.
fn comments(file: &FileDescriptorProto) -> Vec<(String, String)> {
    let info = file.source_code_info.as_ref().expect("the parser records source info");
    let comment = |path: &[i32]| {
        let location = info.location.iter().find(|location| location.path == path);
        location.map_or("", |location| location.leading_comments()).trim().to_owned()
    };
    let mut all = Vec::new();
    for (i, message) in (0..).zip(&file.message_type) {
        all.push((message.name().to_owned(), comment(&[4, i])));
        for (j, field) in (0..).zip(&message.field) {
            all.push((format!("{}.{}", message.name(), field.name()), comment(&[4, i, 2, j])));
        }
        for (j, oneof) in (0..).zip(&message.oneof_decl).filter(|(_, oneof)| !oneof.name().starts_with('_')) {
            all.push((format!("{}.{} (oneof)", message.name(), oneof.name()), comment(&[4, i, 8, j])));
        }
    }
    for (i, enumeration) in (0..).zip(&file.enum_type) {
        all.push((enumeration.name().to_owned(), comment(&[5, i])));
        for (j, value) in (0..).zip(&enumeration.value) {
            all.push((format!("{}.{}", enumeration.name(), value.name()), comment(&[5, i, 2, j])));
        }
    }
    for (i, service) in (0..).zip(&file.service) {
        all.push((service.name().to_owned(), comment(&[6, i])));
        for (j, method) in (0..).zip(&service.method) {
            all.push((format!("{}.{}", service.name(), method.name()), comment(&[6, i, 2, j])));
        }
    }
    all
}

fn comment_of(text: &str, element: &str) -> String {
    let found = comments(&parse(text)).into_iter().find(|(name, _)| name == element);
    found.unwrap_or_else(|| panic!("no {element}")).1
}

fn next_id(text: &str) -> Option<u32> {
    let comment = comment_of(text, "AgentCard");
    comment.lines().find_map(|line| line.trim().strip_prefix("Next ID: ")?.parse().ok())
}

/// The words of a text, without punctuation and in lower case.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// What stands behind `//` on lines of their own.
fn comment_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.trim().strip_prefix("//"))
}

#[test]
fn counter_of_the_agent_card_is_kept() {
    for Facts { version, next_id: expected, .. } in ALL {
        assert_eq!(next_id(&ours(version)), Some(expected), "{version}");
        if let Some(original) = original(version) {
            assert_eq!(next_id(&original), Some(expected), "the original {version}");
        }
    }
}

#[test]
fn everything_is_commented() {
    for Facts { version, .. } in ALL {
        let comments = comments(&parse(&ours(version)));
        let bare: Vec<_> = comments.iter().filter(|(_, text)| text.is_empty()).map(|(name, _)| name).collect();
        assert!(bare.is_empty(), "{version}: no comment on {bare:?}");
    }
}

/// No line of five words or more, and no run of six words across lines, stands in any of the originals.
#[test]
fn comments_are_our_own_words() {
    const LINE: usize = 5;
    const RUN: usize = 6;
    let originals: Vec<_> = ALL.iter().filter_map(|facts| original(facts.version)).collect();
    let prose: Vec<_> =
        originals.iter().map(|text| words(&comment_lines(text).collect::<Vec<_>>().join(" "))).collect();
    let runs: HashSet<&[String]> = prose.iter().flat_map(|words| words.windows(RUN)).collect();
    for Facts { version, .. } in ALL {
        let text = ours(version);
        for line in comment_lines(&text) {
            let line_words = words(line);
            let copied = line_words.len() >= LINE
                && prose.iter().any(|words| words.windows(line_words.len()).any(|window| window == line_words));
            assert!(!copied, "{version}: this line stands in an original: {line}");
        }
        for (element, comment) in comments(&parse(&text)) {
            for run in words(&comment).windows(RUN) {
                assert!(!runs.contains(run), "{version}: {element} shares `{}` with an original", run.join(" "));
            }
        }
    }
}

/// Doc comments are evidence for renames, so they have to be alike where the meaning is, and only there.
#[test]
fn comments_are_alike_where_the_meaning_is() {
    let alike = [
        ("TaskStatus.update", "TaskStatus.message"),
        ("Message.content", "Message.parts"),
        ("AgentInterface.transport", "AgentInterface.protocol_binding"),
        ("AgentCard.security", "AgentCard.security_requirements"),
        ("AgentSkill.security", "AgentSkill.security_requirements"),
        ("SendMessageRequest.request", "SendMessageRequest.message"),
        ("SendMessageResponse.msg", "SendMessageResponse.message"),
        ("TaskState.TASK_STATE_CANCELLED", "TaskState.TASK_STATE_CANCELED"),
        ("Security", "SecurityRequirement"),
        ("TaskSubscriptionRequest", "SubscribeToTaskRequest"),
        ("ListTaskPushNotificationConfigRequest", "ListTaskPushNotificationConfigsRequest"),
        ("GetAgentCardRequest", "GetExtendedAgentCardRequest"),
        ("A2AService.TaskSubscription", "A2AService.SubscribeToTask"),
    ];
    let unlike = [
        ("AgentCard.preferred_transport", "AgentCard.icon_url"),
        ("AgentCard.url", "AgentCard.supported_interfaces"),
        ("AgentCard.supports_authenticated_extended_card", "AgentCard.signatures"),
        ("SendMessageConfiguration.blocking", "SendMessageConfiguration.return_immediately"),
        ("GetTaskRequest.name", "GetTaskRequest.tenant"),
        ("CancelTaskRequest.name", "CancelTaskRequest.tenant"),
        ("TaskSubscriptionRequest.name", "SubscribeToTaskRequest.tenant"),
        ("GetTaskPushNotificationConfigRequest.name", "GetTaskPushNotificationConfigRequest.tenant"),
        ("TaskPushNotificationConfig.name", "TaskPushNotificationConfig.tenant"),
        ("SendMessageRequest.request", "SendMessageRequest.tenant"),
        ("Part.file", "Part.raw"),
        ("Part.data", "Part.url"),
    ];
    let old = ours(V03.version);
    for Facts { version, .. } in [V100, V101] {
        let new = ours(version);
        let likeness = |(a, b): (&str, &str)| {
            let (a, b) = (words(&comment_of(&old, a)), words(&comment_of(&new, b)));
            let ops = similar::capture_diff_slices(similar::Algorithm::Myers, &a, &b);
            similar::get_diff_ratio(&ops, a.len(), b.len())
        };
        for pair in alike {
            assert!(likeness(pair) >= 0.6, "{version}: {pair:?} are only {:.2} alike", likeness(pair));
        }
        for pair in unlike {
            assert!(likeness(pair) <= 0.15, "{version}: {pair:?} are {:.2} alike", likeness(pair));
        }
    }
}
