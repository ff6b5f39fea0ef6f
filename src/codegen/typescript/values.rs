//! One number, string or bytes: from where it comes, and how it becomes one of the other version.

use super::{
    fields::Holding,
    function::{Printed, Printer},
    layout::Expr,
    places::{is_default, is_not_default, known_numbers},
    writes::Into,
};
use crate::{
    codegen::{
        AdaptError,
        pieces::Piece,
        program::{Candidate, Conversion, Host, Literal, OnDefault, Place, Value, Write},
    },
    migration::plan::Take,
    schema::{Field, FieldType},
};

/// What a conversion makes.
pub(super) struct Made {
    pub value: Expr,
    /// Whether it may be `undefined`.
    pub may_fail: bool,
}

impl Made {
    fn total(value: Expr) -> Self {
        Made { value, may_fail: false }
    }

    fn fallible(value: Expr) -> Self {
        Made { value, may_fail: true }
    }
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
            ([one], None) if self.is_plain(into, one, write) => {
                let made = self.made(one, write, &self.get(one.from)?)?;
                self.set(into, write, made.value)
            }
            ([one], None) => self.candidate(one, write, &Sink::Write(into)),
            ([one], Some(empty)) if self.is_simple(one, write) => {
                _ = self.open_candidate(one, write, &Sink::Write(into))?;
                match self.is_there(one.from.scope) {
                    None => self.code.otherwise(),
                    Some(is_there) => self.code.otherwise_if(&is_there),
                }
                self.empty(into, write, empty)?;
                self.code.close();
                Ok(())
            }
            _ => self.choice(into, write, value),
        }
    }

    /// Whether the value can be written whatever it is: its default is the same as none, on both sides.
    fn is_plain(&self, into: &Into, candidate: &Candidate<'m>, write: &Write<'m>) -> bool {
        let is_total = matches!(candidate.conversion, Conversion::Same | Conversion::Not);
        let is_implicit = self.holding(candidate.from) == Holding::Implicit;
        let same_text = self.file.way.field(candidate.from).utf8 == write.field.get(self.target()).utf8;
        let is_free = candidate.loss.is_none() && candidate.from.scope == 0 && !into.is_built();
        is_total && is_implicit && same_text && is_free && self.target_holding(write) == Holding::Implicit
    }

    /// The first of several, or what stands there if there is none.
    fn choice(&mut self, into: &Into, write: &'p Write<'m>, value: &'p Value<'m>) -> Printed {
        let target = write.field.get(self.target());
        let host = Host::of(target.value_kind());
        let own = target.name().to_owned();
        let choice = self.taken.fresh(&format!("{own}_choice"));
        let mut arguments = vec![Expr::raw("at")];
        if host == Host::F32 {
            arguments.push(Expr::raw(self.file.shown("shownFloat32")));
        }
        let shape = self.file.type_of(self.file.way.target_side(), host);
        let new = Expr::call(format!("new {}<{shape}>", self.file.values("Choice")), arguments);
        self.code.assign(&format!("const {choice}"), &new);
        for candidate in &value.candidates {
            self.candidate(candidate, write, &Sink::Offer(&choice))?;
        }
        let found = self.taken.fresh(&own);
        self.code.assign(&format!("const {found}"), &Expr::call(format!("{choice}.take"), []));
        self.code.open_if(&Expr::raw(format!("{found} !== undefined")));
        self.write_value(into, write, Expr::raw(&found), true)?;
        if let Some(empty) = &value.empty {
            let mut all = Vec::new();
            for candidate in &value.candidates {
                all.push(self.is_there(candidate.from.scope));
            }
            all.dedup();
            match all.into_iter().collect::<Option<Vec<Expr>>>() {
                None => self.code.otherwise(),
                Some(all) => self.code.otherwise_if(&Expr::any(all)),
            }
            self.empty(into, write, empty)?;
        }
        self.code.close();
        Ok(())
    }

    /// Whether there is a value exactly when there is something in its place, so that `else` is when there is none.
    fn is_simple(&self, candidate: &Candidate<'m>, write: &Write<'m>) -> bool {
        let (from, to) = (self.file.way.field(candidate.from), write.field.get(self.target()));
        let hosts = (Host::of(from.value_kind()), Host::of(to.value_kind()));
        let keeps = match candidate.conversion {
            Conversion::Same => hosts.0.is_like(hosts.1),
            Conversion::MajorMinor | Conversion::Part { .. } | Conversion::TextToBytes => true,
            Conversion::DecodeBase64 | Conversion::EncodeBase64 => true,
            Conversion::Number { .. } | Conversion::BytesToText | Conversion::Not => false,
        };
        keeps && matches!(from.ty, FieldType::Singular { .. }) && !self.splits(candidate)
    }

    /// Whether a default is told from other values after it is known that there is a value.
    fn splits(&self, candidate: &Candidate<'m>) -> bool {
        candidate.explicit && matches!(candidate.default, OnDefault::Lost(_))
            || self.is_list(candidate.from) && candidate.default != OnDefault::Value
    }

    /// What stands there when there is no value.
    fn empty(&mut self, into: &Into, write: &'p Write<'m>, empty: &Literal) -> Printed {
        let target = write.field.get(self.target());
        let literal = self.file.literal(self.file.way.target_side(), Host::of(target.value_kind()), empty);
        self.set(into, write, literal)?;
        let path = self.target_path(into, write);
        self.code.run(&Expr::call("at.supply", [Expr::pieces(&path), Expr::text(&empty.shown)]));
        if write.required && empty.is_default && self.target_holding(write) != Holding::Implicit {
            // One that was supplied is there, and is reported all the same.
            self.code.run(&Expr::call("at.miss", [Expr::pieces(&path)]));
        }
        Ok(())
    }

    /// A place from which a value may come.
    fn candidate(&mut self, candidate: &'p Candidate<'m>, write: &'p Write<'m>, sink: &Sink<'_>) -> Printed {
        if self.open_candidate(candidate, write, sink)? {
            self.code.close();
        }
        Ok(())
    }

    /// The same, but for the end of the block that it is in. Says whether there is one.
    fn open_candidate(
        &mut self,
        candidate: &'p Candidate<'m>,
        write: &'p Write<'m>,
        sink: &Sink<'_>,
    ) -> Result<bool, AdaptError> {
        let place = candidate.from;
        let host = self.host(place);
        let is_list = self.is_list(place);
        let (value, mut tests) = if is_list { self.first_of(place)? } else { (self.get(place)?, self.has(place)?) };
        match &candidate.conversion {
            Conversion::Not if !candidate.explicit => tests = self.is_there(place.scope).into_iter().collect(),
            _ if candidate.explicit && !is_list && candidate.default == OnDefault::Nothing => {
                tests.push(is_not_default(host, &value));
            }
            _ => {}
        }
        let is_guarded = !tests.is_empty();
        if is_guarded {
            self.code.open_if(&Expr::all(tests));
        }
        if is_list && place.take == Take::All {
            let count = Expr::raw(format!("{}.length", self.list(place)?.0));
            self.code.run(&Expr::call("at.loseOthers", [self.path_expr(place), count]));
        }
        match &candidate.default {
            OnDefault::Lost(reason) if candidate.explicit || is_list => {
                self.code.open_if(&is_default(host, &value));
                self.lose(self.path_expr(place), reason);
                self.code.otherwise();
                self.sink(candidate, write, sink, &value)?;
                self.code.close();
            }
            OnDefault::Nothing if is_list => {
                self.code.open_if(&is_not_default(host, &value));
                self.sink(candidate, write, sink, &value)?;
                self.code.close();
            }
            _ => self.sink(candidate, write, sink, &value)?,
        }
        Ok(is_guarded)
    }

    /// The first element of a list, by a name, and what must hold for there to be one.
    pub fn first_of(&mut self, place: Place) -> Result<(String, Vec<Expr>), AdaptError> {
        let name = self.taken.fresh(&self.first_like(place));
        let list = self.maybe_list(place)?;
        let access = if list.ends_with('?') { format!("{list}.[0]") } else { format!("{list}[0]") };
        self.code.name(&name, &Expr::raw(access));
        Ok((name.clone(), vec![Expr::raw(format!("{name} !== undefined"))]))
    }

    /// A list of numbers, strings or bytes, with a `?` at its end where its scope may be absent.
    fn maybe_list(&self, place: Place) -> Result<String, AdaptError> {
        let get = self.get(place)?;
        let (list, _) = self.list(place)?;
        if list != get {
            return Ok(list);
        }
        Ok(match self.is_there(place.scope) {
            None => list,
            Some(_) => format!("{}?", self.maybe(place)?.flat()),
        })
    }

    pub fn is_list(&self, place: Place) -> bool {
        self.holding(place) == Holding::List
    }

    fn sink(&mut self, candidate: &'p Candidate<'m>, write: &'p Write<'m>, sink: &Sink<'_>, value: &str) -> Printed {
        let path = self.path_expr(candidate.from);
        let made = self.made(candidate, write, value)?;
        match sink {
            Sink::Offer(choice) => {
                let mut arguments = vec![path, made.value];
                arguments.extend(candidate.loss.map(Expr::text));
                self.code.run(&Expr::call(format!("{choice}.offer"), arguments));
            }
            Sink::Write(into) if made.may_fail => {
                let name = self.taken.fresh(write.field.get(self.target()).name());
                self.code.assign(&format!("const {name}"), &made.value);
                self.code.open_if(&Expr::raw(format!("{name} !== undefined")));
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

    fn made(&mut self, candidate: &'p Candidate<'m>, write: &'p Write<'m>, value: &str) -> Result<Made, AdaptError> {
        let from = self.file.way.field(candidate.from);
        let to = write.field.get(self.target());
        self.converted(&candidate.conversion, from, to, value, self.path_expr(candidate.from))
    }

    /// Writes a value; a default where it is none must not bring a message around it into being.
    fn write_value(&mut self, into: &Into, write: &Write<'m>, value: Expr, may_be_default: bool) -> Printed {
        if !(may_be_default && self.target_holding(write) == Holding::Implicit && into.is_built()) {
            return self.set(into, write, value);
        }
        let host = Host::of(write.field.get(self.target()).value_kind());
        let test = match value.flat().strip_prefix('!') {
            Some(_) => value.clone(),
            None => is_not_default(host, &value.flat()),
        };
        self.code.open_if(&test);
        // It is known by now.
        let value = if host == Host::Bool { Expr::raw("true") } else { value };
        self.set(into, write, value)?;
        self.code.close();
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
        let values = |name| self.file.values(name);
        let reported = |name: &str, value: Expr| Expr::call(name, [value, Expr::raw("at"), path.clone()]);
        let raw = Expr::raw(value);
        Ok(match conversion {
            Conversion::Same => self.number(from, to, raw, path),
            Conversion::Number { known, map, cast } => {
                // That of a single field of a closed enum is known already: the runtime takes no others.
                let is_checked = matches!((&source.ty, from), (FieldType::Singular { .. }, Host::Enum(_)));
                let known = known.as_ref().filter(|_| !is_checked);
                let checked = known.map(|known| {
                    let numbers = known_numbers(known.iter().copied());
                    Expr::call(values("known"), [raw.clone(), numbers, Expr::raw("at"), path.clone()])
                });
                let mapped = |number: Expr| match map {
                    Some(id) => Made::fallible(reported(&self.file.enum_workers[id.0], number)),
                    None if cast.is_some() || from != to => self.number(from, to, number, path.clone()),
                    None => Made::total(number),
                };
                match checked {
                    None => mapped(raw),
                    Some(checked) => {
                        let made = mapped(Expr::raw("number"));
                        Made::fallible(match made.value == Expr::raw("number") {
                            true => checked,
                            false => Expr::call(values("then"), [checked, Expr::arrow("(number)", made.value)]),
                        })
                    }
                }
            }
            Conversion::TextToBytes => Made::total(Expr::call(values("toBytes"), [raw])),
            Conversion::BytesToText => Made::fallible(reported(values("toText"), raw)),
            Conversion::Not => Made::total(Expr::raw(format!("!{value}"))),
            Conversion::Part { template, index } => {
                let function = format!("{}.part", self.file.template(template));
                Made::total(Expr::call(function, [raw, Expr::raw(index.to_string()), Expr::raw("at"), path]))
            }
            Conversion::DecodeBase64 if to == Host::Text => {
                return Err(AdaptError::Inexpressible {
                    language: "TypeScript",
                    place: target.element.full_name.clone(),
                    what: "it is a string, and what base64 text stands for may be anything".to_owned(),
                    help: "make it a field of bytes".to_owned(),
                });
            }
            Conversion::DecodeBase64 => Made::total(reported(values("fromBase64"), raw)),
            Conversion::EncodeBase64 => {
                let text = Expr::call(values("toBase64"), [raw]);
                Made::total(if to == Host::Bytes { Expr::call(values("toBytes"), [text]) } else { text })
            }
            Conversion::MajorMinor => Made::total(reported(values("majorMinor"), raw)),
        })
    }

    /// A number of one type as one of another.
    fn number(&self, from: Host, to: Host, value: Expr, path: Expr) -> Made {
        /// Bits, and whether one of them is for the sign.
        fn range(host: Host) -> Option<(u32, bool)> {
            match host {
                Host::I32 | Host::Enum(_) => Some((32, true)),
                Host::I64 => Some((64, true)),
                Host::U32 => Some((32, false)),
                Host::U64 => Some((64, false)),
                _ => None,
            }
        }
        let cast = |value: Expr| match to {
            Host::Enum(_) => self.as_enum(from, to, &value.flat()),
            _ => value,
        };
        match (range(from), range(to)) {
            (Some(one), Some(other)) if one == other => Made::total(cast(value)),
            (Some((bits, signed)), Some((more, wants_sign))) if bits < more && (!signed || wants_sign) => {
                Made::total(Expr::call("BigInt", [value]))
            }
            (Some(_), Some(to_range)) => {
                let function = match to_range {
                    (32, true) => "toInt32",
                    (32, false) => "toUint32",
                    (_, true) => "toInt64",
                    (_, false) => "toUint64",
                };
                let call = Expr::call(self.file.values(function), [value, Expr::raw("at"), path]);
                Made::fallible(match to {
                    Host::Enum(_) => {
                        let shape = self.file.type_of(self.file.way.target_side(), to);
                        Expr::raw(format!("{} as {shape} | undefined", call.flat()))
                    }
                    _ => call,
                })
            }
            _ if (from, to) == (Host::F64, Host::F32) => {
                Made::fallible(Expr::call(self.file.values("toFloat32"), [value, Expr::raw("at"), path]))
            }
            _ => Made::total(value),
        }
    }

    /// A number as one of an enum of the target: for the compiler, which takes them for two things.
    pub fn as_enum(&self, from: Host, to: Host, value: &str) -> Expr {
        let shape = self.file.type_of(self.file.way.target_side(), to);
        match from {
            Host::Enum(_) => Expr::raw(format!("{value} as number as {shape}")),
            _ => Expr::raw(format!("{value} as {shape}")),
        }
    }

    /// The path of a field of the target.
    pub fn target_path(&self, into: &Into, write: &Write<'m>) -> Vec<Piece> {
        vec![Piece::Literal(format!("{}{}", into.path, write.field.get(self.target()).name()))]
    }
}
