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
        modules::{Convention, option, stem},
        program::{Program, Used},
    },
    migration::Side,
    schema::{EnumId, FileId, MessageId, Schema},
};

/// The module of the types that come with the runtime.
const RUNTIME_MODULE: &str = "@bufbuild/protobuf/wkt";

/// Modules as protoc-gen-es makes them.
const CONVENTION: Convention = Convention {
    kind: "module",
    example: "./gen/a2a_pb.js",
    is_module: |module| !module.contains(['"', '\'', '`', '\\']) && !module.chars().any(char::is_whitespace),
    maker: "protoc-gen-es",
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
        let (old, new) = CONVENTION.modules(program, &options.old_modules, &options.new_modules)?;
        let of_side = |modules, side| OfSide::of(program.migration.schema(side), modules, side);
        let modules = Modules { old: of_side(old, Side::Old), new: of_side(new, Side::New) };
        if let Some(base) = &options.base {
            for side in [Side::Old, Side::New] {
                let (of, used) = (modules.side(side), program.used(side));
                for (file, module) in &of.files {
                    check::check(base, option(side), &module.specifier, &of.needed(*file, &used))?;
                }
            }
        }
        Ok(modules)
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
    fn of(schema: &'m Schema, specifiers: BTreeMap<FileId, String>, side: Side) -> Self {
        let mut files: BTreeMap<FileId, Module> = BTreeMap::new();
        let is_only = specifiers.len() == 1;
        for (file, specifier) in specifiers {
            let plain = alias(side, stem(schema, file), is_only);
            let alias = first_free(plain, "", |alias| files.values().all(|module| module.alias != alias));
            files.insert(file, Module { specifier, alias, exports: Exports::of(schema, file) });
        }
        OfSide { schema, files }
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

/// `old` and `next` where one module is all there is, `oldMoney` where there are several. `new` is a word of the
/// language.
fn alias(side: Side, stem: &str, is_only: bool) -> String {
    let word = if side == Side::Old { "old" } else { "next" };
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
        assert_eq!(alias(Side::New, "my-order", false), "nextMyOrder");
    }
}
