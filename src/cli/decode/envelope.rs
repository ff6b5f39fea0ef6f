//! A message in JSON with all that was found out about it.

use serde::Serialize;
use serde_json::Value as Json;

use super::{Chosen, printer::Decoded};
use crate::{
    inspect::{Finding, Unplaced},
    wire::framing::Text,
};

/// What `--format json` prints of one message.
#[derive(Debug, Serialize)]
pub(super) struct Envelope {
    detection: Detection,
    #[serde(rename = "type")]
    type_name: String,
    message: Json,
    unknown: Vec<Unknown>,
    losses: Vec<Loss>,
}

/// How it is known which schema the bytes were written with.
#[derive(Debug, Serialize)]
struct Detection {
    verdict: Verdict,
    version: Option<&'static str>,
    schema: String,
    evidence: Vec<Evidence>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    /// The user said so.
    Told,
}

/// What speaks for a schema, and what against it. Nothing, as long as one is told.
#[derive(Debug, Serialize)]
enum Evidence {}

/// What a conversion could not carry. Nothing, as long as nothing is converted.
#[derive(Debug, Serialize)]
enum Loss {}

/// A record that is no value of any field.
#[derive(Debug, Serialize)]
struct Unknown {
    /// Path of the message it lies in.
    path: String,
    number: i32,
    wire_type: &'static str,
    bytes: String,
    offset: usize,
    reason: &'static str,
    /// The field with this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The wire type and type of that field.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
}

impl Envelope {
    pub(super) fn new(chosen: &Chosen<'_>, decoded: &Decoded<'_>, message: Json) -> Self {
        let (version, schema) = (chosen.version(), chosen.schema.origin.clone());
        Envelope {
            detection: Detection { verdict: Verdict::Told, version, schema, evidence: Vec::new() },
            type_name: chosen.message.element.full_name.clone(),
            message,
            unknown: decoded.findings.iter().map(|finding| Unknown::new(chosen, finding)).collect(),
            losses: Vec::new(),
        }
    }
}

impl Unknown {
    fn new(chosen: &Chosen<'_>, finding: &Finding<'_>) -> Self {
        let expected = match finding.why {
            Unplaced::WireType { field, expected } => Some(format!("{expected} ({})", chosen.schema.type_name(field))),
            _ => None,
        };
        Unknown {
            path: finding.inside.clone(),
            number: finding.number,
            wire_type: finding.wire_type.name(),
            bytes: Text::Hex.dress(&finding.bytes),
            offset: finding.offset,
            reason: match finding.why {
                Unplaced::NoSuchField => "no_such_field",
                Unplaced::Reserved => "reserved",
                Unplaced::WireType { .. } => "wire_type",
                Unplaced::NotInEnum { .. } => "not_in_enum",
                Unplaced::StandIn { .. } => "type_missing",
            },
            field: finding.why.field().map(|field| field.name().to_owned()),
            expected,
        }
    }
}
