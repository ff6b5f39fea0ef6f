//! A comparison written by hand, so that these tests are about reports and nothing else.

use proto_diff::{
    Comparison,
    changes::{Change, ChangeKind, Detail, FieldRef, Reuse, Subject, Surface, ValueRef},
    effects::{
        BinaryEffects, BinaryOutcomes, Direction, Effects, Encoding, JsonEffects, JsonOutcomes, Outcome, Reading,
        Share, Verdict, Witness,
    },
    pairing::{self, Basis, Evidence, Pair, PairingOptions, Sides},
    rules::{Explanation, Finding, Fix, Severity},
    schema::{self, EnumId, HttpBinding, MessageId, NumberSet, Schema, ServiceId},
};
use serde_json::json;

const OLD: &str = r#"syntax = "proto3";
package print.v1;

service Prints {
  rpc GetCard(Card) returns (Card);
}

message Card {
  string title = 1;
  bool glossy = 13;
  string printer = 14;
  string paper_supplier_reference_number = 15;
  repeated string tags = 17;
  Size size = 18;
}

message Envelope {
  string stamp = 1;
}

enum Size {
  SIZE_UNSPECIFIED = 0;
  SIZE_GREY = 1;
}
"#;

const NEW: &str = r#"syntax = "proto3";
package lf.print.v1;

service Prints {
  rpc GetCard(Card) returns (stream Card);
}

message Card {
  string title = 1;
  repeated string tags = 13;
  optional string thumbnail_url = 14;
  Size size = 18;
  string watermark = 19;
}

message Cover {
  string stamp = 1;
}

enum Size {
  SIZE_UNSPECIFIED = 0;
  SIZE_GRAY = 1;
}
"#;

/// Two schemas with findings of every sort that reports treat differently.
pub fn comparison() -> Comparison {
    let load = |text: &str, origin: &str| schema::from_texts(origin, [("print.proto", text)]).expect("a valid schema");
    let (old, new) = (load(OLD, "old.proto"), load(NEW, "new.proto"));
    let mut pairing = pairing::pair(&old, &new, &PairingOptions::default());
    pairing.messages.push(Pair::Both {
        old: message(&old, "print.v1", "Envelope"),
        new: message(&new, "lf.print.v1", "Cover"),
        basis: Basis::Inferred { score: 0.8125, evidence: vec![Evidence::Structure(1.0)] },
    });
    let findings = findings(&Sample { old: &old, new: &new });
    Comparison { old, new, guide: None, pairing, findings }
}

/// A schema compared with itself.
pub fn unchanged() -> Comparison {
    let load = || schema::from_texts("a.proto", [("print.proto", OLD)]).expect("a valid schema");
    let (old, new) = (load(), load());
    let pairing = pairing::pair(&old, &new, &PairingOptions::default());
    Comparison { old, new, guide: None, pairing, findings: Vec::new() }
}

struct Sample<'a> {
    old: &'a Schema,
    new: &'a Schema,
}

fn message(schema: &Schema, package: &str, name: &str) -> MessageId {
    schema.message_named(&format!("{package}.{name}")).expect("a message of the sample")
}

fn field(schema: &Schema, message: MessageId, name: &str) -> FieldRef {
    let index = schema[message].fields.iter().position(|field| field.name() == name).expect("a field of the sample");
    FieldRef::Member(message, index)
}

impl Sample<'_> {
    fn card(&self, old: Option<&str>, new: Option<&str>) -> Subject {
        let (old_card, new_card) = (message(self.old, "print.v1", "Card"), message(self.new, "lf.print.v1", "Card"));
        let old = old.map(|name| field(self.old, old_card, name));
        let new = new.map(|name| field(self.new, new_card, name));
        let field = match (old, new) {
            (Some(old), Some(new)) => Sides::Both { old, new },
            (Some(old), None) => Sides::Old(old),
            (None, Some(new)) => Sides::New(new),
            (None, None) => unreachable!("a field has a side"),
        };
        Subject::Field { messages: Sides::Both { old: old_card, new: new_card }, field }
    }
}

fn finding(kind: ChangeKind, subject: Subject, severity: Severity, explanation: &str) -> Finding {
    Finding {
        change: Change { kind, subject, detail: Detail::None },
        effects: Effects::default(),
        witnesses: Vec::new(),
        surfaces: vec![Surface::Binary, Surface::Json, Surface::Source],
        severity,
        rules: vec!["FIELD_SAME_NAME"],
        fingerprint: "4f1c0a9be2d7".to_owned(),
        explanation: Explanation { reason: explanation.to_owned(), consequence: String::new() },
        fix: None,
    }
}

/// The same in both directions.
fn effects(conformant: Outcome, strict: Outcome, json: Outcome) -> Effects {
    let binary = BinaryOutcomes { conformant, strict };
    let json = JsonOutcomes { strict: json, lenient: json.min(Outcome::Dropped) };
    Effects {
        binary: Some(BinaryEffects { upgrade: binary, downgrade: binary }),
        json: Some(JsonEffects { upgrade: json, downgrade: json }),
        typical: None,
        tried: None,
        source: Verdict::Breaking,
        http: Verdict::Same,
    }
}

fn reserve(subject: Subject, number: i32, name: &str) -> [Finding; 2] {
    let number_said = format!("number {number} went out of use and is not reserved");
    let name_said = format!("the name `{name}` went out of use and is not reserved");
    [
        Finding {
            fix: Some(Fix::Reserve { numbers: [number..=number].into_iter().collect(), names: Vec::new() }),
            ..finding(ChangeKind::NumberNotReserved, subject.clone(), Severity::Error, &number_said)
        },
        Finding {
            fix: Some(Fix::Reserve { numbers: NumberSet::default(), names: vec![name.to_owned()] }),
            ..finding(ChangeKind::NameNotReserved, subject, Severity::Error, &name_said)
        },
    ]
}

fn findings(sample: &Sample) -> Vec<Finding> {
    use ChangeKind::*;
    let Sample { old, new } = *sample;
    let mut findings = vec![
        Finding {
            effects: effects(Outcome::Misread, Outcome::Misread, Outcome::Rejected),
            witnesses: vec![
                Witness {
                    direction: Direction::Upgrade,
                    encoding: Encoding::Binary,
                    reader: "conformant",
                    outcome: Outcome::Misread,
                    share: Share { alike: 7, tried: 9 },
                    payload: b"r\x04GRPC".to_vec(),
                    written: json!({"printer": "GRPC"}),
                    reading: Reading::Message { known: json!({"thumbnail_url": "GRPC"}), unknown: Vec::new() },
                },
                Witness {
                    direction: Direction::Upgrade,
                    encoding: Encoding::Json,
                    reader: "strict",
                    outcome: Outcome::Rejected,
                    share: Share { alike: 9, tried: 9 },
                    payload: br#"{"printer":"GRPC"}"#.to_vec(),
                    written: json!({"printer": "GRPC"}),
                    reading: Reading::Error("unknown field `printer`".to_owned()),
                },
            ],
            rules: vec!["FIELD_SAME_MEANING", "FIELD_SAME_NAME"],
            ..finding(
                FieldMeaningSuspect,
                sample.card(Some("printer"), Some("thumbnail_url")),
                Severity::Error,
                "`printer` and `thumbnail_url` share number 14 and nothing else: old text shows up as a URL.",
            )
        },
        Finding {
            change: Change {
                kind: FieldNumberReused,
                subject: sample.card(Some("glossy"), Some("tags")),
                detail: Detail::Reuse(Reuse::NewNameCameFrom(17)),
            },
            effects: effects(Outcome::Dropped, Outcome::Rejected, Outcome::Rejected),
            witnesses: vec![Witness {
                direction: Direction::Upgrade,
                encoding: Encoding::Binary,
                reader: "conformant",
                outcome: Outcome::Dropped,
                share: Share { alike: 1, tried: 2 },
                payload: vec![0x68, 0x01],
                written: json!({"glossy": true}),
                reading: Reading::Message { known: json!({}), unknown: vec![(13, "varint")] },
            }],
            ..finding(
                FieldNumberReused,
                sample.card(Some("glossy"), Some("tags")),
                Severity::Error,
                "Number 13 was `glossy` and is `tags` now.",
            )
        },
        Finding {
            effects: effects(Outcome::Dropped, Outcome::Dropped, Outcome::Exact),
            ..finding(
                FieldRenumbered,
                sample.card(Some("tags"), Some("tags")),
                Severity::Error,
                "`tags` moved from 17 to 13: readers of the other version do not find it.",
            )
        },
        Finding {
            effects: effects(Outcome::Dropped, Outcome::Dropped, Outcome::Rejected),
            ..finding(
                FieldRemoved,
                sample.card(Some("paper_supplier_reference_number"), None),
                Severity::Warning,
                "`paper_supplier_reference_number` is gone: its data is dropped.",
            )
        },
    ];
    findings.extend(reserve(sample.card(Some("tags"), None), 17, "tags").into_iter().take(1));
    findings.extend(reserve(
        sample.card(Some("paper_supplier_reference_number"), None),
        15,
        "paper_supplier_reference_number",
    ));
    let sizes = |old: usize, new: usize| Subject::EnumValue {
        enums: Sides::Both { old: EnumId(0), new: EnumId(0) },
        value: Sides::Both { old: ValueRef { of: EnumId(0), index: old }, new: ValueRef { of: EnumId(0), index: new } },
    };
    let services = Sides::Both { old: ServiceId(0), new: ServiceId(0) };
    let rpc = Subject::Rpc { services, method: Sides::Both { old: 0, new: 0 } };
    let binding = |verb: &str, path: &str| HttpBinding {
        verb: verb.to_owned(),
        path: path.to_owned(),
        body: String::new(),
        response_body: String::new(),
    };
    findings.extend([
        Finding {
            effects: effects(Outcome::Exact, Outcome::Exact, Outcome::Rejected),
            fix: Some(Fix::Advice("keep SIZE_GREY as an alias".to_owned())),
            ..finding(
                EnumValueRenamed,
                sizes(1, 1),
                Severity::Error,
                "JSON says SIZE_GREY, new readers want SIZE_GRAY.",
            )
        },
        Finding {
            effects: Effects { source: Verdict::Breaking, http: Verdict::Breaking, ..Effects::default() },
            surfaces: vec![Surface::Source, Surface::Http],
            ..finding(RpcStreamingChanged, rpc.clone(), Severity::Error, "The response is a stream now.")
        },
        Finding {
            change: Change {
                kind: RpcHttpChanged,
                subject: rpc.clone(),
                detail: Detail::Http {
                    gone: vec![binding("GET", "/v1/{title=cards/*}")],
                    added: vec![HttpBinding { body: "*".to_owned(), ..binding("POST", "/cards/{title}:get") }],
                },
            },
            effects: Effects { http: Verdict::Breaking, ..Effects::default() },
            surfaces: vec![Surface::Http],
            ..finding(RpcHttpChanged, rpc, Severity::Error, "Callers of the old path get an error.")
        },
        Finding {
            effects: Effects { http: Verdict::Breaking, source: Verdict::Breaking, ..Effects::default() },
            surfaces: vec![Surface::Source, Surface::Http],
            ..finding(
                PackageChanged,
                Subject::Package(Sides::Both { old: "print.v1".to_owned(), new: "lf.print.v1".to_owned() }),
                Severity::Error,
                "Every gRPC path has the package in it.",
            )
        },
        Finding {
            change: Change {
                kind: FieldRequiredChanged,
                subject: sample.card(Some("title"), Some("title")),
                detail: Detail::Required { on_the_wire: false },
            },
            ..finding(
                FieldRequiredChanged,
                sample.card(Some("title"), Some("title")),
                Severity::Warning,
                "`title` is REQUIRED now.",
            )
        },
        Finding {
            change: Change {
                kind: NumberCounterStale,
                subject: Subject::Message(Sides::Both {
                    old: message(old, "print.v1", "Card"),
                    new: message(new, "lf.print.v1", "Card"),
                }),
                detail: Detail::Counter { said: 19, right: 20 },
            },
            ..finding(
                NumberCounterStale,
                Subject::Message(Sides::Both {
                    old: message(old, "print.v1", "Card"),
                    new: message(new, "lf.print.v1", "Card"),
                }),
                Severity::Warning,
                "The comment says that 19 is the next number; it is 20.",
            )
        },
        finding(FieldAdded, sample.card(None, Some("watermark")), Severity::Note, "`watermark` is new."),
        Finding {
            change: Change {
                kind: MessageRenamed,
                subject: Subject::Message(Sides::Both {
                    old: message(old, "print.v1", "Envelope"),
                    new: message(new, "lf.print.v1", "Cover"),
                }),
                detail: Detail::Identity {
                    score: 0.8125,
                    evidence: vec![Evidence::Structure(1.0), Evidence::Name(0.25)],
                },
            },
            ..finding(
                MessageRenamed,
                Subject::Message(Sides::Both {
                    old: message(old, "print.v1", "Envelope"),
                    new: message(new, "lf.print.v1", "Cover"),
                }),
                Severity::Note,
                "`Envelope` is called `Cover` now.",
            )
        },
    ]);
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}
