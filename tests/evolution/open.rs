//! Misses of the report that are known and not mended yet, each with an example in `regressions.rs`. When the example
//! stops failing its line here can go, and with the last line this file.

use std::panic::{self, AssertUnwindSafe};

use proptest::test_runner::TestCaseError;
use proto_diff::{
    effects::Outcome,
    schema::{Field, FieldType, Kind},
};

use super::{
    facts::Fact,
    miss::{Miss, What},
};

/// What a comparison comes to, unless it panics: over maps that become lists of messages, or the other way round, kinds
/// of one schema are looked up in the other.
pub fn unless_it_panics<T>(comparison: impl FnOnce() -> T) -> Result<T, TestCaseError> {
    panic::catch_unwind(AssertUnwindSafe(comparison)).map_err(|panic| match panic.downcast_ref::<String>() {
        Some(words) if words.starts_with("index out of bounds") => TestCaseError::reject("known to panic"),
        _ => panic::resume_unwind(panic),
    })
}

/// Whether a miss is one of them.
pub fn explains(miss: &Miss<'_>) -> bool {
    match &miss.what {
        What::Message(refusal) => REFUSALS.iter().any(|(_, words)| refusal.contains(words)),
        What::Field { writer, reader, written, read, .. } => {
            let story = Story { observed: miss.observed, fields: [*writer, *reader], written: *written, read: *read };
            FATES.iter().any(|(_, is_it)| is_it(&story))
        }
    }
}

/// Messages that are refused: why nobody foresaw it, and words of the refusal.
const REFUSALS: &[(&str, &str)] = &[
    ("our JSON reader takes any number for a closed enum", "Invalid enum value"),
    ("enum values are tried in fields that may be absent, not in required ones", "required field is missing"),
    ("negative numbers of enums are not tried", "Value out of range: -"),
    ("the typical value of a field may be one that is not written at all", "has no field named"),
    ("of a message whose fields all changed only the empty one is tried", "invalid literal for int()"),
    ("of a message whose fields all changed only the empty one is tried", "Expected \"true\" or"),
    ("of a message whose fields all changed only the empty one is tried", "as map key"),
    ("of a message whose fields all changed only the empty one is tried", "invalid wire type"),
    ("of two members of a oneof each is tried with one value", "should not have multiple"),
    ("text that is not UTF-8 is not tried inside messages", "bad UTF-8"),
];

/// What happened to one field.
struct Story<'a> {
    observed: Outcome,
    fields: [Option<&'a Field>; 2],
    written: Option<&'a Fact>,
    read: Option<&'a Fact>,
}

type IsIt = fn(&Story<'_>) -> bool;

/// Fields that fared worse than foreseen, and why nobody foresaw it.
const FATES: &[(&str, IsIt)] = &[
    ("zero and empty count as absent even where they do not", |story| {
        story.written.is_none_or(says_nothing) && story.read.is_none_or(says_nothing)
    }),
    ("a zero that counts as absent stands in for the value of another field", |story| {
        story.observed == Outcome::Misread && story.read.is_some_and(says_nothing)
    }),
    ("what a single field drops, a list or a map is short of", |story| {
        story.observed == Outcome::Coerced && (size(story.written) > size(story.read))
    }),
    ("negative numbers of enums are not tried", |story| story.written.is_some_and(has_negative_enum)),
    ("the typical value of a field may be one that is not written at all", |story| {
        story.observed == Outcome::Dropped
            && story.fields[1].is_none()
            && story.holds(|kind| matches!(kind, Kind::Enum(_)))
    }),
    ("few lengths and few contents of messages, text and packed numbers are tried", |story| {
        story.holds(Kind::is_message) || story.observed == Outcome::Misread && story.is_read_as_several()
    }),
    ("few numbers are tried that are those of a closed enum when cut to 32 bits", |story| {
        let becomes_enum = story.fields[1].is_some_and(|field| matches!(field.value_kind(), Kind::Enum(_)));
        story.observed == Outcome::Coerced && becomes_enum
    }),
    (
        "no double that is not finite is tried",
        |story| matches!(story.written, Some(Fact::Double(value)) if !value.is_finite()),
    ),
];

impl Story<'_> {
    fn holds(&self, what: impl Fn(&Kind) -> bool) -> bool {
        self.fields.iter().flatten().any(|field| what(field.value_kind()))
    }

    fn is_read_as_several(&self) -> bool {
        self.fields[1].is_some_and(|field| !matches!(field.ty, FieldType::Singular { .. }))
    }
}

fn says_nothing(fact: &Fact) -> bool {
    match fact {
        Fact::Message(tree) => tree.fields.values().all(says_nothing),
        Fact::List(values) => values.iter().all(says_nothing),
        Fact::Map(entries) => entries.iter().all(|(_, value)| says_nothing(value)),
        fact => fact.is_nothing(),
    }
}

fn size(fact: Option<&Fact>) -> usize {
    match fact {
        Some(Fact::List(values)) => values.len(),
        Some(Fact::Map(entries)) => entries.len(),
        _ => 0,
    }
}

fn has_negative_enum(fact: &Fact) -> bool {
    match fact {
        Fact::Enum(number) => *number < 0,
        Fact::List(values) => values.iter().any(has_negative_enum),
        Fact::Map(entries) => entries.iter().any(|(_, value)| has_negative_enum(value)),
        _ => false,
    }
}
