//! Numbers and names that may or may not be used again, and the comments that count them.

use super::super::Context;
use crate::changes::{Change, ChangeKind, Detail, Subject};

pub(super) fn of(context: Context<'_>, change: &Change) -> String {
    let (name, number) = gone(context, change);
    let taker = taker(context, change);
    match (change.kind, &change.detail) {
        (ChangeKind::NumberNotReserved, _) => format!(
            "Number {number} (`{name}`) is not used any more and not reserved: the next one to take it misreads old data."
        ),
        (ChangeKind::NameNotReserved, _) => {
            format!("Name `{name}` is not used any more and not reserved: the next one to take it misreads old JSON.")
        }
        (ChangeKind::ReservedNumberRemoved, Detail::Numbers(numbers)) => match taker {
            Some(taker) => format!(
                "Number {numbers} was reserved and is `{taker}` now: data from before it was reserved is misread."
            ),
            None => format!("{numbers} was reserved and is not any more: it can be used again by mistake."),
        },
        (ChangeKind::ReservedNameRemoved, Detail::Name(name)) => match taker {
            Some(_) => {
                format!("Name `{name}` was reserved and is used again: JSON from before it was reserved is misread.")
            }
            None => format!("Name `{name}` was reserved and is not any more: it can be used again by mistake."),
        },
        (ChangeKind::NumberCounterStale, Detail::Counter { said, right }) => {
            let highest = right - 1;
            if said < right {
                format!(
                    "The comment says that the next number is {said}, which is or was in use; {right} is the next one."
                )
            } else {
                format!("The comment says that the next number is {said}, but the highest ever used here is {highest}.")
            }
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
