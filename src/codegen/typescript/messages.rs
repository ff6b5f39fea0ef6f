//! Messages that are carried, one by one or all of a list or a map.

use super::{
    function::{Printed, Printer},
    layout::{Expr, mentions},
    writes::Into,
};
use crate::{
    codegen::{
        pieces::{Piece, add},
        program::{Carry, FunctionId, Host, MapValue, Place, Write},
    },
    migration::plan::Take,
    schema::{FieldType, Kind, Scalar},
};

impl<'p, 'm> Printer<'p, 'm> {
    /// A message, or each of several.
    pub fn messages(
        &mut self,
        into: &Into,
        write: &'p Write<'m>,
        from: Place,
        function: FunctionId,
        carry: Carry,
    ) -> Printed {
        let fields = (from.field, write.field);
        let (path, target_path) = (self.path(from), self.target_path(into, write));
        let levels = self.function.levels(from);
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
        let made = self.message((from.field, write.field), function, &first, paths, self.function.levels(from))?;
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

    pub fn map(&mut self, into: &Into, write: &'p Write<'m>, from: Place, value: &'p MapValue<'m>) -> Printed {
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
                self.message((from.field, write.field), *function, &element, paths, self.function.levels(from) + 1)?
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
                self.file.enum_value(self.file.way.target_side(), id, first)
            }
            Host::Text => "\"\"".to_owned(),
            Host::Bytes => "new Uint8Array()".to_owned(),
            Host::Bool => "false".to_owned(),
            Host::I64 | Host::U64 => "0n".to_owned(),
            _ => "0".to_owned(),
        }
    }
}
