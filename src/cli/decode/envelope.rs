//! A message in JSON with all that was found out about it.

use serde::Serialize;
use serde_json::Value as Json;

use super::{Chosen, printer::Decoded};
use crate::{
    cli::versions::DetectionReport,
    dynamic::{FieldNames, Reader, binary, json},
    inspect::{Finding, Unplaced},
    wire::framing::Text,
};

/// What `--format json` prints of one message.
#[derive(Debug, Serialize)]
pub(super) struct Envelope {
    detection: DetectionReport,
    #[serde(rename = "type")]
    type_name: String,
    message: Json,
    unknown: Vec<Unknown>,
    losses: Vec<Loss>,
}

/// What `--format json` prints of a message that could be either version.
#[derive(Debug, Serialize)]
pub(super) struct AmbiguousEnvelope {
    detection: DetectionReport,
    #[serde(rename = "type")]
    type_name: Option<String>,
    message: Option<Json>,
    unknown: Vec<Unknown>,
    losses: Vec<Loss>,
    readings: Vec<ReadingEnvelope>,
}

/// One of the two readings of it.
#[derive(Debug, Serialize)]
struct ReadingEnvelope {
    schema: String,
    #[serde(rename = "type")]
    type_name: String,
    message: Option<Json>,
}

impl AmbiguousEnvelope {
    pub(super) fn new(readings: &[Chosen<'_>; 2], bytes: [&[u8]; 2], names: FieldNames) -> Self {
        let reading = |(chosen, bytes): (&Chosen<'_>, &[u8])| {
            let value = binary::read(chosen.schema, chosen.message, bytes, Reader::Conformant).ok();
            ReadingEnvelope {
                schema: chosen.schema.origin.clone(),
                type_name: chosen.message.element.full_name.clone(),
                message: value.and_then(|value| json::write(chosen.schema, chosen.message, &value, names).ok()),
            }
        };
        let [first, _] = readings;
        AmbiguousEnvelope {
            detection: first.detection.clone(),
            type_name: None,
            message: None,
            unknown: Vec::new(),
            losses: Vec::new(),
            readings: readings.iter().zip(bytes).map(reading).collect(),
        }
    }
}

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
        Envelope {
            detection: chosen.detection.clone(),
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
