//! What can be typed about payloads.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::{
    dynamic::FieldNames,
    wire::framing::{Dressing, GrpcEncoding, InputForm, SizeLimit, Text},
};

/// A payload and how it is dressed.
#[derive(Debug, Args)]
pub(in crate::cli) struct PayloadArguments {
    /// The payload: a file, or - for standard input
    pub file: String,
    /// How the payload is dressed: auto, raw, hex, base64, grpc, delimited, json
    ///
    /// `auto` recognises what is certain (JSON, whole gRPC frames, hex and base64 that make sense as nothing else) and
    /// says so. A text form may have a framing inside it: `hex+delimited`, `base64+grpc`. gRPC frames and delimited
    /// messages are read one at a time, however many there are.
    #[arg(
        long = "in",
        value_name = "FORM",
        default_value = "auto",
        help_heading = "Payload",
        hide_possible_values = true
    )]
    pub form: InputForm,
    /// How compressed gRPC frames were compressed: the `grpc-encoding` header
    #[arg(long, value_name = "ENCODING", help_heading = "Payload")]
    pub grpc_encoding: Option<GrpcEncodingArgument>,
    /// The most that is held in memory of one payload or frame: bytes, or with K, M, G
    #[arg(long, value_name = "SIZE", default_value = "64M", help_heading = "Payload")]
    pub max_size: SizeLimit,
}

/// Where the types of payloads come from.
#[derive(Debug, Args)]
pub(in crate::cli) struct SchemaArguments {
    /// The schema: file, directory, REV:path, descriptor set, a2a:VERSION (repeatable)
    #[arg(long, value_name = "SCHEMA")]
    pub schema: Vec<String>,
    /// Look for imports here too (repeatable)
    #[arg(short = 'I', long, value_name = "DIR", help_heading = "Imports")]
    pub proto_path: Vec<PathBuf>,
    /// The git repository that REV:path means, instead of the one around the current directory
    #[arg(long, value_name = "DIR", help_heading = "Imports")]
    pub repo: Option<PathBuf>,
}

/// How messages go out.
#[derive(Debug, Args)]
pub(in crate::cli) struct OutputArguments {
    /// What to print of a message
    #[arg(long, value_name = "FORM", help_heading = "Output", conflicts_with = "format")]
    pub out: Option<OutputForm>,
    /// What to print about it: text, or the message in JSON with all that was found out
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<PayloadFormat>,
    /// Field names as in the .proto file, in JSON
    #[arg(long, help_heading = "Output")]
    proto_names: bool,
}

/// How gRPC compressed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(in crate::cli) enum GrpcEncodingArgument {
    /// gzip
    Gzip,
    /// Not at all
    Identity,
}

/// What is printed of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum OutputForm {
    /// Records as they lie there, for people
    Text,
    /// ProtoJSON
    Json,
    /// Binary
    Raw,
    /// Binary in hex, one message a line
    Hex,
    /// Binary in base64, one message a line
    Base64,
    /// gRPC frames
    Grpc,
    /// A varint length in front of each message
    Delimited,
}

/// What is printed about a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PayloadFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// How a JSON document is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum JsonLayout {
    /// For one.
    Indented,
    /// For many, one a line.
    Compact,
}

/// What is to be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Deliverable {
    /// Records, for people.
    Text,
    /// The message alone.
    ProtoJson,
    /// The message with all that was found out.
    Envelope,
    /// The bytes.
    Dressed(Dressing),
}

impl OutputArguments {
    /// What is to be printed; text unless somebody asked for something else.
    pub(in crate::cli) fn deliverable(&self) -> Deliverable {
        self.asked_for().unwrap_or(Deliverable::Text)
    }

    /// What somebody asked for.
    pub(in crate::cli) fn asked_for(&self) -> Option<Deliverable> {
        if self.out.is_none() && self.format.is_none() {
            return None;
        }
        Some(match (self.out, self.format) {
            (_, Some(PayloadFormat::Json)) => Deliverable::Envelope,
            (None | Some(OutputForm::Text), _) => Deliverable::Text,
            (Some(OutputForm::Json), _) => Deliverable::ProtoJson,
            (Some(OutputForm::Raw), _) => Deliverable::Dressed(Dressing::Raw),
            (Some(OutputForm::Hex), _) => Deliverable::Dressed(Dressing::Lines(Text::Hex)),
            (Some(OutputForm::Base64), _) => Deliverable::Dressed(Dressing::Lines(Text::Base64)),
            (Some(OutputForm::Grpc), _) => Deliverable::Dressed(Dressing::Grpc),
            (Some(OutputForm::Delimited), _) => Deliverable::Dressed(Dressing::Delimited),
        })
    }

    /// Which names JSON has.
    pub(in crate::cli) fn names(&self) -> FieldNames {
        if self.proto_names { FieldNames::Proto } else { FieldNames::Json }
    }
}

impl From<GrpcEncodingArgument> for GrpcEncoding {
    fn from(encoding: GrpcEncodingArgument) -> Self {
        match encoding {
            GrpcEncodingArgument::Gzip => GrpcEncoding::Gzip,
            GrpcEncodingArgument::Identity => GrpcEncoding::Identity,
        }
    }
}
