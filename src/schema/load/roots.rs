//! Which directory the imports of a directory's files are relative to.
//!
//! A whole repository is a directory too, and its schemas may lie below `proto/` or `specification/`: a file imports
//! `a/b.proto`, and there is exactly one file whose path ends that way. Then everything below `proto/` is named
//! relative to `proto/`.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{gather::Entry, scan::scan};
use crate::schema::SchemaError;

/// The entries, named so that their imports of one another are found.
///
/// # Errors
///
/// When a text must not be parsed (see [`scan`]).
pub(super) fn renamed(mut entries: Vec<Entry>) -> Result<Vec<Entry>, SchemaError> {
    let mut imports = BTreeSet::new();
    for entry in &entries {
        imports.extend(scan(&entry.file.text)?.imports.into_iter().map(|import| import.name));
    }
    let roots = roots(entries.iter().map(|entry| entry.name.as_str()), &imports);
    let mut taken: HashSet<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    for entry in &mut entries {
        let root = roots.iter().find(|root| entry.name.starts_with(root.as_str()));
        if let Some(name) = root.map(|root| &entry.name[root.len()..])
            && taken.insert(name.to_owned())
        {
            entry.name = name.to_owned();
        }
    }
    Ok(entries)
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
}
