//! From an input to its messages, one after the other.

use std::{
    io::{Cursor, Read},
    vec,
};

use serde_json::Value as Json;

use super::{
    PayloadArguments, PayloadFailure, Place,
    failure::{FramePlace, Unit},
    source::{Source, SourceKind},
};
use crate::{
    cli::{Exit, terminal::Terminal},
    wire::framing::{
        Fit, Frame, FrameReader, Frames, Framing, FramingError, FramingReason, Hint, InputForm, Layers, Recognised,
        Stray, Text, hints, read_whole, recognise, recognise_framing,
    },
};

/// How much sense bytes make as the message that is expected.
pub(in crate::cli) type Judge<'j> = dyn Fn(&[u8]) -> Fit + 'j;

/// The messages of an input.
pub(in crate::cli) struct Messages {
    input: String,
    supply: Supply,
    text: Option<Text>,
    stray: Option<Stray>,
}

enum Supply {
    One(Option<Vec<u8>>),
    Frames(FrameReader<Box<dyn Read>>),
    Json { documents: vec::IntoIter<(u64, Json)>, count: usize },
}

/// One of them.
pub(in crate::cli) struct Item<'m> {
    /// Where it came from.
    pub place: Place,
    /// What it is.
    pub content: Content<'m>,
}

/// What a message is before it is read.
pub(in crate::cli) enum Content<'m> {
    /// Binary.
    Bytes(std::borrow::Cow<'m, [u8]>),
    /// JSON.
    Json(Json),
}

impl Messages {
    /// Opens an input and takes off what was told or recognised. What was recognised is said.
    pub(in crate::cli) fn open(
        arguments: &PayloadArguments,
        judge: &Judge<'_>,
        terminal: &Terminal,
    ) -> Result<Self, PayloadFailure> {
        let source = Source::open(&arguments.file)?;
        let frames = |framing| frames(framing, arguments);
        if let InputForm::Layers(Layers { text: None, framing }) = arguments.form
            && let Some(frames) = frames(framing)
        {
            let supply = Supply::Frames(FrameReader::new(source.bytes, frames, arguments.max_size));
            return Ok(Messages { input: source.name, supply, text: None, stray: None });
        }
        let (input, kind) = (source.name, source.kind);
        let torn = |error| torn(&input, error);
        let bytes = read_whole(source.bytes, arguments.max_size).map_err(torn)?;
        if bytes.is_empty() && kind == SourceKind::StandardInput && arguments.form == InputForm::Auto {
            return Err(PayloadFailure::EmptyInput);
        }
        let recognised = match arguments.form {
            InputForm::Json => Recognised::Json(bytes),
            InputForm::Auto => match recognise(bytes, judge) {
                Ok(recognised) => recognised,
                Err(error) => return Err(PayloadFailure::Ambiguous { input, error }),
            },
            InputForm::Text(text) => inside(text.undress(&bytes).map_err(torn)?, Some(text), judge),
            InputForm::Layers(Layers { text, framing }) => {
                let bytes = match text {
                    Some(text) => text.undress(&bytes).map_err(torn)?,
                    None => bytes,
                };
                match framing {
                    Framing::Single => single(bytes, text, judge),
                    framing => Recognised::Bytes { layers: Layers { text, framing }, bytes, stray: None },
                }
            }
        };
        say(&recognised, arguments.form, &input, terminal);
        let (layers, bytes, stray) = match recognised {
            Recognised::Json(text) => {
                let documents =
                    documents(&text).map_err(|error| PayloadFailure::JsonText { input: input.clone(), error })?;
                let supply = Supply::Json { count: documents.len(), documents: documents.into_iter() };
                return Ok(Messages { input, supply, text: None, stray: None });
            }
            Recognised::Bytes { layers, bytes, stray } => (layers, bytes, stray),
        };
        let supply = match frames(layers.framing) {
            None => Supply::One(Some(bytes)),
            Some(frames) => {
                let bytes: Box<dyn Read> = Box::new(Cursor::new(bytes));
                Supply::Frames(FrameReader::new(bytes, frames, arguments.max_size))
            }
        };
        Ok(Messages { input, supply, text: layers.text, stray })
    }

    /// Whether there may be more than one.
    pub(in crate::cli) fn is_series(&self) -> bool {
        match &self.supply {
            Supply::One(_) => false,
            Supply::Frames(_) => true,
            Supply::Json { count, .. } => *count != 1,
        }
    }

    /// The next one.
    pub(in crate::cli) fn next(&mut self) -> Result<Option<Item<'_>>, PayloadFailure> {
        let Messages { input, supply, .. } = self;
        match supply {
            Supply::One(bytes) => Ok(bytes.take().map(|bytes| Item {
                place: Place { input: input.clone(), frame: None },
                content: Content::Bytes(bytes.into()),
            })),
            Supply::Frames(frames) => {
                let frame = frames.next_frame().map_err(|error| torn(input, error))?;
                Ok(frame.map(|Frame { index, offset, message, .. }| Item {
                    place: Place { input: input.clone(), frame: Some(FramePlace { unit: Unit::Frame, index, offset }) },
                    content: Content::Bytes(message.into()),
                }))
            }
            Supply::Json { documents, count } => {
                let index = (*count - documents.len()) as u64 + 1;
                Ok(documents.next().map(|(offset, json)| {
                    let frame = (*count > 1).then_some(FramePlace { unit: Unit::Document, index, offset });
                    Item { place: Place { input: input.clone(), frame }, content: Content::Json(json) }
                }))
            }
        }
    }

    /// How a command ends that has read all of them and would end with `exit`: what was behind the last one is said,
    /// and is no success.
    pub(in crate::cli) fn finish(&self, exit: Exit, terminal: &Terminal) -> Exit {
        match &self.stray {
            Some(stray) => {
                terminal.print_caution(&format!("{}: {stray}, behind the message", self.input));
                Exit::Findings
            }
            None => exit,
        }
    }

    /// What a message that makes no sense may be, and how it is read then.
    pub(in crate::cli) fn advice(&self, bytes: &[u8], judge: &Judge<'_>) -> Option<String> {
        let Supply::One(_) = self.supply else { return None };
        let advice: Vec<String> = hints(bytes, judge).into_iter().map(|hint| advice(hint, self.text)).collect();
        (!advice.is_empty()).then(|| advice.join("; or "))
    }
}

/// JSON values with blanks between them, and where each begins.
fn documents(text: &[u8]) -> serde_json::Result<Vec<(u64, Json)>> {
    let mut documents = Vec::new();
    let mut stream = serde_json::Deserializer::from_slice(text).into_iter();
    loop {
        let before = text.get(stream.byte_offset()..).unwrap_or_default();
        let offset = text.len() - before.trim_ascii_start().len();
        match stream.next() {
            Some(document) => documents.push((offset as u64, document?)),
            None => return Ok(documents),
        }
    }
}

fn frames(framing: Framing, arguments: &PayloadArguments) -> Option<Frames> {
    match framing {
        Framing::Single => None,
        Framing::Grpc => Some(Frames::Grpc(arguments.grpc_encoding.map(Into::into))),
        Framing::Delimited => Some(Frames::Delimited),
    }
}

/// Bytes that came out of a text: frames, or a message.
fn inside(bytes: Vec<u8>, text: Option<Text>, judge: &Judge<'_>) -> Recognised {
    match recognise_framing(&bytes, judge) {
        (Framing::Single, _) => single(bytes, text, judge),
        (framing, stray) => cut(bytes, Layers { text, framing }, stray),
    }
}

/// One message. What is stray behind it is found all the same.
fn single(bytes: Vec<u8>, text: Option<Text>, judge: &Judge<'_>) -> Recognised {
    let stray = match recognise_framing(&bytes, judge) {
        (Framing::Single, stray) => stray,
        _ => None,
    };
    cut(bytes, Layers { text, framing: Framing::Single }, stray)
}

fn cut(mut bytes: Vec<u8>, layers: Layers, stray: Option<Stray>) -> Recognised {
    if let Some(stray) = &stray {
        bytes.truncate(stray.offset);
    }
    Recognised::Bytes { layers, bytes, stray }
}

/// Says what was recognised and nobody told.
fn say(recognised: &Recognised, told: InputForm, input: &str, terminal: &Terminal) {
    match (recognised, told) {
        (Recognised::Json(_), InputForm::Auto) => {
            terminal.print_note(&format!("{input}: recognised JSON; --in json says so beforehand"));
        }
        (Recognised::Bytes { layers, .. }, InputForm::Auto | InputForm::Text(_)) => {
            let frames = (layers.framing == Framing::Grpc).then_some("gRPC frames");
            let found = match (told, layers.text, frames) {
                (InputForm::Auto, Some(text), Some(frames)) => format!("{frames} in {}", text.name()),
                (InputForm::Auto, Some(text), None) => text.name().to_owned(),
                (_, _, Some(frames)) => frames.to_owned(),
                (_, _, None) => return,
            };
            let form = match layers {
                Layers { text: Some(text), framing: Framing::Single } => text.name().to_owned(),
                layers => layers.to_string(),
            };
            terminal.print_note(&format!("{input}: recognised {found}; --in {form} says so beforehand"));
        }
        _ => {}
    }
}

fn torn(input: &str, error: FramingError) -> PayloadFailure {
    let help = match &error.reason {
        FramingReason::FrameTooLarge { .. } => {
            Some("is it this framing at all? If so, --max-size raises the limit".to_owned())
        }
        FramingReason::InputTooLarge(_) => {
            Some("--max-size raises the limit; --in grpc and --in delimited read one frame at a time".to_owned())
        }
        FramingReason::InflatesTooLarge(_) => Some("--max-size raises the limit".to_owned()),
        FramingReason::EncodingUntold { .. } => {
            Some("say how it was compressed, as the grpc-encoding header did: --grpc-encoding gzip".to_owned())
        }
        FramingReason::CompressedIdentity => Some("the header was another one: --grpc-encoding gzip".to_owned()),
        FramingReason::Truncated { needed: 10, present: 0 } | FramingReason::Flag(b'\n') => {
            Some("if that byte is 0a, an editor or `echo` put a line feed behind the last message".to_owned())
        }
        _ => None,
    };
    PayloadFailure::Framing { input: input.to_owned(), error, help }
}

fn advice(hint: Hint, text: Option<Text>) -> String {
    let form = |framing| Layers { text, framing };
    match hint {
        Hint::Delimited { messages: 1 } => {
            format!("it looks like a varint-delimited message; read it so with --in {}", form(Framing::Delimited))
        }
        Hint::Delimited { messages } => {
            format!(
                "it looks like {messages} varint-delimited messages; read them so with --in {}",
                form(Framing::Delimited)
            )
        }
        Hint::Grpc => format!("it begins as a gRPC frame does; read it so with --in {}", form(Framing::Grpc)),
        Hint::Text(text) => format!("it is all {0} characters; read it so with --in {0}", text.name()),
        Hint::Json => "it begins as JSON does; read it so with --in json".to_owned(),
    }
}
