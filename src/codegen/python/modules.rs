//! Where the classes of messages are: modules by protoc, and the names that they have in generated code.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use super::{PythonOptions, names};
use crate::{
    codegen::{
        AdaptError,
        free_name::first_free,
        modules::{Convention, stem},
        program::Program,
    },
    migration::Side,
    schema::{EnumId, FileId, MessageId, Schema},
};

/// The modules of the types that come with the runtime.
const RUNTIME_PACKAGE: &str = "google.protobuf.";
/// What stands between them and the caller's own. Whether a blank line is all that belongs there depends on where the
/// caller's are installed, and after this it does not matter.
const SPLIT: &str = "# isort: split";

/// Modules as protoc makes them.
const CONVENTION: Convention = Convention {
    kind: "Python module",
    example: "a2a.types.a2a_pb2",
    is_module: |module| module.split('.').all(is_identifier),
    maker: "protoc",
    of_file: by_convention,
};

/// The modules of both versions.
pub(super) struct Modules<'m> {
    old: OfSide<'m>,
    new: OfSide<'m>,
}

/// The modules of one version.
struct OfSide<'m> {
    schema: &'m Schema,
    /// What `--old-module` or `--new-module` says, or protoc's convention.
    names: BTreeMap<FileId, Module>,
}

/// A module, and what it is called where it is used.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Module {
    /// Its full name: `a2a.types.a2a_pb2`.
    pub name: String,
    /// `new`.
    pub alias: String,
}

/// The modules that a generated file uses.
#[derive(Default)]
pub(super) struct Imports(RefCell<BTreeSet<Module>>);

impl<'m> Modules<'m> {
    /// Finds the module of every file that has a type in it that the program uses.
    ///
    /// # Errors
    /// When a module is given for a file that there is not, or for several, or both versions would be in one.
    pub fn of(program: &Program<'m>, options: &PythonOptions) -> Result<Self, AdaptError> {
        let (old, new) = CONVENTION.modules(program, &options.old_modules, &options.new_modules)?;
        let of_side = |modules, side| {
            let schema = program.migration.schema(side);
            OfSide { schema, names: with_aliases(schema, modules, side) }
        };
        Ok(Modules { old: of_side(old, Side::Old), new: of_side(new, Side::New) })
    }

    fn side(&self, side: Side) -> &OfSide<'m> {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    /// The class of a message.
    pub fn message(&self, imports: &Imports, side: Side, id: MessageId) -> String {
        let of = self.side(side);
        let message = &of.schema[id];
        of.class(imports, message.element.file, &message.nested_name)
    }

    /// The class of an enum.
    pub fn of_enum(&self, imports: &Imports, side: Side, id: EnumId) -> String {
        let of = self.side(side);
        let found = &of.schema[id];
        of.class(imports, found.element.file, &found.nested_name)
    }

    /// All modules of both versions, old ones first.
    pub fn all(&self) -> impl Iterator<Item = (Side, &Module)> {
        let old = self.old.names.values().map(|module| (Side::Old, module));
        old.chain(self.new.names.values().map(|module| (Side::New, module)))
    }

    /// The classes in a module that code for these types needs, by the names inside it.
    pub fn classes(&self, program: &Program<'m>, side: Side, module: &Module) -> BTreeSet<String> {
        let of = self.side(side);
        let way = if side == Side::Old { &program.upgrade } else { &program.downgrade };
        let is_in = |file: FileId| of.names.get(&file) == Some(module);
        let messages = way.printed().map(|(_, function)| &of.schema[function.source]);
        let messages = messages.filter(|message| is_in(message.element.file)).map(|message| &message.nested_name);
        let enums = way.enums.iter().map(|function| &of.schema[function.source]);
        let enums = enums.filter(|found| is_in(found.element.file)).map(|found| &found.nested_name);
        messages.chain(enums).cloned().collect()
    }
}

impl<'m> OfSide<'m> {
    fn class(&self, imports: &Imports, file: FileId, nested_name: &str) -> String {
        let module = self.names.get(&file).cloned().unwrap_or_else(|| {
            let name = by_convention(&self.schema.files[file.0].name);
            let alias = name.rsplit('.').next().unwrap_or(&name).to_owned();
            Module { name, alias }
        });
        let class = nested_name.split('.').fold(module.alias.clone(), |base, name| names::attribute(&base, name));
        imports.0.borrow_mut().insert(module);
        class
    }
}

impl Imports {
    /// The import statements, in the order in which isort has them.
    pub fn lines(&self) -> Vec<String> {
        let all = self.0.borrow();
        let (runtime, own): (Vec<&Module>, Vec<&Module>) =
            all.iter().partition(|module| module.name.starts_with(RUNTIME_PACKAGE));
        let split: &[&str] = if runtime.is_empty() || own.is_empty() { &[] } else { &["", SPLIT] };
        let split = split.iter().map(|line| (*line).to_owned());
        Imports::sorted(&runtime).into_iter().chain(split).chain(Imports::sorted(&own)).collect()
    }

    fn sorted(modules: &[&Module]) -> Vec<String> {
        let mut plain = Vec::new();
        let mut from = Vec::new();
        for Module { name, alias } in modules {
            let (package, module) = name.rsplit_once('.').unwrap_or(("", name));
            let called = if module == alias { String::new() } else { format!(" as {alias}") };
            match package.is_empty() {
                true => plain.push(format!("import {module}{called}")),
                false => from.push((
                    package.to_owned(),
                    module.to_owned(),
                    format!("from {package} import {module}{called}"),
                )),
            }
        }
        plain.sort();
        from.sort();
        plain.into_iter().chain(from.into_iter().map(|(_, _, line)| line)).collect()
    }
}

/// `old` and `new` where one module is all there is, `old_money` where there are several.
fn with_aliases(schema: &Schema, modules: BTreeMap<FileId, String>, side: Side) -> BTreeMap<FileId, Module> {
    let word = match side {
        Side::Old => "old",
        Side::New => "new",
    };
    let distinct: BTreeSet<&String> = modules.values().collect();
    let mut aliases: BTreeMap<String, String> = BTreeMap::new();
    for (id, name) in &modules {
        let stem: String = stem(schema, *id).chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let plain = if distinct.len() == 1 { word.to_owned() } else { format!("{word}_{stem}") };
        let is_free = |alias: &str| aliases.iter().all(|(other, taken)| other == name || taken != alias);
        let alias = first_free(plain, "_", is_free);
        aliases.entry(name.clone()).or_insert(alias);
    }
    let module = |name: String| Module { alias: aliases.get(&name).cloned().unwrap_or_default(), name };
    modules.into_iter().map(|(id, name)| (id, module(name))).collect()
}

/// The module that protoc makes of a file: `a/b-c.proto` becomes `a.b_c_pb2`.
fn by_convention(file: &str) -> String {
    format!("{}_pb2", file.trim_end_matches(".proto").replace('-', "_").replace('/', "."))
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|char| char.is_alphanumeric() || char == '_')
        && !names::is_keyword(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_named_as_protoc_names_them() {
        assert_eq!(by_convention("a2a.proto"), "a2a_pb2");
        assert_eq!(by_convention("shop/v1/my-order.proto"), "shop.v1.my_order_pb2");
    }

    #[test]
    fn words_of_the_language_are_no_modules() {
        assert!(is_identifier("_a1") && !is_identifier("1a") && !is_identifier("from") && !is_identifier(""));
    }
}
