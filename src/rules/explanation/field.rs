//! Fields.

use super::{
    super::Context,
    became, observed,
    observed::{Words, joined},
    option, told,
};
use crate::{
    changes::{Change, ChangeKind, Detail, FieldRef, Reuse},
    effects::{BinaryOutcomes, Effects, Outcome},
    pairing::Sides,
    schema::{Field, FieldType, Kind, Message, MessageId, Presence, Scalar, is_required_by_annotation},
};

/// Reason and consequence.
type Texts = (String, String);

pub(super) fn of(
    context: Context<'_>,
    change: &Change,
    effects: &Effects,
    messages: Sides<MessageId>,
    field: Sides<FieldRef>,
) -> Texts {
    match field {
        Sides::Both { old, new } => {
            let pair = FieldPair {
                old: old.get(context.old),
                new: new.get(context.new),
                old_message: messages.old().map(|id| &context.old[*id]),
                new_message: messages.new().map(|id| &context.new[*id]),
            };
            both(change, effects, &pair)
        }
        Sides::Old(old) => removed(change, effects, old.get(context.old)),
        Sides::New(new) => added(context, change, effects, messages, new.get(context.new)),
    }
}

/// A field on both sides, with what holds it.
struct FieldPair<'a> {
    old: &'a Field,
    new: &'a Field,
    old_message: Option<&'a Message>,
    new_message: Option<&'a Message>,
}

fn removed(change: &Change, effects: &Effects, old: &Field) -> Texts {
    let name = old.name();
    if change.kind == ChangeKind::FieldRequiredChanged {
        return (
            format!("required `{name}` is gone"),
            format!("Old readers refuse what new writers send (missing required `{name}`)."),
        );
    }
    let fate = match &change.detail {
        Detail::Fate(fate) => Some(fate),
        _ => None,
    };
    let reason = if let Some(fate) = fate {
        let (went, why) = (told::went(fate), told::why(fate));
        let reason = format!("{went}: new readers ignore it at its old place");
        return (reason, joined([observed::json(effects), why]));
    } else if is_read_on_both_sides(effects) {
        "gone as such: what stands at its number is the same to new readers"
    } else {
        "gone: new readers ignore it in old data"
    };
    (reason.to_owned(), observed::json(effects))
}

/// An extension that became a member, or a member that became one.
fn is_read_on_both_sides(effects: &Effects) -> bool {
    effects.binary.is_some_and(|binary| binary.worst() == Outcome::Exact)
}

fn added(context: Context<'_>, change: &Change, effects: &Effects, messages: Sides<MessageId>, new: &Field) -> Texts {
    let name = new.name();
    match change.detail {
        Detail::Required { on_the_wire: true } => {
            return (
                format!("required `{name}` was added, and old data does not have it"),
                "Old data is uninitialised for new readers (missing required): C++ and Java refuse it, Python says so \
                 only when asked."
                    .to_owned(),
            );
        }
        Detail::Required { on_the_wire: false } => {
            return (
                "REQUIRED by google.api.field_behavior, and old data does not have it".to_owned(),
                "No parser checks that; servers may.".to_owned(),
            );
        }
        _ => {}
    }
    if new.is_required() {
        return (format!("a new field that must be present; old data does not have `{name}`"), String::new());
    }
    let oneof_name = messages.new().and_then(|id| context.new[*id].oneof_of(new)).map(|o| o.element.name.as_str());
    let old_knows_the_oneof = messages
        .old()
        .is_some_and(|id| context.old[*id].oneofs.iter().any(|o| Some(o.element.name.as_str()) == oneof_name));
    let was_reserved = messages
        .old()
        .map(|id| &context.old[*id].reserved)
        .is_some_and(|reserved| reserved.numbers.contains(new.number) || reserved.names.contains(name));
    let reason = match oneof_name.filter(|_| old_knows_the_oneof) {
        Some(oneof) => format!("a new member of oneof `{oneof}`: old readers see the oneof as not set"),
        None if is_read_on_both_sides(effects) => {
            "new as such: what stood at its number is the same to old readers".to_owned()
        }
        None if was_reserved => "a new field where something was reserved: see there".to_owned(),
        None => "a new field: old readers keep it as an unknown field".to_owned(),
    };
    (reason, observed::json(effects))
}

fn both(change: &Change, effects: &Effects, pair: &FieldPair<'_>) -> Texts {
    let (was, is) = (pair.old.name(), pair.new.name());
    let (in_new, in_old) = (format!("`{is}`"), format!("`{was}`"));
    let binary = || observed::binary(effects, Words::of_field(&in_new, &in_old));
    let data = || observed::data(effects, Words::of_field(&in_new, &in_old));
    match (change.kind, &change.detail) {
        (ChangeKind::FieldNumberReused, Detail::Reuse(_) | Detail::ReuseTold { .. }) => {
            let (why, fate) = match &change.detail {
                Detail::ReuseTold { why, fate } => (*why, Some(fate)),
                Detail::Reuse(why) => (*why, None),
                _ => (Reuse::NothingInCommon, None),
            };
            let why = match why {
                Reuse::OldNameMovedTo(number) => format!("`{was}` lives on at {number}"),
                Reuse::NewNameCameFrom(number) => format!("`{is}` lived at {number} before"),
                Reuse::Told => String::new(),
                Reuse::TypesDiffer => "neither name nor type is the same".to_owned(),
                Reuse::NothingInCommon => "nothing speaks for one field".to_owned(),
            };
            let went = fate.map(|fate| format!("`{was}` {}", told::went(fate))).unwrap_or_default();
            let whys = [why, went].into_iter().filter(|why| !why.is_empty()).collect::<Vec<_>>().join("; ");
            let number = pair.old.number;
            let reason = match was == is {
                true => format!("{number} is another `{is}` now; {whys}"),
                false => format!("{number} was `{was}` and is `{is}` now; {whys}"),
            };
            let reserved = "The number was never reserved.".to_owned();
            let shape = shape(pair.old, pair.new).to_owned();
            let told = fate.map(told::why).unwrap_or_default();
            (reason, joined([reserved, shape, data(), still_set(pair), told]))
        }
        (ChangeKind::FieldMeaningSuspect, _) => (
            format!("renamed or reused? only the number says that `{is}` is `{was}`; a person must confirm"),
            format!(
                "The number was never reserved. If it is another field, what was written as `{was}` is read as `{is}`, and the other way round, \
                 without an error, and no converter may copy it by number."
            ),
        ),
        (ChangeKind::FieldRenamed, detail) => renamed(pair, detail, effects),
        (ChangeKind::FieldRenumbered, _) => renumbered(change, effects, pair),
        (ChangeKind::FieldMeaningChanged, Detail::Told(word)) => told::meaning(word),
        (
            ChangeKind::FieldTypeChanged | ChangeKind::FieldCardinalityChanged,
            Detail::Texts { old: before, new: after },
        ) if effects.binary.is_none() => (
            format!("{before} became {after}, and at least one of them is from an import that was not found"),
            "Nothing is known about what it holds, so nothing could be tried: give the import path with -I.".to_owned(),
        ),
        (ChangeKind::FieldTypeChanged, Detail::Texts { old: before, new: after }) => {
            (format!("{before} became {after}"), joined([shape(pair.old, pair.new).to_owned(), data()]))
        }
        (ChangeKind::FieldCardinalityChanged, Detail::Texts { old: before, new: after }) => {
            (cardinality(effects, pair, before, after), data())
        }
        (ChangeKind::FieldPresenceChanged, _) => (presence(pair.new), String::new()),
        (ChangeKind::FieldOneofChanged, _) => oneof(effects, pair),
        (ChangeKind::FieldJsonNameChanged, Detail::Texts { old: before, new: after }) => {
            (format!("JSON name `{before}` became `{after}`"), observed::json(effects))
        }
        (ChangeKind::FieldDefaultChanged, Detail::Texts { old: before, new: after }) => (
            format!("default `{before}` became `{after}`"),
            "Where nothing was written, readers see another value.".to_owned(),
        ),
        (ChangeKind::FieldRequiredChanged, Detail::Required { on_the_wire: true }) => required(pair),
        (ChangeKind::FieldRequiredChanged, _) if is_required_by_annotation(pair.new) => (
            "REQUIRED by google.api.field_behavior now: old data may lack it".to_owned(),
            "No parser checks that; servers may.".to_owned(),
        ),
        (ChangeKind::FieldRequiredChanged, _) => {
            ("not REQUIRED by google.api.field_behavior any more".to_owned(), String::new())
        }
        (ChangeKind::FieldOptionChanged, Detail::Option { name, old: before, new: after }) if name == "packed" => {
            (format!("packed: {}; readers accept both", became(before, after)), String::new())
        }
        (_, detail) => (option(detail), joined([binary(), observed::json(effects)])),
    }
}

fn renamed(pair: &FieldPair<'_>, detail: &Detail, effects: &Effects) -> Texts {
    let (was, is) = (pair.old.name(), pair.new.name());
    let mut reason = format!("`{was}` is called `{is}` now{}", observed::because(detail));
    if let Detail::Told(word) = detail
        && let Some(transform) = &word.transform
    {
        reason += &format!(", {}", told::in_words(transform));
        let meaning = match pair.old.number == pair.new.number {
            true => told::taken_literally(transform),
            false => String::new(),
        };
        return (
            reason,
            joined([meaning, told::carried(), told::quoted(word.why.as_deref()), observed::json(effects)]),
        );
    }
    let consequence = if pair.old.json_name == pair.new.json_name {
        // Parsers take the JSON name and the proto name; where the two are one, nothing is lost.
        let gone: Vec<String> =
            [was, is].iter().filter(|name| **name != pair.new.json_name).map(|n| format!("`{n}`")).collect();
        format!(
            "Bytes and the JSON name `{}` stay; only JSON written with proto names ({}) is not read by the other side.",
            pair.new.json_name,
            gone.join(", ")
        )
    } else {
        let bytes = if pair.old.number == pair.new.number { "Bytes stay." } else { "" };
        let why = match detail {
            Detail::Told(word) => told::quoted(word.why.as_deref()),
            _ => String::new(),
        };
        joined([bytes.to_owned(), observed::json(effects), why])
    };
    (reason, consequence)
}

fn renumbered(change: &Change, effects: &Effects, pair: &FieldPair<'_>) -> Texts {
    let (old, new) = (pair.old, pair.new);
    let at = |message: Option<&Message>, number: i32| {
        message.and_then(|m| m.field_numbered(number)).map(|f| format!("`{}`", f.name()))
    };
    let (now_there, was_there) = (at(pair.new_message, old.number), at(pair.old_message, new.number));
    let told = matches!(change.detail, Detail::Told(_));
    let called = if old.name() == new.name() || told && old.json_name != new.json_name {
        String::new()
    } else {
        format!(" and is called `{}` now (same JSON name `{}`)", new.name(), new.json_name)
    };
    let upgrade = effects.binary.unwrap_or_default().upgrade.worst();
    let read_as = match (&now_there, upgrade) {
        (None, _) => format!("old bytes at {} are unknown now", old.number),
        (Some(other), Outcome::Misread) => format!("old bytes at {} now read as {other}", old.number),
        (Some(other), _) => format!("old bytes at {} now are for {other}, which cannot read them", old.number),
    };
    let reason = format!("moved from {} to {}{called}: {read_as}", old.number, new.number);
    let taken_for = |other: Option<String>| other.unwrap_or_else(|| "another field".to_owned());
    (reason, observed::binary(effects, Words::of_field(&taken_for(now_there), &taken_for(was_there))))
}

/// What the two wire shapes have to do with one another.
fn shape(old: &Field, new: &Field) -> &'static str {
    let is_map = |field: &Field| matches!(field.ty, FieldType::Map { .. });
    if is_map(old) || is_map(new) {
        return "";
    }
    match (old.value_kind(), new.value_kind()) {
        (Kind::Message(_), Kind::Scalar(Scalar::Bytes)) => {
            "Both are length-prefixed, so decoding succeeds and the bytes are the old message itself: parsed again as that \
             message they give its fields back."
        }
        (Kind::Message(_), Kind::Scalar(Scalar::String)) => {
            "Both are length-prefixed: a short message of plain text passes for a string, one with a length above 127 \
             or raw bytes in it fails the UTF-8 check."
        }
        (Kind::Scalar(Scalar::String | Scalar::Bytes), Kind::Message(_)) => {
            "Both are length-prefixed: most text is refused as a message, some parses as one."
        }
        _ => "",
    }
}

/// In a oneof, the wrong member counts as set.
fn still_set(pair: &FieldPair<'_>) -> String {
    match pair.new_message.and_then(|message| message.oneof_of(pair.new)) {
        Some(oneof) if pair.old.oneof.is_some() => {
            format!("Oneof `{}` says that `{}` is set wherever that happens.", oneof.element.name, pair.new.name())
        }
        _ => String::new(),
    }
}

fn cardinality(effects: &Effects, pair: &FieldPair<'_>, before: &str, after: &str) -> String {
    let repeated = |field: &Field| matches!(field.ty, FieldType::Repeated { .. });
    let coerced = |outcomes: BinaryOutcomes| outcomes.conformant == Outcome::Coerced;
    let map = |field: &Field| matches!(field.ty, FieldType::Map { .. });
    let survivor = match pair.new.value_kind() {
        _ if map(pair.old) || map(pair.new) => "keep the last one of each key",
        kind if kind.is_message() => "merge them into one",
        _ => "keep the last one",
    };
    let last_wins = match effects.binary {
        Some(binary) if coerced(binary.upgrade) && !repeated(pair.new) => {
            format!(": of several values new readers {survivor}")
        }
        Some(binary) if coerced(binary.downgrade) && !repeated(pair.old) => {
            format!(": of several values old readers {survivor}")
        }
        _ => String::new(),
    };
    format!("{before} became {after}{last_wins}")
}

fn presence(new: &Field) -> String {
    if matches!(new.ty, FieldType::Singular { presence: Presence::Explicit, .. }) {
        "gained presence: an explicit zero or empty value is written now and told from absence; nothing is lost"
            .to_owned()
    } else {
        "lost presence: an explicit zero or empty value can no longer be told from absence".to_owned()
    }
}

fn oneof(effects: &Effects, pair: &FieldPair<'_>) -> Texts {
    let name = |message: Option<&Message>, field: &Field| -> Option<String> {
        message.and_then(|m| m.oneof_of(field)).map(|oneof| oneof.element.name.clone())
    };
    let moved = match (name(pair.old_message, pair.old), name(pair.new_message, pair.new)) {
        (None, Some(to)) => format!("moved into oneof `{to}`"),
        (Some(from), None) => format!("moved out of oneof `{from}`"),
        (Some(from), Some(to)) => format!("moved from oneof `{from}` to oneof `{to}`"),
        (None, None) => "not in a oneof".to_owned(),
    };
    let lossy = |outcomes: BinaryOutcomes| outcomes.worst() != Outcome::Exact;
    let siblings = |message: Option<&Message>, field: &Field| {
        let mut others: Vec<&Field> = message
            .into_iter()
            .flat_map(|m| field.oneof.map(|oneof| m.members(oneof)).into_iter().flatten())
            .filter(|other| other.number != field.number)
            .collect();
        others.sort_by_key(|other| other.number);
        others.iter().map(|other| format!("`{}`", other.name())).collect::<Vec<_>>().join(" or ")
    };
    let only_the_last = |direction: &str, message, field: &Field| {
        format!(
            "{direction}: of `{}` and {} set together only the last one on the wire survives (from writers in number \
             order the highest number).",
            field.name(),
            siblings(message, field)
        )
    };
    let binary = effects.binary.unwrap_or_default();
    let mut consequence = Vec::new();
    if lossy(binary.upgrade) {
        consequence.push(only_the_last("Old data, new reader", pair.new_message, pair.new));
    }
    if lossy(binary.downgrade) {
        consequence.push(only_the_last("New data, old reader", pair.old_message, pair.old));
    }
    let implicit = matches!(pair.new.ty, FieldType::Singular { presence: Presence::Implicit, .. });
    if consequence.is_empty() && implicit {
        (format!("{moved}: an explicit zero or empty value can no longer be told from absence"), String::new())
    } else if consequence.is_empty() {
        (format!("{moved}: wire safe, no data can have two of its members set"), String::new())
    } else {
        (format!("{moved}: data with two of its members set loses one"), consequence.join(" "))
    }
}

fn required(pair: &FieldPair<'_>) -> Texts {
    if pair.new.is_required() {
        (
            "required now: old data may lack it".to_owned(),
            "Old data without it is uninitialised for new readers (missing required).".to_owned(),
        )
    } else {
        (
            "not required any more: safe for new readers, not for old ones".to_owned(),
            "Old readers refuse new data without it (missing required).".to_owned(),
        )
    }
}
