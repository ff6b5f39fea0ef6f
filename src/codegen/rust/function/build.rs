//! Messages and lists that are put together.

use super::{
    Printer, inner_name,
    write::{Written, held, not},
};
use crate::{
    codegen::{
        AdaptError,
        program::{Build, Host, List},
        rust::{identifiers::snake, types::Holding},
    },
    migration::plan::Take,
    schema::{Field, FieldRef, MessageId},
};

impl<'p> Printer<'p, '_> {
    /// A message put together, as an `Option`. `within` is the way to it; `place` is where it is, for remarks.
    pub(super) fn build(
        &mut self,
        build: &'p Build<'_>,
        within: &str,
        name: &str,
        place: (&str, &str),
    ) -> Result<String, AdaptError> {
        let outside = std::mem::take(&mut self.body);
        let trail = format!("within_{name}");
        self.body.name(&trail, within);
        let before = format!("before_{name}");
        let takes_back = build.writes.iter().any(|write| write.required);
        if takes_back {
            self.body.name(&before, "report.mark()");
        }
        let mut alone = None;
        if let Some((from, function)) = build.base {
            let function = self.way.function(function);
            let base = match (function.shared, from.take) {
                (true, Take::First) => format!("{}.map(|(_, element)| element)", self.take(from)),
                (true, _) => self.option_of_message(from),
                (false, take) => {
                    let source = format!("&{}.field({:?})", self.trail(from.scope), self.field(from).name());
                    let name = inner_name(self.way, function);
                    let call = |message| format!("{name}({message}, At::new({source}, &{trail}), report)");
                    let (pattern, message) = match (take, self.is_boxed(from)) {
                        (Take::First, _) => ("(_, message)", "message"),
                        (_, true) => ("message", "*message"),
                        (_, false) => ("message", "message"),
                    };
                    format!("{}.map(|{pattern}| {}).transpose()?", self.option_of_message(from), call(message))
                }
            };
            match build.writes.is_empty() && !takes_back {
                // The base is all there is to it.
                true => alone = Some(base),
                false => self.body.run(format!("let base = {base};")),
            }
        }
        let fields = self.writes(build.message, &build.writes, &trail, name)?;
        let tests: Vec<&str> =
            fields.iter().map(|field| field.wrote.as_str()).filter(|test| *test != "false").collect();
        let wrote = match tests.as_slice() {
            [] => "false".to_owned(),
            tests if tests.contains(&"true") => "true".to_owned(),
            tests => tests.join(" || "),
        };
        let otherwise = if takes_back { format!("report.forget_missing({before}); None") } else { "None".to_owned() };
        let result = match (build.base, alone) {
            (None, _) if wrote == "true" => format!("Some({})", self.literal(build.message, &fields)),
            (None, _) => {
                format!("if {wrote} {{ Some({}) }} else {{ {otherwise} }}", self.literal(build.message, &fields))
            }
            (Some(_), Some(base)) => base,
            (Some(_), None) => {
                let set: String = fields.iter().map(|field| self.assignment(build.message, field)).collect();
                let ((outer, own), unwritten) = (place, not(&wrote));
                format!(
                    "if base.is_none() && {unwritten} {{ {otherwise} }} else {{
                        if base.is_none() {{
                            {outer}.supply({own:?}, \"made to hold what stands elsewhere in the other version\", report);
                        }}
                        let mut message = base.unwrap_or_default(); {set} Some(message)
                    }}"
                )
            }
        };
        let inside = std::mem::replace(&mut self.body, outside);
        let text = inside.finish(&result);
        Ok(match self.kept_out.get(&std::ptr::from_ref(build).cast()) {
            Some(kept_out) => format!("if {kept_out} {{ None }} else {{ {text} }}"),
            None => format!("{{ {text} }}"),
        })
    }

    /// Sets a field of a message that is there already, if there is a value.
    fn assignment(&self, message: MessageId, written: &Written) -> String {
        let field = written.field.get(self.way.target);
        let Some(value) = &written.value else { return String::new() };
        let ident = snake(field.name());
        match (self.to.holding(field), written.has.as_str()) {
            (Holding::Member, _) => {
                let oneof = field.oneof.map(|oneof| snake(&self.way.target[message].oneofs[oneof].element.name));
                let (oneof, variant) = (oneof.unwrap_or_default(), self.to.member(message, field));
                format!("if let Some(value) = {value} {{ message.{oneof} = Some({variant}(value)); }}")
            }
            (Holding::List | Holding::Map, _) => format!("message.{ident}.extend({value});"),
            (_, "true") => format!("message.{ident} = {value};"),
            (_, "false") => String::new(),
            (_, has) => format!("if {has} {{ message.{ident} = {value}; }}"),
        }
    }

    /// A message with these fields.
    pub(super) fn literal(&self, message: MessageId, fields: &[Written]) -> String {
        let schema = self.way.target;
        let of = &schema[message];
        let value_of = |index: usize| {
            let is_it = |written: &&Written| written.field == FieldRef::Member(message, index);
            fields.iter().find(is_it).and_then(|written| written.value.clone())
        };
        let mut parts = Vec::new();
        for (index, field) in of.fields.iter().enumerate().filter(|(_, field)| field.oneof.is_none()) {
            let (ident, value) = (snake(field.name()), value_of(index));
            parts.push(match value {
                Some(value) if value == ident => ident,
                Some(value) => format!("{ident}: {value}"),
                None => match self.first_of(Host::of(field.value_kind())) {
                    Some(first) if self.to.holding(field) == Holding::Required => format!("{ident}: {first}"),
                    _ => format!("{ident}: Default::default()"),
                },
            });
        }
        for (oneof, element) in of.oneofs.iter().enumerate() {
            let mut members: Vec<(usize, &Field)> =
                of.fields.iter().enumerate().filter(|(_, field)| field.oneof == Some(oneof)).collect();
            // Of several, what comes last on the wire is what counts.
            members.sort_by_key(|(_, field)| std::cmp::Reverse(field.number));
            let mut set = members.iter().filter_map(|(index, field)| {
                value_of(*index).map(|value| format!("{value}.map({})", self.to.member(message, field)))
            });
            let ident = snake(&element.element.name);
            parts.push(match set.next() {
                None => format!("{ident}: None"),
                Some(first) => {
                    let rest: String = set.map(|member| format!(".or({member})")).collect();
                    format!("{ident}: {first}{rest}")
                }
            });
        }
        format!("{} {{ {} }}", self.to.message(message), parts.join(", "))
    }

    /// A list put together.
    pub(super) fn list(
        &mut self,
        list: &'p List<'_>,
        field: &Field,
        trail: &str,
        name: &str,
    ) -> Result<String, AdaptError> {
        let target = field.name();
        let within = format!("{trail}.item({target:?}, 0)");
        let first = self.build(&list.first, &within, name, (trail, target))?;
        let Some((from, function)) = list.rest else { return Ok(held(&first, Holding::List)) };
        let function = self.way.function(function);
        let (source_trail, source) = (self.trail(from.scope), self.field(from).name());
        let element = match function.shared {
            true => "message".to_owned(),
            false => format!(
                "{}(message, At::new(&{source_trail}.item({source:?}, ordinal), &{trail}.item({target:?}, list.len())), report)?",
                inner_name(self.way, function)
            ),
        };
        let same: Vec<String> = list
            .distinct
            .iter()
            .map(|field| snake(field.get(self.way.target).name()))
            .map(|ident| format!("first.{ident} == element.{ident}"))
            .collect();
        // What is required is always there, to prost, and so is in every element and not in one that holds a place.
        let is_required = |field: &FieldRef| self.to.holding(field.get(self.way.target)) == Holding::Required;
        let (is_first, only) = match list.distinct.iter().any(is_required) {
            true => ("let is_first = !list.is_empty();", "is_first && "),
            false => ("", ""),
        };
        let push = match same.is_empty() {
            true => format!("let element = {element}; list.push(element);"),
            false => format!(
                "let before = report.mark();
                let element = {element};
                if {only}list.first().is_some_and(|first| {}) {{
                    report.forget(before);
                    let why = \"it repeats the first, and the options say to leave that out\";
                    report.lose(|| {source_trail}.item({source:?}, ordinal).path(), why);
                }} else {{
                    list.push(element);
                }}",
                same.join(" && ")
            ),
        };
        let (look, numbered) = (self.look(from), self.numbered(from));
        // Where there is no first element and there are others, an empty one holds its place: they must not move up into it.
        Ok(format!(
            "{{
                let mut list = Vec::from_iter({first});
                {is_first}
                if list.is_empty() && !{look}.is_empty() {{ list.push(Default::default()); }}
                for (ordinal, message) in {numbered} {{ {push} }}
                list
            }}"
        ))
    }
}
