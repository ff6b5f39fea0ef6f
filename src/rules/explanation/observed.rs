//! Outcomes in words.

use crate::{
    changes::Detail,
    effects::{BinaryOutcomes, Effects, JsonOutcomes, Outcome},
};

/// What binary readers do in both directions, as sentences. `in_new` and `in_old` say what a misreading reader takes
/// the value for.
pub(super) fn binary(effects: &Effects, in_new: &str, in_old: &str) -> String {
    let Some(binary) = effects.binary else { return String::new() };
    let both_the_same = binary.upgrade == binary.downgrade && binary.upgrade.worst() != Outcome::Misread;
    let mut sentences = Vec::new();
    if both_the_same {
        sentences.extend(families(binary.upgrade, "").map(|text| format!("In both directions {text}.")));
    } else {
        sentences.extend(families(binary.upgrade, in_new).map(|text| format!("Old data, new reader: {text}.")));
        sentences.extend(families(binary.downgrade, in_old).map(|text| format!("New data, old reader: {text}.")));
    }
    sentences.join(" ")
}

/// What JSON readers do, as sentences; empty where all arrives.
pub(super) fn json(effects: &Effects) -> String {
    let Some(json) = effects.json else { return String::new() };
    let mut sentences = Vec::new();
    sentences.extend(readers(json.upgrade).map(|text| format!("Old JSON, new reader: {text}.")));
    sentences.extend(readers(json.downgrade).map(|text| format!("New JSON, old reader: {text}.")));
    sentences.join(" ")
}

/// Both.
pub(super) fn data(effects: &Effects, in_new: &str, in_old: &str) -> String {
    joined([binary(effects, in_new, in_old), json(effects)])
}

/// Sentences in one string, without the empty ones.
pub(super) fn joined(sentences: impl IntoIterator<Item = String>) -> String {
    sentences.into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(" ")
}

/// ` (confidence 0.86)` for an inferred identity. What speaks for it is in the detail and told from there.
pub(super) fn because(detail: &Detail) -> String {
    match detail {
        Detail::Identity { score, evidence } if !evidence.is_empty() => format!(" (confidence {score:.2})"),
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

fn readers(outcomes: JsonOutcomes) -> Option<&'static str> {
    Some(match (outcomes.strict, outcomes.lenient) {
        (Outcome::Exact, Outcome::Exact) => return None,
        (Outcome::Rejected, Outcome::Dropped) => "refused, or dropped where unknown names are ignored",
        (Outcome::Rejected, Outcome::Exact) => "refused, unless unknown names are ignored",
        (Outcome::Rejected, Outcome::Rejected) => "refused",
        (Outcome::Misread, _) | (_, Outcome::Misread) => "taken for something else",
        (Outcome::Coerced, _) | (_, Outcome::Coerced) => "changed",
        (Outcome::Dropped, _) | (_, Outcome::Dropped) => "dropped",
        (Outcome::Exact, Outcome::Rejected) => "refused",
    })
}
