//! Printing messages, in whichever form was asked for.

use std::io::Write;

use super::{
    Chosen, DecodeArguments,
    envelope::{AmbiguousEnvelope, Envelope},
};
use crate::{
    cli::payload::{Deliverable, JsonLayout, PayloadFailure, Place, Stop, heading, print_json},
    dynamic::{DynamicMessage, FieldNames, json},
    inspect::{
        Finding, MessageView,
        text::{self, Columns},
    },
    report::text::Style,
    wire::framing::{DressError, Dresser},
};

/// More findings than this about one message are counted and not listed.
const LISTED: usize = 20;

/// A message and what was found out about it.
pub(super) struct Decoded<'d> {
    pub(super) place: &'d Place,
    pub(super) view: &'d MessageView<'d>,
    /// What a program would hold.
    pub(super) value: &'d dyn Fn() -> Result<DynamicMessage, PayloadFailure>,
    pub(super) findings: &'d [Finding<'d>],
}

/// Prints messages one after the other.
pub(super) struct Printer<'p> {
    form: Form<'p>,
}

enum Form<'p> {
    Text { out: &'p mut dyn Write, columns: Columns, style: Style },
    ProtoJson { out: &'p mut dyn Write, names: FieldNames, layout: JsonLayout },
    Envelope { out: &'p mut dyn Write, names: FieldNames, layout: JsonLayout },
    Dressed(Dresser<&'p mut dyn Write>),
}

impl<'p> Printer<'p> {
    pub(super) fn new(arguments: &DecodeArguments, style: Style, layout: JsonLayout, out: &'p mut dyn Write) -> Self {
        let names = arguments.output.names();
        let form = match arguments.output.deliverable() {
            Deliverable::Text => Form::Text { out, columns: arguments.columns(), style },
            Deliverable::ProtoJson => Form::ProtoJson { out, names, layout },
            Deliverable::Envelope => Form::Envelope { out, names, layout },
            Deliverable::Dressed(dressing) => Form::Dressed(Dresser::new(out, dressing)),
        };
        Printer { form }
    }

    /// Whether what is unknown can be seen in what is printed.
    pub(super) fn shows_findings(&self) -> bool {
        matches!(self.form, Form::Text { .. } | Form::Envelope { .. })
    }

    /// How many findings about one message are of use: a hostile one may have millions.
    pub(super) fn findings_needed(&self) -> usize {
        match self.form {
            Form::Text { .. } => 0,
            Form::ProtoJson { .. } | Form::Dressed(_) => LISTED,
            Form::Envelope { .. } => usize::MAX,
        }
    }

    pub(super) fn message(&mut self, chosen: &Chosen<'_>, decoded: &Decoded<'_>) -> Result<(), Stop> {
        let json = |names| {
            let (schema, message) = (decoded.view.schema(), decoded.view.message());
            json::write(schema, message, &(decoded.value)()?, names).map_err(|error| PayloadFailure::Json {
                place: decoded.place.clone(),
                error: error.into(),
                help: Some("the message has no ProtoJSON; --out text shows all of it"),
            })
        };
        match &mut self.form {
            Form::Text { out, columns, style } => {
                heading(*out, decoded.place, decoded.view.bytes())?;
                text::write(decoded.view, *columns, *style, *out)?;
            }
            Form::ProtoJson { out, names, layout } => print_json(*out, &json(*names)?, *layout)?,
            Form::Envelope { out, names, layout } => {
                let envelope = Envelope::new(chosen, decoded, json(*names)?);
                print_json(*out, &envelope, *layout)?;
            }
            Form::Dressed(dresser) => match dresser.write(decoded.view.bytes()) {
                Ok(()) => {}
                Err(DressError::Output(error)) => return Err(error.into()),
                Err(error) => return Err(PayloadFailure::Dress { place: decoded.place.clone(), error }.into()),
            },
        }
        Ok(())
    }

    /// Prints both readings of a message that could be either; only where a reader can tell them from one.
    pub(super) fn ambiguous(
        &mut self,
        place: &Place,
        readings: &[Chosen<'_>; 2],
        bytes: [&[u8]; 2],
    ) -> Result<(), Stop> {
        match &mut self.form {
            Form::Text { out, columns, style } => {
                for (chosen, bytes) in readings.iter().zip(bytes) {
                    writeln!(
                        out,
                        "# {place} read as {} of {}",
                        chosen.message.element.full_name, chosen.schema.origin
                    )?;
                    text::write(&MessageView::new(chosen.schema, chosen.message, bytes), *columns, *style, *out)?;
                }
            }
            Form::Envelope { out, names, layout } => {
                print_json(*out, &AmbiguousEnvelope::new(readings, bytes, *names), *layout)?;
            }
            Form::ProtoJson { .. } | Form::Dressed(_) => {}
        }
        Ok(())
    }

    /// Prints what can be read of a message that cannot be read to its end, where that can be told from a whole one.
    pub(super) fn broken(&mut self, place: &Place, view: &MessageView<'_>) -> Result<(), Stop> {
        if let Form::Text { out, columns, style } = &mut self.form {
            heading(*out, place, view.bytes())?;
            text::write(view, *columns, *style, *out)?;
        }
        Ok(())
    }
}
