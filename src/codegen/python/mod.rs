//! Python: a typed package over the caller's modules by protoc.
//!
//! ```text
//! __init__.py   AdaptError, Converted, Loss, Supplied, convert by name
//! upgrade.py    a function for each message and enum
//! downgrade.py  the same, the other way
//! _support.py   what they report, and how they are run    ┐
//! _values.py    how values become others                  │ the same for every migration:
//! _text.py      how reports show things                   │ `support/`
//! _unknown.py   what a message holds beside its fields    ┘
//! py.typed
//! ```
//!
//! The code reads and writes attributes of messages and looks nothing up in descriptors. It runs on protobuf 5.29 and
//! later with Python 3.10 and later, and is as `ruff format` leaves it.
//!
//! Where the classes are is said by `--old-module` and `--new-module`; otherwise it is where protoc puts them. A module
//! that is not there would be noticed when the package is imported. So that this is sooner, Python is asked when the
//! code is made, if [`PythonOptions::interpreter`] names one.
//!
//! What messages of Python cannot hold, generated code cannot carry:
//!
//! - Extensions, and fields of types whose file was not found, are an [`AdaptError`].
//! - A string of proto2 that is not UTF-8 can be read and not written; the conversion fails.
//! - Numbers that a closed enum does not have are unknown fields by the time a message is there, also those that stood
//!   in a list or map: it is not known where.

mod builds;
mod check;
mod enums;
mod function;
mod layout;
mod modules;
mod names;
mod text;
mod values;
mod writes;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use heck::ToSnakeCase;

use self::{
    function::{OfFile, Printer},
    layout::{Code, Expr},
    modules::{Imports, Modules},
    text::{comments, docstring, summary},
    writes::{Into, Wrote},
};
use super::{
    AdaptError, GeneratedFile, header,
    program::{Function, Program, Way},
    templates::Templates,
};
use crate::{direction::Direction, migration::Migration};

pub use check::USUAL as USUAL_INTERPRETER;

/// Where the message types of both versions are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PythonOptions {
    /// Modules of the old version, by the name of their `.proto` file, or with an empty name the one of all: what
    /// `--old-module` says.
    pub old_modules: Vec<(String, String)>,
    /// Modules of the new version.
    pub new_modules: Vec<(String, String)>,
    /// The Python that is asked whether the modules are there and have the classes. `None` asks nobody. If it is
    /// [`USUAL_INTERPRETER`], it may be missing.
    pub interpreter: Option<PathBuf>,
}

/// What is the same for every migration.
const SUPPORT: [(&str, &str); 4] = [
    ("_support.py", include_str!("support/_support.py")),
    ("_text.py", include_str!("support/_text.py")),
    ("_unknown.py", include_str!("support/_unknown.py")),
    ("_values.py", include_str!("support/_values.py")),
];
const PACKAGE: &str = include_str!("support/__init__.py");
/// The line of it that names the modules.
const NO_MODULES: &str = "MODULES: Final = ()";

pub(super) fn files(program: &Program<'_>, options: &PythonOptions) -> Result<Vec<GeneratedFile>, AdaptError> {
    let modules = Modules::of(program, options)?;
    let mut files = Vec::new();
    let head = comments(&header::header(program.migration, "python"));
    let mut add = |path: &str, text: &str| {
        // The marker of a typed package is to be empty.
        let text = if text.is_empty() { String::new() } else { format!("{head}\n{}\n", text.trim_end()) };
        files.push(GeneratedFile { path: path.to_owned(), text });
    };
    for way in program.ways() {
        let name = match way.direction {
            Direction::Upgrade => "upgrade.py",
            Direction::Downgrade => "downgrade.py",
        };
        add(name, &module(program.migration, way, &modules)?);
    }
    for (path, text) in SUPPORT {
        add(path, text);
    }
    add("__init__.py", &package(&modules));
    add("py.typed", "");
    if let Some(python) = &options.interpreter {
        check::check(program, &modules, python)?;
    }
    Ok(files)
}

/// `__init__.py`.
fn package(modules: &Modules<'_>) -> String {
    let mut code = Code::default();
    let names: Vec<Expr> = modules.all().map(|(_, module)| Expr::text(&module.name)).collect();
    let names = match names.as_slice() {
        // With one element a comma makes it a tuple.
        [one] => Expr::raw(format!("({},)", one.flat())),
        _ => Expr::List("(".to_owned(), names, ")"),
    };
    code.assign("MODULES: Final", &names);
    PACKAGE.replace(NO_MODULES, code.finish().trim_end())
}

/// `upgrade.py` or `downgrade.py`.
fn module<'m>(migration: &'m Migration, way: &Way<'m>, modules: &Modules<'m>) -> Result<String, AdaptError> {
    let names = public_names(way, modules);
    let file = OfFile {
        migration,
        way,
        modules,
        imports: Imports::default(),
        support: RefCell::new(BTreeSet::new()),
        casts: RefCell::new(false),
        templates: Templates::default(),
        enum_constants: way.enums.iter().map(|function| constant(&function.name)).collect(),
    };
    let mut code = Code::default();
    for (id, function) in way.printed() {
        if function.public {
            public_function(&file, &mut code, &names.messages[id.0], function);
        }
        private_function(&file, &mut code, function)?;
    }
    for (index, function) in way.enums.iter().enumerate() {
        code.lines("\n\n");
        file.enum_function(&mut code, index, &names.enums[index], function);
    }
    code.lines("\n\n");
    by_name(&file, &mut code, &names);
    let body = code.finish();
    let mut constants = Code::default();
    for (form, name) in file.templates.all() {
        constants.assign(&name, &Expr::call("Template", [Expr::text(form)]));
    }
    for (index, function) in way.enums.iter().enumerate() {
        file.enum_constant(&mut constants, index, function);
    }
    let constants = constants.finish();
    file.forget_unused(&format!("{constants}{body}"));
    let (top, blank) = (top(&file), if constants.is_empty() { "" } else { "\n" });
    Ok(format!("{top}{blank}{constants}{body}"))
}

/// The names of the public functions.
struct Names {
    /// By the id of a function.
    messages: Vec<String>,
    enums: Vec<String>,
}

fn public_names(way: &Way<'_>, modules: &Modules<'_>) -> Names {
    let modules: Vec<&str> = modules.all().map(|(_, module)| module.alias.as_str()).collect();
    let public = |name: &String| names::public(name, &modules);
    let messages: Vec<String> = way.functions.iter().map(|function| public(&function.name)).collect();
    // A message and an enum of one name may be nested in different ones.
    let of_enum = |mut name: String| {
        if messages.contains(&name) {
            name += "_enum";
        }
        while messages.contains(&name) {
            name.push('_');
        }
        name
    };
    let enums = way.enums.iter().map(|function| of_enum(public(&function.name))).collect();
    Names { messages, enums }
}

/// The constant that holds what the numbers of an enum become.
fn constant(name: &str) -> String {
    format!("_{}", name.to_snake_case().to_uppercase())
}

/// The function that does the work, which others call for messages inside.
fn private(name: &str) -> String {
    format!("_{name}")
}

/// The docstring of a generated module, and what it imports.
fn top(file: &OfFile<'_, '_>) -> String {
    let what = match file.way.direction {
        Direction::Upgrade => "Old messages to new ones.",
        Direction::Downgrade => "New messages to old ones.",
    };
    let typing = if *file.casts.borrow() { "Any, Final, cast" } else { "Any, Final" };
    let mut code = Code::default();
    code.lines(&format!("\"\"\"{what}\"\"\"\n\nfrom __future__ import annotations\n\n"));
    code.line("from collections.abc import Callable");
    code.line(&format!("from typing import {typing}"));
    code.line("");
    file.imports.lines().iter().for_each(|line| code.line(line));
    code.line("");
    let mut of_module: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (module, name) in file.support.borrow().iter() {
        of_module.entry(module).or_default().push(name);
    }
    for (module, mut names) in of_module {
        // As isort has them: constants, classes, functions.
        let rank = |name: &str| match name.chars().all(|char| !char.is_lowercase()) && name.len() > 1 {
            true => 0,
            false if name.starts_with(char::is_uppercase) => 1,
            false => 2,
        };
        names.sort_by_key(|name| (rank(name), *name));
        code.import(module, &names);
    }
    code.finish()
}

fn public_function(file: &OfFile<'_, '_>, code: &mut Code, name: &str, function: &Function<'_>) {
    let way = file.way;
    let (from, to) = (&way.source[function.source].element.full_name, &way.target[function.target].element.full_name);
    let host = super::program::Host::Message;
    let source = file.annotation(file.way.source_side(), host(function.source));
    let target = file.annotation(file.way.target_side(), host(function.target));
    let class = file.modules.message(&file.imports, file.way.target_side(), function.target);
    file.support("Converted");
    file.support("converted");
    code.lines("\n\n");
    code.define(name, &[format!("message: {source}")], &Expr::generic("Converted", Expr::raw(target)));
    for line in docstring(4, &summary("a", (from, to)), &file.manifest_name(), &function.told) {
        code.line(&line);
    }
    let new = Expr::call(class, []);
    let arguments = [Expr::raw(private(&function.name)), Expr::raw("message"), new];
    code.give(&Expr::call("converted", arguments));
    code.close();
}

fn private_function(file: &OfFile<'_, '_>, code: &mut Code, function: &Function<'_>) -> Result<(), AdaptError> {
    let host = super::program::Host::Message;
    let source = file.annotation(file.way.source_side(), host(function.source));
    let target = file.annotation(file.way.target_side(), host(function.target));
    file.support("At");
    code.lines("\n\n");
    let parameters = [format!("source: {source}"), format!("target: {target}"), "at: At".to_owned()];
    code.define(&private(&function.name), &parameters, &Expr::raw("None"));
    if !function.public {
        let name = &file.way.source[function.source].element.full_name;
        let summary = format!("Convert what is left of a `{name}` when fields of it are carried elsewhere.");
        docstring(4, &summary, "", &[]).iter().for_each(|line| code.line(line));
    }
    code.close();
    let into = Into { target: "target".to_owned(), path: String::new(), wrote: Wrote::Always, has_base: false };
    let body = Printer::new(file, function).body(|printer| {
        printer.writes(&into, &function.writes)?;
        printer.missing(&into, &function.writes)
    })?;
    code.lines(&body);
    Ok(())
}

/// The functions by the names of both types.
fn by_name(file: &OfFile<'_, '_>, code: &mut Code, names: &Names) {
    let entry = |(id, function): (super::program::FunctionId, &Function<'_>)| {
        let from = &file.way.source[function.source].element.full_name;
        let to = &file.way.target[function.target].element.full_name;
        let (old, new) = match file.way.direction {
            Direction::Upgrade => (from, to),
            Direction::Downgrade => (to, from),
        };
        let key = Expr::List("(".to_owned(), vec![Expr::text(old), Expr::text(new)], ")");
        Expr::Pair(Box::new(key), Box::new(Expr::raw(&names.messages[id.0])))
    };
    let entries = Expr::List("{".to_owned(), file.way.public().map(entry).collect(), "}");
    code.line("Function = Callable[[Any], Converted[Any]]");
    code.line("");
    code.assign("BY_NAME: Final[dict[tuple[str, str], Function]]", &entries);
    code.line("\"\"\"The functions for messages, by the names of the old and the new type.\"\"\"");
}
