//! Where the types of messages are: modules by protoc-gen-es, and what they export.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use heck::ToUpperCamelCase;

use super::{
    TypeScriptOptions, check,
    names::{Exports, Names},
};
use crate::{
    codegen::{
        AdaptError,
        free_name::first_free,
        program::{Program, Way, Write},
    },
    migration::Side,
    schema::{EnumId, FileId, MessageId, Schema},
};

/// Types of these files come with the runtime, and are the same for everybody.
const RUNTIME_FILES: &str = "google/protobuf/";
/// The module that has them.
const RUNTIME_MODULE: &str = "@bufbuild/protobuf/wkt";

/// The modules of both versions.
pub(super) struct Modules<'m> {
    old: OfSide<'m>,
    new: OfSide<'m>,
}

/// The modules of one version.
struct OfSide<'m> {
    schema: &'m Schema,
    files: BTreeMap<FileId, Module>,
}

/// The module of a file.
struct Module {
    /// As it is imported: `./gen/a2a_pb.js`.
    specifier: String,
    /// What it is called where it is used: `old`.
    alias: String,
    exports: Exports,
}

/// The modules that a generated file uses: what each is called there, and where it is.
#[derive(Default)]
pub(super) struct Imports(RefCell<BTreeMap<String, String>>);

impl<'m> Modules<'m> {
    /// Finds the module of every file that has a type in it that the program uses.
    ///
    /// # Errors
    /// When a module is given for a file that there is not, or for several; when both versions would be in one; and when
    /// a module is not where it should be, or does not have the types.
    pub fn of(program: &Program<'m>, options: &TypeScriptOptions) -> Result<Self, AdaptError> {
        let (up, down) = (&program.upgrade, &program.downgrade);
        let old_used = Used::of(up, down);
        let new_used = Used::of(down, up);
        let old = OfSide::of(up.source, &old_used, &options.old_modules, Side::Old)?;
        let new = OfSide::of(up.target, &new_used, &options.new_modules, Side::New)?;
        for (file, module) in &old.files {
            if let Some((other, _)) = new.files.iter().find(|(_, other)| other.specifier == module.specifier) {
                let (old_file, new_file) = (&old.schema.files[file.0].name, &new.schema.files[other.0].name);
                return Err(AdaptError::Types {
                    option: option(Side::New).to_owned(),
                    given: module.specifier.clone(),
                    what: format!("that is the module of {old_file} in the old version already"),
                    help: format!(
                        "each version must be in modules of its own: name them with --old-module and --new-module (by \
                         protoc-gen-es's convention {new_file} is {})",
                        by_convention(new_file)
                    ),
                });
            }
        }
        if let Some(base) = &options.base {
            for (of, used, side) in [(&old, &old_used, Side::Old), (&new, &new_used, Side::New)] {
                for (file, module) in &of.files {
                    check::check(base, option(side), &module.specifier, &of.needed(*file, used))?;
                }
            }
        }
        Ok(Modules { old, new })
    }

    fn side(&self, side: Side) -> &OfSide<'m> {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    /// How a message and its schema are called where they are used: `old.Task`, `old.TaskSchema`.
    pub fn message(&self, imports: &Imports, side: Side, id: MessageId) -> Names {
        let of = self.side(side);
        let file = of.schema[id].element.file;
        if let Some(module) = of.files.get(&file)
            && let Some(names) = module.exports.message(id)
        {
            let alias = imports.add(&module.alias, &module.specifier);
            return Names { shape: format!("{alias}.{}", names.shape), schema: format!("{alias}.{}", names.schema) };
        }
        let alias = imports.add("wkt", RUNTIME_MODULE);
        let name = of.schema[id].nested_name.replace('.', "_");
        Names { schema: format!("{alias}.{name}Schema"), shape: format!("{alias}.{name}") }
    }

    /// How an enum is called where it is used.
    pub fn of_enum(&self, imports: &Imports, side: Side, id: EnumId) -> String {
        let of = self.side(side);
        let file = of.schema[id].element.file;
        if let Some(module) = of.files.get(&file)
            && let Some(name) = module.exports.of_enum(id)
        {
            return format!("{}.{name}", imports.add(&module.alias, &module.specifier));
        }
        format!("{}.{}", imports.add("wkt", RUNTIME_MODULE), of.schema[id].nested_name.replace('.', "_"))
    }

    /// What the modules are called in generated code.
    pub fn aliases(&self) -> impl Iterator<Item = String> {
        self.old.files.values().chain(self.new.files.values()).map(|module| module.alias.clone())
    }

    /// What specifiers of modules end in, in the caller's code: `.js` where nothing tells.
    pub fn extension(&self) -> &str {
        let all = self.old.files.values().chain(self.new.files.values()).map(|module| module.specifier.as_str());
        let mut relative = all.filter(|specifier| check::is_relative(specifier));
        match relative.next() {
            Some(specifier) if specifier.ends_with(".ts") => ".ts",
            Some(specifier) if !specifier.ends_with(".js") => "",
            _ => ".js",
        }
    }
}

impl<'m> OfSide<'m> {
    fn of(schema: &'m Schema, used: &Used, given: &[(String, String)], side: Side) -> Result<Self, AdaptError> {
        let mut specifiers: BTreeMap<FileId, String> = used
            .files(schema)
            .into_iter()
            .filter(|file| !schema.files[file.0].name.starts_with(RUNTIME_FILES))
            .map(|file| (file, by_convention(&schema.files[file.0].name)))
            .collect();
        let files: Vec<FileId> = specifiers.keys().copied().collect();
        let known = || files.iter().map(|id| schema.files[id.0].name.as_str()).collect::<Vec<_>>().join(", ");
        for (file, module) in given {
            let refused = |what: String, help: String| {
                let given = if file.is_empty() { module.clone() } else { format!("{file}={module}") };
                AdaptError::Types { option: option(side).to_owned(), given, what, help }
            };
            if module.contains(['"', '\'', '`', '\\', '\n']) || module.chars().any(char::is_whitespace) {
                let help = "write it as in an import: ./gen/a2a_pb.js".to_owned();
                return Err(refused(format!("`{module}` is no name of a module"), help));
            }
            let mut meant = files.iter().filter(|id| file.is_empty() || schema.files[id.0].name == *file);
            match (meant.next(), meant.next()) {
                (Some(&id), None) => _ = specifiers.insert(id, module.clone()),
                (Some(_), Some(_)) => {
                    let what = format!("the types of {} are in several files", schema.origin);
                    return Err(refused(what, format!("write FILE={module}, FILE being one of {}", known())));
                }
                (None, _) => {
                    let what = format!("{} has no file `{file}` with types in it that are converted", schema.origin);
                    return Err(refused(what, format!("its files are: {}", known())));
                }
            }
        }
        let mut files: BTreeMap<FileId, Module> = BTreeMap::new();
        let is_only = specifiers.len() == 1;
        for (file, specifier) in specifiers {
            let plain = alias(side, &schema.files[file.0].name, is_only);
            let alias = first_free(plain, "", |alias| files.values().all(|module| module.alias != alias));
            files.insert(file, Module { specifier, alias, exports: Exports::of(schema, file) });
        }
        Ok(OfSide { schema, files })
    }

    /// What code for these types needs of the module of a file.
    fn needed(&self, file: FileId, used: &Used) -> BTreeSet<String> {
        let Some(module) = self.files.get(&file) else { return BTreeSet::new() };
        let messages = used.messages.iter().filter(|id| self.schema[**id].element.file == file);
        let messages = messages.filter_map(|id| module.exports.message(*id));
        let enums = used.enums.iter().filter(|id| self.schema[**id].element.file == file);
        let enums = enums.filter_map(|id| module.exports.of_enum(*id)).map(str::to_owned);
        messages.flat_map(|names| [names.shape.clone(), names.schema.clone()]).chain(enums).collect()
    }
}

/// The types of a version that generated code may name.
struct Used {
    messages: BTreeSet<MessageId>,
    enums: BTreeSet<EnumId>,
}

impl Used {
    /// The sources of one way and the targets of the other.
    fn of(sources: &Way<'_>, targets: &Way<'_>) -> Self {
        let mut messages = BTreeSet::new();
        for (_, function) in sources.printed() {
            messages.insert(function.source);
            messages.extend(function.scopes.iter().map(|scope| scope.message));
        }
        for (_, function) in targets.printed() {
            messages.insert(function.target);
            messages.extend(function.all_writes().filter_map(Write::build).map(|build| build.message));
        }
        Used { messages, enums: sources.enums.iter().map(|function| function.source).collect() }
    }

    fn files(&self, schema: &Schema) -> BTreeSet<FileId> {
        let messages = self.messages.iter().map(|id| schema[*id].element.file);
        messages.chain(self.enums.iter().map(|id| schema[*id].element.file)).collect()
    }
}

impl Imports {
    fn add(&self, alias: &str, specifier: &str) -> String {
        self.0.borrow_mut().insert(alias.to_owned(), specifier.to_owned());
        alias.to_owned()
    }

    /// The statements for those that are used.
    pub fn lines(&self, is_used: impl Fn(&str) -> bool) -> Vec<String> {
        let all = self.0.borrow();
        all.iter()
            .filter(|(alias, _)| is_used(alias))
            .map(|(alias, specifier)| format!("import * as {alias} from \"{specifier}\";"))
            .collect()
    }
}

fn option(side: Side) -> &'static str {
    match side {
        Side::Old => "--old-module",
        Side::New => "--new-module",
    }
}

/// `old` and `next` where one module is all there is, `oldMoney` where there are several. `new` is a word of the
/// language.
fn alias(side: Side, file: &str, is_only: bool) -> String {
    let word = if side == Side::Old { "old" } else { "next" };
    let stem = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".proto");
    if is_only { word.to_owned() } else { format!("{word}{}", stem.to_upper_camel_case()) }
}

/// The module that protoc-gen-es makes of a file.
fn by_convention(file: &str) -> String {
    format!("./{}_pb.js", file.trim_end_matches(".proto"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_named_as_the_plugin_names_them() {
        assert_eq!(by_convention("shop/v1/my-order.proto"), "./shop/v1/my-order_pb.js");
        assert_eq!(alias(Side::New, "shop/v1/my-order.proto", false), "nextMyOrder");
    }
}
