//! Generated files on disk: written, or held against what is there.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{GeneratedFile, header::MARK};

/// A file on disk that is not what it would be if it were made now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differs {
    /// The file.
    pub path: PathBuf,
    /// The first line, from 1, that is another one; `None` when there is no such file.
    pub line: Option<usize>,
}

/// Why files could not be written or read.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum OutputError {
    /// The disk.
    #[error("cannot {doing} {}", path.display())]
    #[diagnostic(help("--out takes a directory that can be written in, or one that is not there yet"))]
    File {
        /// `read` or `write`.
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
/// build tools do not see a change where there is none. Gives how many were written.
///
/// # Errors
/// When a file cannot be written, or one is in the way that this program has not made; then nothing is written.
pub fn write_to(directory: &Path, files: &[GeneratedFile]) -> Result<usize, OutputError> {
    let mut stale = Vec::new();
    for file in files {
        let path = directory.join(&file.path);
        match read(&path)? {
            Some(text) if text == file.text => {}
            Some(text) if !text.contains(MARK) && !text.trim().is_empty() => return Err(OutputError::Foreign { path }),
            _ => stale.push((path, file)),
        }
    }
    for (path, file) in &stale {
        let write = || {
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, &file.text)
        };
        write().map_err(|source| OutputError::File { doing: "write", path: path.clone(), source })?;
    }
    Ok(stale.len())
}

/// The files of a directory that are not what they should be. Line ends do not count, which git may change.
///
/// # Errors
/// When a file is there and cannot be read.
pub fn compare_with(directory: &Path, files: &[GeneratedFile]) -> Result<Vec<Differs>, OutputError> {
    let mut differing = Vec::new();
    for file in files {
        let path = directory.join(&file.path);
        let line = match read(&path)? {
            None => None,
            Some(text) => match first_difference(&text, &file.text) {
                None => continue,
                line => line,
            },
        };
        differing.push(Differs { path, line });
    }
    Ok(differing)
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
