//! `proto-diff decode`.

mod arguments;
mod envelope;
mod printer;
mod untyped;

pub(super) use arguments::DecodeArguments;

use self::printer::{Decoded, Printer};
use super::{
    Exit, Failure,
    arguments::SharedArguments,
    payload::{Content, JsonLayout, Messages, PayloadFailure, Place, Stop, deliver},
    terminal::Terminal,
    versions::{Chosen, Decider, Decision},
};
use crate::{
    dynamic::{
        Reader,
        binary::{self, ReadError},
        missing_required,
    },
    inspect::{self, Finding, MessageView},
    report::text::Extent,
    wire::framing::Fit,
};

/// Prints what the bytes are.
pub(super) fn run(arguments: &DecodeArguments, shared: &SharedArguments, terminal: &Terminal) -> Result<Exit, Failure> {
    if arguments.raw {
        return untyped::run(arguments, terminal);
    }
    if arguments.payload.file == "-" && arguments.schemas.schema.iter().any(|schema| schema == "-") {
        return Err(PayloadFailure::InputTwice.into());
    }
    let type_name = arguments.type_name.as_deref();
    let decider = Decider::load(type_name, &arguments.schemas, &arguments.migration, &arguments.versions, terminal)?;
    let reader = decider.reader();
    let judge = |bytes: &[u8]| decider.fit(bytes);
    let mut messages = Messages::open(&arguments.payload, &judge, terminal)?;
    let layout = if messages.is_series() { JsonLayout::Compact } else { JsonLayout::Indented };
    let has_required = decider.has_required();
    let mut run = Run { terminal, extent: shared.extent(), has_required, findings: 0, ambiguous: 0 };
    deliver(|out| {
        let mut printer = Printer::new(arguments, terminal.out, layout, out);
        while let Some(item) = messages.next()? {
            let place = item.place;
            let (bytes, decision) = match item.content {
                Content::Bytes(bytes) => {
                    let decision = decider.decide(reader.as_ref(), &bytes)?;
                    (bytes, decision)
                }
                Content::Json(document) => {
                    let (bytes, decision) = decider.decide_json(reader.as_ref(), &document, &place)?;
                    (bytes.into(), decision)
                }
            };
            let type_of = decision.type_name().to_owned();
            let found = match run.decided(&mut printer, decision, &place, &bytes) {
                Ok(found) => found,
                Err(Stop::Failure(Failure::Payload(failure))) => {
                    let bytes = bytes.into_owned();
                    return Err(Stop::from(with_advice(*failure, || messages.advice(&bytes, &judge))));
                }
                Err(stop) => return Err(stop),
            };
            if found > 0 && judge(&bytes) <= Fit::Foreign {
                let bytes = bytes.into_owned();
                run.warn_of_foreign(&place, &type_of, messages.advice(&bytes, &judge));
            }
        }
        Ok(())
    })?;
    let failed = run.ambiguous > 0 || run.findings > 0 && arguments.strict;
    Ok(messages.finish(if failed { Exit::Findings } else { Exit::Clean }))
}

/// What goes from message to message.
struct Run<'r> {
    terminal: &'r Terminal,
    extent: Extent,
    has_required: bool,
    /// What was unknown, unfit or missing.
    findings: usize,
    /// Messages that could be either version.
    ambiguous: usize,
}

impl Run<'_> {
    /// Prints what was decided about a message; gives how many findings it has.
    fn decided(
        &mut self,
        printer: &mut Printer<'_>,
        decision: Decision<'_>,
        place: &Place,
        bytes: &[u8],
    ) -> Result<usize, Stop> {
        match decision {
            Decision::Read { chosen, remarks } => {
                self.explain(place, &chosen.detection.summary(), &remarks);
                self.message(printer, &chosen, place, bytes)
            }
            Decision::Ambiguous { readings, own, remarks } => {
                self.ambiguous += 1;
                let names = readings.each_ref().map(|chosen| chosen.schema.origin.as_str());
                self.caution(
                    place,
                    &format!("it could be {} or {}, and it matters; --from or --assume says which", names[0], names[1]),
                );
                if self.extent == Extent::Full {
                    remarks.iter().for_each(|line| self.terminal.print_note(&format!("{place}: {line}")));
                }
                let bytes = match &own {
                    Some([old, new]) => [old.as_slice(), new.as_slice()],
                    None => [bytes, bytes],
                };
                printer.ambiguous(place, &readings, bytes)?;
                Ok(0)
            }
        }
    }

    /// Says on what grounds a version was chosen, where somebody asked.
    fn explain(&self, place: &Place, summary: &str, remarks: &[String]) {
        if self.extent == Extent::Full {
            self.terminal.print_note(&format!("{place}: {summary}"));
            remarks.iter().for_each(|line| self.terminal.print_note(&format!("{place}: {line}")));
        }
    }

    /// Prints a message; gives how many findings it has.
    fn message(
        &mut self,
        printer: &mut Printer<'_>,
        chosen: &Chosen<'_>,
        place: &Place,
        bytes: &[u8],
    ) -> Result<usize, Stop> {
        let Chosen { schema, message, .. } = *chosen;
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
        let missing = match self.has_required {
            true => missing_required(schema, message, &value()?),
            false => Vec::new(),
        };
        let found = count + missing.len();
        self.findings += found;
        missing.iter().for_each(|path| self.caution(place, &format!("required field `{path}` is missing")));
        if !printer.shows_findings() {
            self.list(chosen, place, &findings, count);
        }
        printer.message(chosen, &Decoded { place, view: &view, value: &value, findings: &findings })?;
        Ok(found)
    }

    /// What the printed form does not show goes to standard error.
    fn list(&self, chosen: &Chosen<'_>, place: &Place, findings: &[Finding<'_>], count: usize) {
        for finding in findings {
            self.caution(place, &finding.describe(chosen.schema));
        }
        if count > findings.len() {
            self.caution(place, &format!("{} more like these", count - findings.len()));
        }
    }

    fn caution(&self, place: &Place, text: &str) {
        self.terminal.print_caution(&format!("{place}: {text}"));
    }

    fn warn_of_foreign(&self, place: &Place, type_name: &str, advice: Option<String>) {
        let advice = advice.map(|advice| format!("; {advice}")).unwrap_or_default();
        self.caution(place, &format!("no record in it is a field of {type_name}{advice}"));
    }
}

fn with_advice(failure: PayloadFailure, advice: impl FnOnce() -> Option<String>) -> PayloadFailure {
    match failure {
        PayloadFailure::Message { place, fault, .. } => PayloadFailure::Message { place, fault, help: advice() },
        other => other,
    }
}
