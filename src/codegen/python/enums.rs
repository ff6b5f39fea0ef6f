//! Enums: what their numbers become.

use super::{
    function::{OfFile, set},
    layout::{Code, Expr},
    names,
    text::{docstring, summary},
};
use crate::{
    codegen::program::{EnumFunction, Host},
    migration::Side,
    schema::EnumId,
};

impl<'m> OfFile<'_, 'm> {
    /// A value of an enum, by its name where Python has one for it.
    pub fn enum_value(&self, side: Side, id: EnumId, number: i32) -> String {
        let schema = self.way.schema(side);
        let class = self.modules.of_enum(&self.imports, side, id);
        let named = schema[id].values_numbered(number).map(|value| value.element.name.as_str());
        match named.into_iter().find(|name| !names::is_keyword(name)) {
            Some(name) => format!("{class}.{name}"),
            None => number.to_string(),
        }
    }

    /// A value of an enum that type checkers take for one.
    pub fn typed_enum_value(&self, side: Side, id: EnumId, number: i32) -> Expr {
        let value = self.enum_value(side, id, number);
        let is_number = value.parse::<i32>().is_ok();
        if is_number { self.cast(&self.annotation(side, Host::Enum(id)), &value) } else { Expr::raw(value) }
    }

    /// The constant that says what the numbers of an enum become.
    pub fn enum_constant(&self, code: &mut Code, index: usize, function: &EnumFunction<'m>) {
        let (source, target) = (self.way.source_side(), self.way.target_side());
        let map = function.pair.map(self.way.direction);
        let value = |number: i32| self.typed_enum_value(target, function.target, number);
        let changed: Vec<Expr> = map
            .changed
            .iter()
            .map(|(number, mapped)| {
                let to = mapped.to.map_or(Expr::raw("None"), value);
                let lost = mapped.lost.as_deref().map(Expr::text);
                let becomes = Expr::call(self.values("Becomes"), [to].into_iter().chain(lost));
                let key = self.enum_value(source, function.source, *number);
                Expr::Named(format!("{key}: "), Box::new(becomes))
            })
            .collect();
        let mut arguments = Vec::new();
        if !changed.is_empty() {
            arguments.push(Expr::named("changed", Expr::List("{".to_owned(), changed, "}")));
        }
        if !map.taken.is_empty() {
            let taken = map.taken.iter().map(|number| value(*number)).collect();
            arguments.push(Expr::named("taken", Expr::List("{".to_owned(), taken, "}")));
        }
        if let Some(closed) = &map.closed {
            let closed = set(&closed.iter().copied().collect::<Vec<_>>());
            arguments.push(Expr::named("closed", Expr::raw(closed)));
        }
        let class = self.annotation(target, Host::Enum(function.target));
        let call = Expr::call(self.values("EnumMap"), arguments);
        code.declare(&self.enum_constants[index], "EnumMap", &Expr::raw(class), &call);
    }

    /// The function for everybody.
    pub fn enum_function(&self, code: &mut Code, index: usize, name: &str, function: &EnumFunction<'m>) {
        let manifest = self.manifest_name();
        let (from, to) =
            (&self.way.source[function.source].element.full_name, &self.way.target[function.target].element.full_name);
        let class = self.annotation(self.way.target_side(), Host::Enum(function.target));
        self.support("Converted");
        let result = Expr::Either("|", vec![Expr::raw(class), Expr::raw("None")]);
        code.define(name, &["number: int".to_owned()], &Expr::generic("Converted", result));
        for line in docstring(4, &summary("a number of", (from, to)), &manifest, &function.told) {
            code.line(&line);
        }
        let converted = Expr::call(format!("{}.converted", self.enum_constants[index]), [Expr::raw("number")]);
        code.give(&converted);
        code.close();
    }
}
