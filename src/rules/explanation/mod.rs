//! What happens and why, in a sentence or two.
//!
//! Texts are made from the change and from what was observed; they name elements as the schemas do and readers as
//! [`effects`](crate::effects) does.

mod call;
mod enums;
mod field;
mod observed;
mod reservation;

use super::Context;
use crate::{
    changes::{Change, ChangeKind, Detail, Subject},
    effects::Effects,
};

pub(super) fn of(context: Context<'_>, change: &Change, effects: &Effects) -> String {
    match &change.subject {
        _ if is_reservation(change.kind) => reservation::of(context, change),
        Subject::Field { messages, field } => field::of(context, change, effects, *messages, *field),
        Subject::EnumValue { value, .. } => enums::of_value(context, change, effects, *value),
        Subject::Enum(_) => enums::of_enum(change, effects),
        Subject::Message(_) | Subject::Oneof { .. } => of_message(context, change),
        Subject::Service(_) | Subject::Rpc { .. } => call::of(context, change, effects),
        Subject::Package(packages) => call::of_package(context, packages),
        Subject::File(_) => of_file(change),
    }
}

fn is_reservation(kind: ChangeKind) -> bool {
    matches!(
        kind,
        ChangeKind::NumberNotReserved
            | ChangeKind::NameNotReserved
            | ChangeKind::ReservedNumberRemoved
            | ChangeKind::ReservedNameRemoved
            | ChangeKind::NumberCounterStale
    )
}

fn of_message(context: Context<'_>, change: &Change) -> String {
    match (change.kind, &change.detail) {
        (ChangeKind::MessageAdded, _) => "A new message.".to_owned(),
        (ChangeKind::MessageRemoved, _) => {
            "The message is gone: data written as it has no reader, and code that uses it does not compile. Fields that \
             used it are reported where they are."
                .to_owned()
        }
        (ChangeKind::MessageRenamed, detail) => {
            format!(
                "Renamed{}. Payloads are the same; generated code and `Any` type URLs spell the name.",
                observed::because(detail)
            )
        }
        (ChangeKind::ExtensionRangeRemoved, Detail::Numbers(numbers)) => {
            format!("Numbers {numbers} are not open to extensions any more: extensions there do not compile, their data is unknown.")
        }
        (ChangeKind::OneofRemoved, _) => {
            "The oneof is gone: payloads are the same, its accessors and `which` are not there any more. Members are \
             reported where more than one of them can be set now."
                .to_owned()
        }
        (ChangeKind::OneofRenamed, _) => {
            "Renamed: no encoding carries the name of a oneof; generated code does.".to_owned()
        }
        (_, detail) => option(context, detail),
    }
}

fn of_file(change: &Change) -> String {
    match (change.kind, &change.detail) {
        (ChangeKind::SyntaxChanged, Detail::Texts { old, new }) => {
            format!("{old} became {new}. What that changes for presence, enums and strings is reported where it does.")
        }
        (ChangeKind::FileRemoved, _) => {
            "The file is gone: imports of it fail. What it defined is reported where it went.".to_owned()
        }
        (_, Detail::Option { name, old, new }) => {
            format!(
                "File option `{name}`: {}. It decides where generated code lives or what it looks like.",
                became(old, new)
            )
        }
        _ => String::new(),
    }
}

fn option(_: Context<'_>, detail: &Detail) -> String {
    match detail {
        Detail::Option { name, new: Some(new), .. } if name == "deprecated" && new == "true" => {
            "Deprecated now. Nothing changes for data.".to_owned()
        }
        Detail::Option { name, old, new } => format!("Option `{name}`: {}.", became(old, new)),
        _ => String::new(),
    }
}

fn became(old: &Option<String>, new: &Option<String>) -> String {
    let text = |value: &Option<String>| value.as_ref().map_or_else(|| "not set".to_owned(), |v| format!("`{v}`"));
    format!("{} became {}", text(old), text(new))
}
