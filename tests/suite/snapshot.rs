//! A comparison as a text that a person can read and compare.

use std::fmt::Write;

use proto_diff::{
    CompareOptions, compare,
    effects::{BinaryEffects, BinaryOutcomes, Effects, JsonEffects, JsonOutcomes, Outcome, Verdict},
    report::{ChangeEntry, ElementEntry, Names, PairEntry, Report, Selection},
    rules::{HttpPolicy, Level, Policy, Severity},
    schema::Schema,
};

use super::case::Case;

const LEVELS: [(Level, &str); 3] = [(Level::Binary, "binary"), (Level::Json, "json"), (Level::Source, "source")];

/// The whole of `expected.txt`.
pub fn of(case: &Case) -> String {
    let (old, new) = (case.old_schema(), case.new_schema());
    let mut text = String::new();
    for schema in [&old, &new] {
        for warning in &schema.warnings {
            line(&mut text, &format!("{}: {}", schema.origin, warning.message));
        }
    }
    let reports = LEVELS.map(|(level, _)| report(case, level));
    for pair in reports[1].pairs.iter().filter(|pair| pair.old != pair.new) {
        line(&mut text, &paired(pair));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    for change in &reports[1].changes {
        let severities = reports.each_ref().map(|report| severity_of(report, change));
        line(&mut text, &block(change, Some(severities)));
    }
    let summary = reports[1].summary;
    line(&mut text, &format!("{} errors, {} warnings, {} notes", summary.error, summary.warning, summary.note));
    let exits = LEVELS
        .iter()
        .zip(&reports)
        .map(|((_, name), report)| format!("{name} {}", i32::from(report.summary.at_least(Severity::Error) > 0)));
    line(&mut text, &format!("exit: {}", exits.collect::<Vec<_>>().join(", ")));
    text
}

/// Every finding without its place, sorted: what must not depend on the order of declarations.
pub fn without_order(old: Schema, new: Schema) -> String {
    let report = Report::new(&compare(old, new, &CompareOptions::default()), &Selection::All);
    let mut blocks: Vec<String> = report
        .changes
        .into_iter()
        .map(|mut change| {
            for element in [&mut change.old, &mut change.new].into_iter().flatten() {
                element.span = None;
            }
            block(&change, None)
        })
        .collect();
    blocks.sort();
    blocks.concat()
}

fn report(case: &Case, level: Level) -> Report {
    Report::new(&case.compared(Policy { level, http: HttpPolicy::Counts }), &Selection::All)
}

fn severity_of(report: &Report, change: &ChangeEntry) -> Severity {
    let same = |other: &&ChangeEntry| other.fingerprint == change.fingerprint && other.kind == change.kind;
    report.changes.iter().find(same).expect("every level has every change").severity
}

fn paired(pair: &PairEntry) -> String {
    let score = pair.score.map_or_else(String::new, |score| format!(" {score:.2}"));
    format!("{}: {} → {} ({}{score})", word(&pair.kind), pair.old, pair.new, pair.basis)
}

fn block(change: &ChangeEntry, severities: Option<[Severity; 3]>) -> String {
    let mut text = format!("{} {} {}\n", word(&change.severity), change.kind.name(), names(&change.message));
    if let Some([binary, json, source]) = severities.filter(|[b, j, s]| b != j || j != s) {
        text += &format!("  severity: binary {}, json {}, source {}\n", word(&binary), word(&json), word(&source));
    }
    text += &format!("  {} → {}\n", element(change.old.as_ref()), element(change.new.as_ref()));
    text += &effects(&change.effects);
    if !change.rules.is_empty() {
        text += &format!("  rules: {}\n", change.rules.join(" "));
    }
    if let Some(detail) = &change.detail {
        text += &format!("  detail: {}\n", serde_json::to_string(detail).expect("JSON"));
    }
    if !change.evidence.is_empty() {
        text += &format!("  evidence: {}\n", change.evidence.join(", "));
    }
    text += &format!("  {}\n", change.explanation);
    if let Some(fix) = &change.fix {
        text += &format!("  fix: {fix}\n");
    }
    text
}

fn effects(effects: &Effects) -> String {
    let binary = effects.binary.map(binary_outcomes);
    let json = effects.json.map(json_outcomes);
    let mut text = String::new();
    for (name, worst, plain) in [
        ("binary", &binary, effects.typical.map(|data| binary_outcomes(data.binary))),
        ("json", &json, effects.typical.map(|data| json_outcomes(data.json))),
    ] {
        let Some(worst) = worst else { continue };
        text += &format!("  {name}: {worst}\n");
        // What happens to plain data, where the worst is rarer.
        if let Some(plain) = plain.filter(|plain| plain != worst) {
            text += &format!("    plain: {plain}\n");
        }
    }
    for (surface, verdict) in [("source", effects.source), ("http", effects.http)] {
        if verdict != Verdict::Same {
            text += &format!("  {surface}: {}\n", word(&verdict));
        }
    }
    text
}

fn binary_outcomes(effects: BinaryEffects) -> String {
    let pair = |o: BinaryOutcomes| two(o.conformant, o.strict);
    format!("up {}, down {}", pair(effects.upgrade), pair(effects.downgrade))
}

fn json_outcomes(effects: JsonEffects) -> String {
    let pair = |o: JsonOutcomes| two(o.strict, o.lenient);
    format!("up {}, down {}", pair(effects.upgrade), pair(effects.downgrade))
}

fn two(first: Outcome, second: Outcome) -> String {
    if first == second { word(&first) } else { format!("{}/{}", word(&first), word(&second)) }
}

fn names(names: &Names) -> String {
    match (&names.old, &names.new) {
        (Some(old), Some(new)) if old == new => old.clone(),
        (old, new) => [old, new].map(|name| name.as_deref().unwrap_or("(none)")).join(" → "),
    }
}

fn element(element: Option<&ElementEntry>) -> String {
    let Some(element) = element else { return "(none)".to_owned() };
    let mut text = element.name.clone();
    if let Some(number) = element.number {
        write!(text, " = {number}").expect("a String takes everything");
    }
    if let Some(type_name) = &element.type_name {
        write!(text, " {type_name}").expect("a String takes everything");
    }
    if let Some(span) = &element.span {
        write!(text, " [{}:{}:{}]", span.file, span.line, span.column).expect("a String takes everything");
    }
    text
}

/// How reports spell it.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).expect("a word")
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}
