//! `proto-diff decode`.

mod arguments;
mod envelope;
mod printer;
mod untyped;
mod version;

use std::io::{self, Write};

pub(super) use arguments::DecodeArguments;

use self::{
    printer::{Decoded, Printer},
    version::Chosen,
};
use super::{
    Exit, Failure,
    payload::{Content, JsonLayout, Messages, PayloadFailure, Place, load_all},
    terminal::{self, Terminal},
};
use crate::{
    dynamic::{
        Reader, UnknownNames,
        binary::{self, ReadError},
        json, missing_required,
    },
    inspect::{self, Finding, MessageView},
    wire::framing::Fit,
};

/// Prints what the bytes are.
pub(super) fn run(arguments: &DecodeArguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let Some(type_name) = &arguments.type_name else { return untyped::run(arguments, terminal) };
    if arguments.payload.file == "-" && arguments.schemas.schema.iter().any(|schema| schema == "-") {
        return Err(PayloadFailure::InputTwice.into());
    }
    let schemas = load_all(&arguments.schemas, terminal)?;
    let chosen = version::choose(&schemas, type_name)?;
    let judge = |bytes: &[u8]| inspect::fit(chosen.schema, chosen.message, bytes);
    let mut messages = Messages::open(&arguments.payload, &judge, terminal)?;
    let layout = if messages.is_series() { JsonLayout::Compact } else { JsonLayout::Indented };
    let mut run = Run { terminal, chosen: &chosen, findings: 0 };
    deliver(|out| {
        let mut printer = Printer::new(arguments, terminal.out, layout, &chosen, out);
        while let Some(item) = messages.next()? {
            let place = item.place;
            let bytes = match item.content {
                Content::Bytes(bytes) => bytes,
                Content::Json(document) => run.bytes_of(&document, &place)?.into(),
            };
            let found = match run.message(&mut printer, &place, &bytes) {
                Ok(found) => found,
                Err(Stop::Failure(Failure::Payload(failure))) => {
                    let bytes = bytes.into_owned();
                    return Err(Stop::from(with_advice(*failure, || messages.advice(&bytes, &judge))));
                }
                Err(stop) => return Err(stop),
            };
            if found > 0 && judge(&bytes) <= Fit::Foreign {
                let bytes = bytes.into_owned();
                run.warn_of_foreign(&place, messages.advice(&bytes, &judge));
            }
        }
        Ok(())
    })?;
    let exit = if run.findings > 0 && arguments.strict { Exit::Findings } else { Exit::Clean };
    Ok(messages.finish(exit))
}

/// What goes from message to message.
struct Run<'r> {
    terminal: &'r Terminal,
    chosen: &'r Chosen<'r>,
    /// What was unknown, unfit or missing.
    findings: usize,
}

impl Run<'_> {
    /// The bytes of a message that came as JSON.
    fn bytes_of(&self, document: &serde_json::Value, place: &Place) -> Result<Vec<u8>, Stop> {
        let Chosen { schema, message, .. } = *self.chosen;
        match json::read(schema, message, document, UnknownNames::Reject) {
            Ok(value) => Ok(binary::write(schema, message, &value)),
            Err(error) => Err(PayloadFailure::Json { place: place.clone(), error: error.into(), help: None }.into()),
        }
    }

    /// Prints a message; gives how many findings it has.
    fn message(&mut self, printer: &mut Printer<'_>, place: &Place, bytes: &[u8]) -> Result<usize, Stop> {
        let Chosen { schema, message, .. } = *self.chosen;
        let view = MessageView::new(schema, message, bytes);
        let (mut findings, mut count) = (Vec::new(), 0);
        let kept = printer.findings_needed();
        let surveyed = inspect::survey(&view, &mut |finding| {
            count += 1;
            if findings.len() < kept {
                findings.push(finding);
            }
        });
        if let Err(fault) = surveyed {
            printer.broken(place, &view)?;
            return Err(PayloadFailure::Message { place: place.clone(), fault: fault.into(), help: None }.into());
        }
        let value = || {
            let unreadable =
                |error: ReadError| PayloadFailure::Unreadable { place: place.clone(), error: error.into() };
            binary::read(schema, message, bytes, Reader::Conformant).map_err(unreadable)
        };
        let missing = match version::has_required(schema) {
            true => missing_required(schema, message, &value()?),
            false => Vec::new(),
        };
        let found = count + missing.len();
        self.findings += found;
        missing.iter().for_each(|path| self.caution(place, &format!("required field `{path}` is missing")));
        if !printer.shows_findings() {
            self.list(place, &findings, count);
        }
        printer.message(&Decoded { place, view: &view, value: &value, findings: &findings })?;
        Ok(found)
    }

    /// What the printed form does not show goes to standard error.
    fn list(&self, place: &Place, findings: &[Finding<'_>], count: usize) {
        for finding in findings {
            self.caution(place, &finding.describe(self.chosen.schema));
        }
        if count > findings.len() {
            self.caution(place, &format!("{} more like these", count - findings.len()));
        }
    }

    fn caution(&self, place: &Place, text: &str) {
        self.terminal.print_caution(&format!("{place}: {text}"));
    }

    fn warn_of_foreign(&self, place: &Place, advice: Option<String>) {
        let advice = advice.map(|advice| format!("; {advice}")).unwrap_or_default();
        let name = &self.chosen.message.element.full_name;
        self.caution(place, &format!("no record in it is a field of {name}{advice}"));
    }
}

fn with_advice(failure: PayloadFailure, advice: impl FnOnce() -> Option<String>) -> PayloadFailure {
    match failure {
        PayloadFailure::Message { place, fault, .. } => PayloadFailure::Message { place, fault, help: advice() },
        other => other,
    }
}

/// Why printing stopped.
enum Stop {
    /// Nothing can be written any more.
    Output(io::Error),
    /// Nothing can be read any more. What was printed before stays.
    Failure(Failure),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Output(error)
    }
}

impl From<PayloadFailure> for Stop {
    fn from(failure: PayloadFailure) -> Self {
        Stop::Failure(failure.into())
    }
}

/// [`terminal::deliver`] for what can fail while it is being read.
fn deliver(write: impl FnOnce(&mut dyn Write) -> Result<(), Stop>) -> Result<(), Failure> {
    let mut failure = None;
    terminal::deliver(|out| match write(out) {
        Ok(()) => Ok(()),
        Err(Stop::Output(error)) => Err(error),
        Err(Stop::Failure(stopped)) => {
            failure = Some(stopped);
            Ok(())
        }
    })?;
    failure.map_or(Ok(()), Err)
}
