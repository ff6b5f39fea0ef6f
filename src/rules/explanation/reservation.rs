//! Numbers and names that may or may not be used again, and the comments that count them.

use super::super::{
    Context,
    parties::{Gone, taker},
};
use crate::changes::{Change, ChangeKind, Detail, Subject};

pub(super) fn reason(context: Context<'_>, change: &Change) -> String {
    let gone = Gone::of(context, change);
    let (name, number) = gone.map_or(("", 0), |gone| (gone.name, gone.number));
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
