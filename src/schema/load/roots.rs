//! What the files of a directory are called in imports.
//!
//! Mostly their paths in the directory. But a whole repository is a directory too, and its schemas may lie below
//! `proto/` or `specification/`: a file imports `a/b.proto`, and there is exactly one file whose path ends that way.
//! Then everything below `proto/` is named relative to `proto/`. And a directory may lie below the import path: in
//! `…/google`, a file imports `google/api/http.proto`, and there is an `api/http.proto`. Then all names start with
//! `google/`.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{gather::Entry, scan::scan, tree};
use crate::schema::{FileRole, SchemaError};

/// The entries, which are named by their paths in `directory`, named so that their imports of one another are found.
///
/// Copies of bundled files that the others import are libraries here too; of those that protox brings, its own are
/// taken.
///
/// # Errors
///
/// When a text must not be parsed (see [`scan`]).
pub(super) fn renamed(mut entries: Vec<Entry>, directory: &str) -> Result<Vec<Entry>, SchemaError> {
    let mut imports = BTreeSet::new();
    for entry in &entries {
        imports.extend(scan(&entry.file.text)?.imports.into_iter().map(|import| import.name));
    }
    let mut taken: HashSet<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    if let Some(prefix) = prefix(&taken, &imports, directory) {
        // Whoever names a directory below the import path means what is in it, Google's own files too.
        entries.iter_mut().for_each(|entry| entry.name = format!("{prefix}/{}", entry.name));
        return Ok(entries);
    }
    let roots = roots(entries.iter().map(|entry| entry.name.as_str()), &imports);
    for entry in &mut entries {
        let root = roots.iter().find(|root| entry.name.starts_with(root.as_str()));
        if let Some(name) = root.map(|root| &entry.name[root.len()..])
            && taken.insert(name.to_owned())
        {
            entry.name = name.to_owned();
        }
    }
    entries.retain(|entry| !imports.contains(&entry.name) || tree::well_known(&entry.name).is_none());
    for entry in entries.iter_mut().filter(|entry| imports.contains(&entry.name) && tree::is_bundled(&entry.name)) {
        entry.role = FileRole::Library;
    }
    Ok(entries)
}

/// The end of `directory` that imports have in front of a file's path in it.
fn prefix<'d>(names: &HashSet<String>, imports: &BTreeSet<String>, directory: &'d str) -> Option<&'d str> {
    let leads_to_a_file = |prefix: &str| {
        let below = imports.iter().filter_map(|import| import.strip_prefix(prefix)?.strip_prefix('/'));
        below.into_iter().any(|name| names.contains(name))
    };
    let directory = directory.trim_end_matches('/');
    let starts = directory.match_indices('/').map(|(i, _)| i + 1).chain([0]);
    let prefix =
        starts.map(|start| &directory[start..]).find(|prefix| !prefix.is_empty() && leads_to_a_file(prefix))?;
    Some(prefix)
}

/// The roots, with a slash at the end, longest first.
fn roots<'n>(names: impl Iterator<Item = &'n str>, imports: &BTreeSet<String>) -> Vec<String> {
    let mut by_base_name: HashMap<&str, Vec<&str>> = HashMap::new();
    for name in names {
        by_base_name.entry(name.rsplit('/').next().unwrap_or(name)).or_default().push(name);
    }
    let mut roots = BTreeSet::new();
    for import in imports {
        let base_name = import.rsplit('/').next().unwrap_or(import);
        let candidates = by_base_name.get(base_name).map_or(&[][..], Vec::as_slice);
        if candidates.contains(&import.as_str()) {
            continue;
        }
        let mut found = candidates.iter().filter_map(|name| name.strip_suffix(import).filter(|r| r.ends_with('/')));
        if let (Some(root), None) = (found.next(), found.next()) {
            roots.insert(root.to_owned());
        }
    }
    let mut roots: Vec<String> = roots.into_iter().collect();
    roots.sort_by_key(|root| std::cmp::Reverse(root.len()));
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_follow_from_imports_that_one_file_alone_can_mean() {
        let cases: [(&[&str], &[&str], &[&str]); 4] = [
            (&["proto/a/b.proto", "proto/c.proto"], &["a/b.proto"], &["proto/"]),
            (&["a/b.proto"], &["a/b.proto"], &[]),
            (&["x/a.proto", "y/a.proto"], &["a.proto"], &[]),
            (&["xa.proto"], &["a.proto"], &[]),
        ];
        for (names, imports, expected) in cases {
            let imports = imports.iter().map(|&import| import.to_owned()).collect();
            assert_eq!(roots(names.iter().copied(), &imports), expected, "{names:?}");
        }
    }

    #[test]
    fn a_prefix_is_the_end_of_the_directory_that_imports_have_in_front() {
        let cases = [
            ("/x/google", "google/api/http.proto", Some("google")),
            ("/x/google/", "x/google/api/http.proto", Some("x/google")),
            ("google", "google/api/http.proto", Some("google")),
            ("/x/google", "api/http.proto", None),
            ("/x/oogle", "google/api/http.proto", None),
            ("", "google/api/http.proto", None),
        ];
        let names = HashSet::from(["api/http.proto".to_owned()]);
        for (directory, import, expected) in cases {
            assert_eq!(prefix(&names, &BTreeSet::from([import.to_owned()]), directory), expected, "{directory}");
        }
    }
}
