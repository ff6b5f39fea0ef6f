//! Strings with values in them, as languages with templates have them; and the ways to fields, which are such strings.

use super::program::{Function, Place};
use crate::{migration::plan::Take, schema::Schema};

/// A part of a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// What stands there.
    Literal(String),
    /// The value of an expression.
    Value(String),
}

/// Adds text to a string.
pub(super) fn add(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        Some(Piece::Literal(last)) => last.push_str(text),
        _ => pieces.push(Piece::Literal(text.to_owned())),
    }
}

/// Adds an index to a path.
pub(super) fn add_index(path: &mut Vec<Piece>, index: &Piece) {
    add(path, "[");
    match index {
        Piece::Literal(text) => add(path, text),
        value => path.push(value.clone()),
    }
    add(path, "]");
}

impl Function<'_> {
    /// The way from the message of the source to a scope. `index_of` is the variable that holds where a scope stands in
    /// its list, if that is not known before.
    pub(super) fn scope_path(
        &self,
        source: &Schema,
        scope: usize,
        index_of: &dyn Fn(usize) -> Option<String>,
    ) -> Vec<Piece> {
        let Some(place) = self.scopes[scope].place else { return Vec::new() };
        let mut path = self.path(source, place, index_of);
        if place.take == Take::First {
            add_index(&mut path, &index_of(scope).map_or_else(|| Piece::Literal("0".to_owned()), Piece::Value));
        }
        path
    }

    /// The way from the message of the source to a field of a scope.
    pub(super) fn path(&self, source: &Schema, place: Place, index_of: &dyn Fn(usize) -> Option<String>) -> Vec<Piece> {
        let mut path = self.scope_path(source, place.scope, index_of);
        let name = place.field.get(source).name();
        let step = if path.is_empty() { name.to_owned() } else { format!(".{name}") };
        add(&mut path, &step);
        path
    }
}
