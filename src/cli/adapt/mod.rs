//! `proto-diff adapt`.

mod arguments;

use std::io::Write;

pub(super) use arguments::AdaptArguments;

use super::{Exit, Failure, arguments::SharedArguments, terminal::Terminal, versions};
use crate::{
    codegen::{self, Differs, Fault, Written},
    report::text::Extent,
};

/// Writes a migration as source code, or holds the files that are there against it.
pub(super) fn run(arguments: &AdaptArguments, shared: &SharedArguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let language = arguments.language()?;
    let migration = versions::load(&arguments.migration, &arguments.schemas(), terminal)?;
    let files = codegen::adapt(&migration, &language)?;
    let (lines, exit) = if arguments.check {
        let differing = codegen::compare_with(&arguments.out, &files)?;
        let exit = if differing.is_empty() { Exit::Clean } else { Exit::Findings };
        (verdict(&differing, files.len(), shared.extent()), exit)
    } else {
        let Written { count, removed } = codegen::write_to(&arguments.out, &files)?;
        let summary = format!("{}: {count} of {} files written", arguments.out.display(), files.len());
        let removed = removed.iter().map(|path| format!("{}: removed, as it is not made any more", path.display()));
        (removed.chain([summary]).collect(), Exit::Clean)
    };
    if shared.extent() != Extent::Summary || exit == Exit::Findings {
        let mut out = std::io::stdout().lock();
        // Whoever closed the pipe has read enough.
        lines.iter().for_each(|line| _ = writeln!(out, "{line}"));
    }
    Ok(exit)
}

/// More stale files than this are counted and not listed: another option makes all of them stale.
const LISTED: usize = 8;

fn verdict(differing: &[Differs], count: usize, extent: Extent) -> Vec<String> {
    if differing.is_empty() {
        return vec![format!("{count} files are what they should be")];
    }
    let listed = match extent {
        Extent::Summary => 0,
        Extent::Usual => LISTED,
        Extent::Full => differing.len(),
    };
    let each = differing.iter().take(listed).map(|Differs { path, fault }| match fault {
        Fault::Missing => format!("{}: missing", path.display()),
        Fault::Stale(line) => format!("{}:{line}: stale", path.display()),
        Fault::Leftover => format!("{}: left over, not made any more", path.display()),
    });
    let more = (extent == Extent::Usual && differing.len() > listed)
        .then(|| format!("… and {} more, which -v lists", differing.len() - listed));
    let leftover = differing.iter().filter(|differs| differs.fault == Fault::Leftover).count();
    let stale = differing.len() - leftover;
    let summary = match (stale, leftover) {
        (_, 0) => format!("{stale} of {count} files are stale; the same command without --check writes them"),
        (0, _) => format!("{leftover} files are left over; the same command without --check removes them"),
        _ => format!(
            "{stale} of {count} files are stale and {leftover} left over; the same command without --check writes and \
             removes them"
        ),
    };
    each.chain(more).chain([summary]).collect()
}
