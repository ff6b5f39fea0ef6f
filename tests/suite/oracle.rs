//! What became of a message: a judge that shares nothing with `src/effects/judge`.
//!
//! It is told what was written, what was read and who is who, and says of every field, here and below, how it fared.
//! Who read it does not matter: it looks at trees of facts (`facts.rs`), which every decoder can be asked for.
//!
//! - `exact`: it arrived. A number and its spelling are the same, and so are an enum value and its name.
//! - `dropped`: it is gone, kept only as something unknown, or cleared by a field that came later into the same oneof.
//! - `coerced`: it changed and can still be recognised: cut to fewer bits, rounded, taken for true, the last of
//!   several, an element short.
//! - `rejected`: there is no message at all.
//! - `misread`: it is any other value, or there is something in a field that nobody wrote to.
//!
//! Whoever includes this file includes `facts.rs` and `hex.rs` beside it.

#[path = "oracle/collections.rs"]
mod collections;
#[path = "oracle/scalars.rs"]
mod scalars;

use proto_diff::{
    effects::{Encoding, Outcome},
    schema::{Enum, EnumId, FieldType, Kind, Message, MessageId, Presence, Scalar, Schema},
};

use super::facts::{Fact, Tree};

/// What schemas do not say: who became whom.
pub trait Kin {
    /// The reader's number for a field of the writer's; `None` where the reader does not have it.
    fn field(&self, writer: &Message, number: i32, reader: &Message) -> Option<i32>;

    /// Whether a number of the writer's enum and one of the reader's stand for the same.
    fn same_value(&self, writer: (&Enum, i32), reader: (&Enum, i32)) -> bool;
}

/// Those are one that have the same name: enum values by name alone, fields by number and name.
pub struct Namesakes;

impl Kin for Namesakes {
    fn field(&self, writer: &Message, number: i32, reader: &Message) -> Option<i32> {
        let field = writer.field_numbered(number)?;
        reader.field_numbered(number).filter(|other| other.name() == field.name()).map(|_| number)
    }

    fn same_value(&self, (writer, written): (&Enum, i32), (reader, read): (&Enum, i32)) -> bool {
        writer
            .values_numbered(written)
            .any(|value| reader.value_named(&value.element.name).is_some_and(|namesake| namesake.number == read))
    }
}

/// Two schemas and who is who in them.
#[derive(Clone, Copy)]
pub struct Identity<'a> {
    pub writer: &'a Schema,
    pub reader: &'a Schema,
    pub kin: &'a dyn Kin,
    /// In binary what is absent was zero or is kept as something unknown; in JSON it may have been ignored.
    pub encoding: Encoding,
}

/// How a message fared.
#[derive(Debug, Clone)]
pub enum Observed {
    /// Refused, and why.
    Refused(String),
    /// Read; how each field fared.
    Read(Vec<Fate>),
}

/// How one field fared.
#[derive(Debug, Clone)]
pub struct Fate {
    /// The field first, then those that may have had a hand in it: who may have cleared it, and the fields it is inside of,
    /// where another message may have arrived than was written.
    pub places: Vec<Place>,
    pub outcome: Outcome,
    /// What was written; nothing where nobody wrote to it.
    pub written: Option<Fact>,
    /// What was read; nothing where the reader does not have it.
    pub read: Option<Fact>,
}

/// A field on both sides, as far as there are two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub writer: Option<(MessageId, i32)>,
    pub reader: Option<(MessageId, i32)>,
}

impl Observed {
    /// The worst of all.
    pub fn worst(&self) -> Outcome {
        match self {
            Observed::Refused(_) => Outcome::Rejected,
            Observed::Read(fates) => fates.iter().map(|fate| fate.outcome).max().unwrap_or_default(),
        }
    }
}

/// Looks at what was written as one type and read, or refused, as another. A message that misses required fields
/// counts as refused; readers that do not say so by themselves must be asked.
pub fn observe(
    identity: &Identity<'_>,
    (writer, written): (MessageId, &Tree),
    (reader, read): (MessageId, Result<&Tree, &str>),
) -> Observed {
    match read {
        Ok(read) => Observed::Read(identity.messages((writer, written), (reader, read), &[])),
        Err(refusal) => Observed::Refused(refusal.to_owned()),
    }
}

/// A fact and what kind of value its schema says it is.
#[derive(Clone, Copy)]
struct Typed<'a> {
    kind: &'a Kind,
    fact: &'a Fact,
}

/// How one value fared: by itself, and what is inside it.
struct Verdict {
    outcome: Outcome,
    inside: Vec<Fate>,
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Self {
        Verdict { outcome, inside: Vec::new() }
    }
}

impl Verdict {
    fn worst(&self) -> Outcome {
        self.inside.iter().map(|fate| fate.outcome).max().unwrap_or_default().max(self.outcome)
    }

    fn at_least(mut self, outcome: Outcome) -> Self {
        self.outcome = self.outcome.max(outcome);
        self
    }

    fn and(mut self, other: Verdict) -> Self {
        self.inside.extend(other.inside);
        self.at_least(other.outcome)
    }
}

impl Identity<'_> {
    /// Every field of a message; `above` are places that have a hand in all of them.
    fn messages(
        &self,
        (writer_id, written): (MessageId, &Tree),
        (reader_id, read): (MessageId, &Tree),
        above: &[Place],
    ) -> Vec<Fate> {
        let (writer, reader) = (&self.writer[writer_id], &self.reader[reader_id]);
        let mut fates = Vec::new();
        let mut expected = Vec::new();
        for (number, fact) in &written.fields {
            let at = self.kin.field(writer, *number, reader).filter(|at| reader.field_numbered(*at).is_some());
            expected.extend(at);
            let place = Place { writer: Some((writer_id, *number)), reader: at.map(|at| (reader_id, at)) };
            let places: Vec<Place> = [place].into_iter().chain(above.iter().copied()).collect();
            let found = at.and_then(|at| read.fields.get(&at));
            let fate = |places, outcome| Fate { places, outcome, written: Some(fact.clone()), read: found.cloned() };
            let Some(at) = at else {
                fates.push(fate(places, Outcome::Dropped));
                continue;
            };
            let field = writer.field_numbered(*number).expect("only known fields are written");
            let target = reader.field_numbered(at).expect("looked for above");
            let verdict = match found {
                Some(found) => self.values(
                    Typed { kind: field.value_kind(), fact },
                    Typed { kind: target.value_kind(), fact: found },
                    &places,
                ),
                None => self.absence(Typed { kind: field.value_kind(), fact }, &target.ty, read.keeps(*number)).into(),
            };
            let cleared_by: Vec<Place> = match (found, target.oneof) {
                (None, Some(oneof)) => reader
                    .members(oneof)
                    .filter(|member| read.fields.contains_key(&member.number))
                    .map(|member| Place { writer: None, reader: Some((reader_id, member.number)) })
                    .collect(),
                _ => Vec::new(),
            };
            fates.push(fate([places, cleared_by].concat(), verdict.outcome));
            fates.extend(verdict.inside);
        }
        for (number, found) in read.fields.iter().filter(|(number, _)| !expected.contains(number)) {
            let place = Place { writer: None, reader: Some((reader_id, *number)) };
            let places = [place].into_iter().chain(above.iter().copied()).collect();
            fates.push(Fate { places, outcome: Outcome::Misread, written: None, read: Some(found.clone()) });
        }
        fates
    }

    /// A value that the reader does not have. Where the field knows no absence, that is a zero, and may be what is left
    /// of a number that was cut, unless the value was `kept` as something unknown.
    fn absence(&self, written: Typed<'_>, target: &FieldType, kept: bool) -> Outcome {
        let as_zero = match target {
            FieldType::Singular { kind, presence: Presence::Implicit } => {
                zero(kind).map(|fact| self.values(written, Typed { kind, fact: &fact }, &[]).worst())
            }
            _ => None,
        };
        let says_nothing = match written.fact {
            Fact::List(values) => matches!(values.as_slice(), [only] if only.is_nothing()),
            fact => fact.is_nothing(),
        };
        match as_zero {
            Some(Outcome::Exact) if says_nothing || !kept => Outcome::Exact,
            Some(Outcome::Coerced) if !kept && self.encoding == Encoding::Binary => Outcome::Coerced,
            _ => Outcome::Dropped,
        }
    }

    fn values(&self, written: Typed<'_>, read: Typed<'_>, places: &[Place]) -> Verdict {
        match (written.fact, read.fact) {
            (Fact::List(_) | Fact::Map(_), _) | (_, Fact::List(_) | Fact::Map(_)) => {
                self.collections(written, read, places)
            }
            (Fact::Enum(w), Fact::Enum(r)) => match (written.kind, read.kind) {
                (Kind::Enum(writer), Kind::Enum(reader)) => self.enums((*writer, *w), (*reader, *r)).into(),
                _ => unreachable!("an enum number is of an enum"),
            },
            (w, r) if w.is_nothing() && r.is_nothing() => Outcome::Exact.into(),
            (Fact::Message(w), Fact::Message(r)) => {
                let (writer, reader) = (message(written.kind), message(read.kind));
                Verdict { outcome: Outcome::Exact, inside: self.messages((writer, w), (reader, r), places) }
            }
            (Fact::Message(_), _) | (_, Fact::Message(_)) => Outcome::Misread.into(),
            (Fact::Enum(number), Fact::Text(name)) => names(self.writer, written.kind, *number, name).into(),
            (Fact::Text(name), Fact::Enum(number)) => names(self.reader, read.kind, *number, name).into(),
            (w, r) => scalars::compare(w, r).into(),
        }
    }

    fn enums(&self, (writer, w): (EnumId, i32), (reader, r): (EnumId, i32)) -> Outcome {
        let (writer, reader) = (&self.writer[writer], &self.reader[reader]);
        let (written_name, read_name) = (writer.json_name(w), reader.json_name(r));
        match (written_name, read_name) {
            // A number that meant nothing goes on meaning what it means to those who know.
            (None, _) if w == r => Outcome::Exact,
            // Zero says nothing, whatever two enums call it.
            _ if w == 0 && r == 0 && writer.element.full_name != reader.element.full_name => Outcome::Exact,
            (Some(_), _) if self.kin.same_value((writer, w), (reader, r)) => Outcome::Exact,
            // The number is there, what it stood for is not.
            (Some(_), None) if w == r => Outcome::Dropped,
            _ => Outcome::Misread,
        }
    }
}

/// An enum number beside a text, which in JSON is a name of it, or the number spelled out.
fn names(schema: &Schema, kind: &Kind, number: i32, text: &[u8]) -> Outcome {
    let Kind::Enum(id) = kind else { unreachable!("an enum number is of an enum") };
    let mut names = schema[*id].values_numbered(number).map(|value| value.element.name.as_bytes());
    if names.any(|name| name == text) {
        return Outcome::Exact;
    }
    scalars::compare(&Fact::Int(number.into()), &Fact::Text(text.to_owned()))
}

/// What a field without presence holds when it is absent.
fn zero(kind: &Kind) -> Option<Fact> {
    Some(match kind {
        Kind::Scalar(Scalar::Bool) => Fact::Bool(false),
        Kind::Scalar(Scalar::String) => Fact::Text(Vec::new()),
        Kind::Scalar(Scalar::Bytes) => Fact::Bytes(Vec::new()),
        Kind::Scalar(Scalar::Float) => Fact::Float(0.0),
        Kind::Scalar(Scalar::Double) => Fact::Double(0.0),
        Kind::Scalar(_) => Fact::Int(0),
        Kind::Enum(_) => Fact::Enum(0),
        Kind::Message(_) | Kind::Group(_) | Kind::StandIn(_) => return None,
    })
}

fn message(kind: &Kind) -> MessageId {
    kind.message().expect("a message is of a message type")
}
