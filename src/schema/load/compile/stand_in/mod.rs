//! Stand-ins for what a missing import would have defined.
//!
//! A file is still worth comparing when an import is missing. Everything it takes from there is known by name only:
//! types become empty messages in files of the role [`FileRole::StandIn`](crate::schema::FileRole), and the linker
//! makes [`Kind::StandIn`](crate::schema::Kind) of them; options whose definition is missing are kept as text.
//!
//! Whether such a type is a message or an enum cannot be known. For compiling it is a message, so a default value,
//! which only an enum can have, is taken out before and put back afterwards ([`Patch`]).

mod fill;
mod known;
mod option_text;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use protox::prost_reflect::prost_types::{DescriptorProto, FileDescriptorProto, descriptor_proto::ExtensionRange};

use self::{fill::fill, known::Known};
use super::patch::{Patch, Undo};
use crate::schema::{link::TextOption, load::gather::MissingImport};

/// What was done to make files compile without their missing imports.
#[derive(Debug, Default)]
pub(super) struct StandIns {
    /// The files made up. They import nothing.
    pub(super) files: Vec<FileDescriptorProto>,
    /// Options taken out, by file name.
    pub(super) text_options: HashMap<String, Vec<TextOption>>,
    /// Default values taken out.
    pub(super) patches: Vec<Patch>,
}

/// Changes `files` (imports before importers) so that they compile without what is `missing`.
///
/// A name that is defined nowhere is stood in for only where a missing import can have defined it; elsewhere it is
/// left for the compiler to complain about.
pub(super) fn stand_in(files: &mut [FileDescriptorProto], missing: &[MissingImport]) -> StandIns {
    let missing_names: BTreeSet<&str> = missing.iter().map(|import| import.name.as_str()).collect();
    let known = Known::collect(files, &missing_names);
    let mut stand_ins = StandIns::default();
    let mut types = BTreeSet::new();
    let affected = affected(files, &missing_names);
    for &i in &affected {
        let filled = fill(&mut files[i], &known);
        types.extend(filled.stand_ins);
        let name = files[i].name().to_owned();
        stand_ins.patches.extend(filled.defaults.into_iter().map(|(field, value)| Patch {
            file: name.clone(),
            field,
            undo: Undo::DefaultValue(value),
        }));
        stand_ins.text_options.insert(name, filled.text_options);
    }
    let made_up = files_for(&with_types_between(types));
    for &i in &affected {
        files[i].dependency.extend(made_up.iter().map(|file| file.name().to_owned()));
    }
    let empty = missing_names
        .iter()
        .map(|&name| FileDescriptorProto { name: Some(name.to_owned()), ..FileDescriptorProto::default() });
    stand_ins.files = made_up.into_iter().chain(empty).collect();
    stand_ins
}

/// The files that can see what a missing import defines: they import it, or a file that imports it publicly.
fn affected(files: &[FileDescriptorProto], missing: &BTreeSet<&str>) -> Vec<usize> {
    let mut passed_on: BTreeSet<String> = missing.iter().map(|&name| name.to_owned()).collect();
    let mut affected = Vec::new();
    for (i, file) in files.iter().enumerate() {
        if file.dependency.iter().any(|import| passed_on.contains(import)) {
            affected.push(i);
        }
        let mut public = file.public_dependency.iter().filter_map(|&i| file.dependency.get(usize::try_from(i).ok()?));
        if public.any(|import| passed_on.contains(import)) {
            passed_on.insert(file.name().to_owned());
        }
    }
    affected
}

/// Adds what lies between two stand-ins: with `a.Outer` and `a.Outer.Middle.Inner` also `a.Outer.Middle`.
fn with_types_between(types: BTreeSet<String>) -> BTreeSet<String> {
    let mut all = types.clone();
    for full_name in &types {
        if let Some(outer) = outer_type(full_name, &types) {
            let between = full_name.match_indices('.').map(|(i, _)| &full_name[..i]);
            all.extend(between.filter(|prefix| prefix.len() > outer.len()).map(str::to_owned));
        }
    }
    all
}

/// One file for each package that has stand-ins.
fn files_for(types: &BTreeSet<String>) -> Vec<FileDescriptorProto> {
    let mut packages: BTreeMap<&str, Vec<DescriptorProto>> = BTreeMap::new();
    for full_name in types.iter().filter(|name| outer_type(name, types).is_none()) {
        let (package, name) = full_name.rsplit_once('.').unwrap_or(("", full_name));
        packages.entry(package).or_default().push(message(name, full_name, types));
    }
    packages
        .into_iter()
        .map(|(package, message_type)| FileDescriptorProto {
            name: Some(format!("stand-ins for package {package}")),
            package: (!package.is_empty()).then(|| package.to_owned()),
            message_type,
            ..FileDescriptorProto::default()
        })
        .collect()
}

/// The innermost other stand-in whose name is a prefix of this one.
fn outer_type<'n>(full_name: &'n str, types: &BTreeSet<String>) -> Option<&'n str> {
    full_name.match_indices('.').rev().map(|(i, _)| &full_name[..i]).find(|prefix| types.contains(*prefix))
}

/// An empty message that can be extended, with the stand-ins that are nested in it.
fn message(name: &str, full_name: &str, types: &BTreeSet<String>) -> DescriptorProto {
    let below = format!("{full_name}.");
    let inside = types.range(below.clone()..).take_while(|inner| inner.starts_with(&below));
    let nested = inside.filter(|inner| !inner[below.len()..].contains('.'));
    DescriptorProto {
        name: Some(name.to_owned()),
        nested_type: nested.map(|inner| message(&inner[below.len()..], inner, types)).collect(),
        extension_range: vec![ExtensionRange { start: Some(1), end: Some(536_870_912), options: None }],
        ..DescriptorProto::default()
    }
}
