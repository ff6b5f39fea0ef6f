//! Whether the caller's own types are where they are said to be, as far as the source of the caller's crate tells.
//!
//! What macros and build scripts bring into being cannot be seen here; a path that leads through such a place is taken
//! as it is, and the compiler has the last word.

use std::{
    fs,
    path::{Path, PathBuf},
};

use syn::{Item, UseTree};

use crate::nearest::nearest;

/// What is wrong with a path.
pub(super) struct Fault {
    pub what: String,
    pub help: String,
}

/// Looks for a module with these types, from the crate that a directory is in. Nothing is said where there is no such
/// crate.
pub(super) fn check(directory: &Path, path: &str, types: &[String]) -> Result<(), Fault> {
    let Some(root) = directory.ancestors().find(|dir| dir.join("Cargo.toml").is_file()) else { return Ok(()) };
    let mut segments = path.trim_start_matches("::").split("::");
    match segments.next() {
        Some("crate") => {
            let sources = ["src/lib.rs", "src/main.rs"].map(|name| root.join(name));
            let Some(file) = sources.into_iter().find(|file| file.is_file()) else { return Ok(()) };
            let directory = file.parent().unwrap_or(root).to_owned();
            match Module::read(&file, directory) {
                Some(module) => walk(module, "crate", segments.collect(), types),
                None => Ok(()),
            }
        }
        Some(name) if !matches!(name, "self" | "super") => has_dependency(root, name),
        _ => Ok(()),
    }
}

/// A module, and where the files of its own modules are.
struct Module {
    items: Vec<Item>,
    directory: PathBuf,
}

impl Module {
    fn read(file: &Path, directory: PathBuf) -> Option<Self> {
        let items = syn::parse_file(&fs::read_to_string(file).ok()?).ok()?.items;
        Some(Module { items, directory })
    }

    /// The module of a name; `Err` when there is something of that name that cannot be looked into.
    fn inner(&mut self, name: &str) -> Option<Result<Module, ()>> {
        let is_it = |item: &Item| matches!(item, Item::Mod(module) if module.ident == name);
        let index = self.items.iter().position(is_it)?;
        let Item::Mod(found) = self.items.swap_remove(index) else { return None };
        let directory = self.directory.join(name.trim_start_matches("r#"));
        let inner = match found.content {
            Some((_, items)) => Some(Module { items, directory }),
            None if found.attrs.iter().any(|attribute| attribute.path().is_ident("path")) => None,
            None => {
                let files = [directory.with_extension("rs"), directory.join("mod.rs")];
                files.iter().find(|file| file.is_file()).and_then(|file| Module::read(file, directory))
            }
        };
        Some(inner.ok_or(()))
    }

    /// Whether it holds what cannot be seen: by a macro, or from everywhere.
    fn is_opaque(&self) -> bool {
        fn is_glob(tree: &UseTree) -> bool {
            match tree {
                UseTree::Glob(_) => true,
                UseTree::Path(path) => is_glob(&path.tree),
                UseTree::Group(group) => group.items.iter().any(is_glob),
                UseTree::Name(_) | UseTree::Rename(_) => false,
            }
        }
        self.items.iter().any(|item| match item {
            Item::Macro(_) => true,
            Item::Use(import) => is_glob(&import.tree),
            _ => false,
        })
    }

    /// Names that a `use` brings in.
    fn imports(&self) -> Vec<String> {
        fn names(tree: &UseTree, into: &mut Vec<String>) {
            match tree {
                UseTree::Path(path) => names(&path.tree, into),
                UseTree::Name(name) => into.push(name.ident.to_string()),
                UseTree::Rename(rename) => into.push(rename.rename.to_string()),
                UseTree::Group(group) => group.items.iter().for_each(|tree| names(tree, into)),
                UseTree::Glob(_) => {}
            }
        }
        let mut all = Vec::new();
        for item in &self.items {
            if let Item::Use(import) = item {
                names(&import.tree, &mut all);
            }
        }
        all
    }

    fn modules(&self) -> Vec<String> {
        let modules = self.items.iter().filter_map(|item| match item {
            Item::Mod(module) => Some(module.ident.to_string()),
            _ => None,
        });
        modules.collect()
    }

    fn types(&self) -> Vec<String> {
        let types = self.items.iter().filter_map(|item| match item {
            Item::Struct(item) => Some(item.ident.to_string()),
            Item::Type(item) => Some(item.ident.to_string()),
            Item::Enum(item) => Some(item.ident.to_string()),
            _ => None,
        });
        types.chain(self.imports()).collect()
    }
}

fn walk(mut module: Module, root: &str, segments: Vec<&str>, types: &[String]) -> Result<(), Fault> {
    let mut so_far = root.to_owned();
    for segment in segments {
        match module.inner(segment) {
            Some(Ok(inner)) => module = inner,
            Some(Err(())) => return Ok(()),
            None if module.is_opaque() || module.imports().iter().any(|name| name == segment) => return Ok(()),
            None => {
                let modules = module.modules();
                return Err(Fault {
                    what: format!("`{so_far}` has no module `{segment}`"),
                    help: suggestion(segment, &modules, "its modules are"),
                });
            }
        }
        so_far = format!("{so_far}::{segment}");
    }
    if module.is_opaque() {
        return Ok(());
    }
    let known = module.types();
    match types.iter().find(|name| !known.contains(name)) {
        None => Ok(()),
        Some(_) if known.is_empty() && !module.modules().is_empty() => Err(Fault {
            what: format!("`{so_far}` has no types"),
            help: format!("its modules are: {}", module.modules().join(", ")),
        }),
        Some(missing) => Err(Fault {
            what: format!("`{so_far}` has no type `{missing}`"),
            help: suggestion(
                missing,
                &known,
                "it must have the types of the schema as prost-build names them; its types are",
            ),
        }),
    }
}

fn has_dependency(root: &Path, name: &str) -> Result<(), Fault> {
    let file = root.join("Cargo.toml");
    let Ok(text) = fs::read_to_string(&file) else { return Ok(()) };
    let Ok(document) = toml::de::DeTable::parse(&text) else { return Ok(()) };
    let table = |key: &str| document.get_ref().get(key).and_then(|value| value.get_ref().as_table());
    let own = table("package").and_then(|package| package.get("name")).and_then(|name| name.get_ref().as_str());
    let dependencies = table("dependencies").into_iter().flatten().map(|(key, _)| key.get_ref().to_string());
    let known: Vec<String> = dependencies.chain(own.map(str::to_owned)).map(|name| name.replace('-', "_")).collect();
    if known.iter().any(|known| known == name) {
        return Ok(());
    }
    Err(Fault {
        what: format!("{} has no dependency `{name}`", file.display()),
        help: suggestion(name, &known, "its dependencies are"),
    })
}

fn suggestion(wanted: &str, known: &[String], otherwise: &str) -> String {
    match nearest(wanted, known.iter().map(String::as_str)).first() {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if known.is_empty() => "there are none".to_owned(),
        None => format!("{otherwise}: {}", known.join(", ")),
    }
}
