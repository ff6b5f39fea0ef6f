//! The first lines: what was compared.

use std::fmt::Write;

use super::style::{Ink, Style};
use crate::report::Report;

/// `old → new`, and the packages where they differ.
pub(super) fn push(out: &mut String, report: &Report, style: Style) {
    let becomes = style.becomes();
    let origins = format!("{} {becomes} {}", report.old.origin, report.new.origin);
    let _ = writeln!(out, "{}", style.paint(Ink::Strong, origins));
    if report.old.packages != report.new.packages {
        let (old, new) = (packages(&report.old.packages), packages(&report.new.packages));
        let _ = writeln!(out, "package {old} {becomes} {new}");
    }
}

/// The whole report when there is nothing to report.
pub(super) fn push_unchanged(out: &mut String, report: &Report, style: Style) {
    let _ = writeln!(
        out,
        "{} {} {}: {}",
        report.old.origin,
        style.becomes(),
        report.new.origin,
        style.paint(Ink::Good, "no changes")
    );
}

fn packages(names: &[String]) -> String {
    /// More than this is a list nobody reads in a headline.
    const SHOWN: usize = 3;
    let named = |name: &String| match name.as_str() {
        "" => "(none)".to_owned(),
        name => name.to_owned(),
    };
    let mut text = names.iter().take(SHOWN).map(named).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        let _ = write!(text, " and {} more", names.len() - SHOWN);
    }
    text
}
