//! All files of a schema: the named ones, and what they import, directly or not.

use std::collections::{HashMap, HashSet};

use protox::prost_reflect::FileDescriptor;

use super::{
    scan::{Edition, Import, scan},
    screen::DisplayedText,
    tree::{self, SourceFile, SourceTree},
};
use crate::schema::{FileRole, SchemaError, SchemaErrorKind};

/// A file the user named.
#[derive(Debug)]
pub(super) struct Entry {
    /// The name other files import it by.
    pub(super) name: String,
    pub(super) file: SourceFile,
    pub(super) role: FileRole,
}

impl Entry {
    /// A file that is compared.
    pub(super) fn new(name: String, file: SourceFile) -> Self {
        Entry { name, file, role: FileRole::Subject }
    }
}

/// A file of the schema.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) name: String,
    pub(super) role: FileRole,
    pub(super) contents: Contents,
}

#[derive(Debug)]
pub(super) enum Contents {
    Text {
        text: DisplayedText,
        edition: Option<Edition>,
    },
    /// A well-known file, which protox has compiled.
    Compiled(FileDescriptor),
}

/// An `import` statement whose file is nowhere.
#[derive(Debug)]
pub(super) struct MissingImport {
    /// The name that is imported.
    pub(super) name: String,
    /// The file with the statement.
    pub(super) importer: String,
    /// The position of the statement among the imports of that file.
    pub(super) index: usize,
}

/// Everything that goes into one schema.
#[derive(Debug, Default)]
pub(super) struct Sources {
    /// Imports before the files that import them.
    pub(super) files: Vec<Gathered>,
    pub(super) missing: Vec<MissingImport>,
}

impl Gathered {
    pub(super) fn text(&self) -> Option<&DisplayedText> {
        match &self.contents {
            Contents::Text { text, .. } => Some(text),
            Contents::Compiled(_) => None,
        }
    }
}

impl Sources {
    /// The first file that is written in an edition, and where it says so.
    pub(super) fn first_edition(&self) -> Option<(&DisplayedText, &Edition)> {
        self.files.iter().find_map(|file| match &file.contents {
            Contents::Text { text, edition: Some(edition) } => Some((text, edition)),
            _ => None,
        })
    }
}

/// Follows the imports of `entries` through `trees`.
///
/// # Errors
///
/// When a file cannot be read or must not be parsed, or when files import each other in a circle.
pub(super) fn gather(entries: Vec<Entry>, trees: &[Box<dyn SourceTree>]) -> Result<Sources, SchemaError> {
    let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    let mut by_name: HashMap<String, (SourceFile, FileRole)> = HashMap::with_capacity(entries.len());
    for Entry { name, file, role } in entries {
        if let Some((other, _)) = by_name.get(&name) {
            let message =
                format!("`{}` and `{}` are both imported as `{name}`", other.text.display_path, file.text.display_path);
            return Err(SchemaError::new(SchemaErrorKind::Import, message)
                .with_help("give import paths (-I) that tell them apart, or compare the directories one by one"));
        }
        by_name.insert(name, (file, role));
    }
    let entries = by_name;
    let mut gathering =
        Gathering { entries, trees, open: Vec::new(), done: HashSet::new(), sources: Sources::default() };
    for name in names {
        gathering.file_and_imports(name)?;
    }
    Ok(gathering.sources)
}

struct Gathering<'t> {
    /// The named files that were not visited yet.
    entries: HashMap<String, (SourceFile, FileRole)>,
    trees: &'t [Box<dyn SourceTree>],
    /// The chain of imports that leads to the file in hand. A stack of its own, because chains can be longer than the
    /// thread's stack is deep.
    open: Vec<OpenFile>,
    done: HashSet<String>,
    sources: Sources,
}

/// A file whose imports are being visited.
struct OpenFile {
    file: Gathered,
    identity: String,
    imports: Vec<Import>,
    next: usize,
    /// Indexes of imports that were not found.
    missing: Vec<usize>,
}

impl Gathering<'_> {
    fn file_and_imports(&mut self, name: String) -> Result<(), SchemaError> {
        if self.done.contains(&name) {
            return Ok(());
        }
        if let Some(file) = self.find(&name)? {
            self.open.push(file);
        }
        while let Some(current) = self.open.last_mut() {
            let Some(import) = current.imports.get(current.next) else {
                self.close();
                continue;
            };
            let name = import.name.clone();
            let index = current.next;
            current.next += 1;
            if self.done.contains(&name) {
                continue;
            }
            match self.find(&name)? {
                Some(file) => {
                    self.check_cycle(&file)?;
                    self.open.push(file);
                }
                None => {
                    if let Some(current) = self.open.last_mut() {
                        current.missing.push(index);
                    }
                }
            }
        }
        Ok(())
    }

    fn find(&mut self, name: &str) -> Result<Option<OpenFile>, SchemaError> {
        let (file, role) = if let Some(entry) = self.entries.remove(name) {
            entry
        } else if let Some(open) = self.open.iter().find(|open| open.file.name == name) {
            return Err(self.cycle(&open.identity));
        } else if let Some(descriptor) = tree::well_known(name) {
            return Ok(Some(OpenFile {
                imports: descriptor
                    .file_descriptor_proto()
                    .dependency
                    .iter()
                    .map(|name| Import { name: name.clone(), range: 0..0 })
                    .collect(),
                file: Gathered {
                    name: name.to_owned(),
                    role: FileRole::Library,
                    contents: Contents::Compiled(descriptor),
                },
                identity: name.to_owned(),
                next: 0,
                missing: Vec::new(),
            }));
        } else if let Some(file) = tree::open_first(self.trees, name)? {
            let role = if tree::is_bundled(name) { FileRole::Library } else { FileRole::Subject };
            (file, role)
        } else {
            return Ok(None);
        };
        let prologue = scan(&file.text)?;
        Ok(Some(OpenFile {
            file: Gathered {
                name: name.to_owned(),
                role,
                contents: Contents::Text { text: file.text, edition: prologue.edition },
            },
            identity: file.identity,
            imports: prologue.imports,
            next: 0,
            missing: Vec::new(),
        }))
    }

    /// The file in hand has all its imports before it.
    fn close(&mut self) {
        let Some(OpenFile { file, imports, missing, .. }) = self.open.pop() else { return };
        self.sources.missing.extend(missing.into_iter().map(|index| MissingImport {
            name: imports[index].name.clone(),
            importer: file.name.clone(),
            index,
        }));
        self.done.insert(file.name.clone());
        self.sources.files.push(file);
    }

    /// One file may be reached under two names, so that a circle shows only in what the names lead to.
    fn check_cycle(&self, next: &OpenFile) -> Result<(), SchemaError> {
        if self.open.iter().any(|open| open.identity == next.identity) {
            return Err(self.cycle(&next.identity));
        }
        Ok(())
    }

    fn cycle(&self, back_to: &str) -> SchemaError {
        let start = self.open.iter().position(|open| open.identity == back_to).unwrap_or(0);
        let mut circle: Vec<&str> = self.open[start..].iter().map(|open| open.file.name.as_str()).collect();
        circle.extend(circle.first().copied());
        let message = format!("files import each other in a circle: {}", circle.join(" -> "));
        let help = "move what they share into a file of its own that both import";
        match self.open.last() {
            Some(OpenFile { file: Gathered { contents: Contents::Text { text, .. }, .. }, imports, next, .. }) => text
                .error(SchemaErrorKind::Import, message)
                .with_label(imports[next - 1].range.clone(), "this import closes the circle")
                .with_help(help),
            _ => SchemaError::new(SchemaErrorKind::Import, message).with_help(help),
        }
    }
}
