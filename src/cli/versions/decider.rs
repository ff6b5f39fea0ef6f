//! Under which schema a payload is read.

use serde_json::Value as Json;

use super::{DetectionReport, MigrationArguments, Subject, Two, VersionArguments, evidence_lines, migration};
use crate::{
    cli::{
        Failure,
        payload::{PayloadFailure, Place, SchemaArguments, load_all},
        terminal::Terminal,
    },
    direction::Direction,
    dynamic::{UnknownNames, binary, json},
    inspect::{self, find_type},
    migration::{Answer, Detection, DualReader, Grounds, Migration, ReaderError, Side, detection},
    schema::{Message, MessageId, Schema, SchemaLocator},
    wire::framing::Fit,
};

/// The schemas that payloads may be read with, loaded.
#[expect(clippy::large_enum_variant, reason = "there is one in a run")]
pub(in crate::cli) enum Decider {
    /// There is one.
    One { locator: SchemaLocator, schema: Schema, message: MessageId },
    /// Two versions and a manifest between them.
    Dual { migration: Box<Migration>, subject: Subject },
    /// Two schemas, and nothing that says what became of what.
    Two(Box<Two>),
}

/// The schema and type that a payload is read with, and how that is known.
#[derive(Clone)]
pub(in crate::cli) struct Chosen<'s> {
    pub schema: &'s Schema,
    pub message: &'s Message,
    pub detection: DetectionReport,
}

/// What was decided about one payload.
pub(in crate::cli) enum Decision<'s> {
    /// It is read with this.
    Read { chosen: Chosen<'s>, remarks: Vec<String> },
    /// It could be either, and it matters.
    Ambiguous {
        readings: [Chosen<'s>; 2],
        /// What it is in binary in each of them, where that is not the same: it was JSON.
        own: Option<[Vec<u8>; 2]>,
        remarks: Vec<String>,
    },
}

impl Decider {
    /// Loads what the arguments name.
    pub(in crate::cli) fn load(
        type_name: Option<&str>,
        schemas: &SchemaArguments,
        migrations: &MigrationArguments,
        versions: &VersionArguments,
        terminal: &Terminal,
    ) -> Result<Self, Failure> {
        // Here too, where there is no manifest in the end.
        migrations.options()?;
        let mut loaded = load_all(schemas, terminal)?;
        if loaded.is_empty() {
            let migration = migration::load(migrations, schemas, terminal)?;
            let dual = Self::dual(migration, type_name, versions);
            return dual.map_err(|failure| migration::at_home(failure, migrations, schemas));
        }
        if loaded.len() > 2 {
            return Err(Failure::TooManySchemas);
        }
        let first = loaded.remove(0);
        let Some(second) = loaded.pop() else {
            if let Some(argument) = versions.of_two_versions() {
                return Err(Failure::OneVersion(argument));
            }
            let type_name = type_name.ok_or(Failure::NoType)?;
            let message = find_type(&first.1, type_name)?;
            return Ok(Decider::One { locator: first.0, schema: first.1, message });
        };
        if let Some(migration) = migration::between(migrations, &first.1, &second.1)? {
            return Self::dual(migration, type_name, versions);
        }
        let type_name = type_name.ok_or(Failure::NoType)?;
        let found = [find_type(&first.1, type_name), find_type(&second.1, type_name)];
        match found {
            [Ok(a), Ok(b)] => {
                let two = Two::new([first.1, second.1], [a, b], versions)?;
                Ok(Decider::Two(Box::new(two)))
            }
            [Ok(message), Err(_)] => Ok(Decider::One { locator: first.0, schema: first.1, message }),
            [Err(_), Ok(message)] => Ok(Decider::One { locator: second.0, schema: second.1, message }),
            [Err(error), Err(_)] => Err(error.into()),
        }
    }

    fn dual(migration: Migration, type_name: Option<&str>, versions: &VersionArguments) -> Result<Self, Failure> {
        let subject = {
            let reader = DualReader::new(&migration);
            Subject::find(&migration, &reader, type_name, versions, Direction::Upgrade)?
        };
        Ok(Decider::Dual { migration: Box::new(migration), subject })
    }

    /// The reader of a decider, which borrows from it.
    pub(in crate::cli) fn reader(&self) -> Option<DualReader<'_>> {
        match self {
            Decider::Dual { migration, .. } => Some(DualReader::new(migration)),
            Decider::One { .. } | Decider::Two(_) => None,
        }
    }

    /// How much sense bytes make as a message of either version.
    pub(in crate::cli) fn fit(&self, bytes: &[u8]) -> Fit {
        let candidates = self.candidates();
        let fits = candidates.iter().map(|(schema, message)| inspect::fit(schema, &schema[*message], bytes));
        fits.max().unwrap_or(Fit::Malformed)
    }

    /// The schemas and types that there are, old before new.
    fn candidates(&self) -> Vec<(&Schema, MessageId)> {
        match self {
            Decider::One { schema, message, .. } => vec![(schema, *message)],
            Decider::Dual { migration, subject } => match subject.told {
                Some(side) => vec![subject.end(migration, side)],
                None => [Side::Old, Side::New].map(|side| subject.end(migration, side)).into(),
            },
            Decider::Two(two) => two.candidates(),
        }
    }

    /// Decides about a payload in binary.
    pub(in crate::cli) fn decide(
        &self,
        reader: Option<&DualReader<'_>>,
        bytes: &[u8],
    ) -> Result<Decision<'_>, PayloadFailure> {
        match (self, reader) {
            (Decider::One { locator, schema, message }, _) => {
                let detection = DetectionReport::told(release(locator), &schema.origin);
                Ok(read(Chosen { schema, message: &schema[*message], detection }, Vec::new()))
            }
            (Decider::Dual { migration, subject }, Some(reader)) => {
                let detection = match subject.told {
                    Some(side) => Detection::told(side),
                    None => reader.detect(subject.pair, bytes, Side::New),
                };
                Ok(dual_decision(migration, subject, &detection))
            }
            (Decider::Dual { .. }, None) => unreachable!("a decider of this sort has a reader"),
            (Decider::Two(two), _) => Ok(two.decide(bytes)),
        }
    }

    /// The bytes of a payload in JSON, and what was decided about it.
    pub(in crate::cli) fn decide_json(
        &self,
        reader: Option<&DualReader<'_>>,
        document: &Json,
        place: &Place,
    ) -> Result<(Vec<u8>, Decision<'_>), PayloadFailure> {
        let refused =
            |error: json::JsonError| PayloadFailure::Json { place: place.clone(), error: error.into(), help: None };
        let bytes_in = |schema: &Schema, message: MessageId| {
            let message = &schema[message];
            json::read(schema, message, document, UnknownNames::Reject)
                .map(|value| binary::write(schema, message, &value))
        };
        if let (Decider::Dual { migration, subject }, Some(reader)) = (self, reader) {
            let failed =
                |error: ReaderError| PayloadFailure::Reader { place: place.clone(), error: error.into(), help: None };
            let answer = reader.read_json(subject.pair, document, subject.told, Side::New).map_err(failed)?;
            let (detection, side) = match answer {
                Answer::Read { detection, was, .. } => (detection, was),
                Answer::Ambiguous { detection, .. } => (detection, subject.assumed.unwrap_or(Side::New)),
            };
            let bytes_of = |side| {
                let (schema, message) = subject.end(migration, side);
                bytes_in(schema, message).map_err(refused)
            };
            let mut decision = dual_decision(migration, subject, &detection);
            if let Decision::Ambiguous { own, .. } = &mut decision {
                *own = Some([bytes_of(Side::Old)?, bytes_of(Side::New)?]);
            }
            return Ok((bytes_of(side)?, decision));
        }
        match self {
            Decider::Two(two) => two.decide_json(document).map_err(refused),
            Decider::One { schema, message, locator } => {
                let bytes = bytes_in(schema, *message).map_err(refused)?;
                let detection = DetectionReport::told(release(locator), &schema.origin);
                Ok((bytes, read(Chosen { schema, message: &schema[*message], detection }, Vec::new())))
            }
            Decider::Dual { .. } => unreachable!("a decider of this sort has a reader"),
        }
    }

    /// Whether any of its schemas has required fields, which is rare enough to ask first.
    pub(in crate::cli) fn has_required(&self) -> bool {
        let candidates = self.candidates();
        let fields =
            candidates.iter().flat_map(|(schema, _)| schema.messages.iter().flat_map(|message| &message.fields));
        fields.into_iter().any(|field| field.is_required())
    }
}

impl Decision<'_> {
    /// The type; of two readings that of the old one.
    pub(in crate::cli) fn type_name(&self) -> &str {
        let (Decision::Read { chosen, .. } | Decision::Ambiguous { readings: [chosen, _], .. }) = self;
        &chosen.message.element.full_name
    }
}

fn read<'s>(chosen: Chosen<'s>, remarks: Vec<String>) -> Decision<'s> {
    Decision::Read { chosen, remarks }
}

fn dual_decision<'m>(migration: &'m Migration, subject: &Subject, detection: &Detection) -> Decision<'m> {
    let report = DetectionReport::of(detection, migration);
    let chosen = |side| {
        let (schema, message) = subject.end(migration, side);
        Chosen { schema, message: &schema[message], detection: report.clone() }
    };
    let names = [Side::Old, Side::New].map(|side| migration.version_name(side));
    let remarks = evidence_lines(detection, names);
    match (detection.grounds, detection.side(), subject.assumed) {
        (_, Some(side), _) => read(chosen(side), remarks),
        (Grounds::Bytes(detection::Verdict::Ambiguous), None, None) => {
            Decision::Ambiguous { readings: [chosen(Side::Old), chosen(Side::New)], own: None, remarks }
        }
        (Grounds::Bytes(detection::Verdict::Ambiguous), None, Some(side)) => read(chosen(side), remarks),
        // What is the same either way may be shown as the new one; what neither can read, the new one refuses.
        _ => read(chosen(Side::New), remarks),
    }
}

/// The version, of a bundled schema.
fn release(locator: &SchemaLocator) -> Option<String> {
    match locator {
        SchemaLocator::A2a(release) => Some(release.version.to_owned()),
        _ => None,
    }
}
