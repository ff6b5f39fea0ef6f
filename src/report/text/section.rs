//! One group: its title, its table, why, and what to do.

use std::fmt::Write;

use super::{
    Extent, annotations,
    group::{Group, Title, Topic},
    http, notes, reach,
    row::{Row, Rows},
    style::{Ink, Style},
    summary::counts,
    table, witness,
    wrap::{push_hanging, push_inked, push_marked, wrap},
};
use crate::{
    report::{ChangeEntry, ElementEntry, Scope, Span, Summary},
    rules::{Fix, Severity},
};

/// What continues below a mark stands this far in.
const INDENT: &str = "  ";

/// Appends a group.
pub(super) fn push(out: &mut String, group: &Group, extent: Extent, style: Style) {
    push_title(out, group, style);
    if group.topic == Topic::Http {
        for change in &group.changes {
            http::push(out, change, style);
            if extent == Extent::Full {
                push_fixes(out, change.fix.as_ref(), style);
                push_particulars(out, change, "    ", style);
            }
        }
        return;
    }
    let (shown, noted): (Vec<&ChangeEntry>, Vec<&ChangeEntry>) =
        group.changes.iter().copied().partition(|change| extent == Extent::Full || change.severity > Severity::Note);
    reach::push(out, &shown, extent, style);
    let rows = Rows::of(shown.iter().copied());
    let indent = " ".repeat(table::indent(&rows.table));
    for (row, lines) in rows.table.iter().zip(table::render(&rows.table, style)) {
        for line in lines {
            out.push_str(&line);
            out.push('\n');
        }
        push_proof(out, row, &indent, extent, style);
    }
    for change in &rows.holder {
        push_marked(out, change.severity, &change.reason, style, INDENT.len());
        if extent == Extent::Full {
            push_particulars(out, change, INDENT, style);
        }
    }
    annotations::push(out, &rows.annotations, style);
    let changes = rows.table.iter().flat_map(|row| &row.changes).chain(&rows.holder).chain(&rows.annotations);
    push_fixes(out, changes.filter_map(|change| change.fix.as_ref()), style);
    notes::push(out, &noted, style);
}

fn push_fixes<'a>(out: &mut String, fixes: impl IntoIterator<Item = &'a Fix>, style: Style) {
    let mut first = "  fix: ";
    for fix in Fix::merged(fixes) {
        push_hanging(out, first, &fix.to_string(), style.width, first.len());
        first = "       ";
    }
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
    push_heading(out, word, &name, &group.summary, style);
}

/// `message AgentCard  14 errors, 1 warning`: the counts go to a line of their own where there is no room for them.
pub(super) fn push_heading(out: &mut String, word: &str, name: &str, summary: &Summary, style: Style) {
    let counts = counts(summary);
    let lines = wrap(name, style.width.saturating_sub(word.len() + 1));
    let last = lines.last().map_or(0, |line| line.chars().count());
    let mut before = format!("{} ", style.paint(Ink::Faint, word));
    for line in &lines {
        let _ = write!(out, "{before}{}", style.paint(Ink::Strong, line));
        before = format!("\n{}", " ".repeat(word.len() + 1));
    }
    let separator = match word.len() + 1 + last + 2 + counts.len() <= style.width {
        true => "  ",
        false => "\n  ",
    };
    let _ = writeln!(out, "{separator}{}", style.paint(Ink::Faint, counts));
}

/// The best proof; all of them, and everything that is known, when everything is asked for.
fn push_proof(out: &mut String, row: &Row, indent: &str, extent: Extent, style: Style) {
    match extent {
        Extent::Full => {
            for proof in row.proofs() {
                push_inked(out, Ink::Faint, indent, &witness::in_full(proof, style), style, indent.len() + 2);
            }
        }
        Extent::Usual | Extent::Summary => {
            let room = style.width.saturating_sub(indent.len());
            let line = row.proof().map(|proof| witness::line(proof, room, style));
            out.extend(line.map(|line| format!("{indent}{}\n", style.paint(Ink::Faint, line))));
        }
    }
    if extent == Extent::Full {
        for change in &row.changes {
            push_particulars(out, change, indent, style);
        }
    }
}

/// What readers do, in words; places, rules, evidence.
fn push_particulars(out: &mut String, change: &ChangeEntry, indent: &str, style: Style) {
    let consequence = change.explanation.strip_prefix(&change.reason).unwrap_or(&change.explanation);
    let consequence = consequence.trim_start_matches(['.', ' ']);
    if !consequence.is_empty() {
        push_hanging(out, indent, consequence, style.width, indent.len());
    }
    let span = |side: &Option<ElementEntry>| side.as_ref().and_then(|element| element.span.as_ref().map(place));
    let places: Vec<String> = [span(&change.old), span(&change.new)].into_iter().flatten().collect();
    let mut parts = vec![change.kind.name(), places.join(&format!(" {} ", style.becomes())), change.rules.join(", ")];
    if let Some(confidence) = change.confidence.filter(|_| !change.evidence.is_empty()) {
        parts.push(format!("{confidence:.2}: {}", change.evidence.join(", ")));
    }
    parts.retain(|part| !part.is_empty());
    let separator = format!(" {} ", style.dot());
    push_inked(out, Ink::Faint, indent, &parts.join(&separator), style, indent.len() + 2);
}

fn place(span: &Span) -> String {
    format!("{}:{}:{}", span.file, span.line, span.column)
}
