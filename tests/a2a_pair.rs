//! What the comparison must say about the real pair: A2A v0.3.0 and v1.0.1, bundled and, where they are at hand, as
//! the released files given alone.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use proto_diff::{
    CompareOptions, Comparison,
    changes::{Change, ChangeKind, Detail, Reuse, Subject},
    compare,
    effects::{Effects, Encoding, Outcome, Reading},
    pairing::{Basis, Pair},
    rules::{Finding, Severity},
    schema::{self, LoadOptions, Schema, SchemaLocator},
};

fn load(locator: &str) -> Schema {
    let locator = SchemaLocator::parse(locator).expect("a schema that exists");
    schema::load(&locator, &LoadOptions::default()).unwrap_or_else(|error| panic!("{error:?}"))
}

fn compared(old: &str, new: &str) -> Comparison {
    compare(load(old), load(new), &CompareOptions::default())
}

fn bundled() -> Comparison {
    compared("a2a:0.3.0", "a2a:1.0.1")
}

/// The released files, when the folder that has them is beside the project.
fn released() -> Option<(PathBuf, PathBuf, PathBuf)> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let shared = std::env::var_os("PROTO_DIFF_SHARED").map_or(beside, PathBuf::from);
    let file = |version: &str| shared.join("a2a").join(version).join("a2a.proto");
    let files = (file("v0.3.0"), file("v1.0.0"), file("v1.0.1"));
    let there = files.0.exists() && files.1.exists() && files.2.exists();
    if !there {
        println!("skipped: the released files are not at hand");
    }
    there.then_some(files)
}

/// A field change of a message (by its old nested name) at an old or new number.
struct Found<'a> {
    comparison: &'a Comparison,
    message: &'a str,
}

impl<'a> Found<'a> {
    fn all(&self, kind: ChangeKind) -> impl Iterator<Item = &'a Finding> + use<'a> {
        let (comparison, message) = (self.comparison, self.message);
        comparison.findings.iter().filter(move |finding| {
            finding.change.kind == kind && message_of(comparison, &finding.change).as_deref() == Some(message)
        })
    }

    /// The change of `kind` between two numbers; 0 stands for a side that is not there.
    fn between(&self, kind: ChangeKind, old: i32, new: i32) -> &'a Finding {
        let comparison = self.comparison;
        let mut findings = self.all(kind).filter(|finding| numbers(comparison, &finding.change) == (old, new));
        let found = findings.next();
        assert!(findings.next().is_none(), "{kind:?} {old} {new} twice in {}", self.message);
        found.unwrap_or_else(|| panic!("no {kind:?} {old} → {new} in {}", self.message))
    }
}

fn message_of(comparison: &Comparison, change: &Change) -> Option<String> {
    let messages = match &change.subject {
        Subject::Field { messages, .. } | Subject::Message(messages) => messages,
        _ => return None,
    };
    let old = messages.old().map(|id| comparison.old[*id].nested_name.clone());
    old.or_else(|| messages.new().map(|id| comparison.new[*id].nested_name.clone()))
}

fn numbers(comparison: &Comparison, change: &Change) -> (i32, i32) {
    match &change.subject {
        Subject::Field { field, .. } => (
            field.old().map_or(0, |f| f.get(&comparison.old).number),
            field.new().map_or(0, |f| f.get(&comparison.new).number),
        ),
        _ => (0, 0),
    }
}

/// The worst of both families: (upgrade, downgrade).
fn binary(effects: &Effects) -> (Outcome, Outcome) {
    let binary = effects.binary.expect("executed");
    (binary.upgrade.worst(), binary.downgrade.worst())
}

#[test]
fn agent_card() {
    let comparison = bundled();
    let card = Found { comparison: &comparison, message: "AgentCard" };
    for number in [3, 13] {
        card.between(ChangeKind::FieldNumberReused, number, number);
    }
    let suspect = card.between(ChangeKind::FieldMeaningSuspect, 14, 14);
    assert_eq!(suspect.severity, Severity::Error);
    assert_eq!(binary(&suspect.effects), (Outcome::Misread, Outcome::Misread));
    card.between(ChangeKind::FieldRenumbered, 17, 13);
    for number in [15, 16, 17] {
        card.between(ChangeKind::NumberNotReserved, number, 0);
    }
    for number in [3, 13, 15, 16] {
        card.between(ChangeKind::NameNotReserved, number, 0);
    }
    let renamed = card.between(ChangeKind::FieldRenamed, 9, 9);
    assert_eq!(binary(&renamed.effects), (Outcome::Exact, Outcome::Exact));
    let presence = card.between(ChangeKind::FieldPresenceChanged, 6, 6);
    assert_eq!(presence.severity, Severity::Note);
    let stale: Vec<_> = card.all(ChangeKind::NumberCounterStale).collect();
    assert!(matches!(stale.as_slice(), [f] if f.change.detail == Detail::Counter { said: 20, right: 18 }));
}

#[test]
fn artifact_moves_down_by_one() {
    let comparison = bundled();
    let artifact = Found { comparison: &comparison, message: "Artifact" };
    for (old, read_as) in [
        (3, Some("`description`")),
        (4, Some("`parts`")),
        (5, Some("`metadata`")),
        (6, Some("`extensions`")),
        (7, None),
    ] {
        let moved = artifact.between(ChangeKind::FieldRenumbered, old, old - 1);
        let reason = &moved.explanation.reason;
        assert!(reason.contains(&format!("old bytes at {old}")), "{reason}");
        assert!(reason.contains(read_as.unwrap_or("unknown")), "{reason}");
        assert_ne!(binary(&moved.effects).0, Outcome::Exact);
    }
    let event = Found { comparison: &comparison, message: "TaskStatusUpdateEvent" };
    event.between(ChangeKind::FieldRenumbered, 5, 4);
    let reused = event.between(ChangeKind::FieldNumberReused, 4, 4);
    assert_eq!(reused.change.detail, Detail::Reuse(Reuse::NewNameCameFrom(5)));
    let conformant = reused.effects.binary.expect("executed").upgrade;
    assert_eq!((conformant.conformant, conformant.strict), (Outcome::Dropped, Outcome::Rejected));
}

#[test]
fn requests_are_read_as_tenants() {
    let comparison = bundled();
    let send = Found { comparison: &comparison, message: "SendMessageRequest" };
    let reused = send.between(ChangeKind::FieldNumberReused, 1, 1);
    let proof = |outcome| {
        reused
            .witnesses
            .iter()
            .find(|w| w.outcome == outcome && w.encoding == Encoding::Binary && w.written.get("request").is_some())
            .unwrap_or_else(|| panic!("no proof of {outcome:?}"))
    };
    let short = proof(Outcome::Misread);
    assert!(matches!(&short.reading, Reading::Message { known, .. } if known.get("tenant").is_some()));
    let long = proof(Outcome::Rejected);
    assert!(long.payload.len() > short.payload.len());
    assert!(matches!(&long.reading, Reading::Error(error) if error.contains("UTF-8")), "{:?}", long.reading);
    send.between(ChangeKind::FieldRenumbered, 2, 3);
    send.between(ChangeKind::FieldRenumbered, 3, 4);

    for message in [
        "GetTaskRequest",
        "CancelTaskRequest",
        "GetTaskPushNotificationConfigRequest",
        "DeleteTaskPushNotificationConfigRequest",
        "TaskSubscriptionRequest",
    ] {
        let request = Found { comparison: &comparison, message };
        let suspect = request.between(ChangeKind::FieldMeaningSuspect, 1, 1);
        assert_eq!(suspect.severity, Severity::Error, "{message}");
        assert_eq!(binary(&suspect.effects), (Outcome::Misread, Outcome::Misread), "{message}");
    }
}

#[test]
fn the_rest_of_the_list() {
    let comparison = bundled();
    let of = |message| Found { comparison: &comparison, message };
    let file = of("Part").between(ChangeKind::FieldNumberReused, 2, 2);
    assert_eq!(binary(&file.effects).0, Outcome::Misread);
    of("Part").between(ChangeKind::FieldNumberReused, 3, 3);
    of("Part").between(ChangeKind::FieldRenumbered, 3, 4);
    let blocking = of("SendMessageConfiguration").between(ChangeKind::FieldMeaningSuspect, 4, 4);
    assert_eq!(blocking.severity, Severity::Error);
    assert_eq!(binary(&blocking.effects), (Outcome::Misread, Outcome::Misread));
    let schemes = of("AuthenticationInfo").between(ChangeKind::FieldCardinalityChanged, 1, 1);
    assert_eq!(binary(&schemes.effects), (Outcome::Coerced, Outcome::Exact));
    of("AgentInterface").between(ChangeKind::FieldRenamed, 2, 2);
    of("Message").between(ChangeKind::FieldRenamed, 5, 5);

    let canceled = only(&comparison, ChangeKind::EnumValueRenamed);
    assert_eq!(binary(&canceled.effects), (Outcome::Exact, Outcome::Exact));
    assert_eq!(canceled.effects.json.expect("executed").upgrade.strict, Outcome::Rejected);

    assert!(only(&comparison, ChangeKind::PackageChanged).explanation.reason.contains("/lf.a2a.v1.A2AService/"));
    let count = |kind| comparison.findings.iter().filter(|f| f.change.kind == kind).count();
    assert_eq!(count(ChangeKind::RpcRenamed), 3);
    assert_eq!(count(ChangeKind::RpcHttpChanged), 10, "every binding of v0.3.0");
}

fn only(comparison: &Comparison, kind: ChangeKind) -> &Finding {
    let found: Vec<&Finding> = comparison.findings.iter().filter(|f| f.change.kind == kind).collect();
    assert_eq!(found.len(), 1, "{kind:?}");
    found[0]
}

#[test]
fn pairs_are_found_with_nothing_told() {
    check_pairs(&bundled());
    if let Some((old, _, new)) = released() {
        check_pairs(&compared(&old.to_string_lossy(), &new.to_string_lossy()));
    }
}

fn check_pairs(comparison: &Comparison) {
    let Comparison { old, new, pairing, .. } = comparison;
    let renamed: BTreeSet<(&str, &str)> = pairing
        .messages
        .iter()
        .filter_map(|pair| match pair {
            Pair::Both { old: a, new: b, basis: Basis::Inferred { .. } } => {
                Some((old[*a].nested_name.as_str(), new[*b].nested_name.as_str()))
            }
            _ => None,
        })
        .collect();
    let expected = [
        ("GetAgentCardRequest", "GetExtendedAgentCardRequest"),
        ("ListTaskPushNotificationConfigRequest", "ListTaskPushNotificationConfigsRequest"),
        ("ListTaskPushNotificationConfigResponse", "ListTaskPushNotificationConfigsResponse"),
        ("Security", "SecurityRequirement"),
        ("TaskSubscriptionRequest", "SubscribeToTaskRequest"),
    ];
    // FilePart, DataPart and ListTasksRequest are in no inferred pair: there are no others than these.
    assert_eq!(renamed, BTreeSet::from(expected));
    let packages: Vec<_> = pairing.packages.iter().map(Pair::sides).collect();
    assert!(matches!(packages.as_slice(), [sides] if sides.old().zip(sides.new()).is_some()));
}

#[test]
fn bundled_and_released_files_give_the_same_findings() {
    let Some((old, _, new)) = released() else { return };
    let facts = |comparison: &Comparison| -> BTreeSet<String> {
        let fact = |f: &Finding| format!("{} {:?} {:?} {:?}", f.fingerprint, f.change.kind, f.severity, f.effects);
        comparison.findings.iter().map(fact).collect()
    };
    let (ours, theirs) = (facts(&bundled()), facts(&compared(&old.to_string_lossy(), &new.to_string_lossy())));
    assert_eq!(ours.symmetric_difference(&theirs).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn nothing_changes_between_1_0_0_and_1_0_1() {
    assert_eq!(compared("a2a:1.0.0", "a2a:1.0.1").findings, []);
    for version in ["a2a:0.3.0", "a2a:1.0.0", "a2a:1.0.1"] {
        assert_eq!(compared(version, version).findings, [], "{version}");
    }
    if let Some((_, before, after)) = released() {
        assert_eq!(compared(&before.to_string_lossy(), &after.to_string_lossy()).findings, []);
    }
}

#[test]
fn every_misreading_and_refusal_has_a_proof() {
    for finding in &bundled().findings {
        let Some(binary) = finding.effects.binary else { continue };
        for outcome in [binary.upgrade.worst(), binary.downgrade.worst()] {
            if outcome >= Outcome::Rejected {
                assert!(finding.witnesses.iter().any(|w| w.outcome == outcome), "{:?}", finding.change);
            }
        }
    }
}
