//! Files of a git revision, read with the `git` program.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
};

use super::{SourceFile, SourceTree};
use crate::schema::{
    SchemaError, SchemaErrorKind,
    load::screen::{self, DisplayedText},
};

/// A revision of a repository, with a `git cat-file --batch` that answers for it.
#[derive(Debug)]
pub(in crate::schema::load) struct Revision {
    repository: Option<PathBuf>,
    name: String,
    batch: Mutex<Batch>,
}

/// What is at a path.
#[derive(Debug)]
pub(in crate::schema::load) enum Object {
    File(Vec<u8>),
    Directory,
}

#[derive(Debug)]
struct Batch {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Drop for Batch {
    fn drop(&mut self) {
        // It has nothing to save; whether it was still there does not matter.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Revision {
    /// Starts git in `repository`, or in the current directory.
    ///
    /// # Errors
    ///
    /// When there is no `git` program. Whether there is a repository shows with the first question.
    pub(in crate::schema::load) fn new(repository: Option<&Path>, name: &str) -> Result<Self, SchemaError> {
        if name.is_empty() || name.starts_with('-') || name.contains('\n') {
            return Err(SchemaError::new(SchemaErrorKind::NotFound, format!("`{name}` is no git revision"))
                .with_help("write REV:path, for example HEAD~1:proto/a.proto"));
        }
        let mut process = git(repository)
            .args(["cat-file", "--batch", "--follow-symlinks"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| cannot_start(&error))?;
        let (Some(requests), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(SchemaError::new(SchemaErrorKind::Git, "git gave no way to talk to it"));
        };
        let batch = Mutex::new(Batch { process, requests, answers: BufReader::new(answers) });
        Ok(Revision { repository: repository.map(Path::to_owned), name: name.to_owned(), batch })
    }

    /// What is at `path`, counted from the top of the repository; `None` when there is nothing or no such revision.
    pub(in crate::schema::load) fn object(&self, path: &str, limit: u64) -> Result<Option<Object>, SchemaError> {
        if path.contains('\n') {
            return Ok(None);
        }
        let display_path = self.display_path(path);
        let mut batch = self.batch.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = writeln!(batch.requests, "{display_path}").and_then(|()| batch.requests.flush());
        let mut header = String::new();
        let answered = asked.and_then(|()| batch.answers.read_line(&mut header));
        match answered {
            Ok(0) | Err(_) => Err(self.refusal(&mut batch)),
            Ok(_) => batch.answer(&header, &display_path, limit),
        }
    }

    /// The `.proto` files below a directory, as paths from the top of the repository, sorted.
    pub(in crate::schema::load) fn proto_files(&self, directory: &str) -> Result<Vec<String>, SchemaError> {
        let directory = directory.trim_end_matches('/');
        let listed = self.run(&["ls-tree", "--full-tree", "-r", "-z", "--name-only", &self.name])?;
        let below = |path: &&str| {
            directory.is_empty() || path.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
        };
        Ok(listed.split('\0').filter(|path| path.ends_with(".proto")).filter(below).map(str::to_owned).collect())
    }

    /// Where `./path` of the current directory is, counted from the top of the repository.
    pub(in crate::schema::load) fn seen_from_current_directory(&self, path: &str) -> Result<String, SchemaError> {
        let prefix = self.run(&["rev-parse", "--show-prefix"])?;
        let mut parts: Vec<&str> = prefix.trim_end().split('/').filter(|part| !part.is_empty()).collect();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop();
                }
                _ => parts.push(part),
            }
        }
        Ok(parts.join("/"))
    }

    /// `REV:path`.
    pub(in crate::schema::load) fn display_path(&self, path: &str) -> String {
        format!("{}:{path}", self.name)
    }

    /// Why there is nothing at `path`.
    pub(in crate::schema::load) fn not_found(&self, path: &str) -> SchemaError {
        let name = &self.name;
        if self.run(&["rev-parse", "--verify", "--quiet", &format!("{name}^{{tree}}")]).is_err() {
            let shallow =
                self.run(&["rev-parse", "--is-shallow-repository"]).is_ok_and(|answer| answer.trim() == "true");
            let help = match shallow {
                true => format!(
                    "this clone is shallow; `git fetch --depth=1 origin tag {name}` gets one tag, `git fetch --unshallow --tags` all"
                ),
                false => "`git fetch --tags` gets what the server has; `git tag` and `git branch -a` list what is here"
                    .to_owned(),
            };
            return SchemaError::new(SchemaErrorKind::NotFound, format!("git knows no revision `{name}`"))
                .with_help(help);
        }
        let error = SchemaError::new(SchemaErrorKind::NotFound, format!("revision `{name}` has no `{path}`"));
        let file_name = path.rsplit('/').next().unwrap_or(path);
        let elsewhere = self.proto_files("").unwrap_or_default();
        let same_name: Vec<String> = elsewhere
            .iter()
            .filter(|other| other.rsplit('/').next() == Some(file_name))
            .map(|other| format!("`{}`", self.display_path(other)))
            .collect();
        match same_name.is_empty() {
            true => error.with_help(format!(
                "paths count from the top of the repository; `git ls-tree -r --name-only {name}` lists them"
            )),
            false => error
                .with_help(format!("paths count from the top of the repository; there is {}", same_name.join(", "))),
        }
    }

    fn run(&self, arguments: &[&str]) -> Result<String, SchemaError> {
        let output = git(self.repository.as_deref()).args(arguments).output().map_err(|error| cannot_start(&error))?;
        if !output.status.success() {
            return Err(failed(&String::from_utf8_lossy(&output.stderr)));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Why the batch process went away.
    fn refusal(&self, batch: &mut Batch) -> SchemaError {
        let mut message = String::new();
        if let Some(stderr) = batch.process.stderr.as_mut() {
            // What cannot be read cannot be shown.
            let _ = stderr.take(64 << 10).read_to_string(&mut message);
        }
        failed(&message)
    }
}

impl Batch {
    /// Reads an answer after its first line, `OBJECT TYPE SIZE` or `NAME missing` (see `git help cat-file`).
    fn answer(&mut self, header: &str, display_path: &str, limit: u64) -> Result<Option<Object>, SchemaError> {
        let broken =
            |error: io::Error| SchemaError::new(SchemaErrorKind::Git, format!("git stopped answering: {error}"));
        let mut words = header.trim_end().rsplit(' ');
        let (last, before) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if matches!(last, "missing" | "ambiguous") {
            return Ok(None);
        }
        let size: u64 = last.parse().map_err(|_| failed(header))?;
        match before {
            "blob" => {
                screen::check_size(display_path, size, limit)?;
                let bytes = self.contents(size).map_err(broken)?;
                Ok(Some(Object::File(bytes)))
            }
            "tree" => {
                self.contents(size).map_err(broken)?;
                Ok(Some(Object::Directory))
            }
            // A symbolic link that leads nowhere, or something that has no contents of interest.
            _ => {
                self.contents(size).map_err(broken)?;
                Ok(None)
            }
        }
    }

    /// `size` bytes and a line break.
    fn contents(&mut self, size: u64) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(size).map_err(io::Error::other)?];
        self.answers.read_exact(&mut bytes)?;
        self.answers.read_exact(&mut [0])?;
        Ok(bytes)
    }
}

fn git(repository: Option<&Path>) -> Command {
    let mut command = Command::new("git");
    // Messages are matched below, so they must be the English ones.
    command.env("LC_ALL", "C");
    if let Some(repository) = repository {
        command.arg("-C").arg(repository);
    }
    command
}

fn cannot_start(error: &io::Error) -> SchemaError {
    let message = match error.kind() {
        io::ErrorKind::NotFound => "there is no `git` program, which reads revisions".to_owned(),
        _ => format!("`git` cannot be started: {error}"),
    };
    SchemaError::new(SchemaErrorKind::Git, message)
        .with_help("install git, or write the two versions to files and compare those")
}

fn failed(stderr: &str) -> SchemaError {
    let message = stderr.trim().trim_start_matches("fatal: ");
    if message.contains("not a git repository") {
        return SchemaError::new(SchemaErrorKind::Git, "this is no git repository")
            .with_help("run it inside one, or name one with --repo DIR");
    }
    if message.contains("cannot change to") {
        return SchemaError::new(SchemaErrorKind::NotFound, message).with_help("check the directory after --repo");
    }
    SchemaError::new(SchemaErrorKind::Git, format!("git says: {message}"))
}

/// A directory of a revision that import names are relative to.
#[derive(Debug)]
pub(in crate::schema::load) struct RevisionTree {
    revision: Arc<Revision>,
    root: String,
}

impl RevisionTree {
    /// `root` is empty for the top of the repository.
    pub(in crate::schema::load) fn new(revision: &Arc<Revision>, root: &str) -> Self {
        RevisionTree { revision: Arc::clone(revision), root: root.trim_matches('/').to_owned() }
    }
}

impl SourceTree for RevisionTree {
    fn open(&self, name: &str) -> Result<Option<SourceFile>, SchemaError> {
        let path = if self.root.is_empty() { name.to_owned() } else { format!("{}/{name}", self.root) };
        match self.revision.object(&path, screen::MAX_TEXT)? {
            Some(Object::File(bytes)) => {
                let display_path = self.revision.display_path(&path);
                let text = DisplayedText::new(display_path.clone(), bytes)?;
                Ok(Some(SourceFile { text, identity: display_path }))
            }
            Some(Object::Directory) | None => Ok(None),
        }
    }
}
