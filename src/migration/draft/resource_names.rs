//! Resource names: where `tasks/{id}` was one string and its variables are fields of their own now.
//!
//! The patterns come from http bindings of the old version and from comments; which field is which variable comes from
//! http bindings of the new version and from the names (<https://google.aip.dev/122>).

use std::sync::LazyLock;

use regex_lite::Regex;

use super::{context::Context, slots::Slot, toml_text};
use crate::schema::{Field, FieldType, Kind, MessageId, Scalar, Schema, http_bindings};

/// A pattern whose every variable found a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ResourceName {
    /// `tasks/{task_id}/pushNotificationConfigs/{id}`.
    pub template: String,
    /// The new fields, in the order of the variables.
    pub targets: Vec<String>,
    /// Where the pattern was found: `the http path {name=tasks/*}`.
    pub pattern_from: String,
    /// Whether http paths of both versions say so.
    pub confirmed: bool,
}

impl ResourceName {
    /// The value of its line.
    pub(super) fn value(&self) -> String {
        let to = match self.targets.as_slice() {
            [one] => toml_text::string(one),
            several => toml_text::list(several),
        };
        format!("{{ to = {to}, via = {{ template = {} }} }}", toml_text::string(&self.template))
    }
}

/// A part of a pattern between slashes.
#[derive(Debug, Clone)]
enum Segment {
    Word(String),
    /// What varies, with its name, where it has one.
    Variable(Option<String>),
}

/// What a string field could be taken apart into, best first. `input` is the message it is a field of.
pub(super) fn find(
    context: &Context<'_>,
    input: MessageId,
    new: MessageId,
    field: &Field,
    slots: &[Slot<'_>],
) -> Vec<ResourceName> {
    if !is_string(field) {
        return Vec::new();
    }
    let new_paths = new_paths(context.new, new);
    let mut found: Vec<ResourceName> = Vec::new();
    for (segments, pattern_from, is_path) in patterns(context.old, input, field) {
        let Some((template, targets, by_path)) = assign(&segments, slots, &new_paths) else { continue };
        match found.iter_mut().find(|other| other.template == template) {
            Some(other) => other.confirmed |= is_path && by_path,
            None => found.push(ResourceName { template, targets, pattern_from, confirmed: is_path && by_path }),
        }
    }
    found
}

fn is_string(field: &Field) -> bool {
    matches!(&field.ty, FieldType::Singular { kind: Kind::Scalar(Scalar::String), .. })
}

/// Patterns of a field: from its comment, which is written for people, then from http paths, which may hold slips.
fn patterns(schema: &Schema, input: MessageId, field: &Field) -> Vec<(Vec<Segment>, String, bool)> {
    static IN_COMMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"[A-Za-z][A-Za-z0-9_-]*/\{[A-Za-z0-9_]+\}(?:/[A-Za-z][A-Za-z0-9_-]*/\{[A-Za-z0-9_]+\})*").ok()
    });
    let mut found = Vec::new();
    for comment in field.element.comments.all() {
        for pattern in IN_COMMENT.iter().flat_map(|regex| regex.find_iter(comment)) {
            found.push((segments(pattern.as_str()), format!("its comment says {}", pattern.as_str()), false));
        }
    }
    let prefix = format!("{{{}=", field.name());
    for path in paths(schema, input) {
        let bound = path.split_once(&prefix).and_then(|(_, rest)| rest.split_once('}'));
        if let Some((pattern, _)) = bound.filter(|(pattern, _)| pattern.contains('/')) {
            found.push((segments(pattern), format!("its http path is {prefix}{pattern}}}"), true));
        }
    }
    found
}

fn segments(pattern: &str) -> Vec<Segment> {
    let segment = |part: &str| match part.strip_prefix('{') {
        Some(name) => Segment::Variable(Some(name.trim_end_matches('}').to_owned())),
        None if part.starts_with('*') => Segment::Variable(None),
        None => Segment::Word(part.to_owned()),
    };
    pattern.split('/').map(segment).collect()
}

/// The http paths of methods that take a message.
fn paths(schema: &Schema, input: MessageId) -> Vec<String> {
    let methods = schema.subject_services().flat_map(|id| &schema[id].methods);
    let takes = methods.filter(|method| method.input == Kind::Message(input));
    takes.flat_map(http_bindings).map(|binding| binding.path).collect()
}

/// In the paths of a new message, the word before a variable, and the variable: `tasks`, `task_id`.
fn new_paths(schema: &Schema, new: MessageId) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in paths(schema, new) {
        let parts: Vec<&str> = path.split('/').collect();
        for pair in parts.windows(2) {
            let variable = pair[1].strip_prefix('{').and_then(|rest| rest.split(['}', '=']).next());
            if let Some(variable) = variable.filter(|_| !pair[0].starts_with('{')) {
                found.push((pair[0].to_owned(), variable.to_owned()));
            }
        }
    }
    found
}

/// The template with the new fields as its variables, and whether new http paths named all of them.
fn assign(
    segments: &[Segment],
    slots: &[Slot<'_>],
    new_paths: &[(String, String)],
) -> Option<(String, Vec<String>, bool)> {
    let is_free =
        |name: &str| slots.iter().any(|slot| slot.path == name && slot.within.is_none() && is_string(slot.field));
    let variables = segments.iter().filter(|segment| matches!(segment, Segment::Variable(_))).count();
    let (mut parts, mut targets, mut all_by_path) = (Vec::new(), Vec::<String>::new(), true);
    let mut collection = String::new();
    for segment in segments {
        let name = match segment {
            Segment::Word(word) => {
                collection.clone_from(word);
                parts.push(word.clone());
                continue;
            }
            Segment::Variable(name) => name,
        };
        let is_last = targets.len() + 1 == variables;
        let by_path = new_paths.iter().find(|(word, _)| *word == collection).map(|(_, variable)| variable.clone());
        let by_path = by_path.filter(|name| is_free(name) && !targets.contains(name));
        all_by_path &= by_path.is_some();
        let by_name = || {
            let of_collection = Some(format!("{}_id", singular(&snake(&collection))));
            let name = name.as_ref().filter(|name| *name != "id");
            let own = [name.map(|name| format!("{name}_id")), name.cloned(), is_last.then(|| "id".to_owned())];
            let mut names = std::iter::once(of_collection).chain(own).flatten();
            names.find(|name| is_free(name) && !targets.contains(name))
        };
        let target = by_path.or_else(by_name)?;
        parts.push(format!("{{{target}}}"));
        targets.push(target);
    }
    (!targets.is_empty()).then(|| (parts.join("/"), targets, all_by_path))
}

fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}

fn snake(word: &str) -> String {
    let mut text = String::new();
    for c in word.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}
