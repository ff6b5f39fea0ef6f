//! `[new.X]`: new fields that no line fills.

use std::collections::{HashMap, HashSet};

use super::{
    context::{Context, Version},
    document::Line,
    members::{Member, members, open_message},
    moved::Moved,
    slots::open_members,
    toml_text::one,
};
use crate::schema::{FieldType, Kind, MessageId, Scalar, is_required_by_annotation};

/// The new fields that lines fill, each as its message and its step.
#[derive(Debug, Default)]
pub(super) struct Filled {
    whole: HashSet<(MessageId, String)>,
    /// Filled in the first element of the list at this path, and in no other.
    in_heads: HashMap<(MessageId, String), String>,
}

/// What the lines of a table fill. A path into a message fills the field there; one through the first element of a
/// list does not, for there are other elements.
pub(super) fn fill(context: &Context<'_>, new: MessageId, lines: &[Moved], filled: &mut Filled) {
    for path in lines.iter().flat_map(Moved::targets) {
        let mut message = Some(new);
        let mut head: Option<String> = None;
        for step in steps(path) {
            let Some(id) = message else { break };
            let (name, is_head) = match step.split_once("[0]").or_else(|| step.split_once("[1..]")) {
                Some((name, _)) if !name.is_empty() => (name, true),
                _ => (step.as_str(), false),
            };
            let place = (id, name.to_owned());
            match &head {
                None => drop(filled.whole.insert(place)),
                Some(list) => drop(filled.in_heads.insert(place, list.clone())),
            }
            if is_head {
                head.get_or_insert_with(|| format!("{}.{name}", context.message_name(Version::New, id)));
            }
            let member = members(context.new, id).into_iter().find(|member| member.step == name);
            message = member.and_then(|member| open_message(context, Version::New, member.field));
        }
    }
}

/// The steps of a path; the dots inside of an extension's brackets are part of its name.
fn steps(path: &str) -> Vec<String> {
    let mut steps = vec![String::new()];
    let mut depth = 0;
    for c in path.chars() {
        match c {
            '.' if depth == 0 => {
                steps.push(String::new());
                continue;
            }
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if let Some(step) = steps.last_mut() {
            step.push(c);
        }
    }
    steps
}

/// The lines of a new message.
pub(super) fn lines(context: &Context<'_>, old: MessageId, new: MessageId, filled: &Filled) -> Vec<Line> {
    let members = members(context.new, new);
    let open = open_members(context, old, new);
    let unfilled = open.into_iter().filter(|&j| !filled.whole.contains(&(new, members[j].step.clone())));
    let head = |j: usize| filled.in_heads.get(&(new, members[j].step.clone()));
    unfilled.map(|j| line(context, &members[j], head(j))).collect()
}

fn line(context: &Context<'_>, member: &Member<'_>, head: Option<&String>) -> Line {
    let line = Line::plain(member.step.clone(), one("absent", &format!("not in {}", context.label(Version::Old))));
    let is_required = member.field.is_required() || is_required_by_annotation(member.field);
    let source = match head {
        Some(list) => format!("only the first element of {list} has an old value for it"),
        None => "old data has no value for it".to_owned(),
    };
    let line = match (is_required, head) {
        (true, _) => line.decide(format!("REQUIRED in {}, and {source}", context.label(Version::New))),
        (false, Some(_)) => return line.because(source),
        (false, None) => return line,
    };
    match sample(member) {
        Some(value) => line.or(member.step.clone(), format!("{{ value = {value} }}")),
        None => line,
    }
}

/// A value of the right type, for somebody to change.
fn sample(member: &Member<'_>) -> Option<&'static str> {
    let FieldType::Singular { kind: Kind::Scalar(scalar), .. } = &member.field.ty else { return None };
    Some(match scalar {
        Scalar::Bool => "false",
        Scalar::String | Scalar::Bytes => "\"…\"",
        Scalar::Double | Scalar::Float => "0.0",
        _ => "0",
    })
}
