//! Rust: a crate over types by prost, or a module over the caller's own.
//!
//! Functions are written as text and go through `syn` and `prettyplease`: what is no Rust is never written, and what is
//! written is formatted. What is the same for all migrations stands in `support/` as the source it becomes.

mod body;
mod bytes;
mod collisions;
mod descriptors;
mod enums;
mod function;
mod identifiers;
mod modules;
mod own_types;
mod package;
mod reader;
mod shadowed;
mod shapes;
mod support;
mod text;
mod types;

use std::path::PathBuf;

use self::{function::Context, text::SourceFile, types::Types};
use super::{
    AdaptError, GeneratedFile,
    program::{Function, FunctionId, How, MapValue, Program, Way, Write},
};
use crate::direction::Direction;

/// Where the message types of both versions are. With types of the caller's own, what is made is a module of the
/// caller's crate; with none, a crate with types of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RustOptions {
    /// Paths of the modules that have the old version's types, named as prost-build names them, by package; an empty
    /// package is the one with most messages.
    pub old_types: Vec<(String, String)>,
    /// Those of the new version.
    pub new_types: Vec<(String, String)>,
    /// The directory that the module will be in. From there it is looked whether the caller's types are where they are
    /// said to be; without it nobody looks.
    pub base: Option<PathBuf>,
}

/// The files of the crate or the module.
pub(super) fn files(program: &Program<'_>, options: &RustOptions) -> Result<Vec<GeneratedFile>, AdaptError> {
    let migration = program.migration;
    let old = Types::new(&migration.old, "old", &options.old_types, options.base.as_deref())?;
    let new = Types::new(&migration.new, "new", &options.new_types, options.base.as_deref())?;
    let package = package::Package::of(program, options);
    let tables = reader::Tables::of(program);
    let mut files = package.files()?;
    for (types, side, own) in [(&old, "old", &options.old_types), (&new, "new", &options.new_types)] {
        if own.is_empty() {
            let text = modules::types(types.schema)?;
            files.push(package.source(side, package.types(side, &text)?));
        }
    }
    for way in program.ways() {
        let (name, from, to) = match way.direction {
            Direction::Upgrade => ("upgrade", &old, &new),
            Direction::Downgrade => ("downgrade", &new, &old),
        };
        let context = Context { way, from, to, endless: endless(way), manifest: package.manifest() };
        let mut source = SourceFile::new(migration, &package::about(way, migration));
        source.attribute(
            "#![allow(clippy::only_used_in_recursion, reason = \"there may be nothing to report in a type of its own kind\")]",
        );
        if !package.is_crate() {
            source.attribute("#![allow(deprecated, reason = \"what is deprecated is converted too\")]");
        }
        for function in &way.enums {
            source.item(&enums::print(&context, function))?;
        }
        for (id, _) in way.printed() {
            for item in function::print(&context, id)? {
                source.item(&item)?;
            }
        }
        uses(&mut source, [&old, &new]);
        files.push(package.source(name, source.finish()));
    }
    files.push(package.source("bytes", bytes::print(program, &tables)?));
    files.extend(reader::files(program, &package, &tables, (&old, &new))?);
    files.extend(support::files(migration, &package));
    Ok(files)
}

/// What the items of a file mention is brought into it.
fn uses(source: &mut SourceFile, types: [&Types<'_>; 2]) {
    types.into_iter().for_each(|types| types.uses_of(source));
    let named = ["At", "Changed", "Converted", "Error", "Report"];
    let mut found: Vec<&str> = named.into_iter().filter(|name| source.mentions(name)).collect();
    let lower = [("base64", "base64::"), ("list", "list::"), ("run", "run(from"), ("structs", "structs::")];
    let lower = lower.into_iter().chain([("value", "value::")]);
    found.extend(lower.filter(|(_, mention)| source.mentions(mention)).map(|(name, _)| name));
    if !found.is_empty() {
        source.uses(format!("super::support::{{{}}}", found.join(", ")));
    }
}

/// Which functions may come to call themselves.
fn endless(way: &Way<'_>) -> Vec<bool> {
    let calls: Vec<Vec<FunctionId>> = way.functions.iter().map(calls).collect();
    let reaches = |start: usize| {
        let mut seen = vec![false; calls.len()];
        let mut open = calls[start].clone();
        while let Some(next) = open.pop() {
            if next.0 == start {
                return true;
            }
            if !std::mem::replace(&mut seen[next.0], true) {
                open.extend(&calls[next.0]);
            }
        }
        false
    };
    (0..calls.len()).map(reaches).collect()
}

/// The functions that a function calls.
fn calls(function: &Function<'_>) -> Vec<FunctionId> {
    let of = |write: &Write<'_>| {
        let base = write.build().and_then(|build| build.base).map(|(_, function)| function);
        let other = match &write.how {
            How::Message { function, .. } | How::Map { value: MapValue::Message(function), .. } => Some(*function),
            How::List(list) => list.rest.map(|(_, function)| function),
            _ => None,
        };
        [base, other].into_iter().flatten()
    };
    function.all_writes().flat_map(of).collect()
}
