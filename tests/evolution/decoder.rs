//! Who reads and prints as conformant runtimes do: Python's, or our own codecs where there is none.

use proto_diff::{
    dynamic::{DynamicMessage, FieldNames, Reader, UnknownNames, binary, json, missing_required},
    schema::{MessageId, Schema},
};
use serde_json::Value as Json;

use super::{
    dump::dump,
    hex::hex,
    linked::Linked,
    peer::{Answer, Peer, Request},
};

pub enum Decoder {
    Python(Peer),
    /// The schemas by key.
    Ours(Vec<(&'static str, Schema)>),
}

impl Decoder {
    /// The runtime, or our own codecs where it is not installed; that is said on standard error.
    pub fn start(runtime: &str) -> Decoder {
        match Peer::start(runtime) {
            Some(peer) => Decoder::Python(peer),
            None => Decoder::Ours(Vec::new()),
        }
    }

    pub fn load(&mut self, key: &'static str, version: &Linked) {
        match self {
            Decoder::Python(peer) => peer.load(key, &version.descriptor_set),
            Decoder::Ours(schemas) => {
                schemas.retain(|(known, _)| *known != key);
                schemas.push((key, version.schema.clone()));
            }
        }
    }

    pub fn ask(&mut self, requests: &[Request]) -> Vec<Answer> {
        match self {
            Decoder::Python(peer) => peer.ask(requests),
            Decoder::Ours(schemas) => requests
                .iter()
                .map(|request| {
                    let (_, schema) = schemas.iter().find(|(key, _)| *key == request.key).expect("loaded before");
                    answer(schema, request)
                })
                .collect(),
        }
    }
}

/// What the script would say, by our codecs.
fn answer(schema: &Schema, request: &Request) -> Answer {
    let id = schema.message_named(&request.name).expect("a type of the schema");
    let read = match request.mode {
        "decode" | "print" => binary::read(schema, &schema[id], &hex(&request.payload), Reader::Conformant)
            .map_err(|error| error.to_string()),
        "parse" => parse(schema, id, &request.payload, UnknownNames::Reject),
        "ignore" => parse(schema, id, &request.payload, UnknownNames::Ignore),
        mode => unreachable!("nobody asks to {mode}"),
    };
    let incomplete = read.as_ref().is_ok_and(|read| !missing_required(schema, &schema[id], read).is_empty());
    let result = read.and_then(|read| match request.mode {
        "print" => json::write(schema, &schema[id], &read, FieldNames::Json)
            .map(|json| Json::String(json.to_string()))
            .map_err(|error| error.to_string()),
        _ => Ok(dump(schema, &schema[id], &read)),
    });
    Answer { result, incomplete }
}

fn parse(schema: &Schema, id: MessageId, text: &str, names: UnknownNames) -> Result<DynamicMessage, String> {
    let json: Json = serde_json::from_str(text).map_err(|error| error.to_string())?;
    json::read(schema, &schema[id], &json, names).map_err(|error| error.to_string())
}
