//! What the outcomes add up to, and what the words mean.

use std::fmt::Write;

use super::style::{Glyphs, Ink, Style, outcome_word};
use crate::{
    effects::{Direction, Outcome},
    report::{ChangeEntry, Report},
};

/// Outcomes that are counted, worst first.
const COUNTED: [(Outcome, &str); 4] = [
    (Outcome::Misread, "taken for something else, without an error"),
    (Outcome::Rejected, "the whole message refused"),
    (Outcome::Coerced, "arrives changed"),
    (Outcome::Dropped, "gone"),
];

/// A line for each direction, and a legend of the words that occur.
pub(super) fn push(out: &mut String, report: &Report, style: Style) {
    let lines = [(Direction::Upgrade, "new readers of old data"), (Direction::Downgrade, "old readers of new data")];
    let counts = lines.map(|(direction, _)| counts(report, direction));
    if counts.iter().flatten().all(|(_, count)| *count == 0) {
        return;
    }
    for ((direction, readers), counts) in lines.into_iter().zip(&counts) {
        let _ = write!(out, "{} {readers}:", style.direction(direction));
        let mut separator = " ";
        for (outcome, count) in counts.iter().filter(|(_, count)| *count > 0) {
            let words = format!("{count} {}", outcome_word(*outcome));
            let _ = write!(out, "{separator}{}", style.paint(Ink::from(*outcome), words));
            separator = ", ";
        }
        if separator == " " {
            let _ = write!(out, " {}", style.paint(Ink::Good, "all exact"));
        }
        out.push('\n');
    }
    let meanings = COUNTED
        .iter()
        .zip(&counts[0])
        .zip(&counts[1])
        .filter(|((_, up), down)| up.1 + down.1 > 0)
        .map(|(((outcome, meaning), _), _)| format!("{}: {meaning}", outcome_word(*outcome)));
    let legend = meanings.collect::<Vec<_>>().join("; ");
    let signs = match style.glyphs {
        Glyphs::Unicode => "→ the same field, ≠ another field at its number, ? nobody can tell",
        Glyphs::Ascii => "-> the same field, != another field at its number, ? nobody can tell",
    };
    for text in [legend.as_str(), signs] {
        for line in super::wrap::wrap(text, style.width) {
            let _ = writeln!(out, "{}", style.paint(Ink::Faint, line));
        }
    }
}

fn counts(report: &Report, direction: Direction) -> [(Outcome, usize); 4] {
    COUNTED.map(|(outcome, _)| {
        (outcome, report.changes.iter().filter(|change| worst(change, direction) == Some(outcome)).count())
    })
}

/// The worst that happens to data in this direction; nothing where no data is concerned.
fn worst(change: &ChangeEntry, direction: Direction) -> Option<Outcome> {
    let effects = &change.effects;
    let (binary, json) = match direction {
        Direction::Upgrade => (effects.binary.map(|b| b.upgrade.worst()), effects.json.map(|j| j.upgrade.worst())),
        Direction::Downgrade => {
            (effects.binary.map(|b| b.downgrade.worst()), effects.json.map(|j| j.downgrade.worst()))
        }
    };
    binary.max(json)
}
