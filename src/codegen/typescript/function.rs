//! One function: the messages that are taken apart, what is filtered, what nobody reads, and then what is written.

use std::collections::HashMap;

use super::{
    fields::{Form, Holding, form, holding},
    file::OfFile,
    layout::{Code, Expr},
    names::{self, Taken},
    places::known_numbers,
};
use crate::{
    codegen::{
        AdaptError,
        pieces::{Piece, add},
        program::{Filter, Function, Host, Literal, Lost, Place, Unread},
    },
    migration::{correspondence::fields_of, manifest::EmptyVersion, plan::Take},
    schema::{FieldRef, FieldType, Kind, MessageId, Packing},
};

/// One function at work.
pub(super) struct Printer<'p, 'm> {
    pub file: &'p OfFile<'p, 'm>,
    pub function: &'p Function<'m>,
    pub code: Code,
    pub taken: Taken,
    pub scopes: Vec<Scope>,
    /// Lists that were looked through.
    pub lists: HashMap<(usize, FieldRef), List>,
}

/// A message that is taken apart, in the code.
pub(super) struct Scope {
    /// What it is called.
    pub name: String,
    /// Where it stands in its list, where that is not known before.
    pub index: Option<String>,
}

/// A list that was looked through, in the code.
#[derive(Clone)]
pub(super) enum List {
    /// What is left of it.
    Plain(String),
    /// What is left of it, each with where it stood.
    Placed(String),
}

pub(super) type Printed = Result<(), AdaptError>;

impl<'p, 'm> Printer<'p, 'm> {
    pub fn new(file: &'p OfFile<'p, 'm>, function: &'p Function<'m>) -> Self {
        let taken = file.taken.clone();
        Printer { file, function, code: Code::within(1), taken, scopes: Vec::new(), lists: HashMap::new() }
    }

    /// Everything that comes before what is written.
    pub fn begin(&mut self) -> Printed {
        let mut read: Vec<Place> = self.function.uses().into_keys().collect();
        read.sort();
        for place in read {
            self.check_source(place.field)?;
        }
        for scope in 0..self.function.scopes.len() {
            self.scope(scope)?;
        }
        for unread in &self.function.unread {
            self.unread(unread)?;
        }
        Ok(())
    }

    /// A message that is taken apart.
    fn scope(&mut self, scope: usize) -> Printed {
        let of = &self.function.scopes[scope];
        let found = match of.place {
            None => Scope { name: "source".to_owned(), index: None },
            Some(place) => self.named(place)?,
        };
        self.scopes.push(found);
        let path = self.scope_path(scope);
        let (name, is_inner) = self.scope_name(scope);
        let (name, closed) = (name.to_owned(), self.closed_fields(of.message));
        if !of.carried || scope == 0 {
            let mut arguments = vec![Expr::raw(&name)];
            if is_inner || !closed.is_empty() {
                arguments.push(Expr::pieces(&path));
            }
            if !closed.is_empty() {
                arguments.push(Expr::object(closed));
            }
            self.code.run(&Expr::call("at.unknown", arguments));
            self.closed_lists(scope)?;
        }
        for filter in self.function.filters.iter().filter(|filter| filter.list.scope == scope) {
            self.filter(filter)?;
        }
        if of.hollow_is_lost && is_inner {
            self.hollow(scope, &name, path)?;
        }
        Ok(())
    }

    /// Gives a scope a name.
    fn named(&mut self, place: Place) -> Result<Scope, AdaptError> {
        if place.take == Take::First {
            let (list, is_placed) = self.list(place)?;
            let name = self.taken.fresh(&self.first_like(place));
            if is_placed {
                let index = self.taken.fresh("first_index");
                let first = Expr::call(self.file.values("firstOf"), [Expr::raw(list)]);
                self.code.assign(&format!("const [{index}, {name}]"), &first);
                return Ok(Scope { name, index: Some(index) });
            }
            let (outer, is_inner) = self.scope_name(place.scope);
            let list = match self.lists.contains_key(&(place.scope, place.field)) || !is_inner {
                true => format!("{list}[0]"),
                false => format!("{}?.[0]", list.replacen(&format!("{outer}."), &format!("{outer}?."), 1)),
            };
            self.code.name(&name, &Expr::raw(list));
            return Ok(Scope { name, index: None });
        }
        let name = self.taken.fresh(&names::field(self.check_source(place.field)?));
        let value = self.maybe(place)?;
        let value = match form(self.source(), place.field) {
            Form::Message => value,
            _ => {
                let inner = self.as_message(self.file.way.source_side(), place.field, "value")?;
                Expr::call(self.file.values("then"), [value, Expr::arrow("(value)", inner)])
            }
        };
        self.code.name(&name, &value);
        Ok(Scope { name, index: None })
    }

    /// Singular fields of closed enums: what the runtime cannot read of them is unknown.
    fn closed_fields(&self, message: MessageId) -> Vec<Expr> {
        let source = self.source();
        let fields = fields_of(source, message).map(|field| field.get(source));
        let closed = fields.filter(|field| {
            matches!((&field.ty, field.value_kind()),
                (FieldType::Singular { .. }, Kind::Enum(id)) if source[*id].closed)
        });
        closed.map(|field| Expr::named(field.number.to_string(), Expr::text(field.name()))).collect()
    }

    /// Lists of numbers of a closed enum: the runtime keeps those that the enum does not have.
    fn closed_lists(&mut self, scope: usize) -> Printed {
        let source = self.source();
        let message = self.function.scopes[scope].message;
        for field in fields_of(source, message) {
            let found = field.get(source);
            let FieldType::Repeated { kind: Kind::Enum(id), packing: Packing::Expanded } = &found.ty else { continue };
            if !source[*id].closed || matches!(field, FieldRef::Extension(_)) {
                continue;
            }
            let place = Place { scope, field, take: Take::All };
            let own = names::field(found);
            let list = match self.is_there(scope) {
                None => self.get(place)?,
                Some(_) => format!("{} ?? []", self.property(place, true)?),
            };
            let numbers = known_numbers(source[*id].values.iter().map(|value| value.number));
            let arguments = [Expr::raw(list), numbers, Expr::raw(found.number.to_string()), self.path_expr(place)];
            let name = self.taken.fresh(&format!("known_{own}"));
            let call = Expr::call("at.known", arguments);
            self.code.assign(&format!("const {name}"), &call);
            self.lists.insert((scope, field), List::Plain(name));
        }
        Ok(())
    }

    /// Leaves out elements of a list.
    fn filter(&mut self, filter: &'p Filter<'m>) -> Printed {
        let place = filter.list;
        let (list, is_placed) = self.list(place)?;
        let own = names::field(self.check_source(place.field)?);
        let list = match (is_placed, self.is_there(place.scope)) {
            (true, _) => list,
            (false, None) => format!("{list}.entries()"),
            (false, Some(_)) => format!("{}?.entries() ?? []", self.property(place, true)?),
        };
        let element = self.element_name(place);
        let version = names::property(&element, &names::field(self.check_source(filter.version)?));
        let version = match holding(self.source(), filter.version) {
            Holding::Explicit => format!("{version} ?? \"\""),
            _ => version,
        };
        let bound = |name: &str, version: Option<(u32, u32)>| {
            version.map(|(major, minor)| Expr::named(name, Expr::raw(format!("[{major}, {minor}]"))))
        };
        let empty = (filter.empty == EmptyVersion::In).to_string();
        let range = bound("from", filter.from).into_iter().chain(bound("below", filter.below));
        let range = Expr::object(range.chain([Expr::named("empty", Expr::raw(empty))]));
        let arguments = [
            Expr::raw(list),
            Expr::arrow(format!("({element})"), Expr::raw(version)),
            range,
            Expr::text(filter.reason),
            self.path_expr(place),
        ];
        let name = self.taken.fresh(&format!("kept_{own}"));
        self.code.assign(&format!("const {name}"), &Expr::call("at.inRange", arguments));
        self.lists.insert((place.scope, place.field), List::Placed(name));
        Ok(())
    }

    /// Notes that a message is there that leaves no trace.
    fn hollow(&mut self, scope: usize, name: &str, path: Vec<Piece>) -> Printed {
        let source = self.source();
        let mut tests = vec![Expr::raw(format!("{name} !== undefined"))];
        for field in fields_of(source, self.function.scopes[scope].message) {
            let test = self.has_not(Place { scope, field, take: Take::All })?;
            if !tests.contains(&test) {
                tests.push(test);
            }
        }
        self.code.open_if(&Expr::all(tests));
        self.code.run(&Expr::call("at.hollow", [Expr::pieces(&path)]));
        self.code.close();
        Ok(())
    }

    /// What nobody reads.
    fn unread(&mut self, unread: &'p Unread<'m>) -> Printed {
        let place = unread.place;
        let mut path = self.path(place);
        if place.take == Take::Rest {
            add(&mut path, "[1..]");
        }
        let is_there = self.is_there(place.scope);
        let tests = match &unread.lost {
            Lost::Set => self.has(place)?,
            Lost::Not(literal) => is_there.into_iter().chain([self.is_not(place, literal)?]).collect(),
            Lost::NotOneOf { of, numbers } => {
                let is_set = self.is_true(place)?;
                let differs = Expr::raw(format!("{is_set} !== {}", self.is_one_of(*of, numbers)?.flat()));
                is_there.into_iter().chain([differs]).collect()
            }
        };
        self.code.open_if(&Expr::all(tests));
        self.lose(Expr::pieces(&path), unread.reason);
        self.code.close();
        Ok(())
    }

    /// Whether a bool field is true, where its scope is there.
    fn is_true(&self, place: Place) -> Result<String, AdaptError> {
        let get = self.get(place)?;
        Ok(match self.holding(place) {
            Holding::Implicit => get,
            Holding::Explicit => format!("({get} ?? false)"),
            _ => format!("({} && {get})", Expr::all(self.has(place)?).flat()),
        })
    }

    /// Whether an enum field has one of some numbers; one that is absent is 0.
    pub fn is_one_of(&self, of: Place, numbers: &[i32]) -> Result<Expr, AdaptError> {
        let side = self.file.way.source_side();
        let number = |number: &i32| match self.host(of) {
            Host::Enum(id) => Expr::raw(self.file.enum_value(side, id, *number)),
            _ => Expr::raw(number.to_string()),
        };
        let numbers = Expr::array(numbers.iter().map(number));
        Ok(Expr::call(self.file.values("isOneOf"), [self.maybe(of)?, numbers]))
    }

    /// Whether a field is not what the way back makes of it.
    fn is_not(&self, place: Place, literal: &Literal) -> Result<Expr, AdaptError> {
        let side = self.file.way.source_side();
        let host = self.host(place);
        let get = self.get(place)?;
        let value = self.file.literal(side, host, literal).flat();
        let differs = match host {
            Host::Message(id) => match form(self.source(), place.field) {
                Form::Json => format!("Object.keys({get}).length > 0"),
                Form::Bare => "true".to_owned(),
                Form::Message => {
                    let schema = self.file.modules.message(&self.file.imports, side, id).schema;
                    format!("{}({schema}, {get}).length > 0", self.file.runtime("toBinary"))
                }
            },
            Host::F32 | Host::F64 => format!("!Object.is({get}, {value})"),
            Host::Bytes => format!("!{}({get}, {value})", self.file.values("isSame")),
            Host::Bool if self.holding(place) == Holding::Implicit => {
                if value == "true" {
                    format!("!{get}")
                } else {
                    get
                }
            }
            _ => format!("{get} !== {value}"),
        };
        Ok(match self.holding(place) {
            Holding::Implicit => Expr::raw(differs),
            Holding::Explicit => {
                let property = self.property(place, false)?;
                Expr::any(vec![Expr::raw(format!("{property} === undefined")), Expr::raw(differs)])
            }
            Holding::Member => {
                let (property, name) = (self.property(place, false)?, names::field(self.file.way.field(place)));
                Expr::any(vec![Expr::raw(format!("{property}.case !== \"{name}\"")), Expr::raw(differs)])
            }
            _ => Expr::any(vec![self.has_not(place)?, Expr::raw(differs)]),
        })
    }
}
