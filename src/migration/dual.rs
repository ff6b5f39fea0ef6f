//! A reader for two versions: it finds out which one a payload is in, and gives it in the one that is wanted.

use serde_json::Value as Json;

use super::{
    ConvertError, ConvertReason, Converted, Migration, Side, TypePair,
    detection::{
        Detection, Grounds, HeaderVersions, Reading, Shapes, SideEvidence, UnknownVersion, Verdict, by_header,
    },
    hints::hints,
};
use crate::{
    dynamic::{
        Reader, UnknownNames,
        binary::{self, ReadError},
        drop_implicit_defaults,
        json::{self, JsonError},
    },
    schema::{MessageId, Schema},
};

/// Reads payloads of either version.
///
/// ```
/// use proto_diff::migration::{Answer, DualReader, Migration, Side};
///
/// let migration = Migration::a2a()?;
/// let reader = DualReader::new(&migration);
/// let pair = migration.pair_named("GetTaskRequest", proto_diff::Direction::Upgrade)?;
/// // The bytes say which version they are: `tasks/7` is a v0.3 name.
/// let answer = reader.read(pair, &[0x0a, 7, b't', b'a', b's', b'k', b's', b'/', b'7'], None, Side::New)?;
/// let Answer::Read { converted, .. } = answer else { panic!("ambiguous") };
/// assert_eq!(converted.message, [0x12, 1, b'7']);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DualReader<'m> {
    migration: &'m Migration,
    old: Shapes,
    new: Shapes,
}

/// What became of a payload.
#[derive(Debug)]
pub enum Answer {
    /// It is in the wanted version now.
    Read {
        /// How its version was found.
        detection: Detection,
        /// The version it was in; of two that are the same either way, the wanted one.
        was: Side,
        /// The message, and what there is to say about it.
        converted: Converted,
    },
    /// Both versions are possible, and it makes a difference which one it is.
    Ambiguous {
        /// What speaks for which.
        detection: Detection,
        /// What it is when it is taken for an old message.
        as_old: Result<Converted, ReaderError>,
        /// What it is when it is taken for a new message.
        as_new: Result<Converted, ReaderError>,
    },
}

/// Why a payload cannot be read.
#[derive(Debug, Clone, thiserror::Error, miette::Diagnostic)]
pub enum ReaderError {
    /// Neither version can read it.
    #[error("not a message of either version: read as the old one, {old}; as the new one, {new}")]
    #[diagnostic(help("if the bytes are framed or encoded, say how (--in); if they are of another type, say which"))]
    Neither {
        /// Why the old version cannot.
        old: Box<ReadError>,
        /// Why the new version cannot.
        new: Box<ReadError>,
    },
    /// It is no ProtoJSON of the type in either version.
    #[error("not the JSON of either version: of the old one, {old}; of the new one, {new}")]
    NeitherJson {
        /// Why not of the old version.
        old: Box<JsonError>,
        /// Why not of the new version.
        new: Box<JsonError>,
    },
    /// It is no ProtoJSON of the type.
    #[error("{0}")]
    Json(Box<JsonError>),
    /// The version that it is in cannot read it.
    #[error("{0}")]
    Read(Box<ReadError>),
    /// It cannot be converted.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Convert(#[from] ConvertError),
}

impl ReaderError {
    /// Whether the bytes are no message at all, rather than one with something in it that cannot be converted.
    pub fn is_about_structure(&self) -> bool {
        match self {
            ReaderError::Neither { .. } | ReaderError::Read(_) => true,
            ReaderError::Convert(error) => matches!(error.reason, ConvertReason::Wire(_) | ConvertReason::Utf8),
            ReaderError::Json(_) | ReaderError::NeitherJson { .. } => false,
        }
    }
}

impl<'m> DualReader<'m> {
    /// A reader for the two versions of a migration.
    pub fn new(migration: &'m Migration) -> Self {
        let [old, new] = [Side::Old, Side::New].map(|side| {
            let schema = migration.schema(side);
            Shapes::of(schema, &hints(&migration.manifest, &migration.correspondence, side, schema))
        });
        DualReader { migration, old, new }
    }

    /// The side that a value of the version header means; for A2A, empty is 0.3.
    ///
    /// # Errors
    /// When the manifest has no such value.
    pub fn side_of_header(&self, value: &str) -> Result<Side, UnknownVersion> {
        by_header(value, &self.headers())
    }

    fn headers(&self) -> HeaderVersions {
        let manifest = &self.migration.manifest;
        HeaderVersions::of_texts(&manifest.old_version.header, &manifest.new_version.header)
    }

    /// Finds out which version a payload is in, from its bytes alone. `wanted` is the version it is needed in: if it
    /// comes to the same there, it does not matter which one it is.
    pub fn detect(&self, pair: TypePair, bytes: &[u8], wanted: Side) -> Detection {
        let [old, new] = [Side::Old, Side::New].map(|side| self.reading(pair, bytes, side));
        Detection::between(&old, &new, || self.comes_to_the_same(pair, bytes, wanted))
    }

    /// The payload read as one version alone, with what the manifest knows about its writers.
    pub fn reading(&self, pair: TypePair, bytes: &[u8], side: Side) -> Reading<'_> {
        let (_, message) = self.of_side(pair, side);
        Reading::of(self.shapes(side), message.0, bytes)
    }

    /// The tables that bytes are read by as one version, with what the manifest knows about its writers. Messages have
    /// the indices that they have in the schema.
    pub fn shapes(&self, side: Side) -> &Shapes {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    /// Reads a payload, without framing, and gives it in the wanted version. `told` is the version that it is in, when
    /// that is known otherwise.
    ///
    /// # Errors
    /// When it cannot be read or converted.
    pub fn read(&self, pair: TypePair, bytes: &[u8], told: Option<Side>, wanted: Side) -> Result<Answer, ReaderError> {
        let (detection, was) = match told {
            Some(side) => (Detection::told(side), side),
            None => {
                let detection = self.detect(pair, bytes, wanted);
                let verdict = match detection.grounds {
                    Grounds::Bytes(verdict) => verdict,
                    Grounds::Told(side) => Verdict::Certain(side),
                };
                match verdict {
                    Verdict::Certain(side) | Verdict::Likely(side) => (detection, side),
                    Verdict::Same => (detection, wanted),
                    Verdict::Ambiguous => {
                        let as_old = self.as_side(pair, bytes, Side::Old, wanted);
                        let as_new = self.as_side(pair, bytes, Side::New, wanted);
                        return Ok(Answer::Ambiguous { detection, as_old, as_new });
                    }
                    Verdict::Neither => return Err(self.neither(pair, bytes)),
                }
            }
        };
        let converted = self.as_side(pair, bytes, was, wanted)?;
        Ok(Answer::Read { detection, was, converted })
    }

    /// Reads ProtoJSON of either version and gives the message in the wanted one, in binary. Names tell the versions
    /// apart: what a version does not know is not its JSON.
    ///
    /// # Errors
    /// When it is no JSON of the type in either version, or cannot be converted.
    pub fn read_json(
        &self,
        pair: TypePair,
        document: &Json,
        told: Option<Side>,
        wanted: Side,
    ) -> Result<Answer, ReaderError> {
        let binary_of = |side| -> Result<Vec<u8>, Box<JsonError>> {
            let (schema, id) = self.of_side(pair, side);
            let message = json::read(schema, &schema[id], document, UnknownNames::Reject)?;
            Ok(binary::write(schema, &schema[id], &message))
        };
        if let Some(side) = told {
            let bytes = binary_of(side).map_err(ReaderError::Json)?;
            return self.read(pair, &bytes, Some(side), wanted);
        }
        let no = |error: &JsonError| SideEvidence { for_it: Vec::new(), against_it: vec![error.to_string()] };
        let (verdict, evidence, as_old, as_new) = match (binary_of(Side::Old), binary_of(Side::New)) {
            (Err(old), Err(new)) => {
                return Err(ReaderError::NeitherJson { old, new });
            }
            (Ok(bytes), Err(error)) => {
                let converted = self.as_side(pair, &bytes, Side::Old, wanted)?;
                let grounds = Grounds::Bytes(Verdict::Certain(Side::Old));
                let evidence = [SideEvidence::default(), no(&error)];
                let detection = Detection::by(grounds, evidence);
                return Ok(Answer::Read { detection, was: Side::Old, converted });
            }
            (Err(error), Ok(bytes)) => {
                let converted = self.as_side(pair, &bytes, Side::New, wanted)?;
                let grounds = Grounds::Bytes(Verdict::Certain(Side::New));
                let evidence = [no(&error), SideEvidence::default()];
                let detection = Detection::by(grounds, evidence);
                return Ok(Answer::Read { detection, was: Side::New, converted });
            }
            (Ok(old), Ok(new)) => {
                let as_old = self.as_side(pair, &old, Side::Old, wanted);
                let as_new = self.as_side(pair, &new, Side::New, wanted);
                let same = match (&as_old, &as_new) {
                    (Ok(a), Ok(b)) => {
                        a.losses.is_empty()
                            && b.losses.is_empty()
                            && self.are_equal(pair, wanted, &a.message, &b.message)
                    }
                    _ => false,
                };
                let verdict = if same { Verdict::Same } else { Verdict::Ambiguous };
                (verdict, Default::default(), as_old, as_new)
            }
        };
        let detection = Detection::by(Grounds::Bytes(verdict), evidence);
        match verdict {
            Verdict::Same => {
                let converted = if wanted == Side::Old { as_old } else { as_new }?;
                Ok(Answer::Read { detection, was: wanted, converted })
            }
            _ => Ok(Answer::Ambiguous { detection, as_old, as_new }),
        }
    }

    /// The payload in the wanted version, when it is taken for one of `side`.
    ///
    /// # Errors
    /// When that side cannot read it, or it cannot be converted.
    pub fn as_side(&self, pair: TypePair, bytes: &[u8], side: Side, wanted: Side) -> Result<Converted, ReaderError> {
        if side != wanted {
            return Ok(self.migration.convert(pair, bytes, side.leaving())?);
        }
        // It stays as it is, unknown fields included: their numbers mean the same to whoever wants it.
        let (schema, message) = self.of_side(pair, side);
        binary::read(schema, &schema[message], bytes, Reader::Conformant)
            .map_err(|error| ReaderError::Read(error.into()))?;
        Ok(Converted { message: bytes.to_vec(), ..Converted::default() })
    }

    fn of_side(&self, pair: TypePair, side: Side) -> (&'m Schema, MessageId) {
        match side {
            Side::Old => (&self.migration.old, pair.old()),
            Side::New => (&self.migration.new, pair.new()),
        }
    }

    /// Whether the payload is one and the same message in the wanted version, whichever it is now.
    fn comes_to_the_same(&self, pair: TypePair, bytes: &[u8], wanted: Side) -> bool {
        let from = wanted.other();
        let Ok(converted) = self.migration.convert(pair, bytes, from.leaving()) else { return false };
        // A loss is a difference, whatever the rest comes to.
        if !converted.losses.is_empty() {
            return false;
        }
        self.are_equal(pair, wanted, &converted.message, bytes)
    }

    /// Whether two payloads of one version are the same message.
    fn are_equal(&self, pair: TypePair, side: Side, one: &[u8], other: &[u8]) -> bool {
        let (schema, id) = self.of_side(pair, side);
        let message = &schema[id];
        let read = |bytes: &[u8]| {
            let mut read = binary::read(schema, message, bytes, Reader::Conformant).ok()?;
            drop_implicit_defaults(schema, message, &mut read);
            Some(read)
        };
        let (one, other) = (read(one), read(other));
        one.is_some() && one == other
    }

    fn neither(&self, pair: TypePair, bytes: &[u8]) -> ReaderError {
        let error = |side| {
            let (schema, message) = self.of_side(pair, side);
            binary::read(schema, &schema[message], bytes, Reader::Conformant).err()
        };
        match (error(Side::Old), error(Side::New)) {
            (Some(old), Some(new)) => ReaderError::Neither { old: old.into(), new: new.into() },
            (Some(error), None) | (None, Some(error)) => ReaderError::Read(error.into()),
            (None, None) => unreachable!("the verdict was that neither version can read the bytes"),
        }
    }
}
