//! The first lines: what was compared.

use std::fmt::Write;

use super::{
    style::{Ink, Style},
    summary::plural,
    wrap::push_hanging,
};
use crate::report::{ManifestEntry, PairKind, Report};

/// More renamed packages than this are a list nobody reads in a headline.
const SHOWN: usize = 3;

/// `old → new`, and the packages that became others.
pub(super) fn push(out: &mut String, report: &Report, style: Style) {
    let becomes = style.becomes();
    let origins = format!("{} {becomes} {}", report.old.origin, report.new.origin);
    let _ = writeln!(out, "{}", style.paint(Ink::Strong, origins));
    let renamed: Vec<_> = report.pairs.iter().filter(|p| p.kind == PairKind::Package && p.old != p.new).collect();
    for pair in renamed.iter().take(SHOWN) {
        let _ = writeln!(out, "package {} {becomes} {}", package(&pair.old), package(&pair.new));
    }
    if renamed.len() > SHOWN {
        let _ = writeln!(out, "and {} more", renamed.len() - SHOWN);
    }
    if let Some(manifest) = &report.manifest {
        push_manifest(out, manifest, style);
    }
}

/// By which manifest, and what it does not cover.
fn push_manifest(out: &mut String, manifest: &ManifestEntry, style: Style) {
    let how = match manifest.recognised {
        true => ", recognised by the packages (--no-manifest compares without it)",
        false => "",
    };
    push_hanging(out, "", &format!("manifest {}{how}", manifest.name), style.width, 0);
    if let Some(first) = manifest.gaps.first() {
        let more = match manifest.gaps.len() - 1 {
            0 => String::new(),
            more => format!("; and {}", plural(more, "more gap")),
        };
        let text =
            format!("it does not cover everything here, and what it does not was compared without it: {first}{more}");
        push_hanging(out, "  ", &text, style.width, 2);
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

fn package(name: &str) -> &str {
    if name.is_empty() { "(none)" } else { name }
}
