//! The fields of the target, one after the other.

use super::{
    fields::{Holding, form, holding},
    function::{Printed, Printer},
    layout::{Expr, mentions},
    names,
    places::is_default,
};
use crate::{
    codegen::{
        AdaptError,
        pieces::{Piece, add_index},
        program::{Conversion, FunctionId, Host, How, Part, Place, Write},
    },
    migration::{manifest::Template, plan::Take},
    schema::FieldRef,
};

/// A message of the target that is being written.
#[derive(Debug, Clone)]
pub(super) struct Into {
    /// What it is called.
    pub target: String,
    /// The way to it from the message that the function makes, with a point at its end.
    pub path: String,
    /// How it is made when something is to be written in it; `None` when it is there already.
    pub made: Option<Expr>,
}

impl Into {
    /// The message that the function makes.
    pub fn outermost() -> Self {
        Into { target: "target".to_owned(), path: String::new(), made: None }
    }

    /// Whether it is not there as long as nothing is written in it.
    pub fn is_built(&self) -> bool {
        self.made.is_some()
    }
}

/// What is done with each element of a list.
pub(super) struct Each {
    pub list: String,
    pub element: String,
    /// Whether the elements know where they stood.
    pub is_placed: bool,
    /// Its place in the list of the source.
    pub index: Piece,
    /// Its place among those that are carried.
    pub position: Piece,
}

impl Each {
    /// `list.map(…)`, with those parameters that are used.
    pub fn map(&self, value: Expr) -> Expr {
        let flat = value.flat();
        let has = |name: &str| mentions(&flat, name);
        let parameters = match (self.is_placed, has("index"), has("position")) {
            (false, false, _) => format!("({})", self.element),
            (false, true, _) => format!("({}, index)", self.element),
            (true, true, true) => format!("([index, {}], position)", self.element),
            (true, true, false) => format!("([index, {}])", self.element),
            (true, false, true) => format!("([, {}], position)", self.element),
            (true, false, false) => format!("([, {}])", self.element),
        };
        match value {
            Expr::Raw(text) if text == self.element && !self.is_placed => Expr::raw(format!("[...{}]", self.list)),
            value => Expr::call(format!("{}.map", self.list), [Expr::arrow(parameters, value)]),
        }
    }
}

impl<'p, 'm> Printer<'p, 'm> {
    pub fn target_holding(&self, write: &Write<'m>) -> Holding {
        holding(self.target(), write.field)
    }

    /// All fields of the message that the function makes.
    pub fn outermost(&mut self) -> Printed {
        let into = Into::outermost();
        for write in &self.function.writes {
            self.write(&into, write)?;
            self.missing(&into, write)?;
        }
        Ok(())
    }

    /// Reports a field that should have been written and has not.
    pub fn missing(&mut self, into: &Into, write: &'p Write<'m>) -> Printed {
        if !write.required {
            return Ok(());
        }
        let miss = Expr::call("at.miss", [Expr::pieces(&self.target_path(into, write))]);
        match &write.how {
            How::Nothing => self.code.run(&miss),
            How::Constant(literal) if literal.is_default => self.code.run(&miss),
            How::Constant(_) => {}
            _ => {
                let test = self.is_missing(into, write)?;
                self.code.open_if(&test);
                self.code.run(&miss);
                self.code.close();
            }
        }
        Ok(())
    }

    fn is_missing(&mut self, into: &Into, write: &'p Write<'m>) -> Result<Expr, AdaptError> {
        let property = self.target_property(into, write)?;
        let field = write.field.get(self.target());
        let name = names::field(field);
        Ok(match self.target_holding(write) {
            Holding::Implicit => is_default(Host::of(field.value_kind()), &property),
            Holding::Explicit => Expr::raw(format!("{property} === undefined")),
            Holding::Member => Expr::raw(format!("{property}.case !== \"{name}\"")),
            Holding::List => Expr::raw(format!("{property}.length === 0")),
            Holding::Map => Expr::raw(format!("Object.keys({property}).length === 0")),
            Holding::Defaulted => {
                let is_set = Expr::call(self.file.values("isSet"), [Expr::raw(&into.target), Expr::text(name)]);
                Expr::raw(format!("!{}", is_set.flat()))
            }
        })
    }

    pub fn write(&mut self, into: &Into, write: &'p Write<'m>) -> Printed {
        self.check_target(write.field)?;
        match &write.how {
            How::Copy { from, loss } => self.copy(into, write, *from, *loss),
            How::Value(value) => self.value(into, write, value),
            How::Values { from, conversion, loss } => self.values(into, write, *from, conversion, *loss),
            How::Message { from, function, carry, loss } => {
                self.note_loss(*from, *loss)?;
                self.messages(into, write, *from, *function, *carry)
            }
            How::Map { from, value, loss } => {
                self.note_loss(*from, *loss)?;
                self.map(into, write, *from, value)
            }
            How::Build(build) => self.build(into, write, build),
            How::List(list) => self.list_written(into, write, list),
            How::Name { template, parts } => self.name(into, write, template, parts),
            How::Wrap { from, empty } => self.wrap(into, write, *from, *empty),
            How::Unwrap { from } => {
                self.code.open_if(&Expr::all(self.has(*from)?));
                let arguments = [Expr::raw(self.get(*from)?), Expr::raw("at"), self.path_expr(*from)];
                let object = Expr::call(self.file.structs("unwrapped"), arguments);
                self.set(into, write, object)?;
                self.code.close();
                Ok(())
            }
            How::Constant(literal) => {
                let host = Host::of(write.field.get(self.target()).value_kind());
                let literal = self.file.literal(self.file.way.target_side(), host, literal);
                self.set(into, write, literal)
            }
            How::IsOneOf { of, numbers } => {
                let is_one = self.is_one_of(*of, numbers)?;
                if !into.is_built() && self.target_holding(write) == Holding::Implicit {
                    return self.set(into, write, is_one);
                }
                self.code.open_if(&is_one);
                self.set(into, write, Expr::raw("true"))?;
                self.code.close();
                Ok(())
            }
            How::Nothing => Ok(()),
        }
    }

    /// `target.field`, or that of its oneof.
    pub fn target_property(&self, into: &Into, write: &Write<'m>) -> Result<String, AdaptError> {
        let field = self.check_target(write.field)?;
        Ok(match (write.field, field.oneof) {
            (FieldRef::Member(message, _), Some(oneof)) => {
                names::property(&into.target, &names::oneof(&self.target()[message], oneof))
            }
            _ => names::property(&into.target, &names::field(field)),
        })
    }

    /// `target.field = value;`, or one more element of a list.
    pub fn set(&mut self, into: &Into, write: &Write<'m>, value: Expr) -> Printed {
        self.make(into);
        let property = self.target_property(into, write)?;
        match self.target_holding(write) {
            Holding::List => self.code.run(&Expr::call(format!("{property}.push"), [value])),
            Holding::Member => {
                let name = names::field(write.field.get(self.target()));
                let members = [Expr::named("case", Expr::text(name)), Expr::named("value", value)];
                self.code.assign(&property, &Expr::object(members));
            }
            _ => self.code.assign(&property, &value),
        }
        Ok(())
    }

    /// Puts a whole list or map in its place.
    pub fn set_all(&mut self, into: &Into, write: &Write<'m>, value: &Expr) -> Printed {
        self.make(into);
        let property = self.target_property(into, write)?;
        self.code.assign(&property, value);
        Ok(())
    }

    /// Has a message that is put together be there.
    fn make(&mut self, into: &Into) {
        if let Some(made) = &into.made {
            self.code.put(&format!("{} ??= ", into.target), made, ";");
        }
    }

    /// Where a list or map is written: only if there is anything in it, or else always.
    pub fn open_all(&mut self, into: &Into, from: Place) -> Result<bool, AdaptError> {
        let tests = match (into.is_built(), self.is_there(from.scope)) {
            (true, _) => self.has(from)?,
            (false, is_there) => is_there.into_iter().collect(),
        };
        let is_guarded = !tests.is_empty();
        if is_guarded {
            self.code.open_if(&Expr::all(tests));
        }
        Ok(is_guarded)
    }

    pub fn close_all(&mut self, is_guarded: bool) {
        if is_guarded {
            self.code.close();
        }
    }

    /// Has another function make a message.
    pub fn call(&self, function: FunctionId, source: Expr, paths: (Expr, Expr), levels: usize) -> Expr {
        let levels = (levels > 1).then(|| Expr::raw(levels.to_string()));
        let at = Expr::call("at.into", [paths.0, paths.1].into_iter().chain(levels));
        Expr::call(&self.file.workers[function.0], [source, at])
    }

    /// A value of a message field, as the field of the target has it.
    pub fn message(
        &self,
        (from, to): (FieldRef, FieldRef),
        function: FunctionId,
        value: &str,
        paths: (Expr, Expr),
        levels: usize,
    ) -> Result<Expr, AdaptError> {
        let (source, target) = (self.file.way.source_side(), self.file.way.target_side());
        let is_shared = self.file.way.function(function).shared;
        if is_shared && form(self.source(), from) == form(self.target(), to) {
            return Ok(Expr::raw(value));
        }
        let message = self.as_message(source, from, value)?;
        let made = if is_shared { message } else { self.call(function, message, paths, levels) };
        Ok(self.in_form(target, to, made))
    }

    /// A loss that the manifest states for whenever there is a value.
    fn note_loss(&mut self, place: Place, loss: Option<&'m str>) -> Printed {
        let Some(reason) = loss else { return Ok(()) };
        self.code.open_if(&Expr::all(self.has(place)?));
        self.lose(self.path_expr(place), reason);
        self.code.close();
        Ok(())
    }

    /// A field that stays what it is.
    fn copy(&mut self, into: &Into, write: &'p Write<'m>, from: Place, loss: Option<&'m str>) -> Printed {
        self.note_loss(from, loss)?;
        let (source, to) = (self.host(from), Host::of(write.field.get(self.target()).value_kind()));
        let is_enum = matches!((source, to), (Host::Enum(_), Host::Enum(_)));
        match self.holding(from) {
            Holding::List => {
                let (list, _) = self.list(from)?;
                let shape = is_enum.then(|| self.file.type_of(self.file.way.target_side(), to));
                let copied = match shape {
                    Some(shape) => format!("[...{list}] as number[] as {shape}[]"),
                    None => format!("[...{list}]"),
                };
                let is_guarded = self.open_all(into, from)?;
                self.set_all(into, write, &Expr::raw(copied))?;
                self.close_all(is_guarded);
                return Ok(());
            }
            Holding::Map => {
                let get = self.get(from)?;
                let is_guarded = self.open_all(into, from)?;
                self.set_all(into, write, &Expr::raw(format!("{{ ...{get} }}")))?;
                self.close_all(is_guarded);
                return Ok(());
            }
            _ => {}
        }
        let get = self.get(from)?;
        let value = if is_enum { self.as_enum(source, to, &get) } else { Expr::raw(get) };
        let are_implicit = self.holding(from) == Holding::Implicit && self.target_holding(write) == Holding::Implicit;
        if are_implicit && !into.is_built() && from.scope == 0 {
            return self.set(into, write, value);
        }
        self.code.open_if(&Expr::all(self.has(from)?));
        self.set(into, write, value)?;
        self.code.close();
        Ok(())
    }

    /// What is done with each element of a list of the source.
    pub fn each(&mut self, from: Place) -> Result<Each, AdaptError> {
        let element = self.element_name(from);
        let (list, is_placed) = self.list(from)?;
        let value = |text: &str| Piece::Value(text.to_owned());
        let list = match from.take {
            Take::All => list,
            Take::First => format!("{list}.slice(0, 1)"),
            Take::Rest => format!("{list}.slice(1)"),
        };
        let (index, position) = match (is_placed, from.take) {
            (true, _) => (value("index"), value("position")),
            (false, Take::Rest) => (value("index + 1"), value("index")),
            (false, _) => (value("index"), value("index")),
        };
        Ok(Each { list, element, is_placed, index, position })
    }

    pub fn indexed(mut path: Vec<Piece>, index: &Piece) -> Expr {
        add_index(&mut path, index);
        Expr::pieces(&path)
    }

    /// Each of several numbers, strings or bytes.
    fn values(
        &mut self,
        into: &Into,
        write: &'p Write<'m>,
        from: Place,
        conversion: &'p Conversion<'m>,
        loss: Option<&'m str>,
    ) -> Printed {
        self.note_loss(from, loss)?;
        let each = self.each(from)?;
        let path = Self::indexed(self.path(from), &each.index);
        let (source, target) = (self.file.way.field(from), write.field.get(self.target()));
        let made = self.converted(conversion, source, target, &each.element, path)?;
        let all = each.map(made.value);
        let is_guarded = self.open_all(into, from)?;
        if !made.may_fail {
            self.set_all(into, write, &all)?;
            self.close_all(is_guarded);
            return Ok(());
        }
        let all = Expr::call(self.file.values("present"), [all]);
        if into.is_built() {
            let name = self.taken.fresh(target.name());
            self.code.assign(&format!("const {name}"), &all);
            self.code.open_if(&Expr::raw(format!("{name}.length > 0")));
            self.set_all(into, write, &Expr::raw(name))?;
            self.code.close();
        } else {
            self.set_all(into, write, &all)?;
        }
        self.close_all(is_guarded);
        Ok(())
    }

    /// A resource name put together from its parts.
    fn name(&mut self, into: &Into, write: &'p Write<'m>, template: &Template, parts: &'p [Part]) -> Printed {
        let name = write.field.get(self.target()).name();
        let mut all = Vec::new();
        for part in parts {
            let is_implicit = self.holding(part.from) == Holding::Implicit;
            let value = match (is_implicit && part.from.scope == 0, self.maybe(part.from)?) {
                (true, value) => value,
                (false, value @ Expr::Either(..)) => Expr::raw(format!("({}) ?? \"\"", value.flat())),
                (false, value) => Expr::raw(format!("{} ?? \"\"", value.flat())),
            };
            let mut members = vec![Expr::named("path", self.path_expr(part.from)), Expr::named("value", value)];
            if part.carried {
                members.push(Expr::named("carried", Expr::raw("true")));
            } else if !is_implicit {
                members.push(Expr::named("isSet", Expr::all(self.has(part.from)?)));
            }
            all.push(Expr::object(members));
        }
        let variable = self.taken.fresh(name);
        let function = format!("{}.fill", self.file.template(template));
        let call = Expr::call(function, [Expr::raw("at"), Expr::text(name), Expr::array(all)]);
        self.code.assign(&format!("const {variable}"), &call);
        self.code.open_if(&Expr::raw(format!("{variable} !== undefined")));
        self.set(into, write, Expr::raw(variable))?;
        self.code.close();
        Ok(())
    }

    /// An object as a value.
    fn wrap(&mut self, into: &Into, write: &'p Write<'m>, from: Place, empty: bool) -> Printed {
        let wrapped = self.file.structs("wrapped");
        self.code.open_if(&Expr::all(self.has(from)?));
        let object = Expr::call(wrapped, [Expr::raw(self.get(from)?)]);
        self.set(into, write, object)?;
        if empty {
            match self.is_there(from.scope) {
                None => self.code.otherwise(),
                Some(is_there) => self.code.otherwise_if(&is_there),
            }
            self.set(into, write, Expr::call(wrapped, [Expr::raw("{}")]))?;
            let path = self.target_path(into, write);
            self.code.run(&Expr::call("at.supply", [Expr::pieces(&path), Expr::text("{}")]));
        }
        self.code.close();
        Ok(())
    }
}
