//! The names of dresses.

use std::{fmt, str::FromStr};

/// Bytes written in letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Text {
    /// Two digits a byte, upper or lower case; blanks anywhere, `0x` in front.
    Hex,
    /// Either alphabet of RFC 4648, with or without padding; blanks anywhere.
    Base64,
}

/// Where messages begin and end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Framing {
    /// One message, from the first byte to the last.
    Single,
    /// gRPC frames: a flag, a length in four bytes, the message.
    Grpc,
    /// A varint length in front of each message.
    Delimited,
}

/// A dress: what has to come off, from the outside in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layers {
    /// The letters, if any.
    pub text: Option<Text>,
    /// What is inside them.
    pub framing: Framing,
}

/// What a person says about the dress of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum InputForm {
    /// Nothing.
    #[default]
    Auto,
    /// It is ProtoJSON.
    Json,
    /// It is written in letters. What they stand for is to be recognised.
    Text(Text),
    /// Everything.
    Layers(Layers),
}

/// How gRPC compressed what it flags as compressed: the `grpc-encoding` header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GrpcEncoding {
    /// Not at all.
    Identity,
    /// gzip.
    Gzip,
}

impl Text {
    /// `hex` or `base64`.
    pub fn name(self) -> &'static str {
        match self {
            Text::Hex => "hex",
            Text::Base64 => "base64",
        }
    }
}

impl Framing {
    /// `raw`, `grpc` or `delimited`.
    pub fn name(self) -> &'static str {
        match self {
            Framing::Single => "raw",
            Framing::Grpc => "grpc",
            Framing::Delimited => "delimited",
        }
    }
}

/// As [`InputForm`] reads it.
impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text {
            Some(text) => write!(f, "{}+{}", text.name(), self.framing.name()),
            None => f.write_str(self.framing.name()),
        }
    }
}

/// No form has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there are auto, raw, hex, base64, grpc, delimited, json, \
     and a text form with a framing inside it, as in hex+grpc and base64+delimited"
)]
pub struct UnknownForm;

impl FromStr for InputForm {
    type Err = UnknownForm;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let framing = |name| match name {
            "raw" => Some(Framing::Single),
            "grpc" => Some(Framing::Grpc),
            "delimited" => Some(Framing::Delimited),
            _ => None,
        };
        let text = |name| match name {
            "hex" => Some(Text::Hex),
            "base64" => Some(Text::Base64),
            _ => None,
        };
        if let Some((outer, inner)) = name.split_once('+') {
            let (text, framing) = (text(outer).ok_or(UnknownForm)?, framing(inner).ok_or(UnknownForm)?);
            return Ok(InputForm::Layers(Layers { text: Some(text), framing }));
        }
        match name {
            "auto" => Ok(InputForm::Auto),
            "json" => Ok(InputForm::Json),
            _ => text(name)
                .map(InputForm::Text)
                .or_else(|| framing(name).map(|framing| InputForm::Layers(Layers { text: None, framing })))
                .ok_or(UnknownForm),
        }
    }
}
