//! Outcomes in words.

use crate::{
    changes::Detail,
    effects::{BinaryOutcomes, Effects, JsonOutcomes, Outcome},
};

/// What readers take a value for when they misread it, and how its loss is called.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    /// What a new reader takes an old value for.
    pub(super) in_new: &'a str,
    /// What an old reader takes a new value for.
    pub(super) in_old: &'a str,
    /// What becomes of a value that is lost.
    pub(super) dropped: &'a str,
}

impl<'a> Words<'a> {
    /// Of a field, which is lost into unknown fields.
    pub(super) fn of_field(in_new: &'a str, in_old: &'a str) -> Self {
        Words { in_new, in_old, dropped: "is dropped into unknown fields" }
    }

    /// Of an enum value, whose number stays where the enum is open.
    pub(super) fn of_enum_value(in_new: &'a str, in_old: &'a str) -> Self {
        Words { in_new, in_old, dropped: "is a number without a name, or unknown where the enum is closed" }
    }
}

/// What binary readers do in both directions, as sentences.
pub(super) fn binary(effects: &Effects, words: Words<'_>) -> String {
    let Some(binary) = effects.binary else { return String::new() };
    let both_the_same = binary.upgrade == binary.downgrade && binary.upgrade.worst() != Outcome::Misread;
    let mut sentences = Vec::new();
    if both_the_same {
        sentences.extend(families(binary.upgrade, words, "").map(|text| format!("In both directions {text}.")));
    } else {
        let upgrade = families(binary.upgrade, words, words.in_new);
        let downgrade = families(binary.downgrade, words, words.in_old);
        sentences.extend(upgrade.map(|text| format!("Old data, new reader: {text}.")));
        sentences.extend(downgrade.map(|text| format!("New data, old reader: {text}.")));
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
pub(super) fn data(effects: &Effects, words: Words<'_>) -> String {
    joined([binary(effects, words), json(effects)])
}

/// Sentences in one string, without the empty ones.
pub(super) fn joined(sentences: impl IntoIterator<Item = String>) -> String {
    sentences.into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(" ")
}

/// ` (confidence 0.86)` for an inferred identity, ` (manifest)` for one that was told. What speaks for it is in the detail and told from there.
pub(super) fn because(detail: &Detail) -> String {
    match detail {
        Detail::Told(_) => " (manifest)".to_owned(),
        Detail::Identity { score, evidence } if !evidence.is_empty() => format!(" (confidence {score:.2})"),
        _ => String::new(),
    }
}

fn families(outcomes: BinaryOutcomes, words: Words<'_>, taken_for: &str) -> Option<String> {
    let BinaryOutcomes { conformant, strict } = outcomes;
    let text = match (conformant, strict) {
        (Outcome::Exact, Outcome::Exact) => return None,
        (Outcome::Dropped, Outcome::Rejected) => {
            "C++, Java, Go and Python keep the value as an unknown field and leave this one unset; prost and other \
             strict readers refuse the message"
                .to_owned()
        }
        (a, b) if a == b => alone(a, words, taken_for),
        (a, b) => format!(
            "{} for C++, Java, Go and Python; {} for prost and other strict readers",
            alone(a, words, taken_for),
            alone(b, words, taken_for)
        ),
    };
    Some(text)
}

fn alone(outcome: Outcome, words: Words<'_>, taken_for: &str) -> String {
    match outcome {
        Outcome::Exact => "nothing changes".to_owned(),
        Outcome::Dropped => format!("the value {}", words.dropped),
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
        (Outcome::Rejected, Outcome::Coerced) => "refused, or changed where unknown names are ignored",
        (Outcome::Rejected, Outcome::Rejected) => "refused",
        (Outcome::Misread, _) | (_, Outcome::Misread) => "taken for something else",
        (Outcome::Coerced, _) | (_, Outcome::Coerced) => "changed",
        (Outcome::Dropped, _) | (_, Outcome::Dropped) => "dropped",
        (Outcome::Exact, Outcome::Rejected) => "refused",
    })
}
