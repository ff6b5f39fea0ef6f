//! Outcomes in words.

use crate::{
    changes::Detail,
    effects::{BinaryOutcomes, Effects, JsonOutcomes, Outcome},
};

/// What binary readers do in both directions, as sentences. `old` and `new` name what the other side takes it for.
pub(super) fn binary(effects: &Effects, taken_for_new: &str, taken_for_old: &str) -> String {
    let Some(binary) = effects.binary else { return String::new() };
    if binary.upgrade == binary.downgrade && binary.upgrade.worst() != Outcome::Misread {
        return match families(binary.upgrade, "") {
            Some(text) => format!(" In both directions {text}."),
            None => String::new(),
        };
    }
    let mut sentences = String::new();
    if let Some(text) = families(binary.upgrade, taken_for_new) {
        sentences += &format!(" Old data, new reader: {text}.");
    }
    if let Some(text) = families(binary.downgrade, taken_for_old) {
        sentences += &format!(" New data, old reader: {text}.");
    }
    sentences
}

/// What JSON readers do, as sentences; empty where all arrives.
pub(super) fn json(effects: &Effects) -> String {
    let Some(json) = effects.json else { return String::new() };
    let mut sentences = String::new();
    if let Some(text) = readers(json.upgrade) {
        sentences += &format!(" Old JSON, new reader: {text}.");
    }
    if let Some(text) = readers(json.downgrade) {
        sentences += &format!(" New JSON, old reader: {text}.");
    }
    sentences
}

/// ` (0.86: same numbers and types, …)` for an inferred identity.
pub(super) fn because(detail: &Detail) -> String {
    match detail {
        Detail::Identity { score, evidence } if !evidence.is_empty() => {
            let evidence: Vec<String> = evidence.iter().map(ToString::to_string).collect();
            format!(" (confidence {score:.2}: {})", evidence.join(", "))
        }
        _ => String::new(),
    }
}

fn families(outcomes: BinaryOutcomes, taken_for: &str) -> Option<String> {
    let BinaryOutcomes { conformant, strict } = outcomes;
    let text = match (conformant, strict) {
        (Outcome::Exact, Outcome::Exact) => return None,
        (Outcome::Dropped, Outcome::Rejected) => {
            "C++, Java, Go and Python keep the value as an unknown field and leave this one unset; prost and other \
             strict readers refuse the message"
                .to_owned()
        }
        (a, b) if a == b => alone(a, taken_for),
        (a, b) => format!(
            "{} (C++, Java, Go, Python); {} (prost and other strict readers)",
            alone(a, taken_for),
            alone(b, taken_for)
        ),
    };
    Some(text)
}

fn alone(outcome: Outcome, taken_for: &str) -> String {
    match outcome {
        Outcome::Exact => "the value arrives".to_owned(),
        Outcome::Dropped => "the value is dropped into unknown fields".to_owned(),
        Outcome::Coerced => "the value arrives changed".to_owned(),
        Outcome::Rejected => "the message is refused".to_owned(),
        Outcome::Misread if taken_for.is_empty() => {
            "the value is taken for something else, without an error".to_owned()
        }
        Outcome::Misread => format!("the value is taken for {taken_for}, without an error"),
    }
}

fn readers(outcomes: JsonOutcomes) -> Option<String> {
    let text = match (outcomes.strict, outcomes.lenient) {
        (Outcome::Exact, Outcome::Exact) => return None,
        (Outcome::Rejected, Outcome::Dropped) => "refused, or dropped where unknown names are ignored",
        (Outcome::Rejected, Outcome::Rejected) => "refused",
        (_, Outcome::Misread) | (Outcome::Misread, _) => "taken for something else",
        (Outcome::Coerced, _) | (_, Outcome::Coerced) => "changed",
        (Outcome::Rejected, Outcome::Exact) => "refused, unless unknown names are ignored",
        (_, Outcome::Dropped) | (Outcome::Dropped, _) => "dropped",
        _ => "refused",
    };
    Some(text.to_owned())
}
