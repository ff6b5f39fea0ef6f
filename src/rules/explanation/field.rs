//! Fields.

use super::{super::Context, became, observed, option};
use crate::{
    changes::{Change, ChangeKind, Detail, FieldRef, Reuse},
    effects::{Effects, Outcome},
    pairing::Sides,
    schema::{Field, FieldType, Kind, Message, MessageId, Presence, Scalar},
};

pub(super) fn of(
    context: Context<'_>,
    change: &Change,
    effects: &Effects,
    messages: Sides<MessageId>,
    field: Sides<FieldRef>,
) -> String {
    match field {
        Sides::Both { old, new } => {
            let (old, new) = (old.get(context.old), new.get(context.new));
            both(context, change, effects, messages, old, new)
        }
        Sides::Old(old) => removed(change, effects, old.get(context.old)),
        Sides::New(new) => added(context, change, effects, messages, new.get(context.new)),
    }
}

fn removed(change: &Change, effects: &Effects, old: &Field) -> String {
    let name = old.name();
    if change.kind == ChangeKind::FieldRequiredChanged {
        return format!(
            "Required `{name}` is gone: new writers cannot send it, and old readers refuse what they get as missing \
             required `{name}`."
        );
    }
    format!("`{name}` is gone: new readers ignore it in old data.{}", observed::json(effects))
}

fn added(context: Context<'_>, change: &Change, effects: &Effects, messages: Sides<MessageId>, new: &Field) -> String {
    let name = new.name();
    match change.detail {
        Detail::Required { on_the_wire: true } => {
            return format!(
                "Required `{name}` was added: old data does not have it and is uninitialised for new readers (missing \
                 required; C++ and Java refuse to parse it)."
            );
        }
        Detail::Required { on_the_wire: false } => {
            return format!(
                "`{name}` is REQUIRED by google.api.field_behavior, and old data does not have it. No parser checks \
                 that; servers may."
            );
        }
        _ => {}
    }
    if new.is_required() {
        return format!("A new field that must be present: old data does not have `{name}`.");
    }
    let message = messages.new().map(|id| &context.new[*id]);
    let oneof = message.and_then(|m| m.oneof_of(new)).map(|oneof| oneof.element.name.as_str());
    let old_knows_the_oneof =
        messages.old().is_some_and(|id| context.old[*id].oneofs.iter().any(|o| Some(o.element.name.as_str()) == oneof));
    match oneof.filter(|_| old_knows_the_oneof) {
        Some(oneof) => format!(
            "A new member of oneof `{oneof}`: old readers keep it as an unknown field and see the oneof as not set.{}",
            observed::json(effects)
        ),
        None => format!("A new field: old readers keep it as an unknown field.{}", observed::json(effects)),
    }
}

fn both(
    context: Context<'_>,
    change: &Change,
    effects: &Effects,
    messages: Sides<MessageId>,
    old: &Field,
    new: &Field,
) -> String {
    let (was, is) = (old.name(), new.name());
    let binary = || observed::binary(effects, &format!("`{is}`"), &format!("`{was}`"));
    match (change.kind, &change.detail) {
        (ChangeKind::FieldNumberReused, Detail::Reuse(why)) => {
            let why = match why {
                Reuse::OldNameMovedTo(number) => format!("`{was}` lives on at {number}"),
                Reuse::NewNameCameFrom(number) => format!("`{is}` lived at {number} before"),
                Reuse::TypesDiffer => "their types cannot carry one another".to_owned(),
                Reuse::NothingInCommon => "nothing speaks for one field".to_owned(),
            };
            format!(
                "Number {} was `{was}` and is `{is}` now, without having been reserved; {why}.{}{}",
                old.number,
                shape(old, new),
                binary()
            )
        }
        (ChangeKind::FieldMeaningSuspect, _) => format!(
            "Renamed or reused? `{was}` is gone and `{is}` is at its number {} with the same shape, and nothing says \
             that they are one field; a person must confirm. If they are not, what was written as `{was}` is read as \
             `{is}`, and the other way round, without an error.",
            old.number
        ),
        (ChangeKind::FieldRenamed, detail) => renamed(was, is, old, new, detail, effects),
        (ChangeKind::FieldRenumbered, _) => renumbered(context, effects, messages, old, new),
        (ChangeKind::FieldTypeChanged, Detail::Texts { old: before, new: after }) => {
            format!("{before} became {after}.{}{}{}", shape(old, new), binary(), observed::json(effects))
        }
        (ChangeKind::FieldCardinalityChanged, Detail::Texts { old: before, new: after }) => {
            cardinality(effects, old, new, before, after) + &binary() + &observed::json(effects)
        }
        (ChangeKind::FieldPresenceChanged, _) => presence(old, new),
        (ChangeKind::FieldOneofChanged, _) => oneof(context, effects, messages, old, new),
        (ChangeKind::FieldJsonNameChanged, Detail::Texts { old: before, new: after }) => {
            format!("JSON name `{before}` became `{after}`.{}", observed::json(effects))
        }
        (ChangeKind::FieldDefaultChanged, Detail::Texts { old: before, new: after }) => {
            format!("Default `{before}` became `{after}`: where nothing was written, readers see another value.")
        }
        (ChangeKind::FieldRequiredChanged, Detail::Required { on_the_wire: true }) => required(old, new),
        (ChangeKind::FieldRequiredChanged, _) => annotated(is, new),
        (ChangeKind::FieldOptionChanged, Detail::Option { name, old: before, new: after }) if name == "packed" => {
            format!("packed: {}. Readers accept both.", became(before, after))
        }
        (_, detail) => option(context, detail) + &binary() + &observed::json(effects),
    }
}

fn renamed(was: &str, is: &str, old: &Field, new: &Field, detail: &Detail, effects: &Effects) -> String {
    let because = observed::because(detail);
    if old.json_name == new.json_name {
        return format!(
            "`{was}` is called `{is}` now{because}. Its number and its JSON name `{}` stay; only JSON written with \
             proto names (`{was}`) stops being accepted.",
            new.json_name
        );
    }
    format!("`{was}` is called `{is}` now{because}. Bytes are the same.{}", observed::json(effects))
}

fn renumbered(context: Context<'_>, effects: &Effects, messages: Sides<MessageId>, old: &Field, new: &Field) -> String {
    let at_old_number = |id: &MessageId, of: &crate::schema::Schema, number: i32| -> Option<String> {
        of[*id].field_numbered(number).map(|f| format!("`{}`", f.name()))
    };
    let now_there = messages.new().and_then(|id| at_old_number(id, context.new, old.number));
    let was_there = messages.old().and_then(|id| at_old_number(id, context.old, new.number));
    let renamed = if old.name() == new.name() {
        String::new()
    } else {
        format!(" and is called `{}` now (same JSON name `{}`)", new.name(), new.json_name)
    };
    let read_as = match &now_there {
        Some(other) => format!(" Old bytes at {} now read as {other}.", old.number),
        None => format!(" Old bytes at {} are unknown now.", old.number),
    };
    let taken_for = |other: Option<String>| other.unwrap_or_else(|| "another field".to_owned());
    format!(
        "`{}` moved from {} to {}{renamed}.{read_as}{}",
        old.name(),
        old.number,
        new.number,
        observed::binary(effects, &taken_for(now_there), &taken_for(was_there))
    )
}

/// What the two wire shapes have to do with one another.
fn shape(old: &Field, new: &Field) -> &'static str {
    let singular = |field: &Field| !matches!(field.ty, FieldType::Map { .. });
    if !singular(old) || !singular(new) {
        return "";
    }
    match (old.value_kind(), new.value_kind()) {
        (Kind::Message(_), Kind::Scalar(Scalar::Bytes)) => {
            " Both are length-prefixed, so decoding succeeds and the bytes are the old message itself."
        }
        (Kind::Message(_), Kind::Scalar(Scalar::String)) => {
            " Both are length-prefixed: a short message of plain text passes for a string, one with a length above 127 \
             or raw bytes in it fails the UTF-8 check."
        }
        (Kind::Scalar(Scalar::String | Scalar::Bytes), Kind::Message(_)) => {
            " Both are length-prefixed: most text is refused as a message, some parses as one."
        }
        _ => "",
    }
}

fn cardinality(effects: &Effects, old: &Field, new: &Field, before: &str, after: &str) -> String {
    let coerced = |outcomes: crate::effects::BinaryOutcomes| outcomes.conformant == Outcome::Coerced;
    let last_wins = if effects.binary.is_some_and(|b| coerced(b.upgrade))
        && !matches!(new.ty, FieldType::Repeated { .. })
    {
        " Of several values, new readers keep the last one."
    } else if effects.binary.is_some_and(|b| coerced(b.downgrade)) && !matches!(old.ty, FieldType::Repeated { .. }) {
        " Of several values, old readers keep the last one."
    } else {
        ""
    };
    format!("{before} became {after}.{last_wins}")
}

fn presence(old: &Field, new: &Field) -> String {
    let explicit = |field: &Field| matches!(field.ty, FieldType::Singular { presence: Presence::Explicit, .. });
    if explicit(new) {
        format!(
            "Gained presence: an explicit zero or empty `{}` is written now and told from absence. No data is lost.",
            new.name()
        )
    } else {
        format!("Lost presence: an explicit zero or empty `{}` can no longer be told from absence.", old.name())
    }
}

fn oneof(context: Context<'_>, effects: &Effects, messages: Sides<MessageId>, old: &Field, new: &Field) -> String {
    let name = |message: Option<&Message>, field: &Field| -> Option<String> {
        message.and_then(|m| m.oneof_of(field)).map(|oneof| oneof.element.name.clone())
    };
    let (old_message, new_message) =
        (messages.old().map(|id| &context.old[*id]), messages.new().map(|id| &context.new[*id]));
    let moved = match (name(old_message, old), name(new_message, new)) {
        (None, Some(to)) => format!("Moved into oneof `{to}`."),
        (Some(from), None) => format!("Moved out of oneof `{from}`."),
        (Some(from), Some(to)) => format!("Moved from oneof `{from}` to oneof `{to}`."),
        (None, None) => String::new(),
    };
    let lossy = |outcomes: crate::effects::BinaryOutcomes| outcomes.worst() >= Outcome::Coerced;
    let losses = |direction: &str, message: Option<&Message>, field: &Field| {
        let siblings: Vec<String> = message
            .into_iter()
            .flat_map(|m| field.oneof.map(|oneof| m.members(oneof)).into_iter().flatten())
            .filter(|other| other.number != field.number)
            .map(|other| format!("`{}`", other.name()))
            .collect();
        format!(
            " {direction}: where `{}` is set together with {}, only the last one on the wire survives (from writers in \
             number order the highest number).",
            field.name(),
            siblings.join(" or ")
        )
    };
    let mut text = moved;
    let binary = effects.binary.unwrap_or_default();
    if lossy(binary.upgrade) {
        text += &losses("Old data, new reader", new_message, new);
    }
    if lossy(binary.downgrade) {
        text += &losses("New data, old reader", old_message, old);
    }
    if !lossy(binary.upgrade) && !lossy(binary.downgrade) {
        text += " Wire safe: it is the only former field there, so no data can have two of them set.";
    }
    text
}

fn required(old: &Field, new: &Field) -> String {
    let name = new.name();
    if new.is_required() {
        return format!(
            "`{name}` is required now: old data without it is uninitialised for new readers (missing required)."
        );
    }
    format!(
        "`{}` is not required any more: safe for new readers; old readers refuse new data without it (missing required).",
        old.name()
    )
}

fn annotated(name: &str, new: &Field) -> String {
    if crate::schema::is_required_by_annotation(new) {
        return format!(
            "`{name}` is REQUIRED by google.api.field_behavior now: old data may lack it. No parser checks that; \
             servers may."
        );
    }
    format!("`{name}` is not REQUIRED by google.api.field_behavior any more.")
}
