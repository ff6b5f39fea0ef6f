//! What was found out about a version, for programs and for people.

use serde::Serialize;

use crate::migration::{Detection, Migration, Side};

/// The `detection` of the JSON output.
#[derive(Debug, Clone, Serialize)]
pub(in crate::cli) struct DetectionReport {
    verdict: &'static str,
    version: Option<String>,
    schema: Option<String>,
    evidence: Vec<EvidenceReport>,
}

/// What speaks for and against one schema.
#[derive(Debug, Clone, Serialize)]
struct EvidenceReport {
    schema: String,
    r#for: Vec<String>,
    against: Vec<String>,
}

impl DetectionReport {
    /// Somebody said so.
    pub(in crate::cli) fn told(version: Option<String>, schema: &str) -> Self {
        DetectionReport { verdict: "told", version, schema: Some(schema.to_owned()), evidence: Vec::new() }
    }

    /// In a few words.
    pub(in crate::cli) fn summary(&self) -> String {
        match (&self.version, &self.schema, self.verdict) {
            (Some(version), _, verdict) => format!("{verdict}: {version}"),
            (None, Some(schema), verdict) => format!("{verdict}: {schema}"),
            (None, None, "same") => "the same message in either version".to_owned(),
            (None, None, verdict) => verdict.to_owned(),
        }
    }

    /// What a dual reader found.
    pub(in crate::cli) fn of(detection: &Detection, migration: &Migration) -> Self {
        Self::between(
            detection,
            [Side::Old, Side::New].map(|side| (migration.version_name(side), migration.schema(side).origin.as_str())),
        )
    }

    /// What was found about two versions, each with its name and where its schema came from.
    pub(in crate::cli) fn between(detection: &Detection, [old, new]: [(&str, &str); 2]) -> Self {
        let of = |side| if side == Side::Old { old } else { new };
        let side = detection.side();
        let evidence = [Side::Old, Side::New].map(|side| {
            let found = detection.of(side);
            EvidenceReport {
                schema: of(side).1.to_owned(),
                r#for: found.for_it.clone(),
                against: found.against_it.clone(),
            }
        });
        let is_told = detection.verdict() == "told";
        DetectionReport {
            verdict: detection.verdict(),
            version: side.map(|side| of(side).0.to_owned()),
            schema: side.map(|side| of(side).1.to_owned()),
            evidence: if is_told { Vec::new() } else { evidence.into() },
        }
    }
}

/// What speaks for and against each version, a line each.
pub(in crate::cli) fn evidence_lines(detection: &Detection, names: [&str; 2]) -> Vec<String> {
    let sides = [Side::Old, Side::New].into_iter().zip(names);
    sides
        .flat_map(|(side, name)| {
            let found = detection.of(side);
            let for_it = found.for_it.iter().map(move |line| format!("for {name}: {line}"));
            for_it.chain(found.against_it.iter().map(move |line| format!("against {name}: {line}")))
        })
        .collect()
}
