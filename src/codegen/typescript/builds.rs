//! Messages and lists that are put together.

use super::{
    fields::{Form, Holding, form, holding},
    function::{Printed, Printer},
    layout::{Expr, mentions},
    names,
    writes::{Each, Into},
};
use crate::codegen::{
    AdaptError,
    pieces::{Piece, add_index},
    program::{Build, FunctionId, Guard, Host, List, Place, Write},
};

impl<'p, 'm> Printer<'p, 'm> {
    /// A message put together.
    pub fn build(&mut self, into: &Into, write: &'p Write<'m>, build: &'p Build<'m>) -> Printed {
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
        let made = self.in_form(self.file.way.target_side(), write.field, Expr::raw(&inner.target));
        self.set(into, write, made)?;
        if inner.is_built() {
            self.code.close();
        }
        Ok(())
    }

    /// A variable for a message that is put together: its base, if it has one.
    fn begin_build(&mut self, build: &'p Build<'m>, own: &str, path: &str, base: &str) -> Result<Into, AdaptError> {
        let target = self.taken.fresh(own);
        let side = self.file.way.target_side();
        let new = self.file.create(side, build.message);
        let is_always = build.base.is_none() && build.writes.iter().any(Write::is_always);
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
        let message = self.as_message(self.file.way.source_side(), from.field, &value)?;
        let made = match self.file.way.function(function).shared {
            // What is written in it must not be written in the message that it was.
            true => Expr::object([Expr::raw(format!("...{}", message.flat()))]),
            false => self.call(function, message, paths, self.function.levels(from)),
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
    pub fn list_written(&mut self, into: &Into, write: &'p Write<'m>, list: &'p List<'m>) -> Printed {
        let own = write.field.get(self.target()).name();
        let path = format!("{}{own}", into.path);
        let first_path = format!("{path}[0]");
        let inner = self.begin_build(&list.first, &format!("first_{own}"), &first_path, &first_path)?;
        for write in &list.first.writes {
            self.write(&inner, write)?;
        }
        let side = self.file.way.target_side();
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
        let message = self.as_message(self.file.way.source_side(), from.field, &each.element)?;
        let made = match self.file.way.function(function).shared {
            true => message,
            false => self.call(function, message, paths, self.function.levels(from)),
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
            let found = self.check_target(*field)?;
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
}
