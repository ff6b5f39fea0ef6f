//! The same verdicts from decoders and a judge that are not ours: each payload that proto-diff tries is read by the
//! Python runtime (conformant readers, JSON) and by prost-reflect (strict ones), and `suite/oracle.rs` looks at what
//! came out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use prost_reflect::{DescriptorPool, DynamicMessage};
use proto_diff::{
    Comparison,
    changes::ChangeKind,
    effects::{self, Encoding, Outcome, TriedPayload},
    rules::Finding,
    schema::{self, MessageId, Schema},
};

use super::{
    cells::{Pair, pair},
    facts::Tree,
    hex::to_hex,
    oracle::{self, Fate, Identity, Namesakes, Observed},
    peer::{Peer, Request},
    prost_tree,
    shapes::{Shape, schema_text},
};

/// The four readers of a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reader {
    Conformant,
    Strict,
    JsonStrict,
    JsonLenient,
}

impl Reader {
    const ALL: [Reader; 4] = [Reader::Conformant, Reader::Strict, Reader::JsonStrict, Reader::JsonLenient];

    /// What the peer is asked to do; `None` for the one that is no peer.
    fn mode(self) -> Option<&'static str> {
        match self {
            Reader::Conformant => Some("decode"),
            Reader::Strict => None,
            Reader::JsonStrict => Some("parse"),
            Reader::JsonLenient => Some("ignore"),
        }
    }

    fn encoding(self) -> Encoding {
        match self {
            Reader::Conformant | Reader::Strict => Encoding::Binary,
            Reader::JsonStrict | Reader::JsonLenient => Encoding::Json,
        }
    }

    fn ours(self, tried: &TriedPayload) -> Option<Outcome> {
        match self {
            Reader::Conformant => tried.binary.conformant,
            Reader::Strict => tried.binary.strict,
            Reader::JsonStrict => tried.json.strict,
            Reader::JsonLenient => tried.json.lenient,
        }
    }

    fn payload(self, tried: &TriedPayload) -> Option<Payload> {
        match self {
            Reader::Conformant | Reader::Strict => Some(Payload::Bytes(tried.bytes.clone())),
            Reader::JsonStrict | Reader::JsonLenient => tried.json_text.clone().map(Payload::Json),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Payload {
    Bytes(Vec<u8>),
    Json(String),
}

impl Payload {
    /// Whether minus zero, as four bytes or eight, is somewhere in it.
    fn holds_minus_zero(&self) -> bool {
        let Payload::Bytes(bytes) = self else { return false };
        [(-0.0f32).to_le_bytes().as_slice(), &(-0.0f64).to_le_bytes()]
            .iter()
            .any(|zero| bytes.windows(zero.len()).any(|window| window == *zero))
    }
}

/// A payload read as a shape.
type Question = (usize, Reader, Payload);

/// Every shape as a message of its own, as proto-diff and as the others see it.
struct Shelf {
    schema: Schema,
    ids: Vec<MessageId>,
    names: Vec<String>,
    pool: DescriptorPool,
}

impl Shelf {
    fn of(shapes: &[Shape]) -> Self {
        let simple: Vec<String> = (0..shapes.len()).map(|index| format!("S{index}")).collect();
        let text = schema_text(simple.iter().cloned().zip(shapes.iter().copied()));
        let schema = schema::from_texts("shapes", [("shapes.proto", &text)]).expect("a valid schema");
        let names: Vec<String> = simple.iter().map(|name| format!("matrix.{name}")).collect();
        let ids = names.iter().map(|name| schema.message_named(name).expect("it was declared")).collect();
        Shelf { schema, ids, names, pool: compiled(&text) }
    }

    /// What prost-reflect reads.
    fn strict(&self, shape: usize, bytes: &[u8]) -> Result<Tree, String> {
        let descriptor = self.pool.get_message_by_name(&self.names[shape]).expect("it was declared");
        let message = DynamicMessage::decode(descriptor, bytes).map_err(|error| error.to_string())?;
        Ok(Tree::of(&prost_tree::tree(&message)))
    }
}

fn compiled(text: &str) -> DescriptorPool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("shapes.proto"), text).expect("a writable folder");
    let mut compiler = protox::Compiler::new([folder.path()]).expect("a folder");
    compiler.open_file("shapes.proto").expect("a valid schema");
    compiler.descriptor_pool()
}

/// Answers that were given.
struct Answers<'a> {
    shelf: &'a Shelf,
    given: HashMap<Question, Result<Tree, String>>,
}

impl<'a> Answers<'a> {
    /// Asks everything at once.
    fn to(questions: BTreeSet<Question>, shelf: &'a Shelf, peer: &mut Peer) -> Self {
        peer.load("shapes", &shelf.pool.encode_to_vec());
        let (by_peer, by_prost): (Vec<Question>, Vec<Question>) =
            questions.into_iter().partition(|(_, reader, _)| reader.mode().is_some());
        let requests: Vec<Request> = by_peer.iter().map(|question| request(shelf, question)).collect();
        let trees = peer.ask(&requests).into_iter().map(|answer| {
            assert!(!answer.incomplete, "nothing is required in these schemas");
            answer.result.map(|json| Tree::of(&json))
        });
        let mut given: HashMap<Question, Result<Tree, String>> = by_peer.into_iter().zip(trees).collect();
        given.extend(by_prost.into_iter().map(|question| {
            let Payload::Bytes(bytes) = &question.2 else { unreachable!("prost-reflect is asked for bytes") };
            let tree = shelf.strict(question.0, bytes);
            (question, tree)
        }));
        Answers { shelf, given }
    }

    /// What the oracle says of a payload; `None` where the writer's own version is refused.
    fn observed(&self, pair: Pair, reader: Reader, payload: &Payload) -> Option<Observed> {
        let answer = |shape: usize| &self.given[&(shape, reader, payload.clone())];
        let written = answer(pair.writer).as_ref().ok()?;
        let read = answer(pair.reader).as_ref().map_err(String::as_str);
        let Shelf { schema, ids, .. } = self.shelf;
        let identity = Identity { writer: schema, reader: schema, kin: &Namesakes, encoding: reader.encoding() };
        Some(oracle::observe(&identity, (ids[pair.writer], written), (ids[pair.reader], read)))
    }
}

fn request(shelf: &Shelf, (shape, reader, payload): &Question) -> Request {
    Request {
        mode: reader.mode().expect("a reader that is a peer"),
        key: "shapes",
        name: shelf.names[*shape].clone(),
        payload: match payload {
            Payload::Bytes(bytes) => to_hex(bytes),
            Payload::Json(text) => text.clone(),
        },
    }
}

/// What the others say otherwise, a line each; and how many verdicts were compared.
pub fn differences(comparison: &Comparison, shapes: &[Shape], peer: &mut Peer) -> (Vec<String>, usize) {
    let Comparison { old, new, pairing, findings, .. } = comparison;
    let mut tried: Vec<(Pair, Reader, Payload, Option<Outcome>)> = Vec::new();
    for finding in findings.iter().filter(|finding| is_tried_as_it_is(finding, findings)) {
        for payload in effects::payloads(old, new, pairing, &finding.change) {
            let Some(pair) = pair(comparison, finding, payload.direction) else { continue };
            tried.extend(
                Reader::ALL
                    .into_iter()
                    .filter_map(|reader| Some((pair, reader, reader.payload(&payload)?, reader.ours(&payload)))),
            );
        }
    }
    let shelf = Shelf::of(shapes);
    let questions = tried.iter().flat_map(|(pair, reader, payload, _)| {
        [pair.writer, pair.reader].map(|shape| (shape, *reader, payload.clone()))
    });
    let answers = Answers::to(questions.collect(), &shelf, peer);
    let mut lines = BTreeMap::new();
    for (pair, reader, payload, ours) in &tried {
        let observed = answers.observed(*pair, *reader, payload);
        let theirs = observed.as_ref().map(Observed::worst);
        let shapes = (shapes[pair.writer], shapes[pair.reader]);
        if theirs != *ours && !is_peculiar(shapes, *reader, payload, *ours) {
            let line = format!(
                "{:?} → {:?}, {reader:?}: we say {ours:?}, they {theirs:?}: {payload:?}: {}",
                shapes.0,
                shapes.1,
                told(observed)
            );
            lines.entry((*pair, *reader)).or_insert(line);
        }
    }
    (lines.into_values().collect(), tried.len())
}

/// What the oracle saw, in words.
fn told(observed: Option<Observed>) -> String {
    match observed {
        None => "the writer's version is refused".to_owned(),
        Some(Observed::Refused(reason)) => reason,
        Some(Observed::Read(fates)) => {
            let told = |fate: &Fate| format!("{:?}: wrote {:?}, read {:?}", fate.places, fate.written, fate.read);
            fates.iter().map(told).collect::<Vec<_>>().join("; ")
        }
    }
}

/// Presence and packing are tried by themselves, between two fields that differ in nothing else. Where more changed
/// that is no pair of this table.
fn is_tried_as_it_is(finding: &Finding, all: &[Finding]) -> bool {
    let by_itself = |finding: &Finding| {
        matches!(finding.change.kind, ChangeKind::FieldPresenceChanged | ChangeKind::FieldOptionChanged)
    };
    let beside = |other: &&Finding| other.change.subject == finding.change.subject && !by_itself(other);
    !by_itself(finding) || !all.iter().any(|other| beside(&other))
}

/// Where a runtime differs from the specification or from the others of its family, and proto-diff follows those; or
/// where the oracle knows less than it should.
fn is_peculiar(pair: (Shape, Shape), by: Reader, payload: &Payload, ours: Option<Outcome>) -> bool {
    let (writer, reader) = (pair.0.kind, pair.1.kind);
    let refused = match by {
        Reader::JsonStrict => ours == Some(Outcome::Rejected),
        // What is refused in a value is left out where it is the name of an enum value.
        Reader::JsonLenient => matches!(ours, Some(Outcome::Rejected | Outcome::Dropped)),
        Reader::Conformant | Reader::Strict => false,
    };
    match (by, writer, reader) {
        // upb sets the whole entry aside; C++, Java and Go put the default where the value does not fit.
        (Reader::Conformant, _, "map") => ours == Some(Outcome::Misread),
        // prost takes minus zero in a field without presence for the default.
        (Reader::Strict, _, "float" | "double") => payload.holds_minus_zero(),
        // prost-reflect reads whatever follows the tag of a map field as an entry; prost looks at the wire type.
        (Reader::Strict, _, "map") => ours == Some(Outcome::Rejected),
        // Python's JSON takes 1.5, "42" and true for numbers of enums, and true for a float.
        (Reader::JsonStrict | Reader::JsonLenient, _, "enum") => refused,
        (Reader::JsonStrict | Reader::JsonLenient, "bool", "float" | "double") => refused,
        // It skips what is no base64.
        (Reader::JsonStrict | Reader::JsonLenient, "string", "bytes") => refused,
        // It takes the characters of a string for names of fields, of which an empty one has none.
        (Reader::JsonLenient, _, "message") if writer != "map" => refused,
        (Reader::JsonStrict, "string" | "bytes", "message") => refused,
        // The oracle takes a map for a list of entries, which it is in binary only.
        (Reader::JsonStrict | Reader::JsonLenient, "map", "message") => true,
        _ => false,
    }
}
