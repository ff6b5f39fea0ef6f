//! With protoc, in a process of its own: editions, and what protox wrongly refuses.

use std::{
    env, fs, io,
    path::{Component, Path, PathBuf},
    process::Command,
};

use buffa_descriptor::generated::descriptor::FileDescriptorSet as LinkedSet;
use protox::prost_reflect::{prost::Message, prost_types::FileDescriptorSet};

use super::Compiled;
use crate::schema::{
    SchemaError, SchemaErrorKind,
    load::{
        descriptor_set,
        gather::{Contents, Gathered, Sources},
        scan::Edition,
        screen::DisplayedText,
    },
};

/// The first release that compiles edition 2023.
const OLDEST: u32 = 27;

/// A protoc that knows editions.
#[derive(Debug)]
pub(super) struct Protoc {
    program: PathBuf,
    /// Where it has the well-known files, unless it finds them by itself.
    include: Option<PathBuf>,
}

/// Why there is no such protoc.
#[derive(Debug)]
pub(super) enum Absent {
    NotFound { tried: String },
    TooOld { program: String, version: String },
}

impl Protoc {
    /// `$PROTOC`, or `protoc` on the path, or the one that is built in.
    pub(super) fn find() -> Result<Self, Absent> {
        let program = env::var_os("PROTOC").filter(|name| !name.is_empty()).unwrap_or_else(|| "protoc".into());
        let program = PathBuf::from(program);
        let name = program.display().to_string();
        let absent = match version(&program) {
            Err(_) => Absent::NotFound { tried: name },
            Ok(version) => match version.split('.').next().and_then(|major| major.parse::<u32>().ok()) {
                Some(major) if major >= OLDEST => return Ok(Protoc { program, include: None }),
                _ => Absent::TooOld { program: name, version },
            },
        };
        Protoc::vendored().ok_or(absent)
    }

    #[cfg(feature = "vendored-protoc")]
    fn vendored() -> Option<Self> {
        let program = protoc_bin_vendored::protoc_bin_path().ok()?;
        Some(Protoc { program, include: protoc_bin_vendored::include_path().ok() })
    }

    #[cfg(not(feature = "vendored-protoc"))]
    fn vendored() -> Option<Self> {
        None
    }

    /// Compiles from copies in a temporary directory: sources may come from a revision or from standard input.
    ///
    /// # Errors
    ///
    /// What protoc says, with its place in the text.
    pub(super) fn compile(&self, sources: &Sources) -> Result<Compiled, SchemaError> {
        let scratch = tempfile::tempdir().map_err(|error| failed(&error))?;
        let directory = scratch.path();
        let texts = directory.join("texts");
        write_texts(&texts, sources)?;
        let (well_known, arguments, output) =
            (directory.join("well-known"), directory.join("arguments"), directory.join("output"));
        let compiled = sources.files.iter().filter_map(|file| match &file.contents {
            Contents::Compiled(descriptor) => Some(descriptor.file_descriptor_proto().clone()),
            Contents::Text { .. } => None,
        });
        let set = FileDescriptorSet { file: compiled.collect() };
        fs::write(&well_known, set.encode_to_vec()).map_err(|error| failed(&error))?;
        // In a file, because there may be more of them than a command line holds.
        let names: Vec<&str> =
            sources.files.iter().filter_map(|file| file.text().map(|_| file.name.as_str())).collect();
        fs::write(&arguments, names.join("\n")).map_err(|error| failed(&error))?;
        let mut command = Command::new(&self.program);
        command.arg(flag("--proto_path=", &texts));
        command.args(self.include.as_deref().map(|include| flag("--proto_path=", include)));
        command.arg(flag("--descriptor_set_in=", &well_known));
        command.args(["--include_imports", "--include_source_info"]);
        command.arg(flag("--descriptor_set_out=", &output));
        command.arg(flag("@", &arguments));
        let run = command.output().map_err(|error| failed(&error))?;
        if !run.status.success() {
            return Err(refusal(&String::from_utf8_lossy(&run.stderr), &texts, sources));
        }
        let bytes = fs::read(&output).map_err(|error| failed(&error))?;
        let mut set = descriptor_set::decode(&bytes).map_err(|error| failed(&io::Error::other(error)))?;
        count_bytes(&mut set, sources);
        Ok(Compiled { set, text_options: Default::default(), stand_in_files: Vec::new() })
    }
}

impl Absent {
    /// That the edition in `text` cannot be compiled.
    pub(super) fn for_edition(self, text: &DisplayedText, edition: &Edition) -> SchemaError {
        let found = match self {
            Absent::NotFound { tried } => format!("`{tried}` is not there"),
            Absent::TooOld { program, version } => format!("`{program}` is version {version}"),
        };
        text.error(
            SchemaErrorKind::Edition,
            format!("edition {} needs protoc {OLDEST} or newer, and {found}", edition.name),
        )
        .with_label(edition.range.clone(), "this edition")
        .with_help(format!(
            "install protoc {OLDEST} or newer, or set $PROTOC to one, or use a proto-diff that has one built in: \
             `cargo install proto-diff --features vendored-protoc`. A descriptor set needs no protoc"
        ))
    }
}

/// `35.1` of `libprotoc 35.1`.
fn version(program: &Path) -> io::Result<String> {
    let output = Command::new(program).arg("--version").output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.trim().strip_prefix("libprotoc ");
    version.map(str::to_owned).ok_or_else(|| io::Error::other("it does not say its version"))
}

fn flag(name: &str, path: &Path) -> std::ffi::OsString {
    let mut flag = std::ffi::OsString::from(name);
    flag.push(path);
    flag
}

fn failed(error: &io::Error) -> SchemaError {
    SchemaError::new(SchemaErrorKind::Edition, format!("protoc could not be run: {error}"))
}

fn write_texts(directory: &Path, sources: &Sources) -> Result<(), SchemaError> {
    fs::create_dir(directory).map_err(|error| failed(&error))?;
    for Gathered { name, contents, .. } in &sources.files {
        let Contents::Text { text, .. } = contents else { continue };
        let relative = Path::new(name);
        let is_inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
        if !is_inside || name.starts_with(['-', '@']) || name.contains('\n') {
            return Err(SchemaError::new(
                SchemaErrorKind::Import,
                format!("protoc cannot be given a file named `{name}`"),
            )
            .with_help("rename it, or give its directory with -I"));
        }
        let path = directory.join(relative);
        let parent = path.parent().unwrap_or(directory);
        fs::create_dir_all(parent).and_then(|()| fs::write(&path, &text.text)).map_err(|error| failed(&error))?;
    }
    Ok(())
}

/// An error out of what protoc printed: `FILE:LINE:COLUMN: MESSAGE`, or a message alone.
fn refusal(stderr: &str, directory: &Path, sources: &Sources) -> SchemaError {
    let prefix = format!("{}/", directory.display());
    let mut lines = stderr.lines().filter(|line| !line.contains(": warning: ")).map(|line| line.replace(&prefix, ""));
    let placed = lines.find_map(|line| {
        let mut parts = line.splitn(4, ':');
        let (name, row, column, message) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let text = sources.files.iter().find(|file| file.name == name)?.text()?;
        let offset = offset(&text.text, row.parse().ok()?, column.parse().ok()?);
        Some(
            text.error(SchemaErrorKind::Invalid, message.trim())
                .with_label(offset..offset + word_length(&text.text[offset..]), "here")
                .with_help(match sources.missing.first() {
                    None => "this is what protoc says".to_owned(),
                    Some(import) => format!(
                        "protoc says so; it needs every import, so give the directory of `{}` with -I",
                        import.name
                    ),
                }),
        )
    });
    placed.unwrap_or_else(|| {
        let message = stderr.replace(&prefix, "");
        SchemaError::new(SchemaErrorKind::Invalid, format!("protoc says: {}", message.trim()))
    })
}

/// The byte at a line and column of protoc, both counted from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let line = text[start..].split('\n').next().unwrap_or_default();
    start + byte_column(line, column.saturating_sub(1))
}

/// The byte of a line that protoc means by a column, counted from 0: it takes a tab to the next multiple of 8.
fn byte_column(line: &str, column: usize) -> usize {
    let mut at = 0;
    for (i, c) in line.char_indices() {
        if at >= column {
            return i;
        }
        at = if c == '\t' { at / 8 * 8 + 8 } else { at + c.len_utf8() };
    }
    line.len()
}

/// Makes the columns of all spans in files with tabs columns in bytes.
fn count_bytes(set: &mut LinkedSet, sources: &Sources) {
    for file in &mut set.file {
        let source = sources.files.iter().find(|source| Some(&source.name) == file.name.as_ref());
        let Some(text) = source.and_then(Gathered::text).filter(|text| text.text.contains('\t')) else { continue };
        let lines: Vec<&str> = text.text.split('\n').collect();
        let Some(info) = file.source_code_info.as_option_mut() else { continue };
        for location in &mut info.location {
            let columns: &[(usize, usize)] =
                if location.span.len() == 3 { &[(0, 1), (0, 2)] } else { &[(0, 1), (2, 3)] };
            for &(line, column) in columns {
                let row = location.span.get(line).and_then(|&row| usize::try_from(row).ok());
                let line = row.and_then(|row| lines.get(row));
                if let (Some(line), Some(column)) = (line, location.span.get_mut(column))
                    && let Ok(visual) = usize::try_from(*column)
                {
                    *column = i32::try_from(byte_column(line, visual)).unwrap_or(*column);
                }
            }
        }
    }
}

fn word_length(text: &str) -> usize {
    let word = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    word.max(text.chars().next().map_or(0, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_protoc_are_found_behind_tabs() {
        let text = "one\n\tx = é y\n";
        let cases = [((1, 1), 'o'), ((2, 9), 'x'), ((2, 13), 'é'), ((2, 16), 'y'), ((2, 99), '\n')];
        for ((line, column), expected) in cases {
            assert_eq!(text[offset(text, line, column)..].chars().next(), Some(expected), "{line}:{column}");
        }
    }
}
