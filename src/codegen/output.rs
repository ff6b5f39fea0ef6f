//! Generated files on disk: written, or held against what is there.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{
    GeneratedFile,
    header::{MARK, maker},
};

/// A file on disk that is not what it would be if it were made now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differs {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a file on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// There is no such file.
    Missing,
    /// It is another one from this line on, counted from 1.
    Stale(usize),
    /// It was made before, and is not made any more.
    Leftover,
}

/// What was done to a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// How many files were written.
    pub count: usize,
    /// The files that are not made any more, and have been removed.
    pub removed: Vec<PathBuf>,
}

/// Why files could not be written or read.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum OutputError {
    /// The disk.
    #[error("cannot {doing} {}", path.display())]
    #[diagnostic(help("--out takes a directory that can be written in, or one that is not there yet"))]
    File {
        /// `read`, `write` or `remove`.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Somebody else's file is in the way.
    #[error("{} was not made by this program, and would be overwritten", path.display())]
    #[diagnostic(help("write to another directory, or move the file away"))]
    Foreign {
        /// The file.
        path: PathBuf,
    },
}

/// Writes files into a directory, which is made if it is not there. A file that is right already is left alone, so that
/// build tools do not see a change where there is none. What was made there before and is not made any more is removed.
///
/// # Errors
/// When a file cannot be written or removed, or one is in the way that this program has not made; then nothing is
/// written.
pub fn write_to(directory: &Path, files: &[GeneratedFile]) -> Result<Written, OutputError> {
    let mut stale = Vec::new();
    for file in files {
        let path = directory.join(&file.path);
        match read(&path)? {
            Some(text) if text == file.text => {}
            Some(text) if !text.contains(MARK) && !text.trim().is_empty() => return Err(OutputError::Foreign { path }),
            _ => stale.push((path, file)),
        }
    }
    let removed = leftovers(directory, files)?;
    for (path, file) in &stale {
        let write = || {
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, &file.text)
        };
        write().map_err(|source| OutputError::File { doing: "write", path: path.clone(), source })?;
    }
    for path in &removed {
        fs::remove_file(path).map_err(|source| OutputError::File { doing: "remove", path: path.clone(), source })?;
    }
    Ok(Written { count: stale.len(), removed })
}

/// The files of a directory that are not what they should be, and those that should not be any more. Line ends do not
/// count, which git may change.
///
/// # Errors
/// When a file is there and cannot be read.
pub fn compare_with(directory: &Path, files: &[GeneratedFile]) -> Result<Vec<Differs>, OutputError> {
    let mut differing = Vec::new();
    for file in files {
        let path = directory.join(&file.path);
        let fault = match read(&path)? {
            None => Fault::Missing,
            Some(text) => match first_difference(&text, &file.text) {
                None => continue,
                Some(line) => Fault::Stale(line),
            },
        };
        differing.push(Differs { path, fault });
    }
    let leftovers = leftovers(directory, files)?.into_iter();
    differing.extend(leftovers.map(|path| Differs { path, fault: Fault::Leftover }));
    Ok(differing)
}

/// Files that the same command has made before and does not make any more. They are looked for only where it makes files,
/// and are known by their first line. What other programs have made of ours, with our first line in it, is theirs (as
/// `index.d.ts`, by the compiler of TypeScript), and so are links.
fn leftovers(directory: &Path, files: &[GeneratedFile]) -> Result<Vec<PathBuf>, OutputError> {
    // By folder: names without regard to case, as some disks do not tell them apart by it.
    let mut made: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    let mut kinds = BTreeSet::new();
    for file in files {
        let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        made.entry(directory.join(folder)).or_default().insert(name.to_lowercase());
        kinds.extend(maker(&file.text).map(|maker| (maker, ending(name))));
    }
    let mut found = Vec::new();
    for (folder, names) in made {
        let refused = |source| OutputError::File { doing: "read", path: folder.clone(), source };
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.map_err(refused)?,
        };
        for entry in entries {
            let entry = entry.map_err(refused)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let is_candidate = entry.file_type().map_err(refused)?.is_file() && !names.contains(&name.to_lowercase());
            let beginning = if is_candidate { beginning(&entry.path()) } else { String::new() };
            if maker(&beginning).is_some_and(|maker| kinds.contains(&(maker, ending(&name)))) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What follows the first dot of a name: `d.ts`.
fn ending(name: &str) -> &str {
    name.split_once('.').map_or("", |(_, ending)| ending)
}

/// More than the first line of a header.
const BEGINNING: u64 = 200;

/// The first line of a file, or more. Of one that cannot be read, nothing: it is none of ours.
fn beginning(path: &Path) -> String {
    let mut bytes = Vec::new();
    let _ = File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

fn read(path: &Path) -> Result<Option<String>, OutputError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(OutputError::File { doing: "read", path: path.to_owned(), source }),
    }
}

fn first_difference(one: &str, other: &str) -> Option<usize> {
    let (mut one, mut other) = (one.lines(), other.lines());
    for line in 1.. {
        match (one.next(), other.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            _ => return Some(line),
        }
    }
    None
}
