//! What the path of a gRPC call says about a payload: its version, and its type.

use super::{
    Migration, Side, TypePair,
    detection::{MethodMatch, UnknownMethod, by_method},
};
use crate::schema::{CallPart, Kind, MessageId, Method, Schema};

/// Why a call says nothing about a payload.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum CallError {
    /// Neither version has the method.
    #[error(transparent)]
    #[diagnostic(help("a path has the form /package.Service/Method"))]
    Unknown(#[from] UnknownMethod),
    /// What the method takes or gives has no counterpart.
    #[error("the {part} of {path} has no counterpart in the other version")]
    #[diagnostic(help("there is nothing to convert it to; decode it with --schema"))]
    NoCounterpart {
        /// The path.
        path: String,
        /// `request` or `response`.
        part: &'static str,
    },
}

impl Migration {
    /// The types of the request or response of a call, by its gRPC path (`/a2a.v1.A2AService/SendMessage`); and the
    /// version, unless both have that path.
    ///
    /// # Errors
    /// When neither version has the method, or its type has no counterpart.
    pub fn call(&self, path: &str, part: CallPart) -> Result<(Option<Side>, TypePair), CallError> {
        let pick = |request: &Kind, response: &Kind| match part {
            CallPart::Request => request.message(),
            CallPart::Response => response.message(),
        };
        let found = match by_method(&self.old, &self.new, path)? {
            MethodMatch::Both { old, new } => {
                let ends = (pick(&old.request, &old.response), pick(&new.request, &new.response));
                let pair = if let (Some(old), Some(new)) = ends { self.pair(old, new) } else { None };
                (None, pair)
            }
            MethodMatch::One(Side::Old, call) => {
                let pair = pick(&call.request, &call.response).and_then(|old| self.pair_of_old(old));
                (Some(Side::Old), pair)
            }
            MethodMatch::One(Side::New, call) => {
                let pair = pick(&call.request, &call.response).and_then(|new| self.pair_of_new(new, path, part));
                (Some(Side::New), pair)
            }
        };
        match found {
            (side, Some(pair)) => Ok((side, pair)),
            (_, None) => {
                let part = match part {
                    CallPart::Request => "request",
                    CallPart::Response => "response",
                };
                Err(CallError::NoCounterpart { path: path.to_owned(), part })
            }
        }
    }

    fn pair_of_old(&self, old: MessageId) -> Option<TypePair> {
        let pair = self.correspondence.of_old(old)?;
        self.pair(pair.old, pair.new)
    }

    /// The pair of a new type: with what the old method of that name takes or gives, where several old types have
    /// become this one.
    fn pair_of_new(&self, new: MessageId, path: &str, part: CallPart) -> Option<TypePair> {
        let (service, method) = path.strip_prefix('/').unwrap_or(path).split_once('/')?;
        let short = service.rsplit('.').next().unwrap_or(service);
        let new_name = format!("{short}.{method}");
        let renamed = self.correspondence.rpcs.iter().find(|(_, new)| *new == new_name).map(|(old, _)| old.clone());
        let old_name = renamed.unwrap_or(new_name);
        let kind = method_named(&self.old, &old_name).map(|method| match part {
            CallPart::Request => &method.input,
            CallPart::Response => &method.output,
        });
        let by_call = kind.and_then(Kind::message).and_then(|old| self.pair(old, new));
        by_call.or_else(|| {
            let mut of_new = self.correspondence.of_new(new);
            match (of_new.next(), of_new.next()) {
                (Some(only), None) => self.pair(only.old, only.new),
                _ => None,
            }
        })
    }

    /// What people call a side: the manifest's name for it, or where its schema came from.
    pub fn version_name(&self, side: Side) -> &str {
        let (version, schema) = match side {
            Side::Old => (&self.manifest.old_version, &self.old),
            Side::New => (&self.manifest.new_version, &self.new),
        };
        version.name.as_deref().unwrap_or(&schema.origin)
    }

    /// The side that a person means: `old`, `new`, the name of a version, a value of its header, or its schema.
    pub fn side_named(&self, text: &str) -> Option<Side> {
        let means = |side: Side| {
            let (word, version, schema) = match side {
                Side::Old => ("old", &self.manifest.old_version, &self.old),
                Side::New => ("new", &self.manifest.new_version, &self.new),
            };
            let header = version.header.iter().any(|value| !value.is_empty() && value == text);
            text == word || version.name.as_deref() == Some(text) || schema.origin == text || header
        };
        match (means(Side::Old), means(Side::New)) {
            (true, false) => Some(Side::Old),
            (false, true) => Some(Side::New),
            _ => None,
        }
    }

    /// The schema of a side.
    pub fn schema(&self, side: Side) -> &Schema {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }
}

/// The method that is called `Service.Method`.
fn method_named<'s>(schema: &'s Schema, name: &str) -> Option<&'s Method> {
    let (service, method) = name.split_once('.')?;
    let service = schema.services.iter().find(|candidate| candidate.element.name == service)?;
    service.method_named(method)
}
