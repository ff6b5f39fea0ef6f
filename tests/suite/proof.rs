//! Every harm is proven: its payload, read again, gives the reading that the witness tells of.

use proto_diff::{
    Comparison,
    dynamic::{FieldNames, Reader, UnknownNames, binary, json, missing_required},
    effects::{Direction, Encoding, Outcome, Reading, Witness},
    rules::{Finding, Policy},
};
use serde_json::Value;

use super::{case::Case, sides::Side};

/// What is not proven, in words; nothing when all is well.
pub fn faults(case: &Case) -> Vec<String> {
    let comparison = case.compared(Policy::default());
    comparison.findings.iter().flat_map(|finding| of_finding(&comparison, finding)).collect()
}

fn of_finding(comparison: &Comparison, finding: &Finding) -> Vec<String> {
    let mut faults = Vec::new();
    for (direction, encoding, reader, outcome) in harms(finding) {
        let proves =
            |w: &&Witness| (w.direction, w.encoding, w.reader, w.outcome) == (direction, encoding, reader, outcome);
        if !finding.witnesses.iter().any(|w| proves(&w)) {
            faults.push(format!("no witness: {direction:?} {encoding:?} {reader} {outcome:?}"));
        }
    }
    for witness in &finding.witnesses {
        faults.extend(read_again(comparison, finding, witness).err());
    }
    let about = format!("{} {:?}", finding.change.kind.name(), finding.change.subject);
    faults.into_iter().map(|fault| format!("{about}: {fault}")).collect()
}

/// Every `misread` and `rejected` that a finding claims.
fn harms(finding: &Finding) -> Vec<(Direction, Encoding, &'static str, Outcome)> {
    use {Direction::*, Encoding::*};
    let mut claims = Vec::new();
    if let Some(effects) = finding.effects.binary {
        for (direction, outcomes) in [(Upgrade, effects.upgrade), (Downgrade, effects.downgrade)] {
            claims.push((direction, Binary, "conformant", outcomes.conformant));
            claims.push((direction, Binary, "strict", outcomes.strict));
        }
    }
    if let Some(effects) = finding.effects.json {
        for (direction, outcomes) in [(Upgrade, effects.upgrade), (Downgrade, effects.downgrade)] {
            claims.push((direction, Json, "strict", outcomes.strict));
            claims.push((direction, Json, "lenient", outcomes.lenient));
        }
    }
    claims.retain(|(.., outcome)| matches!(outcome, Outcome::Rejected | Outcome::Misread));
    claims
}

fn read_again(comparison: &Comparison, finding: &Finding, witness: &Witness) -> Result<(), String> {
    let reader = Side::reader(comparison, &finding.change, witness.direction).ok_or("nobody can read this witness")?;
    let told = |what: String| {
        format!("{:?} {} as {}, {:?}: {what}", witness.direction, witness.reader, reader.name, witness.reading)
    };
    let read = match (witness.encoding, witness.reader) {
        (Encoding::Binary, family) => {
            let family = if family == "strict" { Reader::Strict } else { Reader::Conformant };
            binary::read(reader.schema, &reader.message, &witness.payload, family).map_err(|e| e.to_string())
        }
        (Encoding::Json, names) => {
            let names = if names == "strict" { UnknownNames::Reject } else { UnknownNames::Ignore };
            let text: Value = serde_json::from_slice(&witness.payload).map_err(|e| told(e.to_string()))?;
            json::read(reader.schema, &reader.message, &text, names).map_err(|e| e.to_string())
        }
    };
    match (&witness.reading, read) {
        (Reading::Error(error), Err(again)) if *error == again => Ok(()),
        (Reading::Error(error), Ok(read)) if error.starts_with("missing required") => {
            let missing = missing_required(reader.schema, &reader.message, &read);
            if missing.iter().any(|path| error.contains(path)) { Ok(()) } else { Err(told(format!("{missing:?}"))) }
        }
        (Reading::Message { known, unknown }, Ok(read)) => {
            // What has no JSON form is shown by its bytes, and was read if it is read again.
            let again =
                json::write(reader.schema, &reader.message, &read, FieldNames::Proto).unwrap_or_else(|_| known.clone());
            let kept: Vec<_> = read.unknown.iter().map(|f| (f.number, f.wire_type.name())).collect();
            if *known == again && *unknown == kept { Ok(()) } else { Err(told(format!("{again} {kept:?}"))) }
        }
        (_, again) => Err(told(format!("{again:?}"))),
    }
}
