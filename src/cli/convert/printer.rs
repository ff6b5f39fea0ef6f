//! Printing converted messages, in whichever form was asked for.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value as Json;

use crate::{
    cli::{
        payload::{Deliverable, JsonLayout, PayloadFailure, Place, Stop, heading, print_json},
        versions::DetectionReport,
    },
    dynamic::{FieldNames, Reader, binary, json},
    inspect::{
        MessageView,
        text::{self, Columns},
    },
    migration::{Converted, Loss, ReaderError, Supplied},
    report::text::{Colour, Glyphs, Style},
    schema::{Message, Schema},
    wire::framing::{DressError, Dresser},
};

/// Prints messages one after the other.
pub(super) struct Printer<'p> {
    form: Form<'p>,
    schema: &'p Schema,
    message: &'p Message,
}

enum Form<'p> {
    Text { out: &'p mut dyn Write, style: Style },
    ProtoJson { out: &'p mut dyn Write, names: FieldNames, layout: JsonLayout },
    Envelope { out: &'p mut dyn Write, names: FieldNames, layout: JsonLayout },
    Dressed(Dresser<&'p mut dyn Write>),
}

/// What `--format json` prints of one message.
#[derive(Serialize)]
struct Envelope<'e> {
    detection: &'e DetectionReport,
    #[serde(rename = "type")]
    type_name: Option<&'e str>,
    message: Option<Json>,
    unknown: [(); 0],
    losses: &'e [Loss],
    supplied: &'e [Supplied],
    missing: &'e [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings: Vec<ReadingEnvelope<'e>>,
}

/// One of the two readings of a message that could be either version.
#[derive(Serialize)]
struct ReadingEnvelope<'e> {
    read_as: &'e str,
    message: Option<Json>,
    losses: &'e [Loss],
    error: Option<String>,
}

impl<'p> Printer<'p> {
    pub(super) fn new(
        deliverable: Deliverable,
        names: FieldNames,
        layout: JsonLayout,
        (schema, message): (&'p Schema, &'p Message),
        style: Style,
        out: &'p mut dyn Write,
    ) -> Self {
        let form = match deliverable {
            Deliverable::Text => Form::Text { out, style },
            Deliverable::ProtoJson => Form::ProtoJson { out, names, layout },
            Deliverable::Envelope => Form::Envelope { out, names, layout },
            Deliverable::Dressed(dressing) => Form::Dressed(Dresser::new(out, dressing)),
        };
        Printer { form, schema, message }
    }

    pub(super) fn message(
        &mut self,
        place: &Place,
        detection: &DetectionReport,
        converted: &Converted,
    ) -> Result<(), Stop> {
        let (schema, message) = (self.schema, self.message);
        match &mut self.form {
            Form::Text { out, style } => {
                heading(*out, place, &converted.message)?;
                let view = MessageView::new(schema, message, &converted.message);
                text::write(&view, Columns::default(), *style, *out)?;
            }
            Form::ProtoJson { out, names, layout } => {
                print_json(*out, &to_json(schema, message, &converted.message, *names, place)?, *layout)?;
            }
            Form::Envelope { out, names, layout } => {
                let envelope = Envelope {
                    detection,
                    type_name: Some(&message.element.full_name),
                    message: Some(to_json(schema, message, &converted.message, *names, place)?),
                    unknown: [],
                    losses: &converted.losses,
                    supplied: &converted.supplied,
                    missing: &converted.missing,
                    readings: Vec::new(),
                };
                print_json(*out, &envelope, *layout)?;
            }
            Form::Dressed(dresser) => match dresser.write(&converted.message) {
                Ok(()) => {}
                Err(DressError::Output(error)) => return Err(error.into()),
                Err(error) => return Err(PayloadFailure::Dress { place: place.clone(), error }.into()),
            },
        }
        Ok(())
    }

    /// What a message would be as one of either version, where the printed form has no room for it.
    pub(super) fn beside(
        &self,
        place: &Place,
        names: [&str; 2],
        readings: &[Result<Converted, ReaderError>; 2],
    ) -> Option<String> {
        if let Form::Text { .. } | Form::Envelope { .. } = self.form {
            return None;
        }
        let mut text = Vec::new();
        let plain = Style { width: usize::MAX, colour: Colour::Plain, glyphs: Glyphs::Unicode };
        write_readings(&mut text, (self.schema, self.message), plain, place, names, readings).ok()?;
        String::from_utf8(text).ok()
    }

    /// Prints what a message would be as one of either version; only where a reader can tell the two from one.
    pub(super) fn ambiguous(
        &mut self,
        place: &Place,
        detection: &DetectionReport,
        names: [&str; 2],
        readings: &[Result<Converted, ReaderError>; 2],
    ) -> Result<(), Stop> {
        let (schema, message) = (self.schema, self.message);
        match &mut self.form {
            Form::Text { out, style } => {
                write_readings(*out, (schema, message), *style, place, names, readings)?;
            }
            Form::Envelope { out, names: spelling, layout } => {
                let mut shown = Vec::new();
                for (name, reading) in names.iter().zip(readings) {
                    shown.push(match reading {
                        Ok(converted) => ReadingEnvelope {
                            read_as: name,
                            message: Some(to_json(schema, message, &converted.message, *spelling, place)?),
                            losses: &converted.losses,
                            error: None,
                        },
                        Err(error) => ReadingEnvelope {
                            read_as: name,
                            message: None,
                            losses: &[],
                            error: Some(error.to_string()),
                        },
                    });
                }
                let (losses, supplied, missing, unknown) = (&[][..], &[][..], &[][..], []);
                let (type_name, message) = (None, None);
                let envelope =
                    Envelope { detection, type_name, message, unknown, losses, supplied, missing, readings: shown };
                print_json(*out, &envelope, *layout)?;
            }
            Form::ProtoJson { .. } | Form::Dressed(_) => {}
        }
        Ok(())
    }
}

fn write_readings(
    out: &mut dyn Write,
    (schema, message): (&Schema, &Message),
    style: Style,
    place: &Place,
    names: [&str; 2],
    readings: &[Result<Converted, ReaderError>; 2],
) -> io::Result<()> {
    for (name, reading) in names.iter().zip(readings) {
        writeln!(out, "# {place}, if it is {name}:")?;
        match reading {
            Ok(converted) => {
                if converted.message.is_empty() {
                    writeln!(out, "# a message without fields")?;
                }
                text::write(&MessageView::new(schema, message, &converted.message), Columns::default(), style, out)?;
                for loss in &converted.losses {
                    writeln!(out, "# lost: {}", loss_line(loss))?;
                }
            }
            Err(error) => writeln!(out, "# {error}")?,
        }
    }
    Ok(())
}

/// A loss in one line.
pub(super) fn loss_line(loss: &Loss) -> String {
    if loss.path.is_empty() { loss.reason.clone() } else { format!("`{}`: {}", loss.path, loss.reason) }
}

fn to_json(
    schema: &Schema,
    message: &Message,
    bytes: &[u8],
    names: FieldNames,
    place: &Place,
) -> Result<Json, PayloadFailure> {
    let value = binary::read(schema, message, bytes, Reader::Conformant)
        .map_err(|error| PayloadFailure::Unreadable { place: place.clone(), error: error.into() })?;
    json::write(schema, message, &value, names).map_err(|error| PayloadFailure::Json {
        place: place.clone(),
        error: error.into(),
        help: Some("the message has no ProtoJSON; --out text shows all of it"),
    })
}
