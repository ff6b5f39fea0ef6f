//! The fields of the target, one after the other.

use super::{
    fields::{self, Form, Holding, form, holding},
    function::{Printed, Printer, add, add_index, is_default},
    layout::{Expr, mentions},
    names,
    text::Piece,
};
use crate::{
    codegen::{
        AdaptError,
        program::{Build, Carry, Conversion, FunctionId, Guard, Host, How, List, MapValue, Part, Place, Write},
    },
    migration::{manifest::Template, plan::Take},
    schema::{FieldRef, FieldType, Kind, Scalar},
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
struct Each {
    list: String,
    element: String,
    /// Whether the elements know where they stood.
    is_placed: bool,
    /// Its place in the list of the source.
    index: Piece,
    /// Its place among those that are carried.
    position: Piece,
}

impl Each {
    /// `list.map(…)`, with those parameters that are used.
    fn map(&self, value: Expr) -> Expr {
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
    fn missing(&mut self, into: &Into, write: &'p Write<'m>) -> Printed {
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
        if let How::Value(value) = &write.how
            && value.empty.as_ref().is_some_and(|empty| empty.is_default)
            && self.target_holding(write) != Holding::Implicit
        {
            // One that was supplied is there, and is reported all the same.
            let is_default = is_default(Host::of(field.value_kind()), &property);
            return Ok(Expr::any(vec![self.is_unset(into, write)?, is_default]));
        }
        Ok(match self.target_holding(write) {
            Holding::Implicit => is_default(Host::of(field.value_kind()), &property),
            Holding::Explicit => Expr::raw(format!("{property} === undefined")),
            Holding::Member => Expr::raw(format!("{property}.case !== \"{name}\"")),
            Holding::List => Expr::raw(format!("{property}.length === 0")),
            Holding::Map => Expr::raw(format!("Object.keys({property}).length === 0")),
            Holding::Defaulted => self.is_unset(into, write)?,
        })
    }

    fn is_unset(&self, into: &Into, write: &'p Write<'m>) -> Result<Expr, AdaptError> {
        let name = names::field(write.field.get(self.target()));
        Ok(match self.target_holding(write) {
            Holding::Defaulted => {
                let is_set = Expr::call(self.file.values("isSet"), [Expr::raw(&into.target), Expr::text(name)]);
                Expr::raw(format!("!{}", is_set.flat()))
            }
            Holding::Member => Expr::raw(format!("{}.case !== \"{name}\"", self.target_property(into, write)?)),
            _ => Expr::raw(format!("{} === undefined", self.target_property(into, write)?)),
        })
    }

    fn write(&mut self, into: &Into, write: &'p Write<'m>) -> Printed {
        fields::check(self.target(), write.field)?;
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
                let literal = self.file.literal(self.file.target_side(), host, literal);
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
    fn target_property(&self, into: &Into, write: &Write<'m>) -> Result<String, AdaptError> {
        let field = fields::check(self.target(), write.field)?;
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
    fn set_all(&mut self, into: &Into, write: &Write<'m>, value: &Expr) -> Printed {
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
    fn open_all(&mut self, into: &Into, from: Place) -> Result<bool, AdaptError> {
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

    fn close_all(&mut self, is_guarded: bool) {
        if is_guarded {
            self.code.close();
        }
    }

    /// Has another function make a message.
    fn call(&self, function: FunctionId, source: Expr, paths: (Expr, Expr), levels: usize) -> Expr {
        let levels = (levels > 1).then(|| Expr::raw(levels.to_string()));
        let at = Expr::call("at.into", [paths.0, paths.1].into_iter().chain(levels));
        Expr::call(&self.file.workers[function.0], [source, at])
    }

    /// A value of a message field, as the field of the target has it.
    fn message(
        &self,
        (from, to): (FieldRef, FieldRef),
        function: FunctionId,
        value: &str,
        paths: (Expr, Expr),
        levels: usize,
    ) -> Result<Expr, AdaptError> {
        let (source, target) = (self.file.source_side(), self.file.target_side());
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
                let shape = is_enum.then(|| self.file.type_of(self.file.target_side(), to));
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
    fn each(&mut self, from: Place) -> Result<Each, AdaptError> {
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

    fn indexed(mut path: Vec<Piece>, index: &Piece) -> Expr {
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

    /// A message, or each of several.
    fn messages(
        &mut self,
        into: &Into,
        write: &'p Write<'m>,
        from: Place,
        function: FunctionId,
        carry: Carry,
    ) -> Printed {
        let fields = (from.field, write.field);
        let (path, target_path) = (self.path(from), self.target_path(into, write));
        let levels = self.levels(from);
        if carry == Carry::One {
            self.code.open_if(&Expr::all(self.has(from)?));
            let paths = (Expr::pieces(&path), Expr::pieces(&target_path));
            let made = self.message(fields, function, &self.get(from)?, paths, levels)?;
            self.set(into, write, made)?;
            self.code.close();
            return Ok(());
        }
        if carry == Carry::First || from.take == Take::First {
            return self.first_message(into, write, from, function, carry);
        }
        let each = self.each(from)?;
        let paths = (Self::indexed(path, &each.index), Self::indexed(target_path, &each.position));
        let made = self.message(fields, function, &each.element, paths, levels)?;
        let is_guarded = self.open_all(into, from)?;
        self.set_all(into, write, &each.map(made))?;
        self.close_all(is_guarded);
        Ok(())
    }

    /// The first message of a list; what becomes of the others is said elsewhere, or they are lost.
    fn first_message(
        &mut self,
        into: &Into,
        write: &'p Write<'m>,
        from: Place,
        function: FunctionId,
        carry: Carry,
    ) -> Printed {
        let (list, is_placed) = self.list(from)?;
        let (first, index, tests) = if is_placed {
            let name = self.taken.fresh(&self.first_like(from));
            let index = self.taken.fresh("first_index");
            let call = Expr::call(self.file.values("firstOf"), [Expr::raw(&list)]);
            self.code.assign(&format!("const [{index}, {name}]"), &call);
            (name.clone(), Piece::Value(index), vec![Expr::raw(format!("{name} !== undefined"))])
        } else {
            let (name, tests) = self.first_of(from)?;
            (name, Piece::Literal("0".to_owned()), tests)
        };
        let mut target_path = self.target_path(into, write);
        if carry == Carry::Each {
            add(&mut target_path, "[0]");
        }
        let paths = (Self::indexed(self.path(from), &index), Expr::pieces(&target_path));
        let made = self.message((from.field, write.field), function, &first, paths, self.levels(from))?;
        self.code.open_if(&Expr::all(tests));
        self.set(into, write, made)?;
        self.code.close();
        if carry == Carry::First {
            let is_there = self.is_there(from.scope).filter(|_| !is_placed);
            let list = if is_placed { list } else { format!("{list}.entries()") };
            let lose = Expr::call("at.loseOtherMessages", [self.path_expr(from), Expr::raw(list)]);
            let is_guarded = is_there.is_some();
            is_there.iter().for_each(|test| self.code.open_if(test));
            self.code.run(&lose);
            self.close_all(is_guarded);
        }
        Ok(())
    }

    fn map(&mut self, into: &Into, write: &'p Write<'m>, from: Place, value: &'p MapValue<'m>) -> Printed {
        let get = self.get(from)?;
        let field = self.file.way.field(from);
        let FieldType::Map { key, .. } = &field.ty else { return Ok(()) };
        let to = write.field.get(self.target());
        let element = self.element_name(from);
        let keyed = |this: &Self, path: Vec<Piece>| match key {
            Scalar::String => Expr::call(this.file.shown("keyed"), [Expr::pieces(&path), Expr::raw("key")]),
            _ => Expr::pieces(&path),
        };
        let path = keyed(self, self.path(from));
        let made = match value {
            MapValue::Message(function) => {
                let paths = (path, keyed(self, self.target_path(into, write)));
                self.message((from.field, write.field), *function, &element, paths, self.levels(from) + 1)?
            }
            MapValue::Converted(conversion) => {
                let made = self.converted(conversion, field, to, &element, path)?;
                match made.may_fail {
                    true => Expr::Chain("??", vec![made.value, Expr::raw(self.default(to.value_kind()))]),
                    false => made.value,
                }
            }
        };
        let all = if made == Expr::raw(&element) {
            Expr::raw(format!("{{ ...{get} }}"))
        } else {
            let parameters =
                if mentions(&made.flat(), "key") { format!("({element}, key)") } else { format!("({element})") };
            Expr::call(self.file.values("mapOf"), [Expr::raw(get), Expr::arrow(parameters, made)])
        };
        let is_guarded = self.open_all(into, from)?;
        self.set_all(into, write, &all)?;
        self.close_all(is_guarded);
        Ok(())
    }

    /// What a map entry without a value holds.
    fn default(&self, kind: &Kind) -> String {
        match Host::of(kind) {
            Host::Enum(id) => {
                let first = self.target()[id].values.first().map_or(0, |value| value.number);
                self.file.enum_value(self.file.target_side(), id, first)
            }
            Host::Text => "\"\"".to_owned(),
            Host::Bytes => "new Uint8Array()".to_owned(),
            Host::Bool => "false".to_owned(),
            Host::I64 | Host::U64 => "0n".to_owned(),
            _ => "0".to_owned(),
        }
    }

    /// A message put together.
    fn build(&mut self, into: &Into, write: &'p Write<'m>, build: &'p Build<'m>) -> Printed {
        let Some(guard) = &build.guard else { return self.unguarded(into, write, build) };
        let any = |this: &Self, places: &[Place]| -> Result<Vec<Expr>, AdaptError> {
            places.iter().map(|place| Ok(Expr::all(this.has(*place)?))).collect()
        };
        let Guard { own, others, company } = guard;
        let others = Expr::raw(format!("!({})", Expr::any(any(self, others)?).flat()));
        let mut is_free = any(self, own)?;
        is_free.push(others);
        self.code.open_if(&Expr::any(is_free));
        self.unguarded(into, write, build)?;
        const WHY: &str = "the other version has a place for it only beside another member of the oneof";
        match company.as_slice() {
            [] => {}
            [one] => {
                self.code.otherwise_if(&Expr::all(self.has(*one)?));
                self.lose(self.path_expr(*one), WHY);
            }
            many => {
                self.code.otherwise();
                for place in many {
                    self.code.open_if(&Expr::all(self.has(*place)?));
                    self.lose(self.path_expr(*place), WHY);
                    self.code.close();
                }
            }
        }
        self.code.close();
        Ok(())
    }

    fn unguarded(&mut self, into: &Into, write: &'p Write<'m>, build: &'p Build<'m>) -> Printed {
        let own = write.field.get(self.target()).name();
        let path = format!("{}{own}", into.path);
        let inner = self.begin_build(build, own, &path, &path)?;
        for write in &build.writes {
            self.write(&inner, write)?;
        }
        if inner.is_built() {
            self.code.open_if(&Expr::raw(format!("{} !== undefined", inner.target)));
        }
        self.end_build(&inner, build, &path)?;
        let made = self.in_form(self.file.target_side(), write.field, Expr::raw(&inner.target));
        self.set(into, write, made)?;
        if inner.is_built() {
            self.code.close();
        }
        Ok(())
    }

    /// A variable for a message that is put together: its base, if it has one.
    fn begin_build(&mut self, build: &'p Build<'m>, own: &str, path: &str, base: &str) -> Result<Into, AdaptError> {
        let target = self.taken.fresh(own);
        let side = self.file.target_side();
        let new = self.file.create(side, build.message);
        let is_always = build.base.is_none() && build.writes.iter().any(|write| self.is_always(write));
        let inner = Into { target, path: format!("{path}."), made: (!is_always).then(|| new.clone()) };
        if is_always {
            self.code.assign(&format!("const {}", inner.target), &new);
            return Ok(inner);
        }
        let shape = self.file.type_of(side, Host::Message(build.message));
        let declaration = format!("let {}: {shape} | undefined", inner.target);
        let Some((from, function)) = build.base else {
            self.code.line(&format!("{declaration};"));
            return Ok(inner);
        };
        self.code.line(&format!("{declaration};"));
        let (value, tests) = match self.is_list(from) {
            false => (self.get(from)?, self.has(from)?),
            true => {
                let (list, is_placed) = self.list(from)?;
                let name = self.taken.fresh(&self.first_like(from));
                let access = if is_placed { format!("{list}[0]?.[1]") } else { format!("{list}[0]") };
                self.code.name(&name, &Expr::raw(access));
                (name.clone(), vec![Expr::raw(format!("{name} !== undefined"))])
            }
        };
        self.code.open_if(&Expr::all(tests));
        let paths = (self.path_expr(from), Expr::text(base));
        let message = self.as_message(self.file.source_side(), from.field, &value)?;
        let made = match self.file.way.function(function).shared {
            // What is written in it must not be written in the message that it was.
            true => Expr::object([Expr::raw(format!("...{}", message.flat()))]),
            false => self.call(function, message, paths, self.levels(from)),
        };
        self.code.assign(&inner.target, &made);
        self.code.close();
        Ok(inner)
    }

    /// What there is to say about a message that was put together.
    fn end_build(&mut self, inner: &Into, build: &'p Build<'m>, path: &str) -> Printed {
        for write in &build.writes {
            self.missing(inner, write)?;
        }
        let Some((from, _)) = build.base.filter(|_| !build.writes.is_empty()) else { return Ok(()) };
        let has = Expr::all(self.has(from)?);
        let not = match has.flat().split_once(" !== undefined") {
            Some((subject, "")) => format!("{subject} === undefined"),
            _ => format!("!({})", has.flat()),
        };
        self.code.open_if(&Expr::raw(not));
        let why = "made to hold what stands elsewhere in the other version";
        self.code.run(&Expr::call("at.supply", [Expr::text(path), Expr::text(why)]));
        self.code.close();
        Ok(())
    }

    /// A list put together.
    fn list_written(&mut self, into: &Into, write: &'p Write<'m>, list: &'p List<'m>) -> Printed {
        let own = write.field.get(self.target()).name();
        let path = format!("{}{own}", into.path);
        let first_path = format!("{path}[0]");
        let inner = self.begin_build(&list.first, &format!("first_{own}"), &first_path, &first_path)?;
        for write in &list.first.writes {
            self.write(&inner, write)?;
        }
        let side = self.file.target_side();
        let all = self.taken.fresh(own);
        let shape = self.file.type_of(side, Host::Message(list.first.message));
        let end = |this: &mut Self| this.end_build(&inner, &list.first, &path);
        if inner.is_built() {
            self.code.line(&format!("const {all}: {shape}[] = [];"));
            self.code.open_if(&Expr::raw(format!("{} !== undefined", inner.target)));
            end(self)?;
            self.code.run(&Expr::call(format!("{all}.push"), [Expr::raw(&inner.target)]));
            if let Some((from, _)) = list.rest {
                // The others must not move up into the place of the first.
                self.code.otherwise_if(&Expr::all(self.has(from)?));
                let new = self.file.create(side, list.first.message);
                self.code.run(&Expr::call(format!("{all}.push"), [new]));
            }
            self.code.close();
        } else {
            end(self)?;
            self.code.line(&format!("const {all} = [{}];", inner.target));
        }
        if let Some((from, function)) = list.rest {
            let mut first = inner.target.clone();
            if inner.is_built() && !list.distinct.is_empty() {
                first = self.taken.fresh(&format!("{own}_head"));
                let new = self.file.create(side, list.first.message);
                self.code.assign(&format!("const {first}"), &Expr::Chain("??", vec![Expr::raw(&inner.target), new]));
            }
            self.rest(list, (from, function), (&all, &first), &path)?;
        }
        if into.is_built() {
            self.code.open_if(&Expr::raw(format!("{all}.length > 0")));
        }
        let all = match form(self.target(), write.field) {
            Form::Json => Expr::call(format!("{all}.map"), [Expr::raw(self.file.structs("objectOf"))]),
            _ => Expr::raw(all),
        };
        self.set_all(into, write, &all)?;
        if into.is_built() {
            self.code.close();
        }
        Ok(())
    }

    /// Whether a field is written whatever the message holds.
    fn is_always(&self, write: &Write<'m>) -> bool {
        match &write.how {
            How::Constant(_) => true,
            How::Value(value) => {
                let is_there = value.candidates.iter().any(|candidate| candidate.from.scope == 0);
                let keeps = value
                    .candidates
                    .iter()
                    .all(|candidate| !matches!(candidate.conversion, Conversion::Not | Conversion::Number { .. }));
                value.empty.is_some() && is_there && (keeps || value.explicit)
            }
            _ => false,
        }
    }

    /// The elements after the first.
    fn rest(
        &mut self,
        list: &'p List<'m>,
        (from, function): (Place, FunctionId),
        (all, first): (&str, &str),
        target_path: &str,
    ) -> Printed {
        let each = Each { element: self.taken.fresh(&self.element_like(from)), ..self.each(from)? };
        let source_path = Self::indexed(self.path(from), &each.index);
        let mut place = vec![Piece::Literal(target_path.to_owned())];
        add_index(&mut place, &Piece::Value(format!("{all}.length")));
        let paths = (source_path.clone(), Expr::pieces(&place));
        let message = self.as_message(self.file.source_side(), from.field, &each.element)?;
        let made = match self.file.way.function(function).shared {
            true => message,
            false => self.call(function, message, paths, self.levels(from)),
        };
        let over = if each.is_placed { each.list.clone() } else { format!("{}.entries()", each.list) };
        let is_there = self.is_there(from.scope).filter(|_| !each.is_placed);
        let is_guarded = is_there.is_some();
        is_there.iter().for_each(|test| self.code.open_if(test));
        let index = if mentions(&source_path.flat(), "index") { "index" } else { "" };
        self.code.open(&format!("for (const [{index}, {}] of ", each.element), &Expr::raw(over), ") {");
        if list.distinct.is_empty() {
            self.code.run(&Expr::call(format!("{all}.push"), [made]));
        } else {
            let mark = self.taken.fresh("mark");
            let name = self.taken.fresh("made");
            self.code.assign(&format!("const {mark}"), &Expr::call("at.mark", []));
            self.code.assign(&format!("const {name}"), &made);
            let test = self.repeats(list, &name, first)?;
            self.code.open_if(&test);
            self.code.run(&Expr::call("at.takeBack", [Expr::raw(mark)]));
            self.lose(source_path, "it repeats the first, and the options say to leave that out");
            self.code.otherwise();
            self.code.run(&Expr::call(format!("{all}.push"), [Expr::raw(name)]));
            self.code.close();
        }
        self.code.close();
        self.close_all(is_guarded);
        Ok(())
    }

    /// Whether an element has the same in its distinct fields as the first.
    fn repeats(&self, list: &List<'m>, made: &str, first: &str) -> Result<Expr, AdaptError> {
        let schema = self.target();
        let mut tests = Vec::new();
        for field in &list.distinct {
            let found = fields::check(schema, *field)?;
            let host = Host::of(found.value_kind());
            let name = names::field(found);
            let is_plain = !matches!(holding(schema, *field), Holding::Member | Holding::List | Holding::Map);
            if !is_plain || matches!(host, Host::Message(_)) {
                return Err(AdaptError::Inexpressible {
                    language: "TypeScript",
                    place: found.element.full_name.clone(),
                    what: "elements are told from each other by it, and it is no plain number, string or bytes"
                        .to_owned(),
                    help: "leave it out of `distinct`".to_owned(),
                });
            }
            let (one, other) = (names::property(made, &name), names::property(first, &name));
            if holding(schema, *field) == Holding::Defaulted {
                let is_set =
                    |of: &str| Expr::call(self.file.values("isSet"), [Expr::raw(of), Expr::text(&name)]).flat();
                tests.push(Expr::raw(format!("{} === {}", is_set(made), is_set(first))));
            }
            tests.push(Expr::raw(match host {
                Host::Bytes if holding(schema, *field) == Holding::Explicit => {
                    format!("{}({one} ?? \"\", {other} ?? \"\")", self.file.values("isSame"))
                }
                Host::Bytes | Host::F32 | Host::F64 => format!("{}({one}, {other})", self.file.values("isSame")),
                _ => format!("{one} === {other}"),
            }));
        }
        Ok(Expr::all(tests))
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
