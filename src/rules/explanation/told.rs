//! What a manifest says, in words.

use crate::pairing::{Fate, Gone, Transform, Word};

/// `went to `url`` or `was dropped`, and who says so.
pub(super) fn went(fate: &Fate) -> String {
    match fate {
        Fate::To { places, .. } => {
            let places: Vec<String> = places.iter().map(|place| format!("`{place}`")).collect();
            let places = match places.as_slice() {
                [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
                places => places.join(", "),
            };
            format!("went to {places} (manifest)")
        }
        Fate::Dropped(reason) => format!("was dropped (manifest: {reason})"),
    }
}

/// The reason that the manifest gives beside the place, and who carries the value there.
pub(super) fn why(fate: &Fate) -> String {
    match fate {
        Fate::To { why, .. } => super::joined([carried(), quoted(why.as_deref())]),
        Fate::Dropped(_) => String::new(),
    }
}

/// Who gets it right.
pub(super) fn carried() -> String {
    "`proto-diff convert` carries it over.".to_owned()
}

/// The reason in the words of the manifest, as a sentence.
pub(super) fn quoted(why: Option<&str>) -> String {
    why.map_or_else(String::new, |why| format!("The manifest: {why}."))
}

/// What has to be done to a value.
pub(super) fn in_words(transform: &Transform) -> String {
    match transform {
        Transform::Not => "inverted".to_owned(),
        Transform::Name { before, after } => format!("`{before}{{id}}{after}` became `{{id}}`"),
        Transform::ZeroIsUnset => "and 0 became unset".to_owned(),
        Transform::MajorMinor => "shortened: `1.2.3` became `1.2`".to_owned(),
        Transform::Base64Text => "base64 text before and the bytes themselves now".to_owned(),
    }
}

/// What who reads it without doing that gets.
pub(super) fn taken_literally(transform: &Transform) -> String {
    let what = match transform {
        Transform::Not => "mean the opposite",
        Transform::Name { .. } => "give a whole name for an id, and an id for a name",
        Transform::ZeroIsUnset => "mean something else where they say 0",
        Transform::MajorMinor => "give a version of another form",
        Transform::Base64Text => "give text for bytes, and bytes for text",
    };
    format!("Read directly, values decode without an error and {what}.")
}

/// The same field, of which values mean something else.
pub(super) fn meaning(word: &Word) -> (String, String) {
    let Some(transform) = &word.transform else { return Default::default() };
    let what = match transform {
        Transform::Not => "inverted",
        Transform::Name { .. } => "a name became an id",
        Transform::ZeroIsUnset => "0 means something else now",
        Transform::MajorMinor => "versions became shorter",
        Transform::Base64Text => "base64 text became bytes",
    };
    let because = word.why.as_deref().map_or_else(|| " (manifest)".to_owned(), |why| format!(" (manifest: {why})"));
    (format!("{what}{because}"), super::joined([taken_literally(transform), carried()]))
}

/// A type without a counterpart of its own.
pub(super) fn gone(gone: &Gone) -> String {
    match gone {
        Gone::Because(reason) => format!("gone (manifest: {reason}): data written as it has no reader any more"),
        Gone::MergedInto(new) => format!("merged into `{new}` (manifest): data written as it has to be converted"),
    }
}
