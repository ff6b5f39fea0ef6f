//! Write with one schema, read with the other, look what came out.

use serde_json::Value as Json;

use super::{
    Direction, Encoding, Outcome, Reading, Witness,
    judge::{Identity, judge},
    typed::Typed,
};
use crate::dynamic::{
    DynamicMessage, FieldNames, Reader, UnknownNames, binary, drop_implicit_defaults, json, missing_required,
};

/// One direction of one change: samples of the writer's type, and who is who on the reader's side.
pub(super) struct Experiment<'a> {
    pub(super) direction: Direction,
    pub(super) writer: Typed<'a>,
    pub(super) reader: Typed<'a>,
    pub(super) identity: Identity<'a>,
    /// The reader's field whose absence is what is being tried, if that is what is.
    pub(super) must_be_present: Option<&'a str>,
    pub(super) samples: Vec<DynamicMessage>,
}

/// The worst outcome for each reader.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Worst {
    pub(super) conformant: Outcome,
    pub(super) strict: Outcome,
    pub(super) json_strict: Outcome,
    pub(super) json_lenient: Outcome,
}

/// Readers of an experiment, as reports name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trial {
    Binary(Reader),
    Json(UnknownNames),
}

impl Trial {
    const ALL: [Trial; 4] = [
        Trial::Binary(Reader::Conformant),
        Trial::Binary(Reader::Strict),
        Trial::Json(UnknownNames::Reject),
        Trial::Json(UnknownNames::Ignore),
    ];

    fn encoding(self) -> Encoding {
        match self {
            Trial::Binary(_) => Encoding::Binary,
            Trial::Json(_) => Encoding::Json,
        }
    }

    fn reader_name(self) -> &'static str {
        match self {
            Trial::Binary(Reader::Conformant) => "conformant",
            Trial::Binary(Reader::Strict) | Trial::Json(UnknownNames::Reject) => "strict",
            Trial::Json(UnknownNames::Ignore) => "lenient",
        }
    }
}

impl Worst {
    fn of(&mut self, trial: Trial) -> &mut Outcome {
        match trial {
            Trial::Binary(Reader::Conformant) => &mut self.conformant,
            Trial::Binary(Reader::Strict) => &mut self.strict,
            Trial::Json(UnknownNames::Reject) => &mut self.json_strict,
            Trial::Json(UnknownNames::Ignore) => &mut self.json_lenient,
        }
    }
}

/// A sample as it travels: bytes, and JSON where the value has a JSON form.
struct Payload<'a> {
    written: &'a DynamicMessage,
    bytes: Vec<u8>,
    json: Option<Json>,
}

/// The first payload that showed an outcome to a reader.
struct Proof {
    trial: Trial,
    outcome: Outcome,
    sample: usize,
    size: usize,
}

impl Experiment<'_> {
    /// Runs all samples through all readers. Gives the worst outcome for each, and for each reader the shortest proof
    /// of each harmful outcome (`coerced`, `rejected`, `misread`).
    pub(super) fn run(mut self) -> (Worst, Vec<Witness>) {
        for sample in &mut self.samples {
            drop_implicit_defaults(self.writer.schema, self.writer.message, sample);
        }
        let payloads: Vec<Payload<'_>> = self
            .samples
            .iter()
            .map(|written| Payload {
                written,
                bytes: binary::write(self.writer.schema, self.writer.message, written),
                json: json::write(self.writer.schema, self.writer.message, written, FieldNames::Json).ok(),
            })
            .collect();
        let mut worst = Worst::default();
        let mut proofs: Vec<Proof> = Vec::new();
        for (sample, payload) in payloads.iter().enumerate() {
            for trial in Trial::ALL {
                let Some(outcome) = self.outcome(payload, trial) else { continue };
                let worst = worst.of(trial);
                *worst = (*worst).max(outcome);
                if outcome >= Outcome::Coerced {
                    keep_the_shorter(&mut proofs, Proof { trial, outcome, sample, size: payload.size(trial) });
                }
            }
        }
        let witnesses = proofs.iter().map(|proof| self.witness(&payloads[proof.sample], proof)).collect();
        (worst, witnesses)
    }

    /// `None` where the sample has no form in this encoding.
    fn outcome(&self, payload: &Payload<'_>, trial: Trial) -> Option<Outcome> {
        let Ok(read) = self.read(payload, trial)? else { return Some(Outcome::Rejected) };
        if self.missing(&read) {
            return Some(Outcome::Rejected);
        }
        Some(judge(self.writer, payload.written, self.reader, &read, &self.identity))
    }

    fn read(&self, payload: &Payload<'_>, trial: Trial) -> Option<Result<DynamicMessage, String>> {
        let Typed { schema, message } = self.reader;
        Some(match trial {
            Trial::Binary(family) => {
                binary::read(schema, message, &payload.bytes, family).map_err(|error| error.to_string())
            }
            Trial::Json(unknown_names) => {
                json::read(schema, message, payload.json.as_ref()?, unknown_names).map_err(|error| error.to_string())
            }
        })
    }

    fn missing(&self, read: &DynamicMessage) -> bool {
        self.must_be_present.is_some_and(|field| {
            missing_required(self.reader.schema, self.reader.message, read).iter().any(|path| path == field)
        })
    }

    fn witness(&self, payload: &Payload<'_>, proof: &Proof) -> Witness {
        let reading = match self.read(payload, proof.trial) {
            Some(Ok(read)) => match self.must_be_present.filter(|_| self.missing(&read)) {
                Some(field) => Reading::Error(format!("missing required field `{field}`")),
                None => Reading::Message {
                    known: as_json(self.reader, &read),
                    unknown: read.unknown.iter().map(|field| (field.number, field.wire_type.name())).collect(),
                },
            },
            Some(Err(error)) => Reading::Error(error),
            None => unreachable!("a proof is of a payload that was read"),
        };
        Witness {
            direction: self.direction,
            encoding: proof.trial.encoding(),
            reader: proof.trial.reader_name(),
            outcome: proof.outcome,
            payload: match (proof.trial, &payload.json) {
                (Trial::Json(_), Some(json)) => json.to_string().into_bytes(),
                _ => payload.bytes.clone(),
            },
            written: as_json(self.writer, payload.written),
            reading,
        }
    }
}

impl Payload<'_> {
    fn size(&self, trial: Trial) -> usize {
        match trial {
            Trial::Binary(_) => self.bytes.len(),
            // Samples are tried in order of plainness; for JSON that is order enough.
            Trial::Json(_) => 0,
        }
    }
}

fn keep_the_shorter(proofs: &mut Vec<Proof>, proof: Proof) {
    match proofs.iter_mut().find(|p| p.trial == proof.trial && p.outcome == proof.outcome) {
        Some(known) if proof.size < known.size => *known = proof,
        Some(_) => {}
        None => proofs.push(proof),
    }
}

fn as_json(typed: Typed<'_>, message: &DynamicMessage) -> Json {
    // Values without a JSON form (a timestamp out of range, say) still have bytes, which the witness shows.
    json::write(typed.schema, typed.message, message, FieldNames::Proto).unwrap_or(Json::Null)
}
