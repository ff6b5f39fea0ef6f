//! What standard output and standard error are, and writing to them.

use std::{
    env,
    ffi::OsStr,
    io::{self, IsTerminal, Write},
};

use miette::{GraphicalReportHandler, GraphicalTheme, ThemeCharacters, ThemeStyles};

use super::{Failure, arguments::ColorChoice};
use crate::{
    report::text::{Colour, Glyphs, Style, without_controls},
    schema::{Schema, Warning},
};

/// The width where there is no terminal to ask, and the narrowest and widest that are made use of.
const USUAL_WIDTH: usize = 100;
const NARROWEST: usize = 72;
const WIDEST: usize = 160;

/// How output looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal {
    /// For reports.
    pub out: Style,
    /// For diagnostics.
    err: Style,
}

impl Terminal {
    /// Asks the environment.
    pub(super) fn detect(choice: ColorChoice) -> Self {
        let (width, glyphs) = (width(), glyphs());
        let style = |is_terminal| Style { width, colour: colour(choice, is_terminal), glyphs };
        Terminal { out: style(io::stdout().is_terminal()), err: style(io::stderr().is_terminal()) }
    }

    /// Prints what was noticed while a schema was loaded.
    pub(super) fn print_warnings(&self, schema: &Schema) {
        for warning in &schema.warnings {
            self.print_warning(warning, schema);
        }
    }

    fn print_warning(&self, warning: &Warning, schema: &Schema) {
        let place = match warning.span {
            Some(span) => format!("{}:{}:{}: ", schema[span.file].display_path, span.start_line, span.start_column),
            None => format!("{}: ", schema.origin),
        };
        let (before, after) = match self.err.colour {
            Colour::Ansi => ("\x1b[33m", "\x1b[0m"),
            Colour::Plain => ("", ""),
        };
        let help = match warning.help.as_str() {
            "" => String::new(),
            help => format!("\n  help: {help}"),
        };
        print_to_stderr(&format!("{before}warning{after}: {place}{}{help}\n", warning.message));
    }

    /// Prints something to know: what was recognised, for one.
    pub(super) fn print_note(&self, text: &str) {
        self.print_labelled("note", "36", text);
    }

    /// Prints something that may be wrong with a payload.
    pub(super) fn print_caution(&self, text: &str) {
        self.print_labelled("warning", "33", text);
    }

    /// Prints what belongs beside a report, as it is.
    pub(super) fn print_aside(&self, text: &str) {
        print_to_stderr(text);
    }

    fn print_labelled(&self, label: &str, colour: &str, text: &str) {
        match self.err.colour {
            Colour::Ansi => print_to_stderr(&format!("\x1b[{colour}m{label}\x1b[0m: {text}\n")),
            Colour::Plain => print_to_stderr(&format!("{label}: {text}\n")),
        }
    }

    /// Prints why a command could not run.
    pub(super) fn print_failure(&self, failure: &Failure) {
        let theme = match (self.err.colour, self.err.glyphs) {
            (Colour::Ansi, Glyphs::Unicode) => GraphicalTheme::unicode(),
            (Colour::Plain, Glyphs::Unicode) => GraphicalTheme::unicode_nocolor(),
            (Colour::Ansi, Glyphs::Ascii) => {
                GraphicalTheme { characters: ThemeCharacters::ascii(), styles: ThemeStyles::ansi() }
            }
            (Colour::Plain, Glyphs::Ascii) => GraphicalTheme::none(),
        };
        let handler = GraphicalReportHandler::new_themed(theme).with_width(self.err.width).with_links(false);
        let mut text = String::new();
        match handler.render_report(&mut text, failure) {
            Ok(()) => print_to_stderr(&text),
            Err(_) => print_to_stderr(&format!("error: {failure}\n")),
        }
    }
}

/// Gives a renderer standard output. Whoever closed it has read enough (`proto-diff … | head`), so that is no error.
pub(super) fn deliver(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

fn print_to_stderr(text: &str) {
    // When standard error is closed, there is nobody to tell.
    let _ = io::stderr().lock().write_all(without_controls(text).as_bytes());
}

/// `--color`, else `NO_COLOR` (<https://no-color.org>), else `CLICOLOR_FORCE` (<https://bixense.com/clicolors>), else
/// whether it is a terminal.
fn colour(choice: ColorChoice, is_terminal: bool) -> Colour {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_forced = || is_set("CLICOLOR_FORCE") && env::var_os("CLICOLOR_FORCE").as_deref() != Some(OsStr::new("0"));
    let is_dumb = || env::var_os("TERM").as_deref() == Some(OsStr::new("dumb"));
    let ansi = match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => !is_set("NO_COLOR") && (is_forced() || is_terminal && !is_dumb()),
    };
    match ansi {
        true => Colour::Ansi,
        false => Colour::Plain,
    }
}

/// `COLUMNS` where somebody exported it, else the terminal's, else a width that reads well in a log.
fn width() -> usize {
    let exported = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let measured = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    exported.or_else(measured).unwrap_or(USUAL_WIDTH).clamp(NARROWEST, WIDEST)
}

/// ASCII where the locale says so; no locale at all (as in many containers) says nothing.
fn glyphs() -> Glyphs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| {
        let value = env::var(name).ok()?;
        (!value.is_empty()).then(|| value.to_uppercase())
    });
    match locale {
        Some(locale) if !locale.contains("UTF-8") && !locale.contains("UTF8") => Glyphs::Ascii,
        _ => Glyphs::Unicode,
    }
}
