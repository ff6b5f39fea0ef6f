//! Text for a terminal: worst first, grouped by message, old and new side by side.
//!
//! ```text
//! Report ──▶ groups (one for each message, enum, service) ──▶ rows (one for each field) ──▶ lines
//! ```

mod alike;
mod annotations;
mod control;
mod effects;
mod group;
mod headline;
mod http;
mod notes;
mod overview;
mod reach;
mod row;
mod section;
mod style;
mod summary;
mod table;
mod witness;
mod wrap;

use std::io;

pub use control::without_controls;
pub(crate) use style::Ink;
pub use style::{Colour, Glyphs, Style};
pub(crate) use wrap::push_hanging;

use self::{
    alike::Alike,
    group::{Group, Weight},
};
use super::Report;
use crate::rules::{Level, Severity};

/// How much of a report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extent {
    /// One line that counts.
    Summary,
    /// Errors and warnings in full, notes in passing.
    #[default]
    Usual,
    /// Everything: notes, all witnesses, evidence, places, rules.
    Full,
}

/// By what the summary line measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Criterion {
    /// Which surfaces counted.
    pub level: Level,
    /// The severity from which on the program fails.
    pub fail_on: Severity,
}

/// Writes the report.
pub fn write(
    report: &Report,
    criterion: Criterion,
    extent: Extent,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    out.write_all(without_controls(&render(report, criterion, extent, style)).as_bytes())
}

fn render(report: &Report, criterion: Criterion, extent: Extent, style: Style) -> String {
    let mut text = String::new();
    if report.changes.is_empty() {
        headline::push_unchanged(&mut text, report, style);
        return text;
    }
    if extent == Extent::Summary {
        summary::push(&mut text, report, criterion, style);
        return text;
    }
    let groups = group::groups(report);
    headline::push(&mut text, report, style);
    overview::push(&mut text, report, style);
    let (shown, collapsed): (Vec<&Group>, Vec<&Group>) =
        groups.iter().partition(|group| extent == Extent::Full || group.weight() == Weight::Matters);
    let mut alike = Alike::default();
    for group in shown {
        if extent == Extent::Full || !alike.takes(group) {
            text.push('\n');
            section::push(&mut text, group, extent, style);
        }
    }
    alike.push(&mut text, style);
    notes::push_collapsed(&mut text, &collapsed, style);
    text.push('\n');
    summary::push(&mut text, report, criterion, style);
    text
}
