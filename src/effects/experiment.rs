//! Write with one schema, read with the other, look what came out.

use serde_json::{Value as Json, json};

use super::{
    BinaryOutcomes, Direction, JsonOutcomes, Outcome, Reading, Tally, Witness,
    judge::{Identity, judge, judge_field},
    sample::{Form, Sample},
    shrink,
    trial::{ByTrial, Trial},
    typed::Typed,
};
use crate::dynamic::{
    DynamicMessage, FieldNames, Reader, UnknownNames, binary, drop_implicit_defaults, json, missing_required,
};

/// A tag of one or two bytes and one of content: nothing shorter says anything.
const SHORTEST: usize = 3;

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
    /// Who reads: all of [`Trial::ALL`], or those of one encoding.
    pub(super) readers: &'a [Trial],
    /// What is written, the plainest first.
    pub(super) samples: Vec<Sample>,
}

/// A payload that was tried, and what each reader made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriedPayload {
    /// Who wrote it and who reads it.
    pub direction: Direction,
    /// It as bytes.
    pub bytes: Vec<u8>,
    /// It as ProtoJSON, where it has such a form.
    pub json_text: Option<String>,
    /// Outcomes of the bytes; `None` where it was not tried, or where the writer's version is refused as well.
    pub binary: BinaryOutcomes<Option<Outcome>>,
    /// Outcomes of the JSON; `None` where there is none.
    pub json: JsonOutcomes<Option<Outcome>>,
}

/// A sample as it travels: bytes, and JSON where it has any.
struct Payload {
    sample: Sample,
    bytes: Vec<u8>,
    json: Option<Json>,
}

/// What an experiment found.
pub(super) struct Found {
    /// How the samples fared.
    pub(super) tried: ByTrial<Tally>,
    /// How the first one did, which is the plainest.
    pub(super) typical: ByTrial<Outcome>,
    /// Whether any sample has a JSON form; without one, nothing is known about JSON.
    pub(super) has_json: bool,
    /// For each reader a proof of each outcome but `exact`; that of the worst as short as can be.
    pub(super) witnesses: Vec<Witness>,
}

/// The shortest payload that was seen to show an outcome to a reader.
struct Proof {
    trial: Trial,
    outcome: Outcome,
    payload: usize,
}

impl Experiment<'_> {
    /// Gives every sample to every reader.
    pub(super) fn run(mut self) -> Found {
        let payloads = self.payloads();
        let mut found = Found {
            tried: ByTrial::default(),
            typical: ByTrial::default(),
            has_json: payloads.is_empty() || payloads.iter().any(|payload| payload.json.is_some()),
            witnesses: Vec::new(),
        };
        let mut proofs: Vec<Proof> = Vec::new();
        for (index, payload) in payloads.iter().enumerate() {
            self.for_each_outcome(payload, |trial, outcome| {
                if index == 0 {
                    *found.typical.of(trial) = outcome;
                }
                found.tried.of(trial).record(outcome);
                if outcome != Outcome::Exact {
                    note(&mut proofs, Proof { trial, outcome, payload: index }, &payloads);
                }
            });
        }
        found.witnesses = self.witnesses(&proofs, &payloads, &mut found.tried);
        found
    }

    /// Every payload with every outcome.
    pub(super) fn log(mut self) -> Vec<TriedPayload> {
        let payloads = self.payloads();
        let log = |payload: Payload| {
            let mut outcomes = ByTrial::default();
            self.for_each_outcome(&payload, |trial, outcome| *outcomes.of(trial) = Some(outcome));
            let ByTrial { binary, json } = outcomes;
            TriedPayload {
                direction: self.direction,
                binary,
                json,
                bytes: payload.bytes,
                json_text: payload.json.map(|json| json.to_string()),
            }
        };
        payloads.into_iter().map(log).collect()
    }

    fn for_each_outcome(&self, payload: &Payload, mut each: impl FnMut(Trial, Outcome)) {
        let mut strict_json = None;
        for &trial in self.readers {
            let outcome = match (trial, strict_json) {
                // Lenient readers differ in what strict ones refuse, and in nothing else.
                (Trial::Json(UnknownNames::Ignore), Some(outcome)) if outcome != Outcome::Rejected => Some(outcome),
                _ => self.outcome(payload, trial),
            };
            if trial == Trial::Json(UnknownNames::Reject) {
                strict_json = outcome;
            }
            if let Some(outcome) = outcome {
                each(trial, outcome);
            }
        }
    }

    /// The samples as they travel, each once.
    fn payloads(&mut self) -> Vec<Payload> {
        let mut payloads: Vec<Payload> = Vec::with_capacity(self.samples.len());
        for mut sample in std::mem::take(&mut self.samples) {
            drop_implicit_defaults(self.writer.schema, self.writer.message, &mut sample.message);
            let payload = self.payload(sample);
            // There are a few dozen, and most differ in their first bytes.
            let is_known =
                |known: &Payload| known.bytes == payload.bytes && known.json.is_some() == payload.json.is_some();
            if !payloads.iter().any(is_known) {
                payloads.push(payload);
            }
        }
        payloads
    }

    fn payload(&self, sample: Sample) -> Payload {
        Payload { bytes: sample.bytes(self.writer), json: sample.json(self.writer), sample }
    }

    /// `None` where the sample has no form in this encoding.
    fn outcome(&self, payload: &Payload, trial: Trial) -> Option<Outcome> {
        let written = &payload.sample.message;
        let Ok(read) = self.read(payload, trial)? else {
            // What the same family refuses under the writer's own schema is not the doing of the change, nor is what
            // it refuses of another field.
            let is_alone = !matches!(payload.sample.form, Form::InCompany(_));
            return (is_alone && self.writer_reads_it(payload, trial)).then_some(Outcome::Rejected);
        };
        let judge = || match payload.sample.form {
            Form::InCompany(number) => judge_field(self.writer, (written, number), self.reader, &read, &self.identity),
            _ => judge(self.writer, written, self.reader, &read, &self.identity),
        };
        Some(match (self.missing(written, &read), trial) {
            (None, _) => judge(),
            // prost knows nothing of `required` and reads on; it is left to the program to miss the value.
            (Some(_), Trial::Binary(Reader::Strict)) => judge().max(Outcome::Rejected),
            (Some(_), _) => Outcome::Rejected,
        })
    }

    fn writer_reads_it(&self, payload: &Payload, trial: Trial) -> bool {
        match trial {
            Trial::Binary(family) => {
                binary::read(self.writer.schema, self.writer.message, &payload.bytes, family).is_ok()
            }
            Trial::Json(_) => true,
        }
    }

    fn read(&self, payload: &Payload, trial: Trial) -> Option<Result<DynamicMessage, String>> {
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

    /// A witness for each proof. Those of the worst outcomes are made as short as can be; readers that came to the same
    /// outcome share one.
    fn witnesses(&self, proofs: &[Proof], payloads: &[Payload], tried: &mut ByTrial<Tally>) -> Vec<Witness> {
        let mut shortest: Vec<Payload> = Vec::new();
        let mut witnesses = Vec::with_capacity(proofs.len());
        for proof in proofs {
            let payload = &payloads[proof.payload];
            let tally = *tried.of(proof.trial);
            if tally.worst() != proof.outcome {
                witnesses.push(self.witness(payload, proof, tally));
                continue;
            }
            let shows = |payload: &Payload| self.outcome(payload, proof.trial) == Some(proof.outcome);
            let known = shortest.iter().position(|known| known.bytes.len() <= payload.bytes.len() && shows(known));
            let known = known.unwrap_or_else(|| {
                shortest.push(self.shortened(payload, &shows));
                shortest.len() - 1
            });
            witnesses.push(self.witness(&shortest[known], proof, tally));
        }
        witnesses
    }

    /// The smallest payload of the same form that can be reached from this one and still shows the same. One that was
    /// spelled out is about just this value.
    fn shortened(&self, payload: &Payload, shows: &dyn Fn(&Payload) -> bool) -> Payload {
        if matches!(payload.sample.form, Form::Spelled(_)) || payload.bytes.len() <= SHORTEST {
            return self.payload(payload.sample.clone());
        }
        let of = |message: &DynamicMessage| {
            let mut message = message.clone();
            drop_implicit_defaults(self.writer.schema, self.writer.message, &mut message);
            self.payload(payload.sample.with(message))
        };
        let smallest = shrink::smallest(self.writer, payload.sample.message.clone(), &|message| shows(&of(message)));
        of(&smallest)
    }

    fn witness(&self, payload: &Payload, proof: &Proof, tally: Tally) -> Witness {
        let written = &payload.sample.message;
        let reading = match self.read(payload, proof.trial) {
            Some(Ok(read)) => match self.missing(written, &read) {
                Some(field) if proof.outcome == Outcome::Rejected => {
                    Reading::Error(format!("missing required field `{field}`"))
                }
                _ => Reading::Message {
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
            share: tally.share(proof.outcome),
            payload: match (proof.trial, &payload.json) {
                (Trial::Json(_), Some(json)) => json.to_string().into_bytes(),
                _ => payload.bytes.clone(),
            },
            written: as_json(self.writer, written),
            reading,
        }
    }
}

/// Keeps the shorter of two proofs of one thing. Where JSON is the proof, the bytes stand for its length.
fn note(proofs: &mut Vec<Proof>, new: Proof, payloads: &[Payload]) {
    let length = |proof: &Proof| payloads[proof.payload].bytes.len();
    match proofs.iter_mut().find(|known| known.trial == new.trial && known.outcome == new.outcome) {
        Some(known) if length(&new) < length(known) => *known = new,
        Some(_) => {}
        None => proofs.push(new),
    }
}

fn as_json(typed: Typed<'_>, message: &DynamicMessage) -> Json {
    // Values without a JSON form (text that is not UTF-8, a timestamp out of range) still have bytes.
    json::write(typed.schema, typed.message, message, FieldNames::Proto).unwrap_or_else(|_| {
        let bytes = binary::write(typed.schema, typed.message, message);
        json!({ "bytes without a JSON form": bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>() })
    })
}
