//! `proto-diff convert`.

mod arguments;
mod losses;
mod printer;

use std::io::IsTerminal;

pub(super) use arguments::ConvertArguments;

use self::{losses::LossFile, printer::Printer};
use super::{
    Exit, Failure,
    arguments::SharedArguments,
    payload::{Content, Deliverable, JsonLayout, Messages, PayloadFailure, Place, Stop, deliver},
    terminal::Terminal,
    versions::{self, DetectionReport, Subject, evidence_lines},
};
use crate::{
    inspect,
    migration::{Answer, Converted, DualReader, Migration, ReaderError, Side},
    report::text::Extent,
    wire::framing::{Dressing, Text},
};

/// More losses of one message than this are counted and not listed on standard error.
const LISTED: usize = 20;

/// One oddity in the whole payload says as much as ten.
const LISTED_ODDITIES: usize = 1;
/// More warnings than this of a stream of messages are not printed.
const MOST_WARNINGS: usize = 200;

/// Converts payloads.
pub(super) fn run(
    arguments: &ConvertArguments,
    shared: &SharedArguments,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let migration = versions::load(&arguments.migration, &arguments.schemas, terminal)?;
    let reader = DualReader::new(&migration);
    let wanted = versions::side_of(&migration, &arguments.to)?;
    let direction = wanted.other().leaving();
    let type_name = arguments.type_name.as_deref();
    let subject = Subject::find(&migration, &reader, type_name, &arguments.versions, direction)
        .map_err(|failure| versions::at_home(failure, &arguments.migration, &arguments.schemas))?;
    let ends = [Side::Old, Side::New].map(|side| subject.end(&migration, side));
    let judge = |bytes: &[u8]| {
        let sides =
            ends.iter().zip([Side::Old, Side::New]).filter(|(_, side)| subject.told.is_none_or(|told| told == *side));
        let fits = sides.map(|((schema, message), _)| inspect::fit(schema, &schema[*message], bytes));
        fits.max().unwrap_or(crate::wire::framing::Fit::Malformed)
    };
    let mut messages = Messages::open(&arguments.payload, &judge, terminal)?;
    let layout = if messages.is_series() { JsonLayout::Compact } else { JsonLayout::Indented };
    let deliverable = arguments.output.asked_for().unwrap_or_else(|| readable(messages.came_as()));
    let losses = arguments.report.as_deref().map(LossFile::create).transpose()?;
    let (schema, message) = subject.end(&migration, wanted);
    let mut run = Run {
        terminal,
        extent: shared.extent(),
        migration: &migration,
        subject,
        wanted,
        strict: arguments.strict,
        losses,
        is_alone: !messages.is_series(),
        warnings: 0,
        failed: false,
    };
    deliver(|out| {
        let mut printer =
            Printer::new(deliverable, arguments.output.names(), layout, (schema, &schema[message]), terminal.out, out);
        while let Some(item) = messages.next()? {
            let place = item.place;
            match item.content {
                Content::Bytes(bytes) => {
                    let answer = reader.read(run.subject.pair, &bytes, run.subject.told, wanted);
                    let answer = match answer {
                        Ok(answer) => answer,
                        Err(error) => {
                            let bytes = bytes.into_owned();
                            // What is a message, and cannot be converted, is not dressed in another way.
                            let advice = error.is_about_structure().then(|| messages.advice(&bytes, &judge)).flatten();
                            return Err(run.refused(&place, error, advice));
                        }
                    };
                    run.answered(&mut printer, &place, answer)?;
                }
                Content::Json(document) => {
                    let answer = reader.read_json(run.subject.pair, &document, run.subject.told, wanted);
                    let answer = answer.map_err(|error| run.refused(&place, error, None))?;
                    run.answered(&mut printer, &place, answer)?;
                }
            }
        }
        Ok(())
    })?;
    if let Some(losses) = run.losses {
        losses.finish()?;
    }
    Ok(messages.finish(if run.failed { Exit::Findings } else { Exit::Clean }))
}

/// What is printed where nobody asked for anything else: as it came, but no binary onto a screen.
fn readable(came_as: Deliverable) -> Deliverable {
    match came_as {
        Deliverable::Dressed(Dressing::Raw) if std::io::stdout().is_terminal() => {
            Deliverable::Dressed(Dressing::Lines(Text::Hex))
        }
        other => other,
    }
}

/// What goes from message to message.
struct Run<'r> {
    terminal: &'r Terminal,
    extent: Extent,
    migration: &'r Migration,
    subject: Subject,
    wanted: Side,
    strict: bool,
    losses: Option<LossFile>,
    /// Whether the input is one message, of which more can be said than of one among many.
    is_alone: bool,
    /// How many warnings there were.
    warnings: usize,
    /// Whether anything calls for exit code 1.
    failed: bool,
}

impl Run<'_> {
    fn refused(&self, place: &Place, error: ReaderError, help: Option<String>) -> Stop {
        PayloadFailure::Reader { place: place.clone(), error: error.into(), help }.into()
    }

    fn answered(&mut self, printer: &mut Printer<'_>, place: &Place, answer: Answer) -> Result<(), Stop> {
        let (detection, converted) = match answer {
            Answer::Read { detection, converted, was } => {
                if was == self.wanted && detection.verdict() != "same" {
                    let name = self.migration.version_name(was);
                    self.note(place, &format!("it is {name} already and stays as it is"));
                }
                (detection, converted)
            }
            Answer::Ambiguous { detection, as_old, as_new } => match self.subject.assumed {
                Some(side) => {
                    let converted = if side == Side::Old { as_old } else { as_new };
                    (detection, converted.map_err(|error| self.refused(place, error, None))?)
                }
                None => {
                    self.failed = true;
                    self.explain(place, &detection);
                    let names = [Side::Old, Side::New].map(|side| self.migration.version_name(side));
                    let text = format!(
                        "it could be {} or {}, and it matters; --from or --assume says which",
                        names[0], names[1]
                    );
                    self.caution(place, &text);
                    let report = DetectionReport::of(&detection, self.migration);
                    let readings = [as_old, as_new];
                    if self.is_alone
                        && self.extent != Extent::Summary
                        && let Some(text) = printer.beside(place, names, &readings)
                    {
                        self.terminal.print_aside(&text);
                    }
                    return printer.ambiguous(place, &report, names, &readings);
                }
            },
        };
        self.explain(place, &detection);
        for line in detection.odd_in_both.iter().take(LISTED_ODDITIES) {
            self.caution(place, &format!("odd in either version: {line}; is it of another type?"));
        }
        self.report(place, &converted)?;
        if self.strict && !converted.losses.is_empty() {
            self.failed = true;
            self.caution(place, "not printed, because of --strict");
            return Ok(());
        }
        printer.message(place, &DetectionReport::of(&detection, self.migration), &converted)
    }

    /// Says what was lost and what is missing.
    fn report(&mut self, place: &Place, converted: &Converted) -> Result<(), Stop> {
        let name = self.migration.version_name(self.wanted).to_owned();
        if let Some(file) = &mut self.losses {
            file.write(place, converted, &name)?;
        }
        let losses = converted.losses.iter().map(|loss| format!("lost: {}", printer::loss_line(loss)));
        let missing = converted.missing.iter().map(|path| format!("missing: `{path}`, which {name} requires"));
        let all: Vec<String> = losses.chain(missing).collect();
        for line in all.iter().take(LISTED) {
            self.caution(place, line);
        }
        if all.len() > LISTED {
            self.caution(place, &format!("{} more like these; --report FILE lists them all", all.len() - LISTED));
        }
        if self.extent == Extent::Full {
            for supplied in &converted.supplied {
                self.note(place, &format!("supplied: `{}` = {}", supplied.path, supplied.value));
            }
        }
        Ok(())
    }

    fn explain(&self, place: &Place, detection: &crate::migration::Detection) {
        if self.extent == Extent::Full {
            self.note(place, &DetectionReport::of(detection, self.migration).summary());
            let names = [Side::Old, Side::New].map(|side| self.migration.version_name(side));
            evidence_lines(detection, names).iter().for_each(|line| self.note(place, line));
        }
    }

    fn note(&self, place: &Place, text: &str) {
        if self.extent != Extent::Summary {
            self.terminal.print_note(&format!("{place}: {text}"));
        }
    }

    /// Warns; but a long stream has a file for what there is to say about all of its messages.
    fn caution(&mut self, place: &Place, text: &str) {
        self.warnings += 1;
        match self.warnings {
            _ if self.extent == Extent::Summary => {}
            _ if self.extent == Extent::Full => self.terminal.print_caution(&format!("{place}: {text}")),
            ..=MOST_WARNINGS => self.terminal.print_caution(&format!("{place}: {text}")),
            _ if self.warnings == MOST_WARNINGS + 1 => {
                self.terminal.print_caution("there is more to warn of; -v prints it, --report FILE lists what is lost");
            }
            _ => {}
        }
    }
}
