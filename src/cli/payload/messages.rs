//! From an input to its messages, one after the other.

use std::{
    io::{Cursor, Read},
    vec,
};

use serde_json::Value as Json;

use super::{
    Deliverable, PayloadArguments, PayloadFailure, Place,
    advice::{advice, torn},
    failure::{FramePlace, Unit},
    source::{Source, SourceKind},
    undress::{doubt, found, undress},
};
use crate::{
    cli::{Exit, terminal::Terminal},
    wire::framing::{
        Compression, Dressing, Fit, Frame, FrameReader, Frames, Framing, InputForm, Layers, Recognised, Stray, Text,
        hints, read_whole,
    },
};

/// How much sense bytes make as the message that is expected.
pub(in crate::cli) type Judge<'j> = dyn Fn(&[u8]) -> Fit + 'j;

/// The messages of an input.
pub(in crate::cli) struct Messages {
    input: String,
    supply: Supply,
    text: Option<Text>,
    framing: Framing,
    stray: Option<Stray>,
    /// How many were given out.
    given: u64,
    terminal: Terminal,
    /// Said once, when it is so.
    gzip_note: Option<&'static str>,
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
            return Ok(Messages { framing, ..Messages::new(source.name, supply, *terminal) });
        }
        let (input, kind) = (source.name, source.kind);
        let bytes = read_whole(source.bytes, arguments.max_size).map_err(|error| torn(&input, error))?;
        if bytes.is_empty() && kind == SourceKind::StandardInput && arguments.form == InputForm::Auto {
            return Err(PayloadFailure::EmptyInput);
        }
        let recognised = undress(bytes, arguments.form, &input, judge)?;
        if let Some(found) = found(&recognised, arguments.form).or_else(|| doubt(&recognised, arguments.form, judge)) {
            terminal.print_note(&format!("{input}: {found}"));
        }
        let (layers, bytes, stray) = match recognised {
            Recognised::Json(text) => {
                let documents =
                    documents(&text).map_err(|error| PayloadFailure::JsonText { input: input.clone(), error })?;
                if documents.is_empty() {
                    return Err(PayloadFailure::NoJson(input));
                }
                let supply = Supply::Json { count: documents.len(), documents: documents.into_iter() };
                return Ok(Messages::new(input, supply, *terminal));
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
        Ok(Messages { text: layers.text, framing: layers.framing, stray, ..Messages::new(input, supply, *terminal) })
    }

    fn new(input: String, supply: Supply, terminal: Terminal) -> Self {
        let gzip_note = Some("recognised gzip in compressed frames; --grpc-encoding gzip says so beforehand");
        Messages { input, supply, text: None, framing: Framing::Single, stray: None, given: 0, terminal, gzip_note }
    }

    /// The form that messages came in, to give them back in; frames in letters come back as frames.
    pub(in crate::cli) fn came_as(&self) -> Deliverable {
        match (&self.supply, self.text) {
            (Supply::Json { .. }, _) => Deliverable::ProtoJson,
            (Supply::Frames(_), _) => Deliverable::Dressed(match self.framing {
                Framing::Delimited => Dressing::Delimited,
                Framing::Grpc | Framing::Single => Dressing::Grpc,
            }),
            (Supply::One(_), Some(text)) => Deliverable::Dressed(Dressing::Lines(text)),
            (Supply::One(_), None) => Deliverable::Dressed(Dressing::Raw),
        }
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
        let Messages { input, supply, given, terminal, gzip_note, .. } = self;
        let item = match supply {
            Supply::One(bytes) => bytes.take().map(|bytes| Item {
                place: Place { input: input.clone(), frame: None },
                content: Content::Bytes(bytes.into()),
            }),
            Supply::Frames(frames) => {
                let frame = frames.next_frame().map_err(|error| torn(input, error))?;
                if let Some(Frame { compression: Compression::Recognised, .. }) = frame
                    && let Some(note) = gzip_note.take()
                {
                    terminal.print_note(&format!("{input}: {note}"));
                }
                frame.map(|Frame { index, offset, message, .. }| Item {
                    place: Place { input: input.clone(), frame: Some(FramePlace { unit: Unit::Frame, index, offset }) },
                    content: Content::Bytes(message.into()),
                })
            }
            Supply::Json { documents, count } => {
                let index = (*count - documents.len()) as u64 + 1;
                documents.next().map(|(offset, json)| {
                    let frame = (*count > 1).then_some(FramePlace { unit: Unit::Document, index, offset });
                    Item { place: Place { input: input.clone(), frame }, content: Content::Json(json) }
                })
            }
        };
        *given += u64::from(item.is_some());
        Ok(item)
    }

    /// How a command ends that has read all of them and would end with `exit`: what was behind the last one is said,
    /// and is no success.
    pub(in crate::cli) fn finish(&self, exit: Exit) -> Exit {
        if self.given == 0 {
            self.terminal.print_note(&format!("{}: no frames, the input is empty", self.input));
        }
        match &self.stray {
            Some(stray) => {
                self.terminal.print_caution(&format!("{}: {stray}, behind the message", self.input));
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
