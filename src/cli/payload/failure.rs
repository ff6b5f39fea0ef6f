//! Why a payload could not be read.

use std::{fmt, io};

use miette::Diagnostic;

use crate::{
    dynamic::{binary::ReadError, json::JsonError},
    inspect::Fault,
    migration::ReaderError,
    wire::framing::{Ambiguous, DressError, FramingError},
};

/// Where a message came from: `ping.bin`, or `pings.bin, frame 2 at byte 15`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct Place {
    /// The input as the user named it.
    pub input: String,
    /// Which message of the input, where there may be several.
    pub frame: Option<FramePlace>,
}

/// A frame of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct FramePlace {
    /// What kind of thing it is.
    pub unit: Unit,
    /// Which one, from 1.
    pub index: u64,
    /// Where it begins in the input.
    pub offset: u64,
}

/// What a stream consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Unit {
    /// Bytes with a length in front.
    Frame,
    /// JSON values.
    Document,
}

/// Why a payload could not be read.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub(in crate::cli) enum PayloadFailure {
    /// There is no such file.
    #[error("there is no file `{0}`")]
    #[diagnostic(help("check the path; the payload comes last, the schema goes with --schema"))]
    NotFound(String),
    /// A directory.
    #[error("`{0}` is a directory")]
    #[diagnostic(help("name a file with one payload or one stream of messages"))]
    Directory(String),
    /// It exists and cannot be opened.
    #[error("`{file}` cannot be read")]
    Unopened {
        /// The file.
        file: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// Two things from one pipe.
    #[error("standard input can be the schema or the payload, not both")]
    #[diagnostic(help("give one of them as a file"))]
    InputTwice,
    /// Nothing on standard input.
    #[error("standard input is empty")]
    #[diagnostic(help(
        "see what the command before the pipe says; if a message without fields is meant, say --in raw"
    ))]
    EmptyInput,
    /// The dress is torn.
    #[error("{input}: {error}")]
    Framing {
        /// The input.
        input: String,
        /// What is wrong with it.
        error: FramingError,
        /// What to do.
        #[help]
        help: Option<String>,
    },
    /// It could be dressed in more than one way.
    #[error("{input}: {error}")]
    #[diagnostic(help("say which it is: --in hex or --in base64"))]
    Ambiguous {
        /// The input.
        input: String,
        /// Which ways.
        error: Ambiguous,
    },
    /// The bytes are no message of the type.
    #[error("{place}: {fault}")]
    Message {
        /// Which message.
        place: Place,
        /// What is wrong with it.
        fault: Box<Fault>,
        /// What else it may be.
        #[help]
        help: Option<String>,
    },
    /// A reader refuses the bytes.
    #[error("{place}: {error}")]
    Unreadable {
        /// Which message.
        place: Place,
        /// What is wrong with it.
        error: Box<ReadError>,
    },
    /// A dual reader refuses the payload.
    #[error("{place}: {error}")]
    Reader {
        /// Which message.
        place: Place,
        /// What is wrong with it.
        error: Box<ReaderError>,
        /// What else it may be.
        #[help]
        help: Option<String>,
    },
    /// No JSON value at all.
    #[error("{0} has no JSON in it")]
    #[diagnostic(help("a message without fields is {{}}"))]
    NoJson(String),
    /// The text is not JSON.
    #[error("{input}: invalid JSON: {error}")]
    JsonText {
        /// The input.
        input: String,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The JSON is not that of the type, or the message has none.
    #[error("{place}: {error}")]
    Json {
        /// Which message.
        place: Place,
        /// Why.
        error: Box<JsonError>,
        /// What to do.
        #[help]
        help: Option<&'static str>,
    },
    /// JSON, and no schema.
    #[error("{0} is JSON, which is nothing without a type")]
    #[diagnostic(help("name the type with --type and the schema with --schema"))]
    JsonWithoutSchema(String),
    /// The message cannot be written as asked.
    #[error("{place}: {error}")]
    #[diagnostic(help("use --out delimited or --out grpc"))]
    Dress {
        /// Which message.
        place: Place,
        /// Why.
        error: DressError,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.input)?;
        match &self.frame {
            Some(frame) => write!(f, ", {frame}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for FramePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = match self.unit {
            Unit::Frame => "frame",
            Unit::Document => "document",
        };
        write!(f, "{noun} {} at byte {}", self.index, self.offset)
    }
}
