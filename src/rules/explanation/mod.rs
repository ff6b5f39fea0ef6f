//! What happens and why.
//!
//! The reason is made from the change, the consequence from what was observed, so that neither can disagree with the
//! verdict. Both name elements as the schemas do and readers as [`effects`](crate::effects) does.

mod call;
mod enums;
mod field;
mod observed;
mod reservation;
mod told;

use observed::{Words, joined};

use super::{Context, Explanation};
use crate::{
    changes::{Change, ChangeKind, Detail, Subject},
    effects::Effects,
};

pub(super) fn of(context: Context<'_>, change: &Change, effects: &Effects) -> Explanation {
    let (reason, consequence) = match &change.subject {
        _ if is_reservation(change.kind) => (reservation::reason(context, change), String::new()),
        Subject::Field { messages, field } => field::of(context, change, effects, *messages, *field),
        Subject::EnumValue { enums, value } => enums::of_value(context, change, effects, *enums, *value),
        Subject::Enum(_) => (enums::reason(change), observed::binary(effects, Words::of_enum_value("", ""))),
        Subject::Message(_) | Subject::Oneof { .. } => (of_message(change), String::new()),
        Subject::Service(_) | Subject::Rpc { .. } => call::of(context, change, effects),
        Subject::Package(packages) => call::of_package(context, effects, packages),
        Subject::File(_) => (of_file(change), String::new()),
    };
    Explanation { reason, consequence }
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

fn of_message(change: &Change) -> String {
    match (change.kind, &change.detail) {
        (ChangeKind::MessageAdded, _) => "a new message".to_owned(),
        (ChangeKind::MessageRemoved, Detail::Gone(gone)) => told::gone(gone),
        (ChangeKind::MessageRemoved, _) => "gone: data written as it has no reader any more".to_owned(),
        (ChangeKind::MessageRenamed, detail) => format!(
            "renamed{}: payloads stay the same, generated code and `Any` type URLs spell the name",
            observed::because(detail)
        ),
        (ChangeKind::ExtensionRangeRemoved, Detail::Numbers(numbers)) => {
            format!("{numbers} not open to extensions any more: what was written there is unknown")
        }
        (ChangeKind::OneofRemoved, _) => "oneof gone: payloads stay the same, `which` and its accessors go".to_owned(),
        (ChangeKind::OneofRenamed, _) => "oneof renamed: only generated code carries its name".to_owned(),
        (_, detail) => option(detail),
    }
}

fn of_file(change: &Change) -> String {
    match (change.kind, &change.detail) {
        (ChangeKind::SyntaxChanged, Detail::Texts { old, new }) => {
            format!("{old} became {new}; what that changes for presence, enums and strings is reported there")
        }
        (ChangeKind::FileRemoved, _) => "gone: imports of it fail".to_owned(),
        (_, Detail::Option { name, old, new }) => format!("file option `{name}`: {}", became(old, new)),
        _ => String::new(),
    }
}

fn option(detail: &Detail) -> String {
    match detail {
        Detail::Option { name, new: Some(new), .. } if name == "deprecated" && new == "true" => {
            "deprecated now; nothing changes for data".to_owned()
        }
        Detail::Option { name, old, new } => format!("option `{name}`: {}", became(old, new)),
        _ => String::new(),
    }
}

fn became(old: &Option<String>, new: &Option<String>) -> String {
    let text = |value: &Option<String>| value.as_ref().map_or_else(|| "not set".to_owned(), |v| format!("`{v}`"));
    format!("{} became {}", text(old), text(new))
}
