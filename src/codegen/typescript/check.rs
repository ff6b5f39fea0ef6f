//! Whether the modules are where they are said to be and have the types, as far as their text tells.
//!
//! Only relative specifiers are looked for. Where a package is, is for `node_modules`, `paths` and the like to say, and
//! the compiler has the last word.

use std::{
    collections::BTreeSet,
    fs,
    path::{Component, Path, PathBuf},
};

use crate::{codegen::AdaptError, nearest::nearest};

/// Whether a specifier names a file by where it is, seen from the file that imports it.
pub(super) fn is_relative(specifier: &str) -> bool {
    specifier.starts_with("./") || specifier.starts_with("../")
}

/// Looks for a module and for what it must export.
///
/// # Errors
/// When it is not there, or has not all of it.
pub(super) fn check(base: &Path, option: &str, specifier: &str, needed: &BTreeSet<String>) -> Result<(), AdaptError> {
    if !is_relative(specifier) {
        return Ok(());
    }
    let refused = |what: String, help: String| AdaptError::Types {
        option: option.to_owned(),
        given: specifier.to_owned(),
        what,
        help,
    };
    let place = plain(&base.join(specifier));
    let candidates = candidates(&place);
    let Some((file, text)) = candidates.iter().find_map(|file| Some((file, fs::read_to_string(file).ok()?))) else {
        let looked: Vec<String> = candidates.iter().map(|file| file.display().to_string()).collect();
        return Err(refused(format!("there is no {}", looked.join(", nor ")), elsewhere(&place, specifier)));
    };
    let exported = exports(&text);
    // What is passed on from elsewhere cannot be seen here.
    if text.contains("export *") {
        return Ok(());
    }
    let Some(missing) = needed.iter().find(|name| !exported.contains(name.as_str())) else { return Ok(()) };
    let what = format!("{} does not export `{missing}`", file.display());
    let near = nearest(missing, exported.iter().copied());
    let help = match near.as_slice() {
        _ if exported.is_empty() => "it exports nothing; is it by protoc-gen-es, version 2?".to_owned(),
        [] => format!("is it the module of another file or version? It exports {}", some(&exported)),
        near => format!("is it the module of another file or version? It has {}", near.join(", ")),
    };
    Err(refused(what, help))
}

/// The files that a specifier may mean.
fn candidates(place: &Path) -> Vec<PathBuf> {
    let text = place.to_string_lossy();
    let stem = text.strip_suffix(".js").or_else(|| text.strip_suffix(".ts")).unwrap_or(&text);
    [".ts", ".d.ts", ".js"].map(|extension| PathBuf::from(format!("{stem}{extension}"))).to_vec()
}

/// What somebody may have meant who named a file that is not there.
fn elsewhere(place: &Path, specifier: &str) -> String {
    let generated = "protoc-gen-es makes it; it is looked for from the directory of --out";
    let Some(directory) = place.parent() else { return generated.to_owned() };
    let Ok(entries) = fs::read_dir(directory) else {
        return format!("there is no directory {} either; {generated}", directory.display());
    };
    let names: BTreeSet<String> = entries
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .filter_map(|name| {
            let stem = [".d.ts", ".ts", ".js"].into_iter().find_map(|extension| name.strip_suffix(extension))?;
            stem.ends_with("_pb").then(|| format!("{stem}.js"))
        })
        .collect();
    let (folder, name) = specifier.rsplit_once('/').unwrap_or((".", specifier));
    let near = nearest(name, names.iter().map(String::as_str));
    let shown: Vec<String> = if near.is_empty() { names.into_iter().take(8).collect() } else { near };
    if shown.is_empty() {
        return generated.to_owned();
    }
    let shown: Vec<String> = shown.iter().map(|name| format!("{folder}/{name}")).collect();
    format!("did you mean {}?", shown.join(" or "))
}

/// The names that a module exports.
fn exports(text: &str) -> BTreeSet<&str> {
    let words = ["type ", "const ", "enum ", "interface ", "class ", "function "];
    let mut names = BTreeSet::new();
    for line in text.lines() {
        let Some(rest) = line.trim_start().strip_prefix("export ") else { continue };
        let rest = rest.strip_prefix("declare ").unwrap_or(rest);
        if let Some(rest) = words.iter().find_map(|word| rest.strip_prefix(word)) {
            let end = rest.find(|char: char| !char.is_alphanumeric() && char != '_' && char != '$');
            names.insert(&rest[..end.unwrap_or(rest.len())]);
        }
    }
    names
}

fn some(names: &BTreeSet<&str>) -> String {
    const ENOUGH: usize = 12;
    let shown: Vec<&str> = names.iter().copied().take(ENOUGH).collect();
    let more = if names.len() > ENOUGH { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// A path without `.` and `..`, so that it is found before the directories on its way are made.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => _ = plain.pop(),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_module_exports_is_seen() {
        let text = "export type Task = Message<\"Task\">;\nexport const TaskSchema: GenMessage<Task> = /*@__PURE__*/\n\
                    export declare enum State$1 {\nconst hidden = 1;\n";
        assert_eq!(exports(text), BTreeSet::from(["Task", "TaskSchema", "State$1"]));
    }

    #[test]
    fn paths_are_made_plain() {
        assert_eq!(plain(Path::new("/a/b/../c/./d_pb.js")), Path::new("/a/c/d_pb.js"));
    }
}
