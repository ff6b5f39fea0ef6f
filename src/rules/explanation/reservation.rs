//! Numbers and names that may or may not be used again, and the comments that count them.

use super::super::Context;
use crate::changes::{Change, ChangeKind, Detail, Subject};

pub(super) fn reason(context: Context<'_>, change: &Change) -> String {
    let (name, number) = gone(context, change);
    let taker = taker(context, change);
    let one = if matches!(change.subject, Subject::EnumValue { .. }) { "value" } else { "field" };
    match (change.kind, &change.detail) {
        (ChangeKind::NumberNotReserved, _) => {
            format!("number {number} (`{name}`) is free and not reserved: the next {one} to take it misreads old data")
        }
        (ChangeKind::NameNotReserved, _) => {
            format!("name `{name}` is free and not reserved: the next {one} to take it misreads old JSON")
        }
        (ChangeKind::ReservedNumberRemoved, Detail::Numbers(numbers)) => match taker {
            Some(taker) => {
                format!("{numbers} was reserved and is `{taker}` now, which reads whatever was written there before")
            }
            None => format!("not reserved any more, and so open to be used again by mistake: {numbers}"),
        },
        (ChangeKind::ReservedNameRemoved, Detail::Name(name)) => match taker {
            Some(_) => format!("`{name}` was reserved and is used again, and reads whatever JSON had there before"),
            None => format!("`{name}` is not reserved any more: it can be used again by mistake"),
        },
        (ChangeKind::NumberCounterStale, Detail::Counter { said, right }) if said < right => {
            format!("the comment says `Next ID: {said}`, a number that is or was in use; the next one is {right}")
        }
        (ChangeKind::NumberCounterStale, Detail::Counter { said, right }) => {
            format!("the comment says `Next ID: {said}`, but the highest number in either version is {}", right - 1)
        }
        _ => String::new(),
    }
}

/// Name and number of what was removed.
fn gone(context: Context<'_>, change: &Change) -> (String, i32) {
    match &change.subject {
        Subject::Field { field, .. } => field.old().map(|f| {
            let field = f.get(context.old);
            (field.name().to_owned(), field.number)
        }),
        Subject::EnumValue { value, .. } => value.old().map(|v| {
            let value = &context.old[v.of].values[v.index];
            (value.element.name.clone(), value.number)
        }),
        _ => None,
    }
    .unwrap_or_default()
}

fn taker(context: Context<'_>, change: &Change) -> Option<String> {
    match &change.subject {
        Subject::Field { field, .. } => Some(field.new()?.get(context.new).name().to_owned()),
        Subject::EnumValue { value, .. } => {
            let value = value.new()?;
            Some(context.new[value.of].values[value.index].element.name.clone())
        }
        _ => None,
    }
}
