//! The fields of the target, one after the other.

use heck::ToSnakeCase;

use super::{
    function::{Printed, Printer, set},
    layout::Expr,
    names,
};
use crate::{
    codegen::{
        AdaptError,
        pieces::{Piece, add_index},
        program::{Carry, Conversion, FunctionId, Host, How, MapValue, Part, Place, Write},
    },
    migration::{manifest::Template, plan::Take},
    schema::{FieldType, Kind, Presence, Scalar},
};

/// A message of the target that is being written.
#[derive(Debug, Clone)]
pub(super) struct Into {
    /// The message, as an expression.
    pub target: String,
    /// The way to it from the message that the function makes, with a point at its end.
    pub path: String,
    /// How it is known whether anything was written.
    pub wrote: Wrote,
    /// Whether something else may have written in it before.
    pub has_base: bool,
}

/// How it is known whether anything was written in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wrote {
    /// It is there anyway.
    Always,
    /// It is a field that is there as soon as something is written in it: this expression says whether.
    Field(String),
    /// A variable says so.
    Flag(String),
}

impl Into {
    /// Whether it is not there as long as nothing is written in it.
    pub fn is_built(&self) -> bool {
        self.wrote != Wrote::Always
    }
}

/// What stands before the elements of a loop.
pub(super) struct Loop {
    pub head: String,
    pub over: Expr,
    /// The element.
    pub element: String,
    /// Its place in the list of the source.
    pub index: Piece,
    /// Its place among those that are carried.
    pub position: Piece,
}

impl<'p, 'm> Printer<'p, 'm> {
    /// Notes that something was written.
    pub fn wrote(&mut self, into: &Into) {
        if let Wrote::Flag(flag) = &into.wrote {
            self.code.line(&format!("{flag} = True"));
        }
    }

    /// All writes of a message, and what is missing then.
    pub fn writes(&mut self, into: &Into, writes: &'p [Write<'m>]) -> Printed {
        for write in writes {
            self.write(into, write)?;
        }
        Ok(())
    }

    /// Reports those that should have been written and have not.
    pub fn missing(&mut self, into: &Into, writes: &'p [Write<'m>]) -> Printed {
        for write in writes.iter().filter(|write| write.required) {
            self.missing_one(into, write, None)?;
        }
        Ok(())
    }

    /// Whether this one is never written.
    fn is_never(write: &Write<'m>) -> bool {
        match &write.how {
            How::Nothing => true,
            How::Constant(literal) => literal.is_default,
            _ => false,
        }
    }

    /// The one that may be missing, if there is just one.
    pub fn only_missing(writes: &'p [Write<'m>]) -> Option<&'p Write<'m>> {
        let mut required = writes.iter().filter(|write| write.required);
        let one = required.next().filter(|write| !Self::is_never(write))?;
        required.next().is_none().then_some(one)
    }

    /// Reports one that should have been written and has not, if a condition holds.
    pub fn missing_one(&mut self, into: &Into, write: &'p Write<'m>, only_if: Option<&str>) -> Printed {
        let name = self.field_name(self.target(), write.field)?;
        let access = names::attribute(&into.target, name);
        let miss = Expr::call("at.miss", [Expr::text(format!("{}{name}", into.path))]);
        if Self::is_never(write) {
            self.code.run(&miss);
            return Ok(());
        }
        let condition = match &write.field.get(self.target()).ty {
            FieldType::Singular { presence: Presence::Implicit, kind } => self.truth(Host::of(kind), &access),
            FieldType::Singular { .. } => Expr::call(format!("{}.HasField", into.target), [Expr::text(name)]),
            _ => Expr::raw(access),
        };
        match only_if {
            None => self.code.open("if not", &condition),
            Some(only_if) => {
                let not = Expr::raw(format!("not {}", condition.flat()));
                self.code.open("if", &Expr::Either("and", vec![Expr::raw(only_if), not]));
            }
        }
        self.code.run(&miss);
        self.code.close();
        Ok(())
    }

    fn write(&mut self, into: &Into, write: &'p Write<'m>) -> Printed {
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
            How::List(list) => self.list(into, write, list),
            How::Name { template, parts } => self.name(into, write, template, parts),
            How::Wrap { from, empty } => self.wrap(into, write, *from, *empty),
            How::Unwrap { from } => {
                let (target, source) = (self.target_field(into, write)?, self.access(*from)?);
                self.code.open("if", &self.has(*from)?);
                let arguments = [Expr::raw(source), Expr::raw(target)];
                self.at_call("at.unwrap", arguments, self.path_expr(*from), self.function.levels(*from));
                self.wrote(into);
                self.code.close();
                Ok(())
            }
            How::Constant(literal) => {
                let host = Host::of(write.field.get(self.target()).value_kind());
                let literal = self.literal(self.file.way.target_side(), host, literal);
                self.set(into, write, &Expr::raw(literal))
            }
            How::IsOneOf { of, numbers } => {
                let is_one = format!("{} in {}", self.or_zero(*of, "0")?, set(numbers));
                self.code.open("if", &Expr::raw(is_one));
                self.set(into, write, &Expr::raw("True"))?;
                self.code.close();
                Ok(())
            }
            How::Nothing => Ok(()),
        }
    }

    /// `target.field`.
    fn target_field(&self, into: &Into, write: &Write<'m>) -> Result<String, AdaptError> {
        Ok(names::attribute(&into.target, self.field_name(self.target(), write.field)?))
    }

    /// The path of a field of the target.
    pub fn target_path(&self, into: &Into, write: &Write<'m>) -> Vec<Piece> {
        vec![Piece::Literal(format!("{}{}", into.path, write.field.get(self.target()).name()))]
    }

    /// A call with a path and, where there is more than one, levels at its end.
    fn at_call(&mut self, function: &str, arguments: [Expr; 2], path: Expr, levels: usize) {
        let levels = (levels > 1).then(|| Expr::raw(levels.to_string()));
        self.code.run(&Expr::call(function, arguments.into_iter().chain([path]).chain(levels)));
    }

    /// Has another function write a message.
    pub fn call(
        &mut self,
        function: FunctionId,
        (source, target): (&str, &str),
        (source_path, target_path): (Expr, Expr),
        levels: usize,
    ) {
        let function = self.file.way.function(function);
        let arguments = [Expr::raw(source), Expr::raw(target)];
        if function.shared {
            return self.at_call("at.copy", arguments, source_path, levels);
        }
        let levels = (levels > 1).then(|| Expr::raw(levels.to_string()));
        let at = Expr::call("at.into", [source_path, target_path].into_iter().chain(levels));
        let name = super::private(&function.name);
        self.code.run(&Expr::call(name, arguments.into_iter().chain([at])));
    }

    /// A loss that the manifest states for whenever there is a value.
    fn note_loss(&mut self, place: Place, loss: Option<&'m str>) -> Printed {
        let Some(reason) = loss else { return Ok(()) };
        self.code.open("if", &self.has(place)?);
        self.lose(self.path_expr(place), reason);
        self.code.close();
        Ok(())
    }

    /// A field that stays what it is.
    fn copy(&mut self, into: &Into, write: &'p Write<'m>, from: Place, loss: Option<&'m str>) -> Printed {
        self.note_loss(from, loss)?;
        let field = self.file.way.field(from);
        let target = write.field.get(self.target());
        let access = self.access(from)?;
        let (source, to) = (Host::of(field.value_kind()), Host::of(target.value_kind()));
        let class = match (source, to) {
            (Host::Enum(one), Host::Enum(other)) if !self.file.way.is_one_enum(one, other) => {
                Some(self.file.annotation(self.file.way.target_side(), to))
            }
            _ => None,
        };
        if !matches!(field.ty, FieldType::Singular { .. }) {
            let list = match class {
                Some(class) => self.file.cast(&format!("list[{class}]"), &access),
                None => Expr::raw(access),
            };
            let extend = Expr::call(format!("{}.extend", self.target_field(into, write)?), [list]);
            if into.is_built() {
                self.code.open("if", &self.has(from)?);
                self.code.run(&extend);
                self.wrote(into);
                self.code.close();
            } else {
                self.code.run(&extend);
            }
            return Ok(());
        }
        let value = class.map_or(Expr::raw(&access), |class| self.file.cast(&class, &access));
        let is_implicit = matches!(field.ty, FieldType::Singular { presence: Presence::Implicit, .. });
        if is_implicit && !into.is_built() {
            return self.set(into, write, &value);
        }
        self.code.open("if", &self.has(from)?);
        self.set(into, write, &value)?;
        self.code.close();
        Ok(())
    }

    /// A loop over a list of the source.
    pub fn each(&mut self, from: Place) -> Result<Loop, AdaptError> {
        let field = self.file.way.field(from);
        let element = match field.value_kind() {
            Kind::Message(id) | Kind::Group(id) => self.source()[*id].element.name.to_snake_case(),
            Kind::Enum(id) => self.source()[*id].element.name.to_snake_case(),
            Kind::Scalar(Scalar::String) => "text".to_owned(),
            Kind::Scalar(Scalar::Bytes) => "data".to_owned(),
            Kind::Scalar(Scalar::Bool) => "flag".to_owned(),
            _ => "value".to_owned(),
        };
        let element = self.locals.reused(&element, &self.source_type(field.value_kind()));
        let (list, kept) = (self.access(from)?, self.kept(from).cloned());
        let value = |name: &str| Piece::Value(name.to_owned());
        Ok(match (kept, from.take) {
            (None, Take::All | Take::First) => {
                let list = if from.take == Take::First { format!("{list}[:1]") } else { list };
                let over = Expr::call("enumerate", [Expr::raw(list)]);
                let head = format!("for index, {element} in");
                Loop { head, over, element, index: value("index"), position: value("index") }
            }
            (None, Take::Rest) => {
                let over = Expr::call("enumerate", [Expr::raw(format!("{list}[1:]"))]);
                let head = format!("for index, {element} in");
                Loop { head, over, element, index: value("index + 1"), position: value("index") }
            }
            (Some(kept), take) => {
                let list = match take {
                    Take::All => kept,
                    Take::First => format!("{kept}[:1]"),
                    Take::Rest => format!("{kept}[1:]"),
                };
                let over = Expr::call("enumerate", [Expr::raw(list)]);
                let head = format!("for position, (index, {element}) in");
                Loop { head, over, element, index: value("index"), position: value("position") }
            }
        })
    }

    /// What a type checker takes a value of the source for.
    fn source_type(&self, kind: &Kind) -> String {
        format!("{} of the source", checked_type(Host::of(kind)))
    }

    /// What a type checker takes a converted value for, which may be none.
    fn target_type(&self, kind: &Kind) -> String {
        format!("{} of the target, or none", checked_type(Host::of(kind)))
    }

    pub fn indexed(mut path: Vec<Piece>, index: &Piece) -> Vec<Piece> {
        add_index(&mut path, index);
        path
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
        let field = self.file.way.field(from);
        let each = self.each(from)?;
        let path = Expr::Text(Self::indexed(self.path(from), &each.index));
        let made = self.converted(conversion, field, write.field.get(self.target()), &each.element, path.clone())?;
        let says_where = made.value.flat().contains(&path.flat());
        if says_where {
            self.code.open(&each.head, &each.over);
        } else {
            // Nothing can be lost, so no place has to be named.
            let list = self.access(from)?;
            let list = if from.take == Take::Rest { format!("{list}[1:]") } else { list };
            self.code.open(&format!("for {} in", each.element), &Expr::raw(list));
        }
        if made.may_fail {
            let of_type = self.target_type(write.field.get(self.target()).value_kind());
            let name = self.locals.reused(&format!("converted_{}", each.element), &of_type);
            self.code.assign(&name, &made.value);
            self.code.open("if", &Expr::raw(format!("{name} is not None")));
            self.set(into, write, &Expr::raw(name))?;
            self.code.close();
        } else {
            self.set(into, write, &made.value)?;
        }
        self.code.close();
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
        let target = self.target_field(into, write)?;
        let (path, target_path) = (self.path(from), self.target_path(into, write));
        let levels = self.function.levels(from);
        let has_room = matches!(write.field.get(self.target()).ty, FieldType::Repeated { .. });
        let new = if has_room { format!("{target}.add()") } else { target };
        if carry == Carry::One {
            let access = self.access(from)?;
            self.code.open("if", &self.has(from)?);
            self.call(function, (&access, &new), (Expr::Text(path), Expr::Text(target_path)), levels);
            self.wrote(into);
            self.code.close();
            return Ok(());
        }
        let each = self.each(from)?;
        self.code.open(&each.head, &each.over);
        let path = Expr::Text(Self::indexed(path, &each.index));
        if carry == Carry::First {
            let Piece::Value(position) = &each.position else { return Ok(()) };
            self.code.open("if", &Expr::raw(format!("{position} > 0")));
            self.lose(path.clone(), "the other version has room for one");
            self.code.line("continue");
            self.code.close();
            self.call(function, (&each.element, &new), (path, Expr::Text(target_path)), levels);
        } else {
            let target_path = Expr::Text(Self::indexed(target_path, &each.position));
            self.call(function, (&each.element, &new), (path, target_path), levels);
        }
        self.wrote(into);
        self.code.close();
        Ok(())
    }

    fn map(&mut self, into: &Into, write: &'p Write<'m>, from: Place, value: &'p MapValue<'m>) -> Printed {
        let target = self.target_field(into, write)?;
        let access = self.access(from)?;
        let field = self.file.way.field(from);
        let FieldType::Map { key: key_kind, value: kind, .. } = &field.ty else { return Ok(()) };
        let to = write.field.get(self.target());
        let key = self.locals.reused("key", &self.source_type(&Kind::Scalar(*key_kind)));
        let element = match kind {
            Kind::Message(id) | Kind::Group(id) => self.source()[*id].element.name.to_snake_case(),
            Kind::Enum(id) => self.source()[*id].element.name.to_snake_case(),
            _ => "value".to_owned(),
        };
        let element = self.locals.reused(&element, &self.source_type(kind));
        let keyed = |this: &Self, path: Vec<Piece>| match key_kind {
            Scalar::String => Expr::call(this.file.text("keyed"), [Expr::Text(path), Expr::raw(&key)]),
            _ => Expr::Text(path),
        };
        let place = format!("{target}[{key}]");
        self.code.open(&format!("for {key}, {element} in"), &Expr::call(format!("{access}.items"), []));
        match value {
            MapValue::Message(function) => {
                let paths = (keyed(self, self.path(from)), keyed(self, self.target_path(into, write)));
                self.call(*function, (&element, &place), paths, self.function.levels(from) + 1);
            }
            MapValue::Converted(conversion) => {
                let path = keyed(self, self.path(from));
                let made = self.converted(conversion, field, to, &element, path)?;
                if made.may_fail {
                    let of_type = self.target_type(to.value_kind());
                    let name = self.locals.reused(&format!("converted_{element}"), &of_type);
                    self.code.assign(&name, &made.value);
                    let arguments = [Expr::raw(name), self.default(to.value_kind())];
                    self.code.assign(&place, &Expr::call(self.file.values("otherwise"), arguments));
                } else {
                    self.code.assign(&place, &made.value);
                }
            }
        }
        self.wrote(into);
        self.code.close();
        Ok(())
    }

    /// What a map entry without a value holds.
    fn default(&self, kind: &Kind) -> Expr {
        Expr::raw(match kind {
            Kind::Enum(id) => {
                let first = self.target()[*id].values.first().map_or(0, |value| value.number);
                return self.file.typed_enum_value(self.file.way.target_side(), *id, first);
            }
            Kind::Scalar(Scalar::String) => "\"\"",
            Kind::Scalar(Scalar::Bytes) => "b\"\"",
            Kind::Scalar(Scalar::Bool) => "False",
            _ => "0",
        })
    }

    /// A resource name put together from its parts.
    fn name(&mut self, into: &Into, write: &'p Write<'m>, template: &Template, parts: &'p [Part]) -> Printed {
        let name = self.field_name(self.target(), write.field)?;
        let mut arguments = vec![Expr::raw("at"), Expr::text(name)];
        for part in parts {
            let field = self.file.way.field(part.from);
            let mut inside = vec![self.path_expr(part.from), Expr::raw(self.or_zero(part.from, "\"\"")?)];
            if part.carried {
                inside.push(Expr::raw("carried=True"));
            } else if !matches!(field.ty, FieldType::Singular { presence: Presence::Implicit, .. }) {
                inside.push(Expr::named("is_set", self.has(part.from)?));
            }
            arguments.push(Expr::call(self.file.values("Part"), inside));
        }
        let variable = self.locals.fresh(name);
        let function = format!("{}.fill", self.file.template(template));
        self.code.assign(&variable, &Expr::call(function, arguments));
        self.code.open("if", &Expr::raw(format!("{variable} is not None")));
        self.set(into, write, &Expr::raw(variable))?;
        self.code.close();
        Ok(())
    }

    /// An object as a value.
    fn wrap(&mut self, into: &Into, write: &'p Write<'m>, from: Place, empty: bool) -> Printed {
        let target = format!("{}.struct_value", self.target_field(into, write)?);
        let access = self.access(from)?;
        let has = self.has(from)?;
        self.code.open("if", &has);
        let arguments = [Expr::raw(access), Expr::raw(&target)];
        self.at_call("at.copy", arguments, self.path_expr(from), self.function.levels(from));
        self.wrote(into);
        self.code.close();
        if empty {
            match self.present(from.scope)? {
                None => self.code.open_plain("else:"),
                Some(present) => self.code.open("elif", &present),
            }
            self.code.line(&format!("{target}.SetInParent()"));
            let path = Expr::Text(self.target_path(into, write));
            self.code.run(&Expr::call("at.supply", [path, Expr::text("{}")]));
            self.wrote(into);
            self.code.close();
        }
        Ok(())
    }
}

/// What a type checker tells apart.
fn checked_type(host: Host) -> String {
    match host {
        Host::I32 | Host::I64 | Host::U32 | Host::U64 => "int".to_owned(),
        Host::F32 | Host::F64 => "float".to_owned(),
        other => format!("{other:?}"),
    }
}
