//! What the outcomes add up to, and what the signs and words mean.

use std::fmt::Write;

use super::{
    row::{Relation, relation},
    style::{Ink, Style, outcome_word},
    wrap::push_inked,
};
use crate::{
    effects::{BinaryEffects, Direction, Encoding, Outcome, Share},
    report::{ChangeEntry, Report},
    rules::Severity,
};

/// Outcomes that are counted, worst first, and what they mean.
const COUNTED: [(Outcome, &str); 4] = [
    (Outcome::Misread, "taken for something else, without an error"),
    (Outcome::Rejected, "the whole message refused"),
    (Outcome::Coerced, "arrives changed"),
    (Outcome::Dropped, "gone"),
];

/// Widths of what stands before the counts.
const TITLE: usize = 23;
const INDENT: usize = TITLE + 2 + 6 + 2;

/// A line for each direction and encoding, and a legend of what occurs.
pub(super) fn push(out: &mut String, report: &Report, style: Style) {
    let mut seen = [false; COUNTED.len()];
    let mut text = String::new();
    for (direction, readers) in
        [(Direction::Upgrade, "new readers, old data"), (Direction::Downgrade, "old readers, new data")]
    {
        let mut title = format!("{} {readers}", style.direction(direction));
        for (encoding, label) in [(Encoding::Binary, "binary"), (Encoding::Json, "json")] {
            let counts = COUNTED.map(|(outcome, _)| {
                let counted = report.changes.iter().filter(|change| change.severity > Severity::Note);
                let fare = counted.filter_map(|change| worst(change, direction, encoding));
                fare.filter(|worst| *worst == outcome).count()
            });
            let _ = write!(text, "{title:TITLE$}  {label:6}  ");
            push_counts(&mut text, &counts, style);
            seen.iter_mut().zip(counts).for_each(|(seen, count)| *seen |= count > 0);
            title = String::new();
        }
    }
    if seen.contains(&true) {
        out.push_str(&text);
    }
    push_legend(out, report, seen, style);
}

/// Appends the counts, on as many lines as they need.
fn push_counts(out: &mut String, counts: &[usize; COUNTED.len()], style: Style) {
    let mut column = INDENT;
    let mut separator = "";
    for ((outcome, _), count) in COUNTED.iter().zip(counts).filter(|(_, count)| **count > 0) {
        let words = format!("{count} {}", outcome_word(*outcome));
        if column + separator.len() + words.len() >= style.width {
            let _ = write!(out, ",\n{:INDENT$}", "");
            column = INDENT;
            separator = "";
        }
        column += separator.len() + words.len();
        let _ = write!(out, "{separator}{}", style.paint(Ink::from(*outcome), words));
        separator = ", ";
    }
    if separator.is_empty() {
        let _ = write!(out, "{}", style.paint(Ink::Good, "all exact"));
    }
    out.push('\n');
}

fn push_legend(out: &mut String, report: &Report, seen: [bool; COUNTED.len()], style: Style) {
    let words = COUNTED.iter().zip(seen).filter(|(_, seen)| *seen);
    let mut meanings: Vec<String> =
        words.map(|((outcome, meaning), _)| format!("{} = {meaning}", outcome_word(*outcome))).collect();
    for (sign, of, meaning) in [
        (style.differs(), Relation::Different, "another field at its number"),
        ("?", Relation::Unclear, "the same number, perhaps another meaning"),
    ] {
        if report.changes.iter().any(|change| relation(change) == of) {
            meanings.push(format!("{sign} {meaning}"));
        }
    }
    if report.changes.iter().any(strict_readers_differ) {
        meanings.push("strict = readers like prost, which refuse a known number of another wire type".to_owned());
    }
    if report.changes.iter().any(plain_data_differs) {
        meanings.push("binary = the worst found, plain = what happens to short ordinary values".to_owned());
    }
    let proofs = || report.changes.iter().flat_map(|change| &change.witnesses);
    if let Some(witness) = proofs().find(|witness| witness.share.alike < witness.share.tried) {
        let Share { alike, tried } = witness.share;
        meanings.push(format!("{alike}/{tried} = {alike} of the {tried} payloads tried came to this"));
    }
    if meanings.is_empty() {
        return;
    }
    let separator = format!(" {} ", style.dot());
    push_inked(out, Ink::Faint, "", &meanings.join(&separator), style, 0);
}

fn plain_data_differs(change: &ChangeEntry) -> bool {
    let conformant = |binary: BinaryEffects| (binary.upgrade.conformant, binary.downgrade.conformant);
    let (worst, plain) = (change.effects.binary, change.effects.typical.map(|typical| typical.binary));
    worst.zip(plain).is_some_and(|(worst, plain)| conformant(worst) != conformant(plain))
}

/// The worst that happens to data; nothing where no data is concerned.
fn worst(change: &ChangeEntry, direction: Direction, encoding: Encoding) -> Option<Outcome> {
    let effects = &change.effects;
    match (encoding, direction) {
        (Encoding::Binary, Direction::Upgrade) => effects.binary.map(|binary| binary.upgrade.worst()),
        (Encoding::Binary, Direction::Downgrade) => effects.binary.map(|binary| binary.downgrade.worst()),
        (Encoding::Json, Direction::Upgrade) => effects.json.map(|json| json.upgrade.worst()),
        (Encoding::Json, Direction::Downgrade) => effects.json.map(|json| json.downgrade.worst()),
    }
}

fn strict_readers_differ(change: &ChangeEntry) -> bool {
    change.effects.binary.is_some_and(|binary| {
        [binary.upgrade, binary.downgrade].iter().any(|outcomes| outcomes.conformant != outcomes.strict)
    })
}
