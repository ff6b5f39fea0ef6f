//! From a comparison to the report model.

mod detail;
mod pairs;
mod place;
mod reached;
mod witness;

use place::Side;
use reached::Routes;

use super::{ChangeEntry, ManifestEntry, Origin, Reached, Report, Selection, Summary};
use crate::{
    Comparison,
    changes::Detail,
    migration::{Choice, Guide},
    pairing::Evidence,
    rules::Finding,
    schema::Schema,
};

/// The version of the report's shape.
const VERSION: u32 = 1;

impl Report {
    /// What `comparison` found out about the elements of `selection`.
    pub fn new(comparison: &Comparison, selection: &Selection) -> Self {
        let mut routes = Routes::new(comparison);
        let changes = comparison.findings.iter().filter_map(|finding| {
            let entry = change(finding, comparison);
            selection.covers(&entry).then(|| ChangeEntry { reach: routes.reached(finding), ..entry })
        });
        let changes: Vec<ChangeEntry> = changes.collect();
        Report {
            version: VERSION,
            old: origin(&comparison.old),
            new: origin(&comparison.new),
            manifest: comparison.guide.as_ref().map(manifest),
            pairs: pairs::entries(comparison, selection),
            summary: Summary::of(changes.iter().map(|change| change.severity)),
            changes,
        }
    }
}

fn manifest(guide: &Guide) -> ManifestEntry {
    ManifestEntry {
        name: guide.name().to_owned(),
        bundled: guide.is_bundled(),
        recognised: guide.choice == Choice::Recognised,
        gaps: guide.gaps.iter().map(|gap| gap.message.clone()).collect(),
    }
}

fn origin(schema: &Schema) -> Origin {
    Origin { origin: schema.origin.clone(), packages: schema.packages().into_iter().map(str::to_owned).collect() }
}

fn change(finding: &Finding, comparison: &Comparison) -> ChangeEntry {
    let Comparison { old, new, .. } = comparison;
    let subject = &finding.change.subject;
    let (confidence, evidence) = match &finding.change.detail {
        Detail::Told(word) => (Some(1.0), vec![Evidence::Manifest(word.why.clone()).to_string()]),
        Detail::Identity { score, evidence } => {
            (Some(rounded(*score)), evidence.iter().map(ToString::to_string).collect())
        }
        _ => (None, Vec::new()),
    };
    let witnesses: Vec<_> = finding.witnesses.iter().map(witness::entry).collect();
    ChangeEntry {
        kind: finding.change.kind,
        surface: finding.surfaces.clone(),
        scope: place::scope(subject),
        message: place::holders(subject, old, new),
        old: place::element(&finding.change, old, Side::Old),
        new: place::element(&finding.change, new, Side::New),
        effects: finding.effects.clone(),
        // Worked out only for what is shown.
        reach: Reached::default(),
        witness: witnesses.first().cloned(),
        witnesses,
        severity: finding.severity,
        rules: finding.rules.clone(),
        fingerprint: finding.fingerprint.clone(),
        reason: finding.explanation.reason.clone(),
        explanation: finding.explanation.to_string(),
        fix: finding.fix.clone(),
        confidence,
        evidence,
        detail: detail::entry(&finding.change, new),
        order: place::order(subject, old),
    }
}

/// Two decimals: what an inference is worth, and what a person reads.
fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}
