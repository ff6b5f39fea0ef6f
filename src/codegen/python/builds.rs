//! Messages and lists that are put together.

use super::{
    function::{Printed, Printer},
    layout::Expr,
    names,
    writes::{Into, Wrote},
};
use crate::{
    codegen::{
        AdaptError,
        pieces::{Piece, add},
        program::{Build, FunctionId, Guard, List, Place, Write},
    },
    schema::{FieldType, Presence},
};

impl<'p, 'm> Printer<'p, 'm> {
    /// A message put together.
    pub fn build(&mut self, into: &Into, write: &'p Write<'m>, build: &'p Build<'m>) -> Printed {
        let Some(guard) = &build.guard else { return self.unguarded(into, write, build) };
        let any = |this: &Self, places: &[Place], not: bool| -> Result<Vec<Expr>, AdaptError> {
            let has = places.iter().map(|place| this.has(*place));
            has.map(|has| Ok(if not { Expr::raw(format!("not {}", has?.flat())) } else { has? })).collect()
        };
        let Guard { own, others, company } = guard;
        let nothing_else = Expr::Either("and", any(self, others, true)?);
        let nothing_else = if own.is_empty() || others.len() < 2 {
            nothing_else
        } else {
            Expr::raw(format!("({})", nothing_else.flat()))
        };
        let mut is_free = any(self, own, false)?;
        is_free.push(nothing_else);
        self.code.open("if", &Expr::Either("or", is_free));
        self.unguarded(into, write, build)?;
        self.code.close();
        self.code.open_plain("else:");
        for place in company {
            let reason = "the other version has a place for it only beside another member of the oneof";
            self.code.open("if", &self.has(*place)?);
            self.lose(self.path_expr(*place), reason);
            self.code.close();
        }
        self.code.close();
        Ok(())
    }

    fn unguarded(&mut self, into: &Into, write: &'p Write<'m>, build: &'p Build<'m>) -> Printed {
        let name = self.field_name(self.target(), write.field)?;
        let target = names::attribute(&into.target, name);
        let wrote = if into.has_base {
            let flag = self.locals.fresh(&format!("made_{name}"));
            self.code.line(&format!("{flag} = False"));
            Wrote::Flag(flag)
        } else {
            Wrote::Field(Expr::call(format!("{}.HasField", into.target), [Expr::text(name)]).flat())
        };
        let path = format!("{}{name}", into.path);
        let inner = Into { target, path: format!("{path}."), wrote, has_base: into.has_base || build.base.is_some() };
        let target_path = self.target_path(into, write);
        self.inside(&inner, build, Expr::Text(target_path))?;
        let (Wrote::Field(condition) | Wrote::Flag(condition)) = &inner.wrote else { return Ok(()) };
        let outer = matches!(into.wrote, Wrote::Flag(_)).then_some(into);
        self.settle(&inner, condition, build, path, outer)
    }

    /// What there is to say about a message that was put together, if it is there; and that it is, to the one around it.
    fn settle(
        &mut self,
        inner: &Into,
        is_there: &str,
        build: &'p Build<'m>,
        path: String,
        outer: Option<&Into>,
    ) -> Printed {
        let asks = build.writes.iter().any(|write| write.required) || outer.is_some();
        match build.base {
            Some((from, _)) if !asks => {
                let absent = Expr::raw(format!("not {}", self.has(from)?.flat()));
                self.code.open("if", &Expr::Either("and", vec![Expr::raw(is_there), absent]));
                self.supply_made(path);
                self.code.close();
            }
            None if !asks => {}
            None if outer.is_none() && Self::only_missing(&build.writes).is_some() => {
                if let Some(write) = Self::only_missing(&build.writes) {
                    self.missing_one(inner, write, Some(is_there))?;
                }
            }
            _ => {
                self.code.open("if", &Expr::raw(is_there));
                outer.into_iter().for_each(|outer| self.wrote(outer));
                self.missing(inner, &build.writes)?;
                self.supplied(build, path)?;
                self.code.close();
            }
        }
        Ok(())
    }

    /// The base and the fields of a message that is put together.
    fn inside(&mut self, inner: &Into, build: &'p Build<'m>, path: Expr) -> Printed {
        if let Some((from, function)) = build.base {
            let access = self.access(from)?;
            let access = match self.kept(from) {
                Some(kept) => format!("{kept}[0][1]"),
                None if self.is_list(from) => format!("{access}[0]"),
                None => access,
            };
            self.code.open("if", &self.has(from)?);
            let levels = self.function.levels(from);
            self.call(function, (&access, &inner.target), (self.path_expr(from), path), levels);
            self.wrote(inner);
            self.code.close();
        }
        self.writes(inner, &build.writes)
    }

    fn is_list(&self, place: Place) -> bool {
        matches!(self.file.way.field(place).ty, FieldType::Repeated { .. })
    }

    /// A message whose base is absent stands there because of what else is in it.
    fn supplied(&mut self, build: &'p Build<'m>, path: String) -> Printed {
        let Some((from, _)) = build.base else { return Ok(()) };
        self.code.open("if not", &self.has(from)?);
        self.supply_made(path);
        self.code.close();
        Ok(())
    }

    fn supply_made(&mut self, path: String) {
        let why = "made to hold what stands elsewhere in the other version";
        self.code.run(&Expr::call("at.supply", [Expr::text(path), Expr::text(why)]));
    }

    /// A list put together.
    pub fn list(&mut self, into: &Into, write: &'p Write<'m>, list: &'p List<'m>) -> Printed {
        let name = self.field_name(self.target(), write.field)?;
        let target = names::attribute(&into.target, name);
        let class = self.file.modules.message(&self.file.imports, self.file.way.target_side(), list.first.message);
        let first = self.locals.fresh("first");
        let is_always = list.first.writes.iter().any(Write::is_always);
        let mut path = vec![Piece::Literal(format!("{}{name}", into.path))];
        let plain_path = path.clone();
        add(&mut path, "[0]");
        let wrote = if is_always {
            self.code.assign(&first, &Expr::call(format!("{target}.add"), []));
            Wrote::Always
        } else {
            let flag = self.locals.fresh(&format!("made_{name}"));
            self.code.assign(&first, &Expr::call(class, []));
            self.code.line(&format!("{flag} = False"));
            Wrote::Flag(flag)
        };
        let inner = Into {
            target: first.clone(),
            path: format!("{}{name}[0].", into.path),
            wrote: wrote.clone(),
            has_base: list.first.base.is_some(),
        };
        self.inside(&inner, &list.first, Expr::Text(path))?;
        if let Wrote::Flag(flag) = &wrote {
            self.settle(&inner, flag, &list.first, format!("{}{name}", into.path), None)?;
            let mut made = vec![Expr::raw(flag)];
            if let Some((from, _)) = list.rest {
                made.push(self.has(from)?);
            }
            self.code.open("if", &Expr::Either("or", made));
            self.code.run(&Expr::call(format!("{target}.append"), [Expr::raw(&first)]));
            self.wrote(into);
            self.code.close();
        } else {
            self.missing(&inner, &list.first.writes)?;
            self.supplied(&list.first, format!("{}{name}", into.path))?;
            self.wrote(into);
        }
        match list.rest {
            Some((from, function)) => self.rest(list, (from, function), (&target, &first), plain_path),
            None => Ok(()),
        }
    }

    /// The elements after the first.
    fn rest(
        &mut self,
        list: &'p List<'m>,
        (from, function): (Place, FunctionId),
        (target, first): (&str, &str),
        target_path: Vec<Piece>,
    ) -> Printed {
        let each = self.each(from)?;
        let path = Expr::Text(Self::indexed(self.path(from), &each.index));
        let levels = self.function.levels(from);
        let count = Piece::Value(format!("len({target})"));
        if list.distinct.is_empty() {
            self.code.open(&each.head, &each.over);
            let place = Expr::Text(Self::indexed(target_path, &count));
            let at_place = self.locals.reused("place", "str");
            self.code.assign(&at_place, &place);
            let new = format!("{target}.add()");
            self.call(function, (&each.element, &new), (path, Expr::raw(at_place)), levels);
            self.code.close();
            return Ok(());
        }
        let mut conditions = Vec::new();
        let made = self.locals.fresh("made");
        for field in &list.distinct {
            let name = self.field_name(self.target(), *field)?;
            let (one, other) = (names::attribute(&made, name), names::attribute(first, name));
            conditions.push(Expr::raw(format!("{one} == {other}")));
            let found = field.get(self.target());
            if matches!(found.ty, FieldType::Singular { presence: Presence::Explicit | Presence::Required, .. }) {
                let has = |of: &str| format!("{of}.HasField(\"{name}\")");
                conditions.push(Expr::raw(format!("{} == {}", has(&made), has(first))));
            }
        }
        let class = self.file.modules.message(&self.file.imports, self.file.way.target_side(), list.first.message);
        self.code.open(&each.head, &each.over);
        self.code.line("mark = at.mark()");
        self.code.assign(&made, &Expr::call(class, []));
        let place = self.locals.reused("place", "str");
        self.code.assign(&place, &Expr::Text(Self::indexed(target_path, &count)));
        self.call(function, (&each.element, &made), (path.clone(), Expr::raw(place)), levels);
        self.code.open("if", &Expr::Either("and", conditions));
        self.code.line("at.take_back(mark)");
        self.lose(path, "it repeats the first, and the options say to leave that out");
        self.code.close();
        self.code.open_plain("else:");
        self.code.run(&Expr::call(format!("{target}.append"), [Expr::raw(&made)]));
        self.code.close();
        self.code.close();
        Ok(())
    }
}
