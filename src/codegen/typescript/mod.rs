//! TypeScript: ES modules over types by protoc-gen-es, version 2.
//!
//! ```text
//! index.ts             what there is, and conversion by the names of types
//! upgrade.ts           a function for each message and enum
//! downgrade.ts         the same, the other way
//! support/report.ts    what they report, and how they are run    ┐
//! support/values.ts    how values become others                  │
//! support/structs.ts   objects as values, and back               │ the same for every migration: `support/`
//! support/shown.ts     how reports show things                   │
//! support/unknown.ts   what a message holds beside its fields    ┘
//! ```
//!
//! The code reads and writes properties of messages and looks nothing up in descriptors. It needs version 2 of
//! `@bufbuild/protobuf`, and is right for a compiler that is as strict as it can be, with `target` ES2022 or later. Enums may be
//! made with or without protoc-gen-es's `erasable_syntax`.
//!
//! Where the types are is said by `--old-module` and `--new-module`; otherwise it is where protoc-gen-es puts them. A
//! relative specifier is seen from the directory of the output, where it is looked for if [`TypeScriptOptions::base`]
//! names it. Specifiers of packages (`@acme/protos/shop_pb.js`) are taken as they are: the compiler looks for them.
//!
//! What messages of TypeScript cannot hold, generated code cannot carry:
//!
//! - Extensions, fields of types whose file was not found, and numbers that are strings (`jstype = JS_STRING`) are an
//!   [`AdaptError`].
//! - What is unknown inside a `google.protobuf.Struct`, a wrapper like `google.protobuf.StringValue` or an entry of a map
//!   is gone when a message is there, and so is what a string of proto2 held that was no UTF-8. A value without a kind
//!   inside an object or a list is null.
//! - The runtime does not encode a message that lacks what proto2 requires: `missing` says what it is.
//! - What is the same for everybody, the messages of `google.protobuf`, is handed on as it is.

mod builds;
mod check;
mod enums;
mod fields;
mod file;
mod function;
mod layout;
mod messages;
mod modules;
mod names;
mod places;
mod text;
mod values;
mod writes;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use self::{
    file::OfFile,
    function::Printer,
    layout::{Code, Expr, variables},
    modules::{Imports, Modules},
    names::Taken,
    text::{comment, remarks},
};
use super::{
    AdaptError, GeneratedFile, header,
    program::{Function, FunctionId, Host, Program, Way},
    templates::Templates,
};
use crate::{
    direction::Direction,
    migration::{Migration, Side},
};

/// Where the message types of both versions are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeScriptOptions {
    /// Modules of the old version, by the name of their `.proto` file, or with an empty name the one of all: what
    /// `--old-module` says.
    pub old_modules: Vec<(String, String)>,
    /// Modules of the new version.
    pub new_modules: Vec<(String, String)>,
    /// The directory that the output will be in. From there it is looked whether modules are where they are said to be;
    /// without it nobody looks.
    pub base: Option<PathBuf>,
}

/// What is the same for every migration.
const SUPPORT: [(&str, &str); 5] = [
    ("report", include_str!("support/report.ts")),
    ("shown", include_str!("support/shown.ts")),
    ("structs", include_str!("support/structs.ts")),
    ("unknown", include_str!("support/unknown.ts")),
    ("values", include_str!("support/values.ts")),
];
/// What else a generated module has names for.
const IMPORTED: [&str; 4] = ["conversions", "create", "toBinary", "wkt"];
/// What every generated function has.
const VARIABLES: &[&str] = &["at", "index", "key", "number", "position", "source", "target"];
const INDEX: &str = include_str!("support/index.ts");
/// What ends the specifiers of modules in these files.
const EXTENSION: &str = ".js\";";

pub(super) fn files(program: &Program<'_>, options: &TypeScriptOptions) -> Result<Vec<GeneratedFile>, AdaptError> {
    let modules = Modules::of(program, options)?;
    let head = remarks(&header::header(program.migration, "typescript"));
    let file = |path: &str, text: &str| {
        // How the caller writes specifiers is how they are written here.
        let lines = text.lines().map(|line| match line.contains(" from \"./") {
            true => line.replace(EXTENSION, &format!("{}\";", modules.extension())),
            false => line.to_owned(),
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        GeneratedFile { path: format!("{path}.ts"), text: format!("{head}\n{}\n", text.trim_end()) }
    };
    let mut files = vec![file("index", INDEX)];
    for way in program.ways() {
        let name = match way.direction {
            Direction::Upgrade => "upgrade",
            Direction::Downgrade => "downgrade",
        };
        let module = module(program.migration, way, &modules)?;
        // Specifiers of the caller's modules stay as they are.
        files.push(GeneratedFile { path: format!("{name}.ts"), text: format!("{head}\n{module}") });
    }
    files.extend(SUPPORT.iter().map(|(name, text)| file(&format!("support/{name}"), text)));
    Ok(files)
}

/// `upgrade.ts` or `downgrade.ts`.
fn module<'m>(migration: &'m Migration, way: &Way<'m>, modules: &Modules<'m>) -> Result<String, AdaptError> {
    let mut names = Taken::default();
    names.uses(exports().chain(modules.aliases()).chain(IMPORTED.map(str::to_owned)));
    let public: Vec<String> = way
        .functions
        .iter()
        .map(|function| if function.public { names.fresh(&function.name) } else { String::new() })
        .collect();
    let public_enums: Vec<String> = way.enums.iter().map(|function| names.fresh(&function.name)).collect();
    let workers = way.functions.iter().map(|function| names.fresh(&format!("{}_at", function.name)));
    let workers: Vec<String> = workers.collect();
    let enum_workers = way.enums.iter().map(|function| names.fresh(&format!("{}_at", function.name)));
    let enum_workers: Vec<String> = enum_workers.collect();
    let mut taken = Taken::default();
    // The functions for everybody are used by nobody here.
    taken.uses(exports().chain(workers.iter().cloned()).chain(enum_workers.iter().cloned()));
    taken.uses(modules.aliases().chain(IMPORTED.iter().chain(VARIABLES).map(|name| (*name).to_owned())));
    let file = OfFile {
        migration,
        way,
        modules,
        imports: Imports::default(),
        uses: RefCell::new(BTreeSet::new()),
        templates: Templates::default(),
        workers,
        enum_workers,
        taken,
    };
    let mut code = Code::default();
    for (id, function) in way.printed() {
        if function.public {
            public_function(&file, &mut code, (id, &public[id.0]), function);
        }
        worker(&file, &mut code, id, function)?;
    }
    for (index, function) in way.enums.iter().enumerate() {
        file.enum_functions(&mut code, index, &public_enums[index], function);
    }
    code.line("");
    by_name(&file, &mut code, &public);
    let mut constants = Code::default();
    for (form, name) in file.templates.all() {
        constants.assign(&format!("const {name}"), &Expr::call("new Template", [Expr::text(form)]));
    }
    let blank = if constants.is_empty() { "" } else { "\n" };
    let body = format!("{blank}{}{}", constants.finish(), code.finish());
    Ok(top(&file, &body) + &body)
}

/// What the support code exports, which generated code may import.
fn exports() -> impl Iterator<Item = String> {
    let lines = SUPPORT.iter().flat_map(|(_, text)| text.lines());
    lines.filter_map(|line| {
        let rest = line.strip_prefix("export function ")?;
        rest.split(['(', '<']).next().map(str::to_owned)
    })
}

/// What a module is about, and what it imports.
fn top(file: &OfFile<'_, '_>, body: &str) -> String {
    let is_comment = |line: &str| line.trim_start().starts_with(['*', '/']);
    let used: BTreeSet<String> = body.lines().filter(|line| !is_comment(line)).flat_map(variables).collect();
    let version = |side: Side| header::origin(file.migration.version_name(side));
    let (from, to) = (version(file.way.source_side()), version(file.way.target_side()));
    let mut code = Code::default();
    code.lines(&comment(&format!("Messages of {from} as messages of {to}."), "", &[]));
    code.line("");
    let mut of_module: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let is_used = |name: &str| used.contains(name.trim_start_matches("type "));
    for (module, name) in file.uses.borrow().iter().filter(|(_, name)| is_used(name)) {
        of_module.entry(module).or_default().push(name);
    }
    let own: Vec<(&str, Vec<&str>)> = of_module.into_iter().collect();
    let (own, runtime): (Vec<_>, Vec<_>) = own.into_iter().partition(|(module, _)| module.starts_with('.'));
    let import = |code: &mut Code, (module, mut names): (&str, Vec<&str>)| {
        names.sort_by_key(|name| name.trim_start_matches("type ").to_owned());
        let are_types = names.iter().all(|name| name.starts_with("type "));
        let word = if are_types { "import type " } else { "import " };
        let plain = |name: &&str| if are_types { name.trim_start_matches("type ") } else { *name }.to_owned();
        let names = Expr::object(names.iter().map(|name| Expr::raw(plain(name))));
        let module = match module.strip_suffix(".js") {
            Some(stem) if module.starts_with('.') => format!("{stem}{}", file.modules.extension()),
            _ => module.to_owned(),
        };
        code.put(word, &names, &format!(" from \"{module}\";"));
    };
    runtime.into_iter().for_each(|found| import(&mut code, found));
    file.imports.lines(|alias| used.contains(alias)).iter().for_each(|line| code.line(line));
    own.into_iter().for_each(|found| import(&mut code, found));
    code.finish()
}

fn public_function(file: &OfFile<'_, '_>, code: &mut Code, (id, name): (FunctionId, &str), function: &Function<'_>) {
    let way = file.way;
    let (from, to) = (&way.source[function.source].element.full_name, &way.target[function.target].element.full_name);
    let source = file.type_of(file.way.source_side(), Host::Message(function.source));
    let target = file.type_of(file.way.target_side(), Host::Message(function.target));
    file.report("type Converted");
    code.line("");
    code.lines(&comment(&format!("Makes a `{from}` a `{to}`."), file.manifest_name(), &function.told));
    code.function(&format!("export {name}"), [format!("message: {source}")], &format!("Converted<{target}>"));
    let call = Expr::call(file.report("run"), [Expr::raw(&file.workers[id.0]), Expr::raw("message")]);
    code.put("return ", &call, ";");
    code.close();
}

/// The function that does the work, which others call for messages inside.
fn worker(file: &OfFile<'_, '_>, code: &mut Code, id: FunctionId, function: &Function<'_>) -> Result<(), AdaptError> {
    let source = file.type_of(file.way.source_side(), Host::Message(function.source));
    let target = file.type_of(file.way.target_side(), Host::Message(function.target));
    let mut printer = Printer::new(file, function);
    printer.begin()?;
    printer.outermost()?;
    file.report("type At");
    code.line("");
    if !function.public {
        let name = &file.way.source[function.source].element.full_name;
        code.lines(&comment(&format!("What is left of a `{name}` when fields of it are carried elsewhere."), "", &[]));
    }
    code.function(&file.workers[id.0], [format!("source: {source}"), "at: At".to_owned()], &target);
    code.assign("const target", &file.create(file.way.target_side(), function.target));
    code.append(&printer.code.finish());
    code.line("return target;");
    code.close();
    Ok(())
}

/// The functions by the names of both types.
fn by_name(file: &OfFile<'_, '_>, code: &mut Code, public: &[String]) {
    let (source_side, target_side) = (file.way.source_side(), file.way.target_side());
    let conversion = file.report("conversion");
    file.report("type Conversion");
    let entry = |(id, function): (FunctionId, &Function<'_>)| {
        let from = file.modules.message(&file.imports, source_side, function.source).schema;
        let to = file.modules.message(&file.imports, target_side, function.target).schema;
        Expr::call(conversion, [Expr::raw(from), Expr::raw(to), Expr::raw(&public[id.0])])
    };
    let entries = Expr::array(file.way.public().map(entry));
    code.line("/** The functions for messages, with the descriptors of both types. */");
    code.assign("export const conversions: readonly Conversion[]", &entries);
}
