//! Options of any element.

use serde_json::Value;

use super::{Change, ChangeKind, Detail, Subject};
use crate::schema::Options;

/// One change for each option whose value differs, leaving out those that are facts of their own elsewhere.
pub(super) fn changes<'a>(
    kind: ChangeKind,
    subject: &'a Subject,
    old: &'a Options,
    new: &'a Options,
    facts_of_their_own: &'a [&str],
) -> impl Iterator<Item = Change> + 'a {
    old.differences(new).into_iter().filter(move |(name, ..)| !facts_of_their_own.contains(name)).map(
        move |(name, old, new)| Change {
            kind,
            subject: subject.clone(),
            detail: Detail::Option { name: name.to_owned(), old: old.map(text), new: new.map(text) },
        },
    )
}

/// A value as a person would write it in a `.proto` file, near enough.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
