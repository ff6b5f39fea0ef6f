//! Write with one schema, read with the other, look what came out.

use serde_json::{Value as Json, json};

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
    /// The reader's field whose message is of another type than the writer's, and may ask for more than that wrote.
    pub(super) must_be_complete: Option<&'a str>,
    pub(super) samples: Vec<Sample>,
}

/// A message to write.
pub(super) struct Sample {
    pub(super) message: DynamicMessage,
    /// Its JSON, where that is not what a writer would print: another of several names of an enum value.
    pub(super) spelled: Option<Json>,
}

impl From<DynamicMessage> for Sample {
    fn from(message: DynamicMessage) -> Self {
        Sample { message, spelled: None }
    }
}

/// One outcome for each reader.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outcomes {
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

impl Outcomes {
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

/// The first payload that showed an outcome to a reader. Samples come in order of plainness.
struct Proof {
    trial: Trial,
    outcome: Outcome,
    sample: usize,
}

/// What an experiment found.
pub(super) struct Found {
    /// The worst over all samples.
    pub(super) worst: Outcomes,
    /// That of the first sample, which is the plainest.
    pub(super) typical: Outcomes,
    /// Whether any sample has a JSON form; without one, nothing is known about JSON.
    pub(super) has_json: bool,
    /// For each reader a proof of each harmful outcome.
    pub(super) witnesses: Vec<Witness>,
}

impl Experiment<'_> {
    /// Runs all samples through all readers. A harmful outcome is `coerced`, `rejected` or `misread`.
    pub(super) fn run(mut self) -> Found {
        for sample in &mut self.samples {
            drop_implicit_defaults(self.writer.schema, self.writer.message, &mut sample.message);
        }
        let payloads: Vec<Payload<'_>> = self
            .samples
            .iter()
            .map(|Sample { message, spelled }| Payload {
                written: message,
                bytes: binary::write(self.writer.schema, self.writer.message, message),
                json: spelled
                    .clone()
                    .or_else(|| json::write(self.writer.schema, self.writer.message, message, FieldNames::Json).ok()),
            })
            .collect();
        let (mut worst, mut typical) = (Outcomes::default(), Outcomes::default());
        let mut proofs: Vec<Proof> = Vec::new();
        for (sample, payload) in payloads.iter().enumerate() {
            let mut strict_json = None;
            for trial in Trial::ALL {
                let outcome = match (trial, strict_json) {
                    // Lenient readers differ in what strict ones refuse, and in nothing else.
                    (Trial::Json(UnknownNames::Ignore), Some(outcome)) if outcome != Outcome::Rejected => Some(outcome),
                    _ => self.outcome(payload, trial),
                };
                let Some(outcome) = outcome else { continue };
                if trial == Trial::Json(UnknownNames::Reject) {
                    strict_json = Some(outcome);
                }
                if sample == 0 {
                    *typical.of(trial) = outcome;
                }
                let worst = worst.of(trial);
                *worst = (*worst).max(outcome);
                let proven = proofs.iter().any(|p| p.trial == trial && p.outcome == outcome);
                if outcome >= Outcome::Coerced && !proven {
                    proofs.push(Proof { trial, outcome, sample });
                }
            }
        }
        let witnesses = proofs.iter().map(|proof| self.witness(&payloads[proof.sample], proof)).collect();
        let has_json = payloads.is_empty() || payloads.iter().any(|payload| payload.json.is_some());
        Found { worst, typical, has_json, witnesses }
    }

    /// `None` where the sample has no form in this encoding.
    fn outcome(&self, payload: &Payload<'_>, trial: Trial) -> Option<Outcome> {
        let Ok(read) = self.read(payload, trial)? else {
            // What the same family refuses under the writer's own schema is not the doing of the change.
            return self.writer_reads_it(payload, trial).then_some(Outcome::Rejected);
        };
        if self.missing(payload.written, &read).is_some() {
            return Some(Outcome::Rejected);
        }
        Some(judge(self.writer, payload.written, self.reader, &read, &self.identity))
    }

    fn writer_reads_it(&self, payload: &Payload<'_>, trial: Trial) -> bool {
        match trial {
            Trial::Binary(family) => {
                binary::read(self.writer.schema, self.writer.message, &payload.bytes, family).is_ok()
            }
            Trial::Json(_) => true,
        }
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

    /// The path of a required field that the reader misses and the writer does not.
    fn missing(&self, written: &DynamicMessage, read: &DynamicMessage) -> Option<String> {
        if self.must_be_present.is_none() && self.must_be_complete.is_none() {
            return None;
        }
        let inside =
            |path: &str, field: &str| path.strip_prefix(field).is_some_and(|rest| rest.starts_with(['.', '[']));
        let missing = missing_required(self.reader.schema, self.reader.message, read).into_iter().find(|path| {
            self.must_be_present.is_some_and(|field| path == field)
                || self.must_be_complete.is_some_and(|field| inside(path, field))
        })?;
        // An incomplete message of the writer's is not the doing of the change.
        let excused = missing.contains(['.', '['])
            && missing_required(self.writer.schema, self.writer.message, written).contains(&missing);
        (!excused).then_some(missing)
    }

    fn witness(&self, payload: &Payload<'_>, proof: &Proof) -> Witness {
        let reading = match self.read(payload, proof.trial) {
            Some(Ok(read)) => match self.missing(payload.written, &read) {
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

fn as_json(typed: Typed<'_>, message: &DynamicMessage) -> Json {
    // Values without a JSON form (text that is not UTF-8, a timestamp out of range) still have bytes.
    json::write(typed.schema, typed.message, message, FieldNames::Proto).unwrap_or_else(|_| {
        let bytes = binary::write(typed.schema, typed.message, message);
        json!({ "bytes without a JSON form": bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>() })
    })
}
