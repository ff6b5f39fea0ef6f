//! What comments say about values that are not there.

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::schema::{Field, FieldType, Kind, Presence, Scalar};

/// The value that a comment says an empty field stands for: `Empty means JSONRPC.`
pub(super) fn stands_for_empty(field: &Field) -> Option<String> {
    static SAID: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"(?i)\bempty,?\s+(?:it\s+)?(?:means|stands for|is taken as|defaults to|it is)\s+["`']?([A-Za-z0-9][A-Za-z0-9_+/-]*)"#)
            .ok()
    });
    let comment = &field.element.comments.leading;
    let value = SAID.as_ref()?.captures(comment)?.get(1)?.as_str();
    // An ordinary word is the beginning of a sentence, not a value.
    value.chars().any(|c| c.is_uppercase() || c.is_ascii_digit()).then(|| value.to_owned())
}

/// Whether a field is for versions without a patch number, going by its name and the example in its comment: `such as "1.0"`.
pub(super) fn is_major_minor(field: &Field) -> bool {
    let comment = &field.element.comments.leading;
    let words = comment.split(|c: char| c.is_whitespace() || "\"'`,;()".contains(c));
    let mut versions = words.map(|word| word.trim_end_matches('.')).filter_map(|word| word.split_once('.'));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    field.name().ends_with("version") && versions.any(|(major, minor)| is_number(major) && is_number(minor))
}

/// What happened to a number's zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zero {
    /// It was absence and is a value of its own now.
    Became,
    /// It was a value of its own and is absence now.
    Ceased,
}

/// Whether a number's zero changed between being absence and being a value.
pub(super) fn zero(old: &Field, new: &Field) -> Option<Zero> {
    let presence = |field: &Field| match &field.ty {
        FieldType::Singular { kind: Kind::Scalar(scalar), presence }
            if !matches!(scalar, Scalar::Bool | Scalar::String | Scalar::Bytes) =>
        {
            Some(*presence)
        }
        _ => None,
    };
    match (presence(old)?, presence(new)?) {
        (Presence::Implicit, Presence::Explicit) => Some(Zero::Became),
        (Presence::Explicit, Presence::Implicit) => Some(Zero::Ceased),
        _ => None,
    }
}

/// The sentence of a comment that speaks of zero or of being unset.
pub(super) fn about_zero(field: &Field) -> Option<String> {
    let text = field.element.comments.leading.split_whitespace().collect::<Vec<_>>().join(" ");
    let speaks = |part: &&str| {
        part.split(|c: char| !c.is_alphanumeric())
            .any(|word| matches!(word.to_lowercase().as_str(), "0" | "zero" | "unset"))
    };
    let part = text.split_inclusive(['.', ';']).find(speaks)?;
    Some(part.trim().trim_end_matches(['.', ';']).to_owned())
}

/// Whether a field holds a signature over what stands around it.
pub(super) fn is_signature(field: &Field, type_name: &str) -> bool {
    let name = field.name().trim_end_matches('s');
    (name == "signature" || name.ends_with("_signature") || type_name.ends_with("Signature"))
        && field.element.comments.leading.to_lowercase().contains("sign")
}
