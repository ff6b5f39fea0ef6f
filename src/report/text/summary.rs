//! The last line: counts, and what they mean for the exit code.

use std::fmt::Write;

use super::{
    Criterion,
    style::{Ink, Style},
};
use crate::{
    report::{Report, Summary},
    rules::{Level, Severity},
};

/// `24 errors, 3 warnings, 9 notes. Exit 1: errors at level json.`
pub(super) fn push(out: &mut String, report: &Report, criterion: Criterion, style: Style) {
    let level = match criterion.level {
        Level::Binary => "binary",
        Level::Json => "json",
        Level::Source => "source",
    };
    let what = match criterion.fail_on {
        Severity::Error => "errors",
        Severity::Warning => "warnings or worse",
        Severity::Note => "changes",
    };
    let counts = counts(&report.summary);
    let _ = match report.summary.at_least(criterion.fail_on) {
        0 => writeln!(out, "{}. Exit 0: no {what} at level {level}.", style.paint(Ink::Good, counts)),
        _ => writeln!(out, "{}. Exit 1: {what} at level {level}.", style.paint(Ink::Bad, counts)),
    };
}

/// `24 errors, 1 warning`: what there is some of.
pub(super) fn counts(summary: &Summary) -> String {
    let all = [(summary.error, "error"), (summary.warning, "warning"), (summary.note, "note")];
    let some: Vec<String> =
        all.iter().filter(|(count, _)| *count > 0).map(|(count, word)| plural(*count, word)).collect();
    some.join(", ")
}

/// `1 error`, `2 errors`.
pub(super) fn plural(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}
