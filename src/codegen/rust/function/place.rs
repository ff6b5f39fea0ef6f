//! Where values are: the expressions that take them, look at them and say where they are.

use super::{Named, Printer};
use crate::{
    codegen::{
        program::{Host, Place},
        rust::{identifiers::snake, types::Holding},
    },
    migration::plan::Take,
    schema::{Field, FieldType},
};

impl<'m> Printer<'_, 'm> {
    pub(super) fn field(&self, place: Place) -> &'m Field {
        self.way.field(place)
    }

    /// How the field at a place is held. Of a closed enum, what is required may turn out to be no number of it.
    pub(super) fn holding(&self, place: Place) -> Holding {
        match (self.from.holding(self.field(place)), self.named.get(&(place.scope, place.field))) {
            (Holding::Required, Some(Named::Checked(_))) => Holding::Explicit,
            (holding, _) => holding,
        }
    }

    pub(super) fn host(&self, place: Place) -> Host {
        Host::of(self.field(place).value_kind())
    }

    fn is_copied(&self, place: Place) -> bool {
        let plain = !matches!(self.host(place), Host::Text | Host::Bytes | Host::Message(_) | Host::Unknown);
        plain
            && matches!(
                self.holding(place),
                Holding::Implicit | Holding::Explicit | Holding::Required | Holding::Member
            )
    }

    /// The field as it is held, to look at. Of a list in two, nothing.
    pub(super) fn look(&self, place: Place) -> String {
        match self.named.get(&(place.scope, place.field)) {
            Some(Named::Member(name) | Named::Checked(name) | Named::Placed(name)) => name.clone(),
            Some(Named::Split { first, rest }) => match place.take {
                Take::First => first.clone(),
                Take::All | Take::Rest => rest.clone(),
            },
            None => format!("{}.{}", self.scopes[place.scope], snake(self.field(place).name())),
        }
    }

    /// The field as it is held, to keep: moved where nobody else needs it.
    pub(super) fn take(&self, place: Place) -> String {
        let look = self.look(place);
        let many = self.uses.get(&place).copied().unwrap_or(0) > 1;
        if many && !self.is_copied(place) { format!("{look}.clone()") } else { look }
    }

    /// The value as an `Option`: `None` when it is not set, which for a field without presence means its default.
    pub(super) fn option(&self, place: Place) -> String {
        let taken = self.take(place);
        match self.holding(place) {
            Holding::Implicit => format!("value::set({taken})"),
            Holding::Required => self.if_there(place.scope, &taken),
            _ => taken,
        }
    }

    /// Whether the field is set, which for one without presence means another value than its default.
    pub(super) fn is_set(&self, place: Place) -> String {
        let scope = self.function.scopes.iter().position(|scope| {
            scope.place.is_some_and(|of| (of.scope, of.field, of.take) == (place.scope, place.field, place.take))
                && !scope.carried
        });
        if let Some(scope) = scope {
            return self.is_there(scope);
        }
        let look = self.look(place);
        match (self.holding(place), self.host(place)) {
            (Holding::Required, _) => self.is_there(place.scope),
            (Holding::Explicit | Holding::Member, _) => format!("{look}.is_some()"),
            (Holding::List, _) if place.take == Take::First => match self.named.get(&(place.scope, place.field)) {
                Some(Named::Split { .. }) => format!("{look}.is_some()"),
                _ => format!("!{look}.is_empty()"),
            },
            (Holding::List, _) if place.take == Take::Rest => match self.named.get(&(place.scope, place.field)) {
                Some(Named::Split { .. }) => format!("!{look}.is_empty()"),
                _ => format!("{look}.len() > 1"),
            },
            (Holding::List | Holding::Map, _) | (Holding::Implicit, Host::Text | Host::Bytes) => {
                format!("!{look}.is_empty()")
            }
            (Holding::Implicit, Host::Bool) => look,
            (Holding::Implicit, Host::F32 | Host::F64) => format!("{look}.to_bits() != 0"),
            (Holding::Implicit, _) => format!("{look} != 0"),
        }
    }

    /// Whether a scope is there.
    pub(super) fn is_there(&self, scope: usize) -> String {
        if scope == 0 { "true".to_owned() } else { format!("has_{}", self.scopes[scope]) }
    }

    /// A value in an `Option`, if the scope is there.
    pub(super) fn if_there(&self, scope: usize, value: &str) -> String {
        if scope == 0 { format!("Some({value})") } else { format!("{}.then_some({value})", self.is_there(scope)) }
    }

    /// The way to a scope, to call methods of.
    pub(super) fn trail(&self, scope: usize) -> String {
        if scope == 0 { "at.source".to_owned() } else { format!("at_{}", self.scopes[scope]) }
    }

    /// Where a field is: the way to its scope, and its name.
    pub(super) fn spot(&self, place: Place) -> String {
        let name = self.field(place).name();
        match place.scope {
            0 => format!("(at.source, {name:?})"),
            scope => format!("(&at_{}, {name:?})", self.scopes[scope]),
        }
    }

    /// Whether a list of the source knows where its elements once stood.
    pub(super) fn is_placed(&self, place: Place) -> bool {
        matches!(self.named.get(&(place.scope, place.field)), Some(Named::Placed(_) | Named::Split { .. }))
    }

    /// Whether the field at a place is a single message in a box.
    pub(super) fn is_boxed(&self, place: Place) -> bool {
        let message = self.function.scopes[place.scope].message;
        self.from.is_boxed(message, self.field(place))
    }

    pub(super) fn is_list(&self, place: Place) -> bool {
        matches!(self.field(place).ty, FieldType::Repeated { .. })
    }
}
