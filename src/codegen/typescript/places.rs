//! Fields of the messages that are taken apart: what they are called, whether they have a value, and the way to them.

use std::collections::BTreeSet;

use super::{
    fields::{self, Form, Holding, form, holding},
    function::{List, Printer},
    layout::Expr,
    names,
};
use crate::{
    codegen::{
        AdaptError,
        pieces::Piece,
        program::{Host, Place},
    },
    migration::{Side, plan::Take},
    schema::{Field, FieldRef, Kind, Schema},
};

impl<'m> Printer<'_, 'm> {
    pub fn source(&self) -> &'m Schema {
        self.file.way.source
    }

    pub fn target(&self) -> &'m Schema {
        self.file.way.target
    }

    /// A field of the source, if generated code can read it.
    pub fn check_source(&self, field: FieldRef) -> Result<&'m Field, AdaptError> {
        fields::check(self.file.way, self.file.way.source_side(), field)
    }

    /// A field of the target, if generated code can write it.
    pub fn check_target(&self, field: FieldRef) -> Result<&'m Field, AdaptError> {
        fields::check(self.file.way, self.file.way.target_side(), field)
    }

    pub fn holding(&self, place: Place) -> Holding {
        holding(self.source(), place.field)
    }

    pub fn host(&self, place: Place) -> Host {
        Host::of(self.file.way.field(place).value_kind())
    }

    /// What a scope is called, and whether it may be absent.
    pub fn scope_name(&self, scope: usize) -> (&str, bool) {
        self.scopes.get(scope).map_or(("source", false), |found| (found.name.as_str(), scope > 0))
    }

    /// The property of a place, with `?` where its scope may be absent; and the one of its oneof.
    pub fn property(&self, place: Place, may_be_absent: bool) -> Result<String, AdaptError> {
        let field = self.check_source(place.field)?;
        let (scope, is_inner) = self.scope_name(place.scope);
        let base = if is_inner && may_be_absent { format!("{scope}?") } else { scope.to_owned() };
        Ok(match (place.field, field.oneof) {
            (FieldRef::Member(message, _), Some(oneof)) => {
                names::property(&base, &names::oneof(&self.source()[message], oneof))
            }
            _ => names::property(&base, &names::field(field)),
        })
    }

    /// The value of a place that is known to have one.
    pub fn get(&self, place: Place) -> Result<String, AdaptError> {
        let property = self.property(place, false)?;
        Ok(if self.holding(place) == Holding::Member { format!("{property}.value") } else { property })
    }

    /// `case` of the oneof, and what it is when the place has a value.
    pub fn case(&self, place: Place) -> Result<Expr, AdaptError> {
        let name = names::field(self.file.way.field(place));
        Ok(Expr::raw(format!("{}.case === \"{name}\"", self.property(place, true)?)))
    }

    /// The value of a place; `undefined` where there is none, but for defaults of fields that cannot tell.
    pub fn maybe(&self, place: Place) -> Result<Expr, AdaptError> {
        let get = self.get(place)?;
        Ok(match self.holding(place) {
            Holding::Member => Expr::either(self.case(place)?, Expr::raw(get), Expr::raw("undefined")),
            Holding::Defaulted => Expr::either(Expr::all(self.has(place)?), Expr::raw(get), Expr::raw("undefined")),
            _ => Expr::raw(self.property(place, true)?),
        })
    }

    /// The list of a place, and whether its elements know where they stood.
    pub fn list(&self, place: Place) -> Result<(String, bool), AdaptError> {
        Ok(match self.lists.get(&(place.scope, place.field)) {
            Some(List::Plain(name)) => (name.clone(), false),
            Some(List::Placed(name)) => (name.clone(), true),
            None => (self.get(place)?, false),
        })
    }

    /// What must hold for there to be something in a place. After it the place can be read.
    pub fn has(&self, place: Place) -> Result<Vec<Expr>, AdaptError> {
        let (scope, is_inner) = self.scope_name(place.scope);
        let is_there = is_inner.then(|| Expr::raw(format!("{scope} !== undefined")));
        let is_looked_through = self.lists.contains_key(&(place.scope, place.field));
        let test = match self.holding(place) {
            Holding::Member => return Ok(vec![self.case(place)?]),
            Holding::Explicit => return Ok(vec![Expr::raw(format!("{} !== undefined", self.property(place, true)?))]),
            Holding::Implicit => is_not_default(self.host(place), &self.get(place)?),
            Holding::Defaulted => {
                let name = names::field(self.check_source(place.field)?);
                Expr::call(self.file.values("isSet"), [Expr::raw(scope), Expr::text(name)])
            }
            Holding::List => {
                let least = if place.take == Take::Rest { 1 } else { 0 };
                let list = Expr::raw(format!("{}.length > {least}", self.list(place)?.0));
                if is_looked_through {
                    return Ok(vec![list]);
                }
                list
            }
            Holding::Map => Expr::raw(format!("Object.keys({}).length > 0", self.get(place)?)),
        };
        Ok(is_there.into_iter().chain([test]).collect())
    }

    /// What must hold for there to be nothing in a place whose scope is there.
    pub fn has_not(&self, place: Place) -> Result<Expr, AdaptError> {
        Ok(match self.holding(place) {
            Holding::Implicit => is_default(self.host(place), &self.get(place)?),
            Holding::Member | Holding::Explicit => {
                let property = self.property(place, false)?;
                let case = if self.holding(place) == Holding::Member { ".case" } else { "" };
                Expr::raw(format!("{property}{case} === undefined"))
            }
            Holding::List => Expr::raw(format!("{}.length === 0", self.list(place)?.0)),
            Holding::Map => Expr::raw(format!("Object.keys({}).length === 0", self.get(place)?)),
            Holding::Defaulted => Expr::raw(format!("!{}", Expr::all(self.has(place)?.split_off(1)).flat())),
        })
    }

    /// Whether a scope is there; `None` when it always is.
    pub fn is_there(&self, scope: usize) -> Option<Expr> {
        let (name, is_inner) = self.scope_name(scope);
        is_inner.then(|| Expr::raw(format!("{name} !== undefined")))
    }

    /// The variable that holds where a scope stands in its list.
    fn index_of(&self, scope: usize) -> Option<String> {
        self.scopes.get(scope).and_then(|scope| scope.index.clone())
    }

    /// The way from the message to a scope.
    pub fn scope_path(&self, scope: usize) -> Vec<Piece> {
        self.function.scope_path(self.source(), scope, &|scope| self.index_of(scope))
    }

    /// The way from the message to a field of a scope.
    pub fn path(&self, place: Place) -> Vec<Piece> {
        self.function.path(self.source(), place, &|scope| self.index_of(scope))
    }

    /// The way to a field, as an argument.
    pub fn path_expr(&self, place: Place) -> Expr {
        Expr::pieces(&self.path(place))
    }

    pub fn lose(&mut self, path: Expr, reason: &str) {
        self.code.run(&Expr::call("at.lose", [path, Expr::text(reason)]));
    }

    /// A message, of which the runtime may have something else in a field.
    pub fn as_message(&self, side: Side, field: FieldRef, value: &str) -> Result<Expr, AdaptError> {
        let schema = self.file.way.schema(side);
        Ok(match form(schema, field) {
            Form::Message => Expr::raw(value),
            Form::Json => Expr::call(self.file.structs("structOf"), [Expr::raw(value)]),
            Form::Bare => {
                let message = field.get(schema).value_kind().message();
                let names = message.map(|id| self.file.modules.message(&self.file.imports, side, id));
                let of = names.map_or(String::new(), |names| names.schema);
                let init = Expr::object([Expr::named("value", Expr::raw(value))]);
                Expr::call(self.file.runtime("create"), [Expr::raw(of), init])
            }
        })
    }

    /// What the runtime has in a field in place of a message.
    pub fn in_form(&self, side: Side, field: FieldRef, value: Expr) -> Expr {
        match form(self.file.way.schema(side), field) {
            Form::Message => value,
            Form::Json => Expr::call(self.file.structs("objectOf"), [value]),
            Form::Bare => Expr::raw(format!("{}.value", value.flat())),
        }
    }

    /// What an element of a list is called, where it is the parameter of an expression.
    pub fn element_name(&self, place: Place) -> String {
        self.taken.passing(&self.element_like(place))
    }

    /// What an element of a list is called by itself.
    pub fn element_like(&self, place: Place) -> String {
        match self.file.way.field(place).value_kind() {
            Kind::Message(id) | Kind::Group(id) => self.source()[*id].element.name.clone(),
            _ => "value".to_owned(),
        }
    }

    /// What the first element of a list is called.
    pub fn first_like(&self, place: Place) -> String {
        match self.file.way.field(place).value_kind().message() {
            Some(id) => format!("first_{}", self.source()[id].element.name),
            None => format!("first_{}", self.file.way.field(place).name()),
        }
    }
}

/// The numbers of a closed enum.
pub(super) fn known_numbers(numbers: impl Iterator<Item = i32>) -> Expr {
    let numbers: BTreeSet<i32> = numbers.collect();
    Expr::array(numbers.into_iter().map(|number| Expr::raw(number.to_string())))
}

/// Whether a value is not what an absent field reads as.
pub(super) fn is_not_default(host: Host, value: &str) -> Expr {
    Expr::raw(match host {
        Host::Text => format!("{value} !== \"\""),
        Host::Bytes => format!("{value}.length > 0"),
        Host::Bool => value.to_owned(),
        Host::I64 | Host::U64 => format!("{value} !== 0n"),
        // The negative zero is a value.
        Host::F32 | Host::F64 => format!("!Object.is({value}, 0)"),
        _ => format!("{value} !== 0"),
    })
}

/// Whether a value is what an absent field reads as.
pub(super) fn is_default(host: Host, value: &str) -> Expr {
    Expr::raw(match host {
        Host::Text => format!("{value} === \"\""),
        Host::Bytes => format!("{value}.length === 0"),
        Host::Bool => format!("!{value}"),
        Host::I64 | Host::U64 => format!("{value} === 0n"),
        Host::F32 | Host::F64 => format!("Object.is({value}, 0)"),
        _ => format!("{value} === 0"),
    })
}
