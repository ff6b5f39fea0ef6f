//! How code of each language is made, built and run.

mod python;
mod rust;
mod typescript;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use proto_diff::codegen::{Language, adapt, write_to};

use super::subjects::Subject;

/// Where everything is built: below `target`, so that a second run finds the first one's work.
pub fn workshop() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is inside the target directory").join("adapt")
}

/// A clean place for a subject in a language: `target/adapt/<language>/<subject>`.
fn place(language: &str, subject: Subject) -> PathBuf {
    let place = workshop().join(language).join(subject.name);
    fs::create_dir_all(&place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    place
}

/// Writes the code of a subject into a directory, and takes away what has been made there and is not made any more.
fn generate(subject: Subject, language: &Language, directory: &Path) {
    let files = adapt(subject.migration, language).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
    let made = |path: &Path| files.iter().any(|file| directory.join(&file.path) == path);
    for path in sources_below(directory).into_iter().filter(|path| !made(path)) {
        fs::remove_file(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    write_to(directory, &files).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
}

fn sources_below(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).into_iter().flatten().map_while(Result::ok) {
        let path = entry.path();
        match path.is_dir() {
            true if path.ends_with("target") || path.ends_with("node_modules") => {}
            true => found.extend(sources_below(&path)),
            false
                if path.extension().is_some_and(|end| ["rs", "py", "pyi", "ts", "toml"].iter().any(|e| end == *e)) =>
            {
                found.push(path);
            }
            false => {}
        }
    }
    found
}

/// Writes a file, if it is not there as it is to be.
fn put(path: &Path, text: impl AsRef<[u8]>) {
    if fs::read(path).is_ok_and(|there| there == text.as_ref()) {
        return;
    }
    let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text));
    made.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Whether a tool is there. If it is not, that is said, and with `ADAPT_REQUIRE=<language>` it is a failure.
fn is_there(language: &str, tool: &mut Command) -> bool {
    let there = tool.output().is_ok_and(|output| output.status.success());
    if !there {
        let required = env::var("ADAPT_REQUIRE").unwrap_or_default();
        assert!(!required.split(',').any(|name| name == language), "there is no {tool:?}");
        eprintln!("skipped: there is no {tool:?}");
    }
    there
}

/// Runs a tool.
///
/// # Panics
/// With all that it says, when it fails.
fn run(tool: &mut Command) {
    let output = tool.output().unwrap_or_else(|error| panic!("{tool:?}: {error}"));
    assert!(
        output.status.success(),
        "{tool:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
