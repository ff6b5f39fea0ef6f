//! Counters in comments: `Next ID: 20`, `next available tag = 7`.

use std::{collections::BTreeSet, sync::LazyLock};

use regex_lite::Regex;

use super::{ChangeKind, Detail, Finder, Subject};
use crate::{
    pairing::Sides,
    schema::{Element, Message, MessageId},
};

static COUNTER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\bnext[\s_-]+(?:(?:available|free|unused|usable)[\s_-]+)?(?:field[\s_-]+)?(?:id|tag|field|number|index|ordinal)(?:[\s_-]+(?:number|id|tag))?(?:[\s_-]+(?:to[\s_-]+use))?\s*(?:[:=]|\bis\b)?\s*:?\s*(\d{1,9})\b",
    )
    .expect("a constant pattern")
});

impl Finder<'_> {
    /// Reports a counter that names a number in use or once used, or skips some. A counter that was wrong before in
    /// the same way, over the same numbers, is not a change.
    pub(super) fn message_counter(&mut self, old_id: MessageId, new_id: MessageId) {
        let (old, new) = (&self.old[old_id], &self.new[new_id]);
        let Some(said) = counter(&new.element) else { return };
        let (old_numbers, new_numbers) = (numbers(old), numbers(new));
        if counter(&old.element) == Some(said) && old_numbers == new_numbers {
            return;
        }
        let used: BTreeSet<i64> = old_numbers.union(&new_numbers).copied().collect();
        let right = used.last().map_or(1, |highest| highest + 1);
        // Below the highest number a counter may point at a gap, as long as nothing ever was there.
        if said > right || used.contains(&said) {
            let subject = Subject::Message(Sides::Both { old: old_id, new: new_id });
            self.add(ChangeKind::NumberCounterStale, subject, Detail::Counter { said, right });
        }
    }
}

fn counter(element: &Element) -> Option<i64> {
    element.comments.all().find_map(|text| COUNTER.captures(text)?.get(1)?.as_str().parse().ok())
}

/// Numbers in use and reserved former ones.
fn numbers(message: &Message) -> BTreeSet<i64> {
    message.fields.iter().map(|f| f.number).chain(message.reserved.numbers.former_numbers()).map(i64::from).collect()
}

#[cfg(test)]
mod tests {
    use super::COUNTER;

    #[test]
    fn counters_are_found_in_their_usual_dress() {
        for (comment, said) in [
            ("Next ID: 20", Some("20")),
            ("A card.\nNext id: 7\n", Some("7")),
            ("next tag = 12", Some("12")),
            ("Next available field number is 5.", Some("5")),
            ("NEXT_ID: 3", Some("3")),
            ("Next free tag: 44", Some("44")),
            ("Next field to use: 9", Some("9")),
            ("the next 20 fields", None),
            ("Next page token", None),
        ] {
            let found = COUNTER.captures(comment).and_then(|c| c.get(1)).map(|m| m.as_str());
            assert_eq!(found, said, "{comment}");
        }
    }
}
