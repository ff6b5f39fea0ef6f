//! Messages on their way from one version to the other, and what became of them.

use proto_diff::{
    dynamic::{self, FieldNames, binary, json},
    effects::{Direction, Encoding},
    schema::{Message, MessageId},
};

use super::{
    decoder::Decoder,
    facts::Tree,
    hex::to_hex,
    linked::Linked,
    oracle::{Identity, Kin, Observed, observe},
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

impl Reader {
    pub fn encoding(self) -> Encoding {
        match self {
            Reader::Conformant | Reader::Strict => Encoding::Binary,
            Reader::StrictJson | Reader::LenientJson => Encoding::Json,
        }
    }
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

/// A version and the key under which the decoder has it.
#[derive(Clone, Copy)]
pub struct Version<'a> {
    pub key: &'static str,
    pub linked: &'a Linked,
}

/// A type of a version.
#[derive(Clone, Copy)]
pub struct End<'a> {
    pub version: Version<'a>,
    pub message: MessageId,
}

/// A message to be sent.
pub struct Letter<'a> {
    pub direction: Direction,
    pub writer: End<'a>,
    pub reader: End<'a>,
    /// Who is who.
    pub kin: &'a dyn Kin,
    pub bytes: Vec<u8>,
}

/// Sends everything and looks what came out. The decoder has both versions under their keys.
pub fn send(decoder: &mut Decoder, letters: &[Letter<'_>]) -> Vec<Passage> {
    let payloads: Vec<String> = letters.iter().map(|letter| to_hex(&letter.bytes)).collect();
    let sent = letters.iter().zip(&payloads);
    let requests: Vec<Request> = sent
        .clone()
        .flat_map(|(letter, payload)| {
            [
                letter.writer.request("decode", payload),
                letter.reader.request("decode", payload),
                letter.writer.request("print", payload),
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
            let by_prost = letter.reader.by_prost(&letter.bytes);
            if letter.writer.by_prost(&letter.bytes).is_ok() && (by_prost.is_err() || letter.prost_itself_reads_it()) {
                passages.push(letter.passage(Reader::Strict, payload, &written, by_prost));
            }
            if let (Ok(json), true) = (&printed.result, letter.has_json_form()) {
                in_json.push((letter, json.as_str().expect("JSON as text").to_owned()));
            }
        }
    }
    let parse = |(letter, json): &(&Letter<'_>, String)| {
        [letter.writer.request("parse", json), letter.reader.request("parse", json)]
    };
    let parse: Vec<Request> = in_json.iter().flat_map(parse).collect();
    let mut refused = Vec::new();
    for ((letter, json), answers) in in_json.iter().zip(decoder.ask(&parse).chunks(2)) {
        let [by_writer, by_reader] = answers else { unreachable!("two were asked for") };
        // An empty `google.protobuf.Value` is printed as null, and null is a value of it.
        let Ok(written) = message(by_writer) else { continue };
        passages.push(letter.passage(Reader::StrictJson, json, &written, message(by_reader)));
        // Lenient readers differ in what strict ones refuse, and in nothing else.
        if by_reader.result.is_err() {
            refused.push((letter, written, json));
        }
    }
    let ignore: Vec<Request> = refused.iter().map(|(l, _, json)| l.reader.request("ignore", json)).collect();
    for ((letter, written, json), answer) in refused.into_iter().zip(decoder.ask(&ignore)) {
        passages.push(letter.passage(Reader::LenientJson, json, &written, message(&answer)));
    }
    passages
}

impl Letter<'_> {
    /// Python prints something even for text that is not UTF-8.
    fn has_json_form(&self) -> bool {
        let (schema, message) = (&self.writer.version.linked.schema, self.writer.type_of());
        binary::read(schema, message, &self.bytes, dynamic::Reader::Conformant)
            .is_ok_and(|read| json::write(schema, message, &read, FieldNames::Json).is_ok())
    }

    /// prost-reflect reads the entry of a map whatever its wire type is: a number becomes a length, and what follows is
    /// eaten. prost refuses it, and so does our reader that `tests/prost_peer` holds to prost.
    fn prost_itself_reads_it(&self) -> bool {
        let schema = &self.reader.version.linked.schema;
        binary::read(schema, self.reader.type_of(), &self.bytes, dynamic::Reader::Strict).is_ok()
    }

    fn passage(&self, reader: Reader, payload: &str, written: &Tree, read: Result<Tree, String>) -> Passage {
        let [writes, reads] = [self.writer, self.reader].map(|end| &end.version.linked.schema);
        let identity = Identity { writer: writes, reader: reads, kin: self.kin, encoding: reader.encoding() };
        let types = (self.writer.message, self.reader.message);
        let read = read.as_ref().map_err(String::as_str);
        Passage {
            direction: self.direction,
            reader,
            types,
            payload: payload.to_owned(),
            observed: observe(&identity, (types.0, written), (types.1, read)),
        }
    }
}

impl<'a> End<'a> {
    fn type_of(self) -> &'a Message {
        &self.version.linked.schema[self.message]
    }

    fn request(self, mode: &'static str, payload: &str) -> Request {
        let name = self.type_of().element.full_name.clone();
        Request { mode, key: self.version.key, name, payload: payload.to_owned() }
    }

    fn by_prost(self, bytes: &[u8]) -> Result<Tree, String> {
        let descriptor = self.version.linked.pool.get_message_by_name(&self.type_of().element.full_name);
        let read = prost_reflect::DynamicMessage::decode(descriptor.expect("it is linked"), bytes);
        read.map(|read| Tree::of(&prost_tree::tree(&read))).map_err(|error| error.to_string())
    }
}

pub fn message(answer: &Answer) -> Result<Tree, String> {
    match &answer.result {
        Ok(_) if answer.incomplete => Err("a required field is missing".to_owned()),
        Ok(json) => Ok(Tree::of(json)),
        Err(error) => Err(error.clone()),
    }
}
