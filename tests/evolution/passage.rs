//! Messages on their way from one version to the other, and what became of them.

use proto_diff::{
    dynamic::{self, DynamicMessage, FieldNames, binary, json},
    effects::Direction,
    schema::MessageId,
};

use super::{
    decoder::Decoder,
    facts::Tree,
    hex::to_hex,
    kin::ModelKin,
    linked::Linked,
    model::Model,
    oracle::{Identity, Observed, observe},
    peer::{Answer, Request},
    prost_tree,
};

/// Who reads, as reports name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Bytes, as C++, Java, Go and Python do.
    Conformant,
    /// Bytes, as prost does.
    Strict,
    /// JSON, unknown names refused.
    StrictJson,
    /// JSON, unknown names ignored.
    LenientJson,
}

/// A message that arrived, or did not.
pub struct Passage {
    pub direction: Direction,
    pub reader: Reader,
    /// Its type, as the writer and as the reader has it.
    pub types: (MessageId, MessageId),
    /// Bytes in hexadecimal, or JSON.
    pub payload: String,
    pub observed: Observed,
}

/// A version with what is known of it.
#[derive(Clone, Copy)]
pub struct Version<'a> {
    pub key: &'static str,
    pub model: &'a Model,
    pub linked: &'a Linked,
}

/// A message to be sent.
pub struct Letter<'a> {
    pub direction: Direction,
    pub writer: Version<'a>,
    pub reader: Version<'a>,
    pub types: (MessageId, MessageId),
    pub message: DynamicMessage,
}

/// Sends everything and looks what came out. The decoder has both versions under their keys.
pub fn send(decoder: &mut Decoder, letters: &[Letter<'_>]) -> Vec<Passage> {
    let payloads: Vec<String> = letters.iter().map(|letter| to_hex(&letter.bytes())).collect();
    let sent = letters.iter().zip(&payloads);
    let requests: Vec<Request> = sent
        .clone()
        .flat_map(|(letter, payload)| {
            [
                letter.request("decode", letter.writer, payload),
                letter.request("decode", letter.reader, payload),
                letter.request("print", letter.writer, payload),
            ]
        })
        .collect();
    let answers = decoder.ask(&requests);
    let mut passages = Vec::new();
    let mut in_json = Vec::new();
    for ((letter, payload), answers) in sent.zip(answers.chunks(3)) {
        let [by_writer, by_reader, printed] = answers else { unreachable!("three were asked for") };
        // What the writer's own runtime refuses is not the doing of any change.
        if let Ok(written) = message(by_writer) {
            passages.push(letter.passage(Reader::Conformant, payload, &written, message(by_reader)));
            let by_prost = letter.by_prost(letter.reader);
            if letter.by_prost(letter.writer).is_ok() && (by_prost.is_err() || letter.prost_itself_reads_it()) {
                passages.push(letter.passage(Reader::Strict, payload, &written, by_prost));
            }
            if let (Ok(json), true) = (&printed.result, letter.has_json_form()) {
                in_json.push((letter, written, json.as_str().expect("JSON as text").to_owned()));
            }
        }
    }
    let parse: Vec<Request> = in_json.iter().map(|(l, _, json)| l.request("parse", l.reader, json)).collect();
    let mut refused = Vec::new();
    for ((letter, written, json), answer) in in_json.iter().zip(decoder.ask(&parse)) {
        passages.push(letter.passage(Reader::StrictJson, json, written, message(&answer)));
        // Lenient readers differ in what strict ones refuse, and in nothing else.
        if answer.result.is_err() {
            refused.push((letter, written, json));
        }
    }
    let ignore: Vec<Request> = refused.iter().map(|(l, _, json)| l.request("ignore", l.reader, json)).collect();
    for ((letter, written, json), answer) in refused.into_iter().zip(decoder.ask(&ignore)) {
        passages.push(letter.passage(Reader::LenientJson, json, written, message(&answer)));
    }
    passages
}

impl Letter<'_> {
    fn bytes(&self) -> Vec<u8> {
        let schema = &self.writer.linked.schema;
        binary::write(schema, &schema[self.types.0], &self.message)
    }

    /// Python prints something even for text that is not UTF-8.
    fn has_json_form(&self) -> bool {
        let schema = &self.writer.linked.schema;
        json::write(schema, &schema[self.types.0], &self.message, FieldNames::Json).is_ok()
    }

    fn type_name(&self) -> &str {
        &self.writer.linked.schema[self.types.0].element.full_name
    }

    fn request(&self, mode: &'static str, version: Version<'_>, payload: &str) -> Request {
        Request { mode, key: version.key, name: self.type_name().to_owned(), payload: payload.to_owned() }
    }

    fn by_prost(&self, version: Version<'_>) -> Result<Tree, String> {
        let descriptor = version.linked.pool.get_message_by_name(self.type_name()).expect("both have it");
        let read = prost_reflect::DynamicMessage::decode(descriptor, self.bytes().as_slice());
        read.map(|read| Tree::of(&prost_tree::tree(&read))).map_err(|error| error.to_string())
    }

    /// prost-reflect reads the entry of a map whatever its wire type is: a number becomes a length, and what follows is
    /// eaten. prost refuses it, and so does our reader that `tests/prost_peer` holds to prost.
    fn prost_itself_reads_it(&self) -> bool {
        let schema = &self.reader.linked.schema;
        binary::read(schema, &schema[self.types.1], &self.bytes(), dynamic::Reader::Strict).is_ok()
    }

    fn passage(&self, reader: Reader, payload: &str, written: &Tree, read: Result<Tree, String>) -> Passage {
        let kin = ModelKin { writer: self.writer.model, reader: self.reader.model };
        let identity = Identity { writer: &self.writer.linked.schema, reader: &self.reader.linked.schema, kin: &kin };
        let read = read.as_ref().map_err(String::as_str);
        Passage {
            direction: self.direction,
            reader,
            types: self.types,
            payload: payload.to_owned(),
            observed: observe(&identity, (self.types.0, written), (self.types.1, read)),
        }
    }
}

pub fn message(answer: &Answer) -> Result<Tree, String> {
    match &answer.result {
        Ok(_) if answer.incomplete => Err("a required field is missing".to_owned()),
        Ok(json) => Ok(Tree::of(json)),
        Err(error) => Err(error.clone()),
    }
}
