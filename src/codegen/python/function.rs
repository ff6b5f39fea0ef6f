//! One function: the messages that are taken apart, what is filtered, what nobody reads, and then what is written.

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap, HashSet},
};

use heck::ToSnakeCase;

use super::{
    layout::{Code, Expr},
    modules::{Imports, Modules},
    names::{self, Locals},
};
use crate::{
    codegen::{
        AdaptError, extensions, header,
        pieces::{Piece, add, add_index},
        program::{Filter, Function, Host, Literal, Lost, Place, Unread, Way},
        templates::Templates,
    },
    migration::{
        Migration, Side,
        manifest::{EmptyVersion, Template},
        plan::Take,
    },
    schema::{FieldRef, FieldType, Kind, Presence, Schema},
};

/// What the functions of one generated file share.
pub(super) struct OfFile<'p, 'm> {
    pub migration: &'m Migration,
    pub way: &'p Way<'m>,
    pub modules: &'p Modules<'m>,
    pub imports: Imports,
    /// What is used of the support code, by module.
    pub support: RefCell<BTreeSet<(&'static str, &'static str)>>,
    /// Whether `typing.cast` is used.
    pub casts: RefCell<bool>,
    /// The constants that hold the forms of resource names.
    pub templates: Templates,
    /// Constants that hold what the numbers of enums become.
    pub enum_constants: Vec<String>,
}

/// One function at work.
pub(super) struct Printer<'p, 'm> {
    pub file: &'p OfFile<'p, 'm>,
    pub function: &'p Function<'m>,
    pub code: Code,
    pub locals: Locals,
    /// Variables for the scopes that are elements of lists, and for their places in them where these are not known.
    firsts: HashMap<usize, (String, Option<String>)>,
    /// Variables for the lists that are filtered.
    kept: HashMap<(usize, FieldRef), String>,
}

pub(super) type Printed = Result<(), AdaptError>;

impl<'m> OfFile<'_, 'm> {
    /// A name of `_support`.
    pub fn support(&self, name: &'static str) -> &'static str {
        self.support.borrow_mut().insert(("_support", name));
        name
    }

    /// A name of `_values`.
    pub fn values(&self, name: &'static str) -> &'static str {
        self.support.borrow_mut().insert(("_values", name));
        name
    }

    /// A name of `_text`.
    pub fn text(&self, name: &'static str) -> &'static str {
        self.support.borrow_mut().insert(("_text", name));
        name
    }

    /// Forgets names that were asked for and then not needed.
    pub fn forget_unused(&self, code: &str) {
        let words: HashSet<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        self.support.borrow_mut().retain(|(_, name)| words.contains(name));
    }

    /// The manifest, as comments name it.
    pub fn manifest_name(&self) -> String {
        header::origin(&self.migration.manifest.name).to_owned()
    }

    /// The constant that holds the form of a resource name.
    pub fn template(&self, template: &Template) -> String {
        self.values("Template");
        self.templates.constant(template, |words| format!("_{words}"))
    }

    /// The class of a value, for an annotation.
    pub fn annotation(&self, side: Side, host: Host) -> String {
        match host {
            Host::I32 | Host::I64 | Host::U32 | Host::U64 => "int".to_owned(),
            Host::F32 | Host::F64 => "float".to_owned(),
            Host::Bool => "bool".to_owned(),
            Host::Text => "str".to_owned(),
            Host::Bytes => "bytes".to_owned(),
            Host::Enum(id) => self.nameable(self.modules.of_enum(&self.imports, side, id), "int"),
            Host::Message(id) => self.nameable(self.modules.message(&self.imports, side, id), "Message"),
            Host::Unknown => "object".to_owned(),
        }
    }

    /// A class, if an annotation can name it.
    fn nameable(&self, class: String, otherwise: &'static str) -> String {
        if !class.contains('(') {
            return class;
        }
        if otherwise == "Message" { self.support("Message").to_owned() } else { otherwise.to_owned() }
    }

    /// A value of an enum or number as one of an enum: for type checkers, which take them for two things.
    pub fn cast(&self, class: &str, value: &str) -> Expr {
        *self.casts.borrow_mut() = true;
        Expr::call("cast", [Expr::text(class), Expr::raw(value)])
    }
}

impl<'p, 'm> Printer<'p, 'm> {
    pub fn new(file: &'p OfFile<'p, 'm>, function: &'p Function<'m>) -> Self {
        let (firsts, kept) = (HashMap::new(), HashMap::new());
        let locals = Locals::beside(file.modules.all().map(|(_, module)| module.alias.clone()).collect());
        Printer { file, function, code: Code::default(), locals, firsts, kept }
    }

    /// The body of the function.
    pub fn body(mut self, inside: impl FnOnce(&mut Self) -> Printed) -> Result<String, AdaptError> {
        self.code.indent();
        self.code.run(&Expr::raw("at.start(source, target)"));
        self.filters(0)?;
        for scope in 1..self.function.scopes.len() {
            self.scope(scope)?;
        }
        for unread in &self.function.unread {
            self.unread(unread)?;
        }
        inside(&mut self)?;
        self.code.close();
        Ok(self.code.finish())
    }

    pub fn source(&self) -> &'m Schema {
        self.file.way.source
    }

    pub fn target(&self) -> &'m Schema {
        self.file.way.target
    }

    /// The name of a field, if Python code can use it.
    pub fn field_name(&self, schema: &'m Schema, field: FieldRef) -> Result<&'m str, AdaptError> {
        let found = field.get(schema);
        let full_name = &found.element.full_name;
        let inexpressible = |what: &str, help: &str| AdaptError::Inexpressible {
            language: "Python",
            place: full_name.clone(),
            what: what.to_owned(),
            help: help.to_owned(),
        };
        if let FieldRef::Extension(_) = field {
            let way = self.file.way;
            let side = if std::ptr::eq(schema, way.source) { way.source_side() } else { way.target_side() };
            return Err(inexpressible(
                "it is an extension, which generated code would need another module for",
                &extensions::remedy(way, side),
            ));
        }
        if let Kind::StandIn(name) = found.value_kind() {
            return Err(inexpressible(
                &format!("its type `{name}` is in a file that was not found"),
                "say with -I where imports are",
            ));
        }
        names::check_field(full_name, found.name())?;
        Ok(found.name())
    }

    /// The message that a scope is, as an expression.
    pub fn scope_expr(&self, scope: usize) -> Result<String, AdaptError> {
        if let Some((variable, _)) = self.firsts.get(&scope) {
            return Ok(variable.clone());
        }
        match self.function.scopes[scope].place {
            None => Ok("source".to_owned()),
            Some(place) => self.access(place),
        }
    }

    /// A field of a scope, as an expression.
    pub fn access(&self, place: Place) -> Result<String, AdaptError> {
        let name = self.field_name(self.source(), place.field)?;
        Ok(names::attribute(&self.scope_expr(place.scope)?, name))
    }

    /// The variable that holds where a scope stands in its list.
    fn index_of(&self, scope: usize) -> Option<String> {
        self.firsts.get(&scope).and_then(|(_, index)| index.clone())
    }

    /// The way from the message to a scope.
    fn scope_path(&self, scope: usize) -> Vec<Piece> {
        self.function.scope_path(self.source(), scope, &|scope| self.index_of(scope))
    }

    /// The way from the message to a field of a scope.
    pub fn path(&self, place: Place) -> Vec<Piece> {
        self.function.path(self.source(), place, &|scope| self.index_of(scope))
    }

    /// The way to a field, as an argument.
    pub fn path_expr(&self, place: Place) -> Expr {
        Expr::Text(self.path(place))
    }

    /// The variable of a filtered list.
    pub fn kept(&self, place: Place) -> Option<&String> {
        self.kept.get(&(place.scope, place.field))
    }

    /// Whether there is something in a place, as an expression.
    pub fn has(&self, place: Place) -> Result<Expr, AdaptError> {
        let field = self.file.way.field(place);
        let access = self.access(place)?;
        let list = self.kept(place).cloned().unwrap_or(access.clone());
        Ok(match (&field.ty, place.take) {
            (FieldType::Singular { presence: Presence::Implicit, kind }, _) => self.truth(Host::of(kind), &access),
            (FieldType::Singular { .. }, _) => self.has_field(place)?,
            (_, Take::Rest) => Expr::raw(format!("len({list}) > 1")),
            _ => Expr::raw(list),
        })
    }

    fn has_field(&self, place: Place) -> Result<Expr, AdaptError> {
        let name = self.field_name(self.source(), place.field)?;
        Ok(Expr::call(format!("{}.HasField", self.scope_expr(place.scope)?), [Expr::text(name)]))
    }

    /// Whether a value is not the default, as an expression.
    pub fn truth(&self, host: Host, value: &str) -> Expr {
        match host {
            Host::F32 | Host::F64 => Expr::call(self.file.values("nonzero"), [Expr::raw(value)]),
            _ => Expr::raw(value),
        }
    }

    /// Whether a scope is there; `None` when it always is.
    pub fn present(&self, scope: usize) -> Result<Option<Expr>, AdaptError> {
        self.function.scopes[scope].place.map(|place| self.has(place)).transpose()
    }

    /// The value of a field that may be unset, which is zero then.
    pub fn or_zero(&self, place: Place, zero: &str) -> Result<String, AdaptError> {
        let (field, access) = (self.file.way.field(place), self.access(place)?);
        if !self.has_default(field) {
            return Ok(access);
        }
        Ok(format!("({access} if {} else {zero})", self.has_field(place)?.flat()))
    }

    /// Whether an unset field reads as something else than zero.
    pub fn has_default(&self, field: &crate::schema::Field) -> bool {
        let first = match field.value_kind() {
            Kind::Enum(id) => self.source()[*id].values.first().map_or(0, |value| value.number),
            _ => 0,
        };
        field.default.is_some() || first != 0
    }

    pub fn lose(&mut self, path: Expr, reason: &str) {
        self.code.run(&Expr::call("at.lose", [path, Expr::text(reason)]));
    }

    /// A message that is taken apart.
    fn scope(&mut self, scope: usize) -> Printed {
        let of = &self.function.scopes[scope];
        let Some(place) = of.place else { return Ok(()) };
        if place.take == Take::First {
            self.first(scope, place)?;
        }
        let (message, path) = (Expr::raw(self.scope_expr(scope)?), Expr::Text(self.scope_path(scope)));
        let filters = self.function.filters.iter().filter(|filter| filter.list.scope == scope).count();
        if of.hollow_is_lost && filters == 0 {
            self.code.open("if", &self.has(place)?);
            self.code.run(&Expr::call("at.take_apart", [message, path]));
            self.code.close();
            return Ok(());
        }
        if !of.carried {
            self.code.run(&Expr::call("at.unknown", [message.clone(), path.clone()]));
        }
        self.filters(scope)?;
        if of.hollow_is_lost {
            let mut arguments = vec![message, path];
            for filter in self.function.filters.iter().filter(|filter| filter.list.scope == scope) {
                let (name, kept) = (self.field_name(self.source(), filter.list.field)?, self.kept(filter.list));
                arguments.extend(kept.map(|kept| Expr::named(name, Expr::raw(kept))));
            }
            self.code.open("if", &self.has(place)?);
            self.code.run(&Expr::call("at.hollow", arguments));
            self.code.close();
        }
        Ok(())
    }

    /// The first element of a list, which is taken apart.
    fn first(&mut self, scope: usize, place: Place) -> Printed {
        let class = self.file.modules.message(
            &self.file.imports,
            self.file.way.source_side(),
            self.function.scopes[scope].message,
        );
        let message = self.source()[self.function.scopes[scope].message].element.name.to_snake_case();
        let variable = self.locals.fresh(&format!("first_{message}"));
        let (index, call) = match self.kept(place).cloned() {
            None => {
                (None, Expr::call(self.file.support("first_of"), [Expr::raw(self.access(place)?), Expr::raw(class)]))
            }
            Some(kept) => {
                let call = Expr::call(self.file.support("first_kept"), [Expr::raw(kept), Expr::raw(class)]);
                (Some(self.locals.fresh("first_index")), call)
            }
        };
        let targets = index.iter().chain([&variable]).cloned().collect::<Vec<_>>().join(", ");
        self.code.assign(&targets, &call);
        self.firsts.insert(scope, (variable, index));
        Ok(())
    }

    /// Leaves out elements of the lists of a scope.
    fn filters(&mut self, scope: usize) -> Printed {
        for filter in self.function.filters.iter().filter(|filter| filter.list.scope == scope) {
            self.filter(filter)?;
        }
        Ok(())
    }

    fn filter(&mut self, filter: &'p Filter<'m>) -> Printed {
        let (list, name) = (self.access(filter.list)?, self.field_name(self.source(), filter.list.field)?);
        let element = self.file.way.field(filter.list).value_kind().message();
        let element = element.map_or(String::new(), |id| self.source()[id].element.name.to_snake_case());
        let element = self.locals.fresh(&element);
        let class = Host::of(self.file.way.field(filter.list).value_kind());
        let class = self.file.annotation(self.file.way.source_side(), class);
        let version = names::attribute(&element, self.field_name(self.source(), filter.version)?);
        let mut path = self.path(filter.list);
        add_index(&mut path, &Piece::Value("index".to_owned()));
        let of = |version: Option<(u32, u32)>| {
            Expr::raw(version.map_or("None".to_owned(), |(major, minor)| format!("({major}, {minor})")))
        };
        let empty = if filter.empty == EmptyVersion::In { "empty=True" } else { "empty=False" };
        let arguments = [Expr::raw(&version), of(filter.from), of(filter.below), Expr::raw(empty)];
        let is_in = Expr::call(self.file.values("is_in"), arguments);
        let before = self.kept(filter.list).cloned();
        let kept = self.locals.fresh(name);
        let placed = Expr::List("tuple[".to_owned(), vec![Expr::raw("int"), Expr::raw(class)], "]");
        self.code.declare(&kept, "list", &placed, &Expr::raw("[]"));
        let over = match before {
            None => Expr::call("enumerate", [Expr::raw(list)]),
            Some(before) => Expr::raw(before),
        };
        self.code.open(&format!("for index, {element} in"), &over);
        self.code.open("if", &is_in);
        self.code.line(&format!("{kept}.append((index, {element}))"));
        self.code.close();
        self.code.open_plain("else:");
        let arguments = [Expr::Text(path), Expr::raw(version), Expr::text(filter.reason)];
        self.code.run(&Expr::call("at.lose_version", arguments));
        self.code.close();
        self.code.close();
        self.kept.insert((filter.list.scope, filter.list.field), kept);
        Ok(())
    }

    /// What nobody reads.
    fn unread(&mut self, unread: &'p Unread<'m>) -> Printed {
        let place = unread.place;
        let mut path = self.path(place);
        if place.take == Take::Rest {
            add(&mut path, "[1..]");
        }
        let lost = match &unread.lost {
            Lost::Set => return self.lose_if(self.has(place)?, path, unread.reason),
            Lost::Not(literal) => self.is_not(place, literal)?,
            Lost::NotOneOf { of, numbers } => {
                let (value, of) = (self.or_zero(place, "False")?, self.or_zero(*of, "0")?);
                Expr::raw(format!("{value} != ({of} in {})", set(numbers)))
            }
        };
        match self.present(place.scope)? {
            None => self.lose_if(lost, path, unread.reason),
            Some(present) => {
                // What is there has a name first where it is made of several parts.
                let named = |this: &mut Self, name: &str, expr: Expr| match expr {
                    Expr::Either(..) => {
                        let name = this.locals.fresh(name);
                        this.code.assign(&name, &expr);
                        Expr::raw(name)
                    }
                    expr => expr,
                };
                let present = named(self, "present", present);
                let lost = named(self, "differs", lost);
                self.lose_if(Expr::Either("and", vec![present, lost]), path, unread.reason)
            }
        }
    }

    fn lose_if(&mut self, lost: Expr, path: Vec<Piece>, reason: &str) -> Printed {
        self.code.open("if", &lost);
        self.lose(Expr::Text(path), reason);
        self.code.close();
        Ok(())
    }

    /// Whether a field is not what the way back makes of it.
    fn is_not(&self, place: Place, literal: &Literal) -> Result<Expr, AdaptError> {
        let field = self.file.way.field(place);
        let access = self.access(place)?;
        let host = Host::of(field.value_kind());
        let value = self.literal(self.file.way.source_side(), host, literal);
        let differs = match host {
            Host::Message(_) => format!("{access}.ByteSize() > 0"),
            Host::F32 | Host::F64 => format!("not {}({access}, {value})", self.file.values("same")),
            Host::Bool if value == "False" => access,
            Host::Bool => format!("not {access}"),
            _ => format!("{access} != {value}"),
        };
        match &field.ty {
            FieldType::Singular { presence: Presence::Implicit, .. } => Ok(Expr::raw(differs)),
            _ => {
                let unset = format!("not {}", self.has_field(place)?.flat());
                Ok(Expr::Either("or", vec![Expr::raw(unset), Expr::raw(differs)]))
            }
        }
    }
}

/// Numbers as a display of a set.
pub(super) fn set(numbers: &[i32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
    match numbers.as_slice() {
        [] => "()".to_owned(),
        numbers => format!("{{{}}}", numbers.join(", ")),
    }
}
