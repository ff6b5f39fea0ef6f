//! One folder of `tests/cases` is one case.

#![allow(dead_code, reason = "several tests share it, and none needs all of it")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use proto_diff::{
    CompareOptions, Comparison, compare,
    migration::{Guide, manifest::Manifest},
    rules::Policy,
    schema::{self, Schema},
};

/// Files of one version: the name that others import each by, and its text.
pub type Files = Vec<(String, String)>;

/// Two versions of a schema.
pub struct Case {
    /// The folder's name, which says what it shows.
    pub name: String,
    /// The folder.
    pub folder: PathBuf,
    /// The old version.
    pub old: Files,
    /// The new version.
    pub new: Files,
    /// The text of `manifest.toml`, where there is one.
    pub manifest: Option<String>,
}

impl Case {
    /// Every case, by name.
    pub fn all() -> Vec<Case> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
        let mut cases: Vec<Case> = entries(&root).into_iter().filter(|path| path.is_dir()).map(Case::read).collect();
        // The environment variable CASE narrows to the cases whose name holds it.
        if let Ok(wanted) = std::env::var("CASE") {
            cases.retain(|case| case.name.contains(&wanted));
        }
        assert!(!cases.is_empty(), "no cases");
        cases
    }

    fn read(folder: PathBuf) -> Case {
        let name = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        let manifest = fs::read_to_string(folder.join("manifest.toml")).ok();
        Case { name, old: version(&folder, "old"), new: version(&folder, "new"), manifest, folder }
    }

    /// The old version, linked.
    pub fn old_schema(&self) -> Schema {
        self.link("old", &self.old)
    }

    /// The new version, linked.
    pub fn new_schema(&self) -> Schema {
        self.link("new", &self.new)
    }

    /// Both versions, compared by the manifest of the case if it has one.
    pub fn compared(&self, policy: Policy) -> Comparison {
        let (old, new) = (self.old_schema(), self.new_schema());
        let guide = self.manifest.as_ref().map(|text| {
            let failed = |error: &dyn std::fmt::Debug| -> ! { panic!("{}: {error:?}", self.name) };
            let manifest = Manifest::read("manifest.toml", text, []).unwrap_or_else(|error| failed(&error));
            Guide::named(&manifest, &old, &new).unwrap_or_else(|error| failed(&error))
        });
        compare(old, new, &CompareOptions { guide, policy, ..CompareOptions::default() })
    }

    /// Some version, linked.
    pub fn link(&self, origin: &str, files: &Files) -> Schema {
        schema::from_texts(origin, files.iter().cloned())
            .unwrap_or_else(|error| panic!("{}: {origin}: {:?}", self.name, miette::Report::new(error)))
    }
}

/// `old.proto`, or all files below `old/`.
fn version(folder: &Path, side: &str) -> Files {
    let directory = folder.join(side);
    let mut files = Vec::new();
    if directory.is_dir() {
        collect(&directory, &directory, &mut files);
    } else {
        let name = format!("{side}.proto");
        let text = fs::read_to_string(folder.join(&name)).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        files.push((name, text));
    }
    files
}

fn collect(root: &Path, directory: &Path, files: &mut Files) {
    for path in entries(directory) {
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
            files.push((name, fs::read_to_string(&path).expect("a readable file")));
        }
    }
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
    let mut entries: Vec<PathBuf> = read.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries
}
