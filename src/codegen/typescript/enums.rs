//! Enums: what their numbers become.

use std::collections::BTreeMap;

use super::{
    file::OfFile,
    layout::{Code, Expr, mentions},
    names,
    text::comment,
};
use crate::{
    codegen::program::{EnumFunction, Host},
    migration::{Side, correspondence::Mapped},
    schema::EnumId,
};

/// What becomes of a number, and why that is a loss, where it is one.
type Fate = (Option<i32>, Option<String>);

impl<'m> OfFile<'_, 'm> {
    /// A value of an enum, by its name where it has one.
    pub fn enum_value(&self, side: Side, id: EnumId, number: i32) -> String {
        let of = &self.way.schema(side)[id];
        match of.values_numbered(number).next() {
            Some(value) => {
                let name = names::enum_member(of, &value.element.name);
                names::property(&self.modules.of_enum(&self.imports, side, id), &name)
            }
            None => number.to_string(),
        }
    }

    /// The function for everybody, and the one that does the work.
    pub fn enum_functions(&self, code: &mut Code, index: usize, name: &str, function: &EnumFunction<'m>) {
        let (from, to) =
            (&self.way.source[function.source].element.full_name, &self.way.target[function.target].element.full_name);
        let shape = self.type_of(self.way.target_side(), Host::Enum(function.target));
        let worker = &self.enum_workers[index];
        let (converted, run) = (self.report("type Converted"), self.report("run"));
        self.report("type At");
        let converted = converted.trim_start_matches("type ");
        code.line("");
        code.lines(&comment(
            &format!("Makes a number of `{from}` one of `{to}`; \"undefined\" when it has none.").replace('"', "`"),
            self.manifest_name(),
            &function.told,
        ));
        let result = format!("{converted}<{shape} | undefined>");
        code.function(&format!("export {name}"), ["number: number".to_owned()], &result);
        let arrow =
            Expr::arrow("(value, at)", Expr::call(worker, [Expr::raw("value"), Expr::raw("at"), Expr::text("")]));
        code.put("return ", &Expr::call(run, [arrow, Expr::raw("number")]), ";");
        code.close();
        code.line("");
        self.worker(code, worker, &shape, function);
    }

    fn worker(&self, code: &mut Code, worker: &str, shape: &str, function: &EnumFunction<'m>) {
        let mut body = Code::within(1);
        match function.pair.map(self.way.direction).is_identity() {
            true => body.line(&format!("return number as {shape};")),
            false => self.arms(&mut body, shape, function),
        }
        let body = body.finish();
        let parameter = |name: &str| if mentions(&body, name) { name.to_owned() } else { format!("_{name}") };
        let (at, path) = (parameter("at"), parameter("path"));
        let parameters = ["number: number".to_owned(), format!("{at}: At"), format!("{path}: string")];
        code.function(worker, parameters, &format!("{shape} | undefined"));
        code.append(&body);
        code.close();
    }

    fn arms(&self, code: &mut Code, shape: &str, function: &EnumFunction<'m>) {
        let (source, target) = (self.way.source_side(), self.way.target_side());
        let map = function.pair.map(self.way.direction);
        // Numbers with the same fate share an arm.
        let mut arms: BTreeMap<Fate, Vec<i32>> = BTreeMap::new();
        for (number, Mapped { to, lost }) in &map.changed {
            let why = lost.as_ref().map(|why| format!("{number}: {why}"));
            arms.entry((*to, why)).or_default().push(*number);
        }
        let mut arms: Vec<(Vec<i32>, Fate)> = arms.into_iter().map(|(fate, numbers)| (numbers, fate)).collect();
        arms.sort();
        code.line("switch (number) {");
        code.indent();
        let cases = |code: &mut Code, side: Side, of: EnumId, numbers: &[i32]| {
            for number in numbers {
                code.line(&format!("case {}:", self.enum_value(side, of, *number)));
            }
            code.indent();
        };
        for (numbers, (to, why)) in &arms {
            cases(code, source, function.source, numbers);
            let lose = why.as_ref().map(|why| Expr::call("at.lose", [Expr::raw("path"), Expr::text(why)]));
            let to = to.map(|to| self.enum_value(target, function.target, to));
            match (to, lose) {
                (None, Some(lose)) => code.put("return ", &lose, ";"),
                (to, lose) => {
                    lose.iter().for_each(|lose| code.run(lose));
                    code.line(&format!("return {};", to.unwrap_or_else(|| "undefined".to_owned())));
                }
            }
            code.dedent();
        }
        let taken: Vec<i32> = map.taken.iter().filter(|number| !map.changed.contains_key(number)).copied().collect();
        if !taken.is_empty() {
            cases(code, target, function.target, &taken);
            let why = "`the number ${number} means nothing here and something else in the other version`";
            code.put("return ", &Expr::call("at.lose", [Expr::raw("path"), Expr::raw(why)]), ";");
            code.dedent();
        }
        if let Some(closed) = &map.closed {
            let rest: Vec<i32> = closed.iter().filter(|number| !map.changed.contains_key(number)).copied().collect();
            if !rest.is_empty() {
                cases(code, target, function.target, &rest);
                code.line(&format!("return number as {shape};"));
                code.dedent();
            }
        }
        code.line("default:");
        code.indent();
        match &map.closed {
            None => code.line(&format!("return number as {shape};")),
            Some(_) => {
                let why = "`the other version has no value ${number}`";
                code.put("return ", &Expr::call("at.lose", [Expr::raw("path"), Expr::raw(why)]), ";");
            }
        }
        code.dedent();
        code.close();
    }
}
