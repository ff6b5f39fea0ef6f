//! One function: the messages that are taken apart, what is filtered, what nobody reads, and then what is written.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap},
};

use heck::ToShoutySnakeCase;

use super::{
    fields::{self, Form, Holding, form, holding},
    layout::{Code, Expr},
    modules::{Imports, Modules},
    names::{self, Taken},
    text::Piece,
};
use crate::{
    codegen::{
        AdaptError, header,
        program::{Filter, Function, Host, Literal, LiteralValue, Lost, Place, Unread, Way},
    },
    direction::Direction,
    migration::{
        Migration, Side,
        correspondence::fields_of,
        manifest::{EmptyVersion, Template},
        plan::Take,
    },
    schema::{FieldRef, FieldType, Kind, Packing, Schema},
};

/// What the functions of one generated file share.
pub(super) struct OfFile<'p, 'm> {
    pub migration: &'m Migration,
    pub way: &'p Way<'m>,
    pub modules: &'p Modules<'m>,
    pub imports: Imports,
    /// What is used of the runtime and of the support code, by module.
    pub uses: RefCell<BTreeSet<(&'static str, &'static str)>>,
    /// Resource names: the constant that holds each, by its form.
    pub templates: RefCell<BTreeMap<String, String>>,
    /// What the functions that do the work are called, by the ids of functions and of enums.
    pub workers: Vec<String>,
    pub enum_workers: Vec<String>,
    /// All names of the file.
    pub taken: Taken,
}

/// One function at work.
pub(super) struct Printer<'p, 'm> {
    pub file: &'p OfFile<'p, 'm>,
    pub function: &'p Function<'m>,
    pub code: Code,
    pub taken: Taken,
    scopes: Vec<Scope>,
    /// Lists that were looked through.
    lists: HashMap<(usize, FieldRef), List>,
}

/// A message that is taken apart, in the code.
struct Scope {
    /// What it is called.
    name: String,
    /// Where it stands in its list, where that is not known before.
    index: Option<String>,
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

impl<'m> OfFile<'_, 'm> {
    /// A name of the support code.
    fn support(&self, module: &'static str, name: &'static str) -> &'static str {
        self.uses.borrow_mut().insert((module, name));
        name
    }

    pub fn report(&self, name: &'static str) -> &'static str {
        self.support("./support/report.js", name)
    }

    pub fn values(&self, name: &'static str) -> &'static str {
        self.support("./support/values.js", name)
    }

    pub fn shown(&self, name: &'static str) -> &'static str {
        self.support("./support/shown.js", name)
    }

    pub fn structs(&self, name: &'static str) -> &'static str {
        self.support("./support/structs.js", name)
    }

    pub fn runtime(&self, name: &'static str) -> &'static str {
        self.support("@bufbuild/protobuf", name)
    }

    pub fn source_side(&self) -> Side {
        match self.way.direction {
            Direction::Upgrade => Side::Old,
            Direction::Downgrade => Side::New,
        }
    }

    pub fn target_side(&self) -> Side {
        match self.way.direction {
            Direction::Upgrade => Side::New,
            Direction::Downgrade => Side::Old,
        }
    }

    pub fn schema(&self, side: Side) -> &'m Schema {
        if side == self.source_side() { self.way.source } else { self.way.target }
    }

    /// The manifest, as comments name it.
    pub fn manifest_name(&self) -> &'m str {
        header::origin(&self.migration.manifest.name)
    }

    /// The constant that holds the form of a resource name.
    pub fn template(&self, template: &Template) -> String {
        self.values("Template");
        let pattern = template.to_string();
        let words: Vec<&str> = pattern.split('/').filter(|segment| !segment.starts_with('{')).collect();
        let words = if words.is_empty() { pattern.clone() } else { words.join("_") };
        let plain = format!("{}_NAME", words.to_shouty_snake_case());
        let mut templates = self.templates.borrow_mut();
        let numbered = (2..).map(|count: usize| format!("{plain}_{count}"));
        let is_free = |name: &String| templates.values().all(|taken| taken != name);
        let name = std::iter::once(plain.clone()).chain(numbered).find(is_free).unwrap_or(plain);
        templates.entry(pattern).or_insert(name).clone()
    }

    /// The type of a value.
    pub fn type_of(&self, side: Side, host: Host) -> String {
        match host {
            Host::I32 | Host::U32 | Host::F32 | Host::F64 => "number".to_owned(),
            Host::I64 | Host::U64 => "bigint".to_owned(),
            Host::Bool => "boolean".to_owned(),
            Host::Text => "string".to_owned(),
            Host::Bytes => "Uint8Array".to_owned(),
            Host::Enum(id) => self.modules.of_enum(&self.imports, side, id),
            Host::Message(id) => self.modules.message(&self.imports, side, id).shape,
            Host::Unknown => "unknown".to_owned(),
        }
    }

    /// A new message.
    pub fn create(&self, side: Side, id: crate::schema::MessageId) -> Expr {
        let schema = self.modules.message(&self.imports, side, id).schema;
        Expr::call(self.runtime("create"), [Expr::raw(schema)])
    }

    /// A value that stands in the manifest.
    pub fn literal(&self, side: Side, host: Host, literal: &Literal) -> Expr {
        Expr::raw(match (&literal.value, host) {
            (LiteralValue::Bool(value), _) => value.to_string(),
            (LiteralValue::Integer(value), Host::Enum(id)) => {
                i32::try_from(*value).map_or(value.to_string(), |number| self.enum_value(side, id, number))
            }
            (LiteralValue::Integer(value), Host::I64 | Host::U64) => format!("{value}n"),
            (LiteralValue::Integer(value), _) => value.to_string(),
            (LiteralValue::Float(value), _) if value.is_nan() => "NaN".to_owned(),
            (LiteralValue::Float(value), _) if value.is_finite() => format!("{value:?}"),
            (LiteralValue::Float(value), _) => if *value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned(),
            (LiteralValue::Text(text), _) => return Expr::text(text),
            (LiteralValue::Bytes(bytes), _) => {
                let bytes: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
                if bytes.is_empty() {
                    "new Uint8Array()".to_owned()
                } else {
                    format!("Uint8Array.of({})", bytes.join(", "))
                }
            }
            (LiteralValue::EmptyMessage, Host::Message(id)) => return self.create(side, id),
            (LiteralValue::EmptyMessage, _) => "undefined".to_owned(),
        })
    }
}

impl<'p, 'm> Printer<'p, 'm> {
    pub fn new(file: &'p OfFile<'p, 'm>, function: &'p Function<'m>) -> Self {
        let taken = file.taken.clone();
        Printer { file, function, code: Code::within(1), taken, scopes: Vec::new(), lists: HashMap::new() }
    }

    /// Everything that comes before what is written.
    pub fn begin(&mut self) -> Printed {
        for scope in 0..self.function.scopes.len() {
            self.scope(scope)?;
        }
        for unread in &self.function.unread {
            self.unread(unread)?;
        }
        Ok(())
    }

    pub fn source(&self) -> &'m Schema {
        self.file.way.source
    }

    pub fn target(&self) -> &'m Schema {
        self.file.way.target
    }

    pub fn holding(&self, place: Place) -> Holding {
        holding(self.source(), place.field)
    }

    pub fn host(&self, place: Place) -> Host {
        Host::of(self.file.way.field(place).value_kind())
    }

    /// What a scope is called, and whether it may be absent.
    fn scope_name(&self, scope: usize) -> (&str, bool) {
        self.scopes.get(scope).map_or(("source", false), |found| (found.name.as_str(), scope > 0))
    }

    /// The property of a place, with `?` where its scope may be absent; and the one of its oneof.
    fn property(&self, place: Place, may_be_absent: bool) -> Result<String, AdaptError> {
        let field = fields::check(self.source(), place.field)?;
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
    fn case(&self, place: Place) -> Result<Expr, AdaptError> {
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
                let name = names::field(fields::check(self.source(), place.field)?);
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
    fn has_not(&self, place: Place) -> Result<Expr, AdaptError> {
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

    /// The way from the message to a scope.
    fn scope_path(&self, scope: usize) -> Vec<Piece> {
        let Some(place) = self.function.scopes[scope].place else { return Vec::new() };
        let mut path = self.path(place);
        if place.take == Take::First {
            match self.scopes.get(scope).and_then(|scope| scope.index.as_ref()) {
                Some(index) => add_index(&mut path, &Piece::Value(index.clone())),
                None => add_index(&mut path, &Piece::Literal("0".to_owned())),
            }
        }
        path
    }

    /// The way from the message to a field of a scope.
    pub fn path(&self, place: Place) -> Vec<Piece> {
        let mut path = self.scope_path(place.scope);
        let name = place.field.get(self.source()).name();
        let step = if path.is_empty() { name.to_owned() } else { format!(".{name}") };
        add(&mut path, &step);
        path
    }

    /// The way to a field, as an argument.
    pub fn path_expr(&self, place: Place) -> Expr {
        Expr::pieces(&self.path(place))
    }

    /// How many levels below the message the messages in a field of a scope are.
    pub fn levels(&self, place: Place) -> usize {
        let mut levels = 1;
        let mut scope = place.scope;
        while let Some(outer) = self.function.scopes[scope].place {
            levels += 1;
            scope = outer.scope;
        }
        levels
    }

    pub fn lose(&mut self, path: Expr, reason: &str) {
        self.code.run(&Expr::call("at.lose", [path, Expr::text(reason)]));
    }

    /// A message, of which the runtime may have something else in a field.
    pub fn as_message(&self, side: Side, field: FieldRef, value: &str) -> Result<Expr, AdaptError> {
        let schema = self.file.schema(side);
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
        match form(self.file.schema(side), field) {
            Form::Message => value,
            Form::Json => Expr::call(self.file.structs("objectOf"), [value]),
            Form::Bare => Expr::raw(format!("{}.value", value.flat())),
        }
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
        let name = self.taken.fresh(&names::field(fields::check(self.source(), place.field)?));
        let value = self.maybe(place)?;
        let value = match form(self.source(), place.field) {
            Form::Message => value,
            _ => {
                let inner = self.as_message(self.file.source_side(), place.field, "value")?;
                Expr::call(self.file.values("then"), [value, Expr::arrow("(value)", inner)])
            }
        };
        self.code.name(&name, &value);
        Ok(Scope { name, index: None })
    }

    /// Singular fields of closed enums: what the runtime cannot read of them is unknown.
    fn closed_fields(&self, message: crate::schema::MessageId) -> Vec<Expr> {
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
        let own = names::field(fields::check(self.source(), place.field)?);
        let list = match (is_placed, self.is_there(place.scope)) {
            (true, _) => list,
            (false, None) => format!("{list}.entries()"),
            (false, Some(_)) => format!("{}?.entries() ?? []", self.property(place, true)?),
        };
        let element = self.element_name(place);
        let version = names::property(&element, &names::field(fields::check(self.source(), filter.version)?));
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
        let side = self.file.source_side();
        let number = |number: &i32| match self.host(of) {
            Host::Enum(id) => Expr::raw(self.file.enum_value(side, id, *number)),
            _ => Expr::raw(number.to_string()),
        };
        let numbers = Expr::array(numbers.iter().map(number));
        Ok(Expr::call(self.file.values("isOneOf"), [self.maybe(of)?, numbers]))
    }

    /// Whether a field is not what the way back makes of it.
    fn is_not(&self, place: Place, literal: &Literal) -> Result<Expr, AdaptError> {
        let side = self.file.source_side();
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

/// Adds text to a path.
pub(super) fn add(path: &mut Vec<Piece>, text: &str) {
    match path.last_mut() {
        Some(Piece::Literal(last)) => last.push_str(text),
        _ => path.push(Piece::Literal(text.to_owned())),
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
