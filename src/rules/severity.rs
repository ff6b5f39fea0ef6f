//! How bad a change is: one model for every command.
//!
//! Kinds that are bad by themselves say so; everything else goes by what was observed. What lies above the level is
//! a note at most.

use super::{Context, HttpPolicy, Level, Policy, Severity, parties::Gone};
use crate::{
    changes::{Change, ChangeKind, Detail, Subject},
    effects::{Effects, Outcome, Verdict},
    schema::{FieldType, Presence},
};

pub(super) fn of(context: Context<'_>, policy: &Policy, change: &Change, effects: &Effects) -> Severity {
    let by_kind = by_kind(context, policy, change, effects);
    let by_source = if policy.level >= Level::Source && effects.source == Verdict::Breaking {
        Severity::Error
    } else {
        Severity::Note
    };
    by_kind.max(by_source)
}

fn by_kind(context: Context<'_>, policy: &Policy, change: &Change, effects: &Effects) -> Severity {
    use ChangeKind as K;
    let from_json_on = |severity| if policy.level >= Level::Json { severity } else { Severity::Note };
    match change.kind {
        K::FieldAdded if starts_required(context, change) || is_misread(policy, effects) => Severity::Error,
        // Old readers miss a required field where the new value is.
        K::EnumValueAdded if is_refused(effects) => Severity::Error,
        K::FieldAdded | K::MessageAdded | K::EnumAdded | K::EnumValueAdded | K::ServiceAdded | K::RpcAdded => {
            Severity::Note
        }
        K::FieldRequiredChanged => match change.detail {
            Detail::Required { on_the_wire: true } => Severity::Error,
            _ if annotation_added(context, change) => Severity::Warning,
            _ => Severity::Note,
        },
        K::FieldMeaningSuspect | K::FieldNumberReused | K::NumberNotReserved => Severity::Error,
        K::NameNotReserved => from_json_on(Severity::Error),
        K::ReservedNumberRemoved if is_taken_again(change) => Severity::Error,
        K::ReservedNumberRemoved | K::NumberCounterStale => Severity::Warning,
        K::ReservedNameRemoved if is_taken_again(change) => from_json_on(Severity::Error),
        K::ReservedNameRemoved => from_json_on(Severity::Warning),
        K::FieldRemoved if is_misread(policy, effects) => Severity::Error,
        // A required field that held it is missing now.
        K::EnumValueRemoved if is_refused(effects) => Severity::Error,
        K::FieldRemoved | K::EnumValueRemoved => removal(context, policy, change),
        K::RpcRemoved | K::RpcRenamed | K::RpcTypeChanged | K::RpcStreamingChanged => Severity::Error,
        K::ServiceRemoved | K::ServiceRenamed => Severity::Error,
        K::RpcHttpChanged if policy.http == HttpPolicy::Counts && effects.http == Verdict::Breaking => Severity::Error,
        K::RpcHttpChanged => Severity::Note,
        // Without a service nothing is called by the package's name; `Any` still spells it out.
        K::PackageChanged if effects.http == Verdict::Breaking => Severity::Error,
        K::PackageChanged | K::MessageRemoved | K::ExtensionRangeRemoved => Severity::Warning,
        K::MessageOptionChanged if is_option(change, "message_set_wire_format") => Severity::Error,
        // The field lives on, and of two that could both be set one is lost.
        K::FieldOneofChanged if effects.binary.is_some_and(|binary| binary.worst() == Outcome::Dropped) => {
            Severity::Error
        }
        K::FieldPresenceChanged | K::FieldOneofChanged if loses_presence(context, change) => {
            Severity::Warning.max(by_data(policy, effects))
        }
        K::FieldRenamed
        | K::FieldMeaningChanged
        | K::FieldRenumbered
        | K::FieldTypeChanged
        | K::FieldCardinalityChanged
        | K::FieldPresenceChanged
        | K::FieldOneofChanged
        | K::FieldJsonNameChanged
        | K::FieldDefaultChanged
        | K::FieldOptionChanged
        | K::EnumValueRenamed
        | K::EnumValueRenumbered
        | K::EnumValueNumberReused
        | K::EnumClosednessChanged => by_data(policy, effects),
        K::MessageRenamed
        | K::MessageOptionChanged
        | K::EnumRemoved
        | K::EnumRenamed
        | K::EnumOptionChanged
        | K::OneofRemoved
        | K::OneofRenamed
        | K::RpcOptionChanged
        | K::SyntaxChanged
        | K::FileOptionChanged
        | K::FileRemoved => Severity::Note,
    }
}

/// Data that both versions know: changed, refused or taken for something else is an error, lost is a warning.
fn by_data(policy: &Policy, effects: &Effects) -> Severity {
    let of = |outcome: Outcome| match outcome {
        Outcome::Exact => Severity::Note,
        Outcome::Dropped => Severity::Warning,
        Outcome::Coerced | Outcome::Rejected | Outcome::Misread => Severity::Error,
    };
    // What could not be tried is never called compatible.
    let binary = effects.binary.map_or(Severity::Error, |binary| of(binary.worst()));
    let json = effects.json.map_or(Severity::Note, |json| of(json.worst()));
    if policy.level >= Level::Json { binary.max(json) } else { binary }
}

/// Whether bytes are refused, or worse.
fn is_refused(effects: &Effects) -> bool {
    effects.binary.is_some_and(|binary| binary.worst() >= Outcome::Rejected)
}

/// Whether a field that is on one side only shares a number or a JSON name with another one on the other.
fn is_misread(policy: &Policy, effects: &Effects) -> bool {
    let binary = effects.binary.is_some_and(|binary| binary.worst() == Outcome::Misread);
    let json = effects.json.is_some_and(|json| json.worst() == Outcome::Misread);
    binary || json && policy.level >= Level::Json
}

/// A removal is as good as its reservations: of the number always, of the name from level json on.
fn removal(context: Context<'_>, policy: &Policy, change: &Change) -> Severity {
    let Some(gone) = Gone::of(context, change) else { return Severity::Warning };
    // An alias: the number goes on meaning what it meant, only the name is gone.
    if gone.number_in_use && policy.level < Level::Json {
        return Severity::Note;
    }
    let number_is_safe = gone.number_in_use || gone.reserved.numbers.contains(gone.number);
    let name_is_safe = policy.level < Level::Json || gone.reserved.names.contains(gone.name);
    if number_is_safe && name_is_safe { Severity::Warning } else { Severity::Error }
}

fn starts_required(context: Context<'_>, change: &Change) -> bool {
    match &change.subject {
        Subject::Field { field, .. } => field.new().is_some_and(|f| f.get(context.new).is_required()),
        _ => false,
    }
}

fn annotation_added(context: Context<'_>, change: &Change) -> bool {
    match &change.subject {
        Subject::Field { field, .. } => {
            field.new().is_some_and(|f| crate::schema::is_required_by_annotation(f.get(context.new)))
        }
        _ => false,
    }
}

/// A reservation that was lost to somebody: the change points at the field or value that took it.
fn is_taken_again(change: &Change) -> bool {
    matches!(change.subject, Subject::Field { .. } | Subject::EnumValue { .. })
}

fn is_option(change: &Change, option: &str) -> bool {
    matches!(&change.detail, Detail::Option { name, .. } if name == option)
}

/// An explicit zero can no longer be told from absence.
fn loses_presence(context: Context<'_>, change: &Change) -> bool {
    let Subject::Field { field, .. } = &change.subject else { return false };
    field
        .new()
        .is_some_and(|f| matches!(f.get(context.new).ty, FieldType::Singular { presence: Presence::Implicit, .. }))
}
