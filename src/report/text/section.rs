//! One group: its title, its table, why, and what to do.

use std::fmt::Write;

use super::{
    Extent, fixes,
    group::{Group, Title, Topic},
    http, notes,
    row::{Row, Rows},
    style::{Ink, Style},
    summary::counts,
    table, witness,
    wrap::push_hanging,
};
use crate::{
    report::{ChangeEntry, Detail, ElementEntry, Scope, Span},
    rules::Severity,
};

/// Reasons and proofs stand this far in.
const INDENT: &str = "  ";

/// Appends a group.
pub(super) fn push(out: &mut String, group: &Group, extent: Extent, style: Style) {
    push_title(out, group, style);
    if group.topic == Topic::Http {
        http::push(out, &group.changes, style);
        return;
    }
    let (shown, noted): (Vec<&ChangeEntry>, Vec<&ChangeEntry>) =
        group.changes.iter().copied().partition(|change| extent == Extent::Full || change.severity > Severity::Note);
    let rows = Rows::of(shown.iter().copied());
    table::push(out, &rows.table, style);
    for row in &rows.table {
        push_reason(out, row, extent, style);
    }
    for change in &rows.holder {
        let mark = style.mark(change.severity);
        push_hanging(out, &format!("{mark} "), &change.explanation, style.width, 4);
        if extent == Extent::Full {
            push_particulars(out, change, style);
        }
    }
    push_annotations(out, &rows.annotations, style);
    for fix in fixes::merged(shown.iter().map(|change| change.fix.as_str())) {
        push_hanging(out, "  fix: ", &fix, style.width, 7);
    }
    notes::push(out, &noted, style);
}

fn push_title(out: &mut String, group: &Group, style: Style) {
    let Title { scope, old, new } = group.title;
    let word = match (scope, group.topic) {
        (_, Topic::Http) => "http",
        (Scope::Message, _) => "message",
        (Scope::Enum, _) => "enum",
        (Scope::Service, _) => "service",
        (Scope::File, _) => "file",
        (Scope::Package, _) => "package",
    };
    let becomes = style.becomes();
    let name = match (old, new) {
        (Some(old), Some(new)) if old != new => format!("{old} {becomes} {new}"),
        (Some(name), Some(_)) => name.to_owned(),
        (Some(old), None) => format!("{old} (removed)"),
        (None, Some(new)) => format!("{new} (added)"),
        (None, None) => String::new(),
    };
    let _ = writeln!(
        out,
        "{} {}  {}",
        style.paint(Ink::Faint, word),
        style.paint(Ink::Strong, name),
        style.paint(Ink::Faint, counts(&group.summary))
    );
}

/// Why, with a proof; all proofs and where it stands when everything is asked for.
fn push_reason(out: &mut String, row: &Row, extent: Extent, style: Style) {
    let label = row.old.or(row.new).map_or(String::new(), label);
    let text = format!("{label}: {}", row.reason());
    push_hanging(out, INDENT, &text, style.width, 2 * INDENT.len());
    let room = style.width.saturating_sub(2 * INDENT.len());
    let witnesses = row.changes.iter().flat_map(|change| &change.witnesses);
    let shown = match extent {
        Extent::Full => usize::MAX,
        Extent::Usual | Extent::Summary => 1,
    };
    for proof in witnesses.take(shown) {
        let _ = writeln!(out, "{INDENT}{INDENT}{}", style.paint(Ink::Faint, witness::line(proof, room, style)));
    }
    if extent == Extent::Full {
        for change in &row.changes {
            push_particulars(out, change, style);
        }
    }
}

/// Places, rules, evidence.
fn push_particulars(out: &mut String, change: &ChangeEntry, style: Style) {
    let span = |side: &Option<ElementEntry>| side.as_ref().and_then(|element| element.span.as_ref().map(place));
    let places: Vec<String> = [span(&change.old), span(&change.new)].into_iter().flatten().collect();
    let mut parts = vec![change.kind.name(), places.join(&format!(" {} ", style.becomes())), change.rules.join(", ")];
    if let Some(confidence) = change.confidence {
        parts.push(format!("{confidence:.2}: {}", change.evidence.join(", ")));
    }
    parts.retain(|part| !part.is_empty());
    let mut text = String::new();
    let separator = format!(" {} ", style.dot());
    push_hanging(&mut text, "    ", &parts.join(&separator), style.width, 6);
    for line in text.lines() {
        let _ = writeln!(out, "{}", style.paint(Ink::Faint, line));
    }
}

/// A line for the fields that became REQUIRED by annotation, and one for those that no longer are.
fn push_annotations(out: &mut String, changes: &[&ChangeEntry], style: Style) {
    let is_now = |change: &ChangeEntry| matches!(change.detail, Some(Detail::Required { now: true, .. }));
    let (now, no_longer): (Vec<&ChangeEntry>, Vec<&ChangeEntry>) = changes.iter().partition(|change| is_now(change));
    for (said, changes) in [("REQUIRED by annotation", now), ("no longer REQUIRED by annotation", no_longer)] {
        let Some(worst) = changes.iter().map(|change| change.severity).max() else { continue };
        let fields = changes.iter().filter_map(|change| change.new.as_ref().or(change.old.as_ref()));
        let names: Vec<String> = fields.map(label).collect();
        let mark = style.mark(worst);
        push_hanging(out, &format!("{mark} "), &format!("{said}: {}", names.join(", ")), style.width, 4);
    }
}

fn label(element: &ElementEntry) -> String {
    match element.number {
        Some(number) => format!("{number} {}", element.name),
        None => element.name.clone(),
    }
}

fn place(span: &Span) -> String {
    format!("{}:{}:{}", span.file, span.line, span.column)
}
