//! The pages: README.md and every Markdown file below docs/.

use std::{
    fs,
    path::{Path, PathBuf},
};

pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

pub struct Page {
    pub path: PathBuf,
    pub text: String,
}

pub fn pages() -> Vec<Page> {
    let root = Path::new(ROOT);
    let mut paths = vec![root.join("README.md")];
    below(&root.join("docs"), &mut paths);
    let read = |path: PathBuf| Page { text: fs::read_to_string(&path).expect("readable"), path };
    paths.into_iter().map(read).collect()
}

fn below(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            below(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            paths.push(path);
        }
    }
}
