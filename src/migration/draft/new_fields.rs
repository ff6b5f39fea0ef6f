//! `[new.X]`: new fields that no line fills, wherever a line makes a message without them.

use std::collections::{BTreeMap, HashMap};

use super::{
    context::{Context, Version},
    document::Line,
    members::{Member, members, open_message},
    moved::{Moved, What},
    slots::open_members,
    toml_text::one,
};
use crate::schema::{FieldType, Kind, MessageId, Scalar, is_required_by_annotation};

/// What nothing fills, message by message.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    /// For each message the fields, by index, and what of each.
    missing: BTreeMap<MessageId, BTreeMap<(usize, Part), ()>>,
    /// Fields that lines reach from another message, with the place: `AgentCard.capabilities`.
    reached: HashMap<(MessageId, String), String>,
}

/// What of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Whole,
    First,
    Rest,
}

impl Part {
    fn suffix(self) -> &'static str {
        match self {
            Part::Whole => "",
            Part::First => "[0]",
            Part::Rest => "[1..]",
        }
    }
}

/// A step of a path: the name and what of it.
type Step = (String, Part);

impl Gaps {
    /// Adds what the lines of a pair of messages leave open.
    pub(super) fn add(&mut self, context: &Context<'_>, old: MessageId, new: MessageId, lines: &[Moved]) {
        let paths: Vec<Vec<Step>> = lines.iter().flat_map(Moved::targets).map(steps).collect();
        let paths: Vec<&[Step]> = paths.iter().map(Vec::as_slice).collect();
        let open = open_members(context, old, new);
        let place = context.message_name(Version::New, new);
        let names = members(context.new, new);
        let dropped =
            |index: usize| lines.iter().any(|line| matches!(line.what, What::Drop(_)) && line.key == names[index].step);
        self.below(context, new, &paths, &place, &|index| open.contains(&index) || dropped(index));
    }

    fn below(
        &mut self,
        context: &Context<'_>,
        message: MessageId,
        paths: &[&[Step]],
        place: &str,
        is_open: &dyn Fn(usize) -> bool,
    ) {
        for (index, member) in members(context.new, message).iter().enumerate() {
            let touching = paths.iter().filter(|path| path.first().is_some_and(|(name, _)| *name == member.step));
            let touching: Vec<&[Step]> = touching.copied().collect();
            let has = |part: Part| touching.iter().any(|path| path[0].1 == part);
            if place.contains('.') && !touching.is_empty() {
                self.reached.entry((message, member.step.clone())).or_insert_with(|| place.to_owned());
            }
            for part in [Part::Whole, Part::First] {
                let rests = touching.iter().filter(|path| path[0].1 == part && path.len() > 1).map(|path| &path[1..]);
                let rests: Vec<&[Step]> = rests.collect();
                let ends = touching.iter().any(|path| path[0].1 == part && path.len() == 1);
                let inner = open_message(context, Version::New, member.field);
                if let Some(inner) = inner.filter(|_| !rests.is_empty() && !ends) {
                    let place = format!("{place}.{}{}", member.step, part.suffix());
                    // What stays as it is fills the rest of a message that lines go into.
                    let whole = part == Part::Whole && !is_open(index);
                    self.below(context, inner, &rests, &place, &|_| !whole);
                }
            }
            let gap = match (has(Part::Whole), has(Part::First), has(Part::Rest)) {
                (true, ..) | (_, true, true) => None,
                (_, true, false) => Some(Part::Rest),
                (_, false, true) => Some(Part::First),
                _ => Some(Part::Whole),
            };
            if let Some(part) = gap.filter(|part| *part != Part::Whole || is_open(index)) {
                self.missing.entry(message).or_default().insert((index, part), ());
            }
        }
    }

    /// The lines of a new message; none when they were taken before.
    pub(super) fn take(&mut self, context: &Context<'_>, new: MessageId) -> Vec<Line> {
        let members = members(context.new, new);
        let missing = self.missing.remove(&new).unwrap_or_default();
        let line = |(index, part): (usize, Part)| {
            let member = members.get(index)?;
            let reached = self.reached.get(&(new, member.step.clone()));
            Some(line(context, member, part, reached))
        };
        missing.into_keys().filter_map(line).collect()
    }

    /// Messages whose lines nobody took yet, in the order of the new schema.
    pub(super) fn left(&self) -> Vec<MessageId> {
        self.missing.keys().copied().collect()
    }
}

/// The steps of a path; the dots inside of an extension's brackets are part of its name.
fn steps(path: &str) -> Vec<Step> {
    let mut names = vec![String::new()];
    let mut depth = 0;
    for c in path.chars() {
        match c {
            '.' if depth == 0 => {
                names.push(String::new());
                continue;
            }
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if let Some(name) = names.last_mut() {
            name.push(c);
        }
    }
    let step = |name: String| {
        let parts = [Part::First, Part::Rest];
        let part = parts.into_iter().find_map(|part| Some((name.strip_suffix(part.suffix())?.to_owned(), part)));
        part.unwrap_or((name, Part::Whole))
    };
    names.into_iter().map(step).collect()
}

fn line(context: &Context<'_>, member: &Member<'_>, part: Part, reached: Option<&String>) -> Line {
    let old = context.label(Version::Old);
    let reason = match part {
        Part::Whole => format!("not in {old}"),
        Part::First => format!("{old} has nothing for the first"),
        Part::Rest => format!("{old} has one at most"),
    };
    let key = format!("{}{}", member.step, part.suffix());
    let line = Line::plain(key.clone(), one("absent", &reason));
    let is_required = member.field.is_required() || is_required_by_annotation(member.field);
    let source = match reached {
        Some(place) => format!("it is filled in {place}, and this is for anywhere else"),
        None => "old data has no value for it".to_owned(),
    };
    match (is_required && part == Part::Whole, reached) {
        (true, _) => {
            let line = line.decide(format!("REQUIRED in {}; {source}", context.label(Version::New)));
            match sample(member) {
                Some(value) => line.or(key, format!("{{ value = {value} }}")),
                None => line,
            }
        }
        (false, Some(_)) => line.because(source),
        (false, None) => line,
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
