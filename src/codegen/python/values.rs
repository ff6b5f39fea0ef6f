//! One number, string or bytes: from where it comes, and how it becomes one of the other version.

use super::{
    function::{Printed, Printer},
    layout::Expr,
    names,
    text::{quoted, quoted_bytes},
    writes::Into,
};
use crate::{
    codegen::{
        AdaptError,
        program::{Candidate, Conversion, Host, Literal, LiteralValue, OnDefault, Value, Write},
    },
    migration::{Side, plan::Take},
    schema::{Field, FieldType, Utf8},
};

/// What a conversion makes.
pub(super) struct Made {
    pub value: Expr,
    /// Whether it may be `None`.
    pub may_fail: bool,
}

/// What is done with a value that was found.
enum Sink<'s> {
    /// It is written.
    Write(&'s Into),
    /// It is offered to a choice.
    Offer(&'s str),
}

impl<'p, 'm> Printer<'p, 'm> {
    /// Writes one number, string or bytes.
    pub fn value(&mut self, into: &Into, write: &'p Write<'m>, value: &'p Value<'m>) -> Printed {
        match (value.candidates.as_slice(), &value.empty) {
            ([one], None) => self.candidate(one, write, &Sink::Write(into)),
            ([one], Some(empty)) if self.is_simple(one, write) => {
                self.candidate(one, write, &Sink::Write(into))?;
                match self.present(one.from.scope)? {
                    None => self.code.open_plain("else:"),
                    Some(present) => self.code.open("elif", &present),
                }
                self.empty(into, write, value, empty)?;
                self.code.close();
                Ok(())
            }
            _ => self.choice(into, write, value),
        }
    }

    /// The first of several, or what stands there if there is none.
    fn choice(&mut self, into: &Into, write: &'p Write<'m>, value: &'p Value<'m>) -> Printed {
        let host = Host::of(write.field.get(self.target()).value_kind());
        let name = self.field_name(self.target(), write.field)?;
        let choice = self.locals.fresh(name);
        let class = self.file.annotation(self.file.way.target_side(), host);
        let mut arguments = vec![Expr::raw("at")];
        if host == Host::F32 {
            arguments.push(Expr::raw(self.file.text("shown_float32")));
        }
        let new = Expr::call(self.file.values("Choice"), arguments);
        self.code.declare(&choice, "Choice", &Expr::raw(class), &new);
        for candidate in &value.candidates {
            self.candidate(candidate, write, &Sink::Offer(&choice))?;
        }
        let found = format!("{choice}.value");
        let Some(empty) = &value.empty else { return self.write_found(into, write, &found) };
        self.code.open("if", &Expr::raw(format!("{found} is not None")));
        self.write_value(into, write, Expr::raw(&found), true)?;
        self.code.close();
        let scopes = value.candidates.iter().map(|candidate| candidate.from.scope);
        let present = scopes.map(|scope| self.present(scope)).collect::<Result<Option<Vec<Expr>>, _>>()?;
        match present {
            None => self.code.open_plain("else:"),
            Some(mut all) => {
                all.dedup();
                self.code.open("elif", &Expr::Either("or", all));
            }
        }
        self.empty(into, write, value, empty)?;
        self.code.close();
        Ok(())
    }

    /// Whether there is a value exactly when there is something in its place, so that `else` is when there is none.
    fn is_simple(&self, candidate: &Candidate<'m>, write: &Write<'m>) -> bool {
        let (from, to) = (self.file.way.field(candidate.from), write.field.get(self.target()));
        let hosts = (Host::of(from.value_kind()), Host::of(to.value_kind()));
        let keeps = match candidate.conversion {
            Conversion::Same => from.utf8 == to.utf8 && hosts.0.is_like(hosts.1),
            Conversion::MajorMinor | Conversion::Part { .. } | Conversion::TextToBytes => true,
            Conversion::DecodeBase64 | Conversion::EncodeBase64 => true,
            Conversion::Number { .. } | Conversion::BytesToText | Conversion::Not => false,
        };
        let is_single = matches!(from.ty, FieldType::Singular { .. });
        keeps && is_single && !self.asks_for_default(candidate)
    }

    /// Whether a default has to be told from other values after it is known that there is a value.
    fn asks_for_default(&self, candidate: &Candidate<'m>) -> bool {
        let field = self.file.way.field(candidate.from);
        let is_list = matches!(field.ty, FieldType::Repeated { .. });
        match &candidate.default {
            OnDefault::Value => false,
            OnDefault::Nothing => candidate.explicit && (is_list || self.has_default(field)),
            OnDefault::Lost(_) => true,
        }
    }

    /// What stands there when there is no value.
    fn empty(&mut self, into: &Into, write: &'p Write<'m>, value: &Value<'m>, empty: &Literal) -> Printed {
        let target = write.field.get(self.target());
        let (name, host) = (target.name(), Host::of(target.value_kind()));
        let literal = self.literal(self.file.way.target_side(), host, empty);
        self.set(into, write, &Expr::raw(literal))?;
        let path = format!("{}{name}", into.path);
        self.code.run(&Expr::call("at.supply", [Expr::text(&path), Expr::text(&empty.shown)]));
        if write.required && value.explicit && empty.is_default {
            self.code.run(&Expr::call("at.miss", [Expr::text(path)]));
        }
        Ok(())
    }

    /// A place from which a value may come.
    fn candidate(&mut self, candidate: &'p Candidate<'m>, write: &'p Write<'m>, sink: &Sink<'_>) -> Printed {
        let place = candidate.from;
        let field = self.file.way.field(place);
        let host = Host::of(field.value_kind());
        let access = self.access(place)?;
        let is_list = matches!(field.ty, FieldType::Repeated { .. });
        let value = if is_list { format!("{access}[0]") } else { access.clone() };
        let asks_for_default = self.asks_for_default(candidate);
        let is_plain = !candidate.explicit || matches!(candidate.default, OnDefault::Nothing) && !asks_for_default;
        let guard = match &candidate.conversion {
            Conversion::Not if !candidate.explicit => self.present(place.scope)?,
            _ if is_plain => Some(self.truth(host, &access)),
            _ => Some(self.has(place)?),
        };
        if let Some(guard) = &guard {
            self.code.open("if", guard);
        }
        if is_list && place.take == Take::All {
            let count = Expr::raw(format!("len({access})"));
            self.code.run(&Expr::call("at.lose_others", [self.path_expr(place), count]));
        }
        if asks_for_default {
            let truth = self.truth(host, &value);
            self.code.open("if", &truth);
        }
        self.sink(candidate, write, sink, &value)?;
        if asks_for_default {
            self.code.close();
            if let OnDefault::Lost(reason) = &candidate.default {
                self.code.open_plain("else:");
                self.lose(self.path_expr(place), reason);
                self.code.close();
            }
        }
        if guard.is_some() {
            self.code.close();
        }
        Ok(())
    }

    fn sink(&mut self, candidate: &'p Candidate<'m>, write: &'p Write<'m>, sink: &Sink<'_>, value: &str) -> Printed {
        let from = self.file.way.field(candidate.from);
        let path = self.path_expr(candidate.from);
        let to = write.field.get(self.target());
        let made = self.converted(&candidate.conversion, from, to, value, path.clone())?;
        match sink {
            Sink::Offer(choice) => {
                let mut arguments = vec![path, made.value];
                arguments.extend(candidate.loss.map(Expr::text));
                self.code.run(&Expr::call(format!("{choice}.offer"), arguments));
            }
            Sink::Write(into) if made.may_fail => {
                let name = self.locals.fresh(self.field_name(self.target(), write.field)?);
                self.code.assign(&name, &made.value);
                if candidate.loss.is_none() {
                    return self.write_found(into, write, &name);
                }
                self.code.open("if", &Expr::raw(format!("{name} is not None")));
                candidate.loss.iter().for_each(|reason| self.lose(path.clone(), reason));
                self.write_value(into, write, Expr::raw(name), true)?;
                self.code.close();
            }
            Sink::Write(into) => {
                candidate.loss.iter().for_each(|reason| self.lose(path.clone(), reason));
                let may_be_default = matches!(candidate.conversion, Conversion::Not);
                self.write_value(into, write, made.value, may_be_default)?;
            }
        }
        Ok(())
    }

    /// Writes what was found, if anything was.
    fn write_found(&mut self, into: &Into, write: &Write<'m>, found: &str) -> Printed {
        let there = Expr::raw(format!("{found} is not None"));
        let test = match self.is_asked_for_default(into, write) {
            false => there,
            true => {
                let host = Host::of(write.field.get(self.target()).value_kind());
                let truth = self.truth(host, found);
                if truth.flat() == found { truth } else { Expr::Either("and", vec![there, truth]) }
            }
        };
        self.code.open("if", &test);
        self.set(into, write, &Expr::raw(found))?;
        self.code.close();
        Ok(())
    }

    /// Whether a value that is a default must not be written.
    fn is_asked_for_default(&self, into: &Into, write: &Write<'m>) -> bool {
        let field = write.field.get(self.target());
        let is_implicit = matches!(field.ty, FieldType::Singular { presence: crate::schema::Presence::Implicit, .. });
        is_implicit && into.is_built()
    }

    /// Writes a value; a default where it is none must not bring a message around it into being.
    fn write_value(&mut self, into: &Into, write: &Write<'m>, value: Expr, may_be_default: bool) -> Printed {
        if !(may_be_default && self.is_asked_for_default(into, write)) {
            return self.set(into, write, &value);
        }
        let field = write.field.get(self.target());
        let truth = self.truth(Host::of(field.value_kind()), &value.flat());
        self.code.open("if", &truth);
        self.set(into, write, &value)?;
        self.code.close();
        Ok(())
    }

    /// `target.field = value`, or one more element of a list.
    pub fn set(&mut self, into: &Into, write: &Write<'m>, value: &Expr) -> Printed {
        let name = self.field_name(self.target(), write.field)?;
        let target = names::attribute(&into.target, name);
        match write.field.get(self.target()).ty {
            FieldType::Repeated { .. } => self.code.run(&Expr::call(format!("{target}.append"), [value.clone()])),
            _ if value.flat() == EMPTY_MESSAGE => self.code.line(&format!("{target}.SetInParent()")),
            _ if names::is_keyword(name) => {
                let arguments = [Expr::raw(&into.target), Expr::text(name), value.clone()];
                self.code.run(&Expr::call("setattr", arguments));
            }
            _ => self.code.assign(&target, value),
        }
        self.wrote(into);
        Ok(())
    }

    /// A value of one version as one of the other.
    pub fn converted(
        &mut self,
        conversion: &Conversion<'m>,
        source: &Field,
        target: &Field,
        value: &str,
        path: Expr,
    ) -> Result<Made, AdaptError> {
        let (from, to) = (Host::of(source.value_kind()), Host::of(target.value_kind()));
        let may_be_bytes = source.utf8 == Utf8::Unchecked && target.utf8 == Utf8::Verify;
        let total = |value: Expr| Ok(Made { value, may_fail: false });
        let fallible = |value: Expr| Ok(Made { value, may_fail: true });
        let at = || Expr::raw("at");
        let raw = || Expr::raw(value);
        match conversion {
            // Strings that nobody checks are handed out as bytes where they are not text.
            Conversion::Same if may_be_bytes && (from, to) == (Host::Text, Host::Text) => {
                fallible(Expr::call(self.file.values("as_text"), [raw(), at(), path]))
            }
            Conversion::Number { map: Some(id), .. } => {
                let constant = &self.file.enum_constants[id.0];
                fallible(Expr::call(format!("{constant}.convert"), [raw(), at(), path]))
            }
            // A closed enum has no other numbers, where it comes from one.
            Conversion::Number { known: Some(numbers), .. } if !matches!(from, Host::Enum(_)) => {
                let numbers: Vec<i32> = numbers.iter().copied().collect();
                let arguments = [raw(), Expr::raw(super::function::set(&numbers)), at(), path];
                let listed = Expr::call(self.file.values("listed"), arguments);
                let class = format!("{} | None", self.file.annotation(self.file.way.target_side(), to));
                fallible(self.file.cast(&class, &listed.flat()))
            }
            Conversion::Same | Conversion::Number { .. } => self.number(from, to, value, path),
            Conversion::TextToBytes => total(Expr::call(self.file.values("as_bytes"), [raw()])),
            Conversion::BytesToText => fallible(Expr::call(self.file.values("as_text"), [raw(), at(), path])),
            Conversion::Not => total(Expr::raw(format!("not {value}"))),
            Conversion::Part { template, index } => {
                let function = format!("{}.part", self.file.template(template));
                total(Expr::call(function, [raw(), Expr::raw(index.to_string()), at(), path]))
            }
            Conversion::DecodeBase64 => total(Expr::call(self.file.values("from_base64"), [raw(), at(), path])),
            Conversion::EncodeBase64 => {
                let function = if to == Host::Bytes { "to_base64" } else { "to_base64_text" };
                total(Expr::call(self.file.values(function), [raw()]))
            }
            Conversion::MajorMinor => total(Expr::call(self.file.values("major_minor"), [raw(), at(), path])),
        }
    }

    /// A number of one type as one of another.
    fn number(&mut self, from: Host, to: Host, value: &str, path: Expr) -> Result<Made, AdaptError> {
        let total = |value: Expr| Ok(Made { value, may_fail: false });
        let fallible = |value: Expr| Ok(Made { value, may_fail: true });
        let range = |host: Host| match host {
            Host::I32 | Host::Enum(_) => Some(("INT32", -(1i128 << 31), (1i128 << 31) - 1)),
            Host::I64 => Some(("INT64", -(1i128 << 63), (1i128 << 63) - 1)),
            Host::U32 => Some(("UINT32", 0, (1i128 << 32) - 1)),
            Host::U64 => Some(("UINT64", 0, (1i128 << 64) - 1)),
            _ => None,
        };
        let side = self.file.way.target_side();
        match (range(from), range(to)) {
            (Some((_, low, high)), Some((_, least, most))) if least <= low && high <= most => match (from, to) {
                // For type checkers, too, it is of the class already.
                (Host::Enum(one), Host::Enum(other)) if self.file.way.is_one_enum(one, other) => {
                    total(Expr::raw(value))
                }
                (_, Host::Enum(_)) => {
                    let class = self.file.annotation(side, to);
                    total(self.file.cast(&class, value))
                }
                _ => total(Expr::raw(value)),
            },
            (Some(_), Some((numbers, _, _))) => {
                let numbers = Expr::raw(self.file.values(numbers));
                let fit = self.file.values("fit");
                match to {
                    Host::Enum(_) => {
                        let fit = Expr::call(fit, [Expr::raw(value), numbers, Expr::raw("at"), path]);
                        let class = format!("{} | None", self.file.annotation(side, to));
                        fallible(self.file.cast(&class, &fit.flat()))
                    }
                    _ => fallible(Expr::call(fit, [Expr::raw(value), numbers, Expr::raw("at"), path])),
                }
            }
            _ if (from, to) == (Host::F64, Host::F32) => {
                fallible(Expr::call(self.file.values("fit_float"), [Expr::raw(value), Expr::raw("at"), path]))
            }
            _ => total(Expr::raw(value)),
        }
    }

    /// A value that stands in the manifest.
    pub fn literal(&self, side: Side, host: Host, literal: &Literal) -> String {
        match &literal.value {
            LiteralValue::Bool(value) => if *value { "True" } else { "False" }.to_owned(),
            LiteralValue::Integer(value) => match host {
                Host::Enum(id) => i32::try_from(*value)
                    .map_or(value.to_string(), |number| self.file.typed_enum_value(side, id, number).flat()),
                _ => value.to_string(),
            },
            LiteralValue::Float(value) if value.is_finite() => format!("{value:?}"),
            LiteralValue::Float(value) => format!("float(\"{}\")", value.to_string().to_lowercase()),
            LiteralValue::Text(text) => quoted(text),
            LiteralValue::Bytes(bytes) => quoted_bytes(bytes),
            LiteralValue::EmptyMessage => EMPTY_MESSAGE.to_owned(),
        }
    }
}

/// Stands for a message with nothing in it, which is no value that can be assigned.
const EMPTY_MESSAGE: &str = "{}";
