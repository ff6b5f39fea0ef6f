//! The gRPC path (`/package.Service/Method`,
//! <https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md>).

use std::collections::BTreeSet;

use similar::TextDiff;

use crate::{
    migration::detection::Side,
    schema::{Kind, Method, Schema},
};

/// The types of a call in one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// What the client sends: [`Kind::Message`] or [`Kind::StandIn`].
    pub request: Kind,
    /// What the server answers: [`Kind::Message`] or [`Kind::StandIn`].
    pub response: Kind,
}

/// The versions that have a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MethodMatch {
    /// One of them: the path tells the version.
    One(Side, Call),
    /// Both, as when the package has not changed: the path tells the types and no version.
    Both {
        /// Its types in the old version.
        old: Call,
        /// Its types in the new version.
        new: Call,
    },
}

/// A path that neither version has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("neither schema has a method `{path}`{}", suggestion(.nearest))]
pub struct UnknownMethod {
    /// The path as given.
    pub path: String,
    /// Paths that look like it, nearest first.
    pub nearest: Vec<String>,
}

fn suggestion(nearest: &[String]) -> String {
    let names: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(" or ")) }
}

/// Finds the method of a gRPC path, with or without its leading slash.
///
/// # Errors
/// When neither schema has it.
pub fn by_method(old: &Schema, new: &Schema, path: &str) -> Result<MethodMatch, UnknownMethod> {
    match (call(old, path), call(new, path)) {
        (Some(old), Some(new)) => Ok(MethodMatch::Both { old, new }),
        (Some(call), None) => Ok(MethodMatch::One(Side::Old, call)),
        (None, Some(call)) => Ok(MethodMatch::One(Side::New, call)),
        (None, None) => Err(UnknownMethod { path: path.to_owned(), nearest: nearest(path, [old, new]) }),
    }
}

/// Every method of a schema with its path.
fn methods(schema: &Schema) -> impl Iterator<Item = (String, &Method)> {
    let services = schema.services.iter();
    services.flat_map(|service| service.methods.iter().map(|method| (service.grpc_path(method), method)))
}

fn call(schema: &Schema, path: &str) -> Option<Call> {
    let (service, name) = path.strip_prefix('/').unwrap_or(path).split_once('/')?;
    let service = schema.services.iter().find(|candidate| candidate.element.full_name == service)?;
    let method = service.method_named(name)?;
    Some(Call { request: method.input.clone(), response: method.output.clone() })
}

/// Up to three paths that look like `path`, without regard to case.
fn nearest(path: &str, schemas: [&Schema; 2]) -> Vec<String> {
    /// Paths have their package in common; below this, only that.
    const ALIKE: f32 = 0.75;
    /// A path longer than any method's is not compared letter by letter, which takes quadratic time.
    const LONGEST: usize = 300;
    if path.len() > LONGEST {
        return Vec::new();
    }
    let wanted = path.to_lowercase();
    let wanted = if wanted.starts_with('/') { wanted } else { format!("/{wanted}") };
    let paths: BTreeSet<String> = schemas.into_iter().flat_map(methods).map(|(path, _)| path).collect();
    let mut scored: Vec<(f32, String)> = paths
        .into_iter()
        .map(|path| (TextDiff::from_chars(wanted.as_str(), path.to_lowercase().as_str()).ratio(), path))
        .filter(|(score, _)| *score >= ALIKE)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(3).map(|(_, path)| path).collect()
}
