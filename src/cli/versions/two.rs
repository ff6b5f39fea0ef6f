//! Two schemas, and nothing that says what became of what.

use serde_json::Value as Json;

use super::{Chosen, Decision, DetectionReport, VersionArguments, evidence_lines};
use crate::{
    cli::Failure,
    dynamic::{FieldNames, Reader, UnknownNames, binary, json},
    migration::{
        Detection, Grounds, Side, SideEvidence,
        detection::{Hints, Reading, Shapes, Verdict},
    },
    schema::{MessageId, Schema},
};

/// Two versions of a type.
pub(in crate::cli) struct Two {
    schemas: [Schema; 2],
    shapes: [Shapes; 2],
    messages: [MessageId; 2],
    told: Option<Side>,
    assumed: Option<Side>,
}

impl Two {
    /// Two versions of a type, and what the arguments say about which it is.
    pub(super) fn new(
        schemas: [Schema; 2],
        messages: [MessageId; 2],
        arguments: &VersionArguments,
    ) -> Result<Self, Failure> {
        if let Some(argument) = arguments.of_a_manifest() {
            return Err(Failure::WithoutManifest(argument));
        }
        let side = |name: &Option<String>| name.as_deref().map(|text| side_named(&schemas, text)).transpose();
        let (told, assumed) = (side(&arguments.from)?, side(&arguments.assume)?);
        let shapes = schemas.each_ref().map(|schema| Shapes::of(schema, &Hints::default()));
        Ok(Two { schemas, shapes, messages, told, assumed })
    }

    /// The versions that it may be, old before new.
    pub(super) fn candidates(&self) -> Vec<(&Schema, MessageId)> {
        let sides = [Side::Old, Side::New].into_iter();
        sides.filter(|side| self.told.is_none_or(|told| told == *side)).map(|side| self.end(side)).collect()
    }

    fn end(&self, side: Side) -> (&Schema, MessageId) {
        let ([old, new], [old_id, new_id]) = (&self.schemas, self.messages);
        match side {
            Side::Old => (old, old_id),
            Side::New => (new, new_id),
        }
    }

    /// Which version a payload in binary is. It is the same in both when they show the same JSON.
    pub(super) fn decide(&self, bytes: &[u8]) -> Decision<'_> {
        let ([old, new], [old_id, new_id]) = (&self.shapes, self.messages);
        let (old, new) = (Reading::of(old, old_id.0, bytes), Reading::of(new, new_id.0, bytes));
        let shown = |side| {
            let (schema, id) = self.end(side);
            let value = binary::read(schema, &schema[id], bytes, Reader::Conformant).ok();
            let value = value.filter(|value| value.unknown.is_empty())?;
            json::write(schema, &schema[id], &value, FieldNames::Proto).ok()
        };
        let same = || {
            let (one, other) = (shown(Side::Old), shown(Side::New));
            one.is_some() && one == other
        };
        let detection = match self.told {
            Some(side) => Detection::told(side),
            None => Detection::between(&old, &new, same),
        };
        self.decision(&detection, None)
    }

    /// Which version a payload in JSON is, and what it is in binary.
    pub(super) fn decide_json(&self, document: &Json) -> Result<(Vec<u8>, Decision<'_>), json::JsonError> {
        let read = |side| {
            let (schema, id) = self.end(side);
            json::read(schema, &schema[id], document, UnknownNames::Reject)
        };
        let binary_of = |side, value| {
            let (schema, id) = self.end(side);
            binary::write(schema, &schema[id], value)
        };
        if let Some(side) = self.told {
            let bytes = binary_of(side, &read(side)?);
            let detection = Detection::told(side);
            return Ok((bytes, self.decision(&detection, None)));
        }
        let against =
            |error: &json::JsonError| SideEvidence { for_it: Vec::new(), against_it: vec![error.to_string()] };
        let certain = |side| Grounds::Bytes(Verdict::Certain(side));
        match (read(Side::Old), read(Side::New)) {
            (Err(error), Err(_)) => Err(error),
            (Ok(old), Err(error)) => {
                let evidence = [SideEvidence::default(), against(&error)];
                let detection = Detection::by(certain(Side::Old), evidence);
                Ok((binary_of(Side::Old, &old), self.decision(&detection, None)))
            }
            (Err(error), Ok(new)) => {
                let evidence = [against(&error), SideEvidence::default()];
                let detection = Detection::by(certain(Side::New), evidence);
                Ok((binary_of(Side::New, &new), self.decision(&detection, None)))
            }
            (Ok(old), Ok(new)) => {
                let bytes = [binary_of(Side::Old, &old), binary_of(Side::New, &new)];
                let verdict = if bytes[0] == bytes[1] { Verdict::Same } else { Verdict::Ambiguous };
                let detection = Detection::by(Grounds::Bytes(verdict), Default::default());
                let of_chosen = if self.assumed == Some(Side::Old) { &bytes[0] } else { &bytes[1] };
                Ok((of_chosen.clone(), self.decision(&detection, Some(bytes))))
            }
        }
    }

    fn decision(&self, detection: &Detection, own: Option<[Vec<u8>; 2]>) -> Decision<'_> {
        let [old, new] = &self.schemas;
        let names = [old.origin.as_str(), new.origin.as_str()];
        let report = DetectionReport::between(detection, names.map(|name| (name, name)));
        let chosen = |side| {
            let (schema, id) = self.end(side);
            Chosen { schema, message: &schema[id], detection: report.clone() }
        };
        let remarks = evidence_lines(detection, names);
        let is_ambiguous = detection.grounds == Grounds::Bytes(Verdict::Ambiguous);
        match detection.side().or(self.assumed.filter(|_| is_ambiguous)) {
            Some(side) => Decision::Read { chosen: chosen(side), remarks },
            None if is_ambiguous => {
                Decision::Ambiguous { readings: [chosen(Side::Old), chosen(Side::New)], own, remarks }
            }
            // What is the same either way may be shown as the new one; what neither can read, the new one refuses.
            None => Decision::Read { chosen: chosen(Side::New), remarks },
        }
    }
}

/// The schema that somebody means: the first, the second, or one by where it came from.
fn side_named(schemas: &[Schema; 2], text: &str) -> Result<Side, Failure> {
    let [old, new] = schemas;
    match text {
        "old" => Ok(Side::Old),
        "new" => Ok(Side::New),
        _ if text == old.origin && text != new.origin => Ok(Side::Old),
        _ if text == new.origin && text != old.origin => Ok(Side::New),
        _ => {
            let known = format!("old ({}) and new ({})", old.origin, new.origin);
            Err(Failure::Version { text: text.to_owned(), known })
        }
    }
}
