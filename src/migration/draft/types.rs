//! `[packages]`, `[types]`, `[new_types]`, `[rpcs]`.

use std::collections::{HashMap, HashSet};

use super::{
    context::{Context, Version},
    document::Line,
    identities::words,
    toml_text::{one, string},
};
use crate::{
    pairing::{Basis, Pair},
    schema::{Element, MessageId},
};

/// From here on a guess is no question.
const SURE: f64 = 0.9;

/// Old messages that are gone, with the places they were unpacked at: `Part.file`.
pub(super) type UnpackedAt = HashMap<MessageId, Vec<String>>;

/// Packages that have another name.
pub(super) fn packages(context: &Context<'_>) -> Vec<Line> {
    let both = context.pairing.packages.iter().filter_map(|pair| match pair {
        Pair::Both { old, new, basis } if old != new => Some((old, new, basis)),
        _ => None,
    });
    let only_one = context.pairing.packages.len() == 1;
    let line = |(old, new, basis): (&String, &String, &Basis)| {
        let line = Line::plain(old.clone(), string(new));
        if only_one { line } else { trusted(line, "package", basis) }
    };
    both.map(line).collect()
}

/// Old messages and enums that have another name, or none.
pub(super) fn types(context: &Context<'_>, unpacked: &UnpackedAt) -> Vec<Line> {
    let messages = context.pairing.messages.iter().filter_map(|pair| match pair {
        Pair::Both { old, new, basis } => {
            let (a, b) = (&context.old[*old].element, &context.new[*new].element);
            let names = (context.message_name(Version::Old, *old), context.message_name(Version::New, *new));
            let line = renamed(names, a, b);
            is_renamed(context, a, b).then(|| trusted(line, "message", basis))
        }
        Pair::Old(old) => Some(gone_message(context, *old, unpacked)),
        Pair::New(_) => None,
    });
    let enums = context.pairing.enums.iter().filter_map(|pair| match pair {
        Pair::Both { old, new, basis } => {
            let (a, b) = (&context.old[*old].element, &context.new[*new].element);
            let names = (context.enum_name(Version::Old, *old), context.enum_name(Version::New, *new));
            let line = renamed(names, a, b);
            is_renamed(context, a, b).then(|| trusted(line, "enum", basis))
        }
        Pair::Old(old) => {
            let name = context.enum_name(Version::Old, *old);
            let reason = one("gone", "decide: which enum took its place?");
            let text = format!("no enum of {} has the values of {name}", context.label(Version::New));
            Some(Line::plain(name, reason).decide(text))
        }
        Pair::New(_) => None,
    });
    messages.chain(enums).collect()
}

/// New messages and enums that no old one became.
pub(super) fn new_types(context: &Context<'_>) -> Vec<Line> {
    let merged: HashSet<MessageId> = context.merged.values().map(|(new, _)| *new).collect();
    let messages = context.pairing.messages.iter().filter_map(|pair| match pair {
        Pair::New(new) if !merged.contains(new) => Some(context.message_name(Version::New, *new)),
        _ => None,
    });
    let enums = context.pairing.enums.iter().filter_map(|pair| match pair {
        Pair::New(new) => Some(context.enum_name(Version::New, *new)),
        _ => None,
    });
    let reason = one("absent", &format!("not in {}", context.label(Version::Old)));
    messages.chain(enums).map(|name| Line::plain(name, reason.clone())).collect()
}

/// Rpcs that have another name.
pub(super) fn rpcs(context: &Context<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    for (old_service, new_service) in context.pairing.services.iter().filter_map(|pair| match pair {
        Pair::Both { old, new, .. } => Some((*old, *new)),
        _ => None,
    }) {
        let (a, b) = (&context.old[old_service], &context.new[new_service]);
        for pair in context.pairing.methods.get(&(old_service, new_service)).into_iter().flatten() {
            let Pair::Both { old, new, basis } = pair else { continue };
            let before = format!("{}.{}", a.element.name, a.methods[*old].element.name);
            let after = format!("{}.{}", b.element.name, b.methods[*new].element.name);
            if before != after {
                lines.push(trusted(Line::plain(before, string(&after)), "rpc", basis));
            }
        }
    }
    lines
}

fn is_renamed(context: &Context<'_>, old: &Element, new: &Element) -> bool {
    context.expected_name(old) != new.full_name
}

/// Two equal names are of two packages; in full they say so.
fn renamed((before, after): (String, String), old: &Element, new: &Element) -> Line {
    match before == after {
        true => Line::plain(old.full_name.clone(), string(&new.full_name)),
        false => Line::plain(before, string(&after)),
    }
}

fn trusted(line: Line, sort: &str, basis: &Basis) -> Line {
    match basis {
        Basis::Inferred { score, evidence } => {
            let text = format!("taken for the same {sort} ({score:.2}): {}", words(evidence));
            if *score >= SURE { line.because(text) } else { line.decide(text) }
        }
        Basis::SameName | Basis::PackageMap | Basis::Told | Basis::Manifest => line,
    }
}

fn gone_message(context: &Context<'_>, old: MessageId, unpacked: &UnpackedAt) -> Line {
    let name = context.message_name(Version::Old, old);
    if let Some((new, method)) = context.merged.get(&old) {
        let line = Line::plain(name.clone(), string(&context.message_name(Version::New, *new)));
        let text = format!("{method} had the one and has the other now; where its fields went is in [message.{name}]");
        return line.decide(text);
    }
    match unpacked.get(&old) {
        Some(places) => {
            let text = format!("unpacked: its fields are placed at {}", places.join(", "));
            Line::plain(name, one("gone", &text))
        }
        None => {
            let question = "decide: what took its place?";
            let text = format!("nothing in {} looks like {name}", context.label(Version::New));
            Line::plain(name, one("gone", question)).decide(text)
        }
    }
}
