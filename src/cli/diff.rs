//! `proto-diff OLD NEW`.

use std::mem;

use super::{
    Exit, Failure,
    arguments::{DiffArguments, DiffFormat, ManifestChoice, SharedArguments},
    progress::Progress,
    schemas,
    terminal::{self, Terminal},
};
use crate::{
    CompareOptions, compare,
    migration::{Guide, LoadError},
    report::{Report, Selection, json, text},
    rules::Severity,
};

/// Compares two schemas and prints the report.
pub(super) fn run(arguments: &DiffArguments, shared: &SharedArguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let (old, new) = schemas::load(&arguments.schemas, terminal)?;
    schemas::must_have_packages(&old, &new, &arguments.pairing.options())?;
    let progress = Progress::start("comparing");
    let guide = match arguments.manifest_choice() {
        ManifestChoice::Named(locator) => {
            let manifest = locator.read([])?;
            Some(Guide::named(&manifest, &old, &new).map_err(LoadError::from)?)
        }
        ManifestChoice::Recognised => Guide::recognised(&old, &new),
        ManifestChoice::Nothing => None,
    };
    let comparison = compare(old, new, &CompareOptions { guide, ..arguments.options() });
    drop(progress);
    let selection = Selection::named(&comparison, &arguments.message)?;
    let report = Report::new(&comparison, &selection);
    let fail_on = Severity::from(arguments.fail_on);
    match arguments.format {
        DiffFormat::Json => terminal::deliver(|out| json::write(&report, out))?,
        DiffFormat::Text => {
            let criterion = text::Criterion { level: arguments.level.into(), fail_on };
            terminal::deliver(|out| text::write(&report, criterion, shared.extent(), terminal.out, out))?;
        }
    }
    let exit = match report.summary.at_least(fail_on) {
        0 => Exit::Clean,
        _ => Exit::Findings,
    };
    // The process ends here; taking everything apart first would be a good part of the run.
    mem::forget((comparison, report));
    Ok(exit)
}
