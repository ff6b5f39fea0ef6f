//! The fields of a message of the target, each given its value.

use super::{Named, Printer, inner_name, value::always};
use crate::{
    codegen::{
        AdaptError,
        program::{Carry, FunctionId, Host, How, MapValue, Part, Place, Value, Write},
        rust::{identifiers::snake, types::Holding},
    },
    migration::{manifest::Template, plan::Take},
    schema::{Field, FieldRef, FieldType, MessageId, Scalar},
};

/// A field of the target that has been given its value.
pub(super) struct Written {
    pub field: FieldRef,
    /// The value, as the field holds it; of a member of a oneof, an `Option`.
    pub value: Option<String>,
    /// Whether it has a value.
    pub has: String,
    /// Whether anything was written, if only a default.
    pub wrote: String,
}

impl<'p> Printer<'p, '_> {
    /// The name of a target field, as part of other names.
    pub(super) fn to_name(&self, write: &Write<'_>) -> String {
        snake(write.field.get(self.way.target).name()).trim_start_matches("r#").to_owned()
    }

    /// Gives the fields of a message their values, and names for them that begin with `prefix`. `trail` leads to the
    /// message.
    pub(super) fn writes(
        &mut self,
        target: MessageId,
        writes: &'p [Write<'_>],
        trail: &str,
        prefix: &str,
    ) -> Result<Vec<Written>, AdaptError> {
        let mut all = Vec::new();
        for write in writes {
            let field = write.field.get(self.way.target);
            let name = format!("{prefix}_{}", self.to_name(write));
            let written = self.write(target, write, trail, &name)?;
            if write.required {
                let miss = format!("{trail}.miss({:?}, report);", field.name());
                match written.has.as_str() {
                    "true" => {}
                    "false" => self.body.run(miss),
                    has => self.body.run(format!("if {} {{ {miss} }}", not(has))),
                }
            }
            all.push(written);
        }
        Ok(all)
    }

    fn write(
        &mut self,
        target: MessageId,
        write: &'p Write<'_>,
        trail: &str,
        name: &str,
    ) -> Result<Written, AdaptError> {
        let field = write.field.get(self.way.target);
        let host = Host::of(field.value_kind());
        let holding = self.to.holding(field);
        let value = match &write.how {
            How::Copy { from, loss } => {
                self.note_loss(*from, *loss);
                if (self.holding(*from), holding, from.scope) == (Holding::Required, Holding::Required, 0) {
                    // It is there by its type.
                    let (value, always) = (Some(self.take(*from)), "true".to_owned());
                    return Ok(Written { field: write.field, value, has: always.clone(), wrote: always });
                }
                let value = self.copied(*from, holding);
                if !write.required && loss.is_none() && name.starts_with("out_") && trail == "at.target" {
                    // So plain that it needs no name.
                    return Ok(Written {
                        field: write.field,
                        value: Some(value),
                        has: String::new(),
                        wrote: String::new(),
                    });
                }
                value
            }
            How::Value(value) => return Ok(self.value_written(write.field, value, host, trail, name)),
            How::Values { from, conversion, loss } => {
                self.note_loss(*from, *loss);
                let list = self.plain_list(*from);
                match self.change(conversion) {
                    Some(change) => format!("list::values({list}, {change}, {}, report)", self.spot(*from)),
                    None => list,
                }
            }
            How::Message { from, function, carry, loss } => {
                self.note_loss(*from, *loss);
                self.message(target, field, *from, *function, *carry, trail)
            }
            How::Map { from, value, loss } => {
                self.note_loss(*from, *loss);
                // The entries are as many as before.
                self.body.name(format!("has_{name}"), self.is_set(*from));
                let map = self.map(field, *from, value, trail);
                self.body.run(format!("let {name} = {map};"));
                let has = format!("has_{name}");
                return Ok(Written { field: write.field, value: Some(name.to_owned()), wrote: has.clone(), has });
            }
            How::Build(build) => {
                let within = format!("{trail}.field({:?})", field.name());
                let built = self.build(build, &within, name, (trail, field.name()))?;
                let boxed = if self.to.is_boxed(target, field) { ".map(Box::new)" } else { "" };
                held(&format!("{built}{boxed}"), holding)
            }
            How::List(list) => self.list(list, field, trail, name)?,
            How::Name { template, parts } => {
                let named = self.resource_name(field, template, parts)?;
                held(&named, holding)
            }
            How::Wrap { from, empty } => {
                let empty = if *empty { self.is_there(from.scope) } else { "false".to_owned() };
                let spot = spot_of(trail, field.name());
                held(&format!("structs::wrapped({}, {empty}, {spot}, report)", self.option(*from)), holding)
            }
            How::Unwrap { from } => {
                held(&format!("structs::unwrapped({}, {}, report)", self.option(*from), self.spot(*from)), holding)
            }
            How::Constant(literal) => {
                let constant = self.literal_of(host, literal);
                let value = if holding.is_option() { format!("Some({constant})") } else { constant };
                let has = (!literal.is_default).to_string();
                return Ok(Written { field: write.field, value: Some(value), has, wrote: "true".to_owned() });
            }
            How::IsOneOf { of, numbers } => {
                let is = self.is_one_of(*of, numbers);
                if holding.is_option() || holding == Holding::Required { format!("({is}).then_some(true)") } else { is }
            }
            How::Nothing => {
                let no = "false".to_owned();
                return Ok(Written { field: write.field, value: None, has: no.clone(), wrote: no });
            }
        };
        self.body.run(format!("let {name} = {value};"));
        let has = has_value(name, holding, host);
        Ok(Written { field: write.field, value: Some(self.named(name, holding, host)), wrote: has.clone(), has })
    }

    fn value_written(&mut self, field: FieldRef, value: &Value<'_>, host: Host, trail: &str, name: &str) -> Written {
        let get = field.get(self.way.target);
        let holding = self.to.holding(get);
        let mut found = self.value(value, host);
        let mut supplied = None;
        if let Some(literal) = &value.empty {
            let there = self.could_be(value);
            if literal.is_default && !value.explicit {
                self.body.run(format!(
                    "let found_{name} = {found}; let supplied_{name} = found_{name}.is_none() && ({there});"
                ));
                found = format!("found_{name}");
                supplied = Some(format!("supplied_{name}"));
            }
            let (other, shown) = (self.literal_of(host, literal), &literal.shown);
            let spot = spot_of(trail, get.name());
            found = format!("value::or_supplied({found}, {there}, || {other}, {shown:?}, {spot}, report)");
        }
        if let (Holding::Required, Some(value)) = (holding, always(&found)) {
            self.body.run(format!("let {name} = {value};"));
            let always = "true".to_owned();
            return Written { field, value: Some(name.to_owned()), has: always.clone(), wrote: always };
        }
        self.body.run(format!("let {name} = {};", held(&found, holding)));
        let has = has_value(name, holding, host);
        let wrote = supplied.map_or(has.clone(), |supplied| format!("{has} || {supplied}"));
        Written { field, value: Some(self.named(name, holding, host)), has, wrote }
    }

    /// What was held under a name, as a value of the field.
    fn named(&self, name: &str, holding: Holding, host: Host) -> String {
        match (holding, self.first_of(host)) {
            (Holding::Required, Some(first)) => format!("{name}.unwrap_or({first})"),
            (Holding::Required, None) => format!("{name}.unwrap_or_default()"),
            _ => name.to_owned(),
        }
    }

    /// What stands for nothing in a field of the target that is required, if it is another number than 0.
    pub(super) fn first_of(&self, host: Host) -> Option<i32> {
        let Host::Enum(id) = host else { return None };
        self.way.target[id].values.first().map(|value| value.number).filter(|number| *number != 0)
    }

    fn note_loss(&mut self, place: Place, loss: Option<&str>) {
        if let Some(why) = loss {
            let (trail, name) = (self.trail(place.scope), self.field(place).name());
            let set = self.is_set(place);
            self.body.run(format!("if {set} {{ {trail}.lose({name:?}, {why:?}, report); }}"));
        }
    }

    /// A field as it is, held as the target holds it.
    fn copied(&self, from: Place, target: Holding) -> String {
        match (self.holding(from), target) {
            (Holding::List, Holding::List) => self.plain_list(from),
            (Holding::Map, _) | (Holding::Implicit, Holding::Implicit) => self.take(from),
            (Holding::Explicit | Holding::Member, Holding::Explicit | Holding::Member) => self.take(from),
            (_, target) => held(&self.option(from), target),
        }
    }

    /// A list without the places of its elements.
    fn plain_list(&self, from: Place) -> String {
        let taken = self.take(from);
        match self.named.get(&(from.scope, from.field)) {
            Some(Named::Placed(_) | Named::Split { .. }) => {
                format!("{taken}.into_iter().map(|(_, element)| element).collect::<Vec<_>>()")
            }
            _ => taken,
        }
    }

    fn message(
        &mut self,
        target: MessageId,
        field: &Field,
        from: Place,
        function: FunctionId,
        carry: Carry,
        trail: &str,
    ) -> String {
        let holding = self.to.holding(field);
        let (source_name, target_name) = (self.field(from).name(), field.name());
        let source_trail = self.trail(from.scope);
        if self.way.function(function).shared {
            return match (carry, self.holding(from)) {
                (Carry::One, _) => self.copied(from, holding),
                (Carry::Each, _) if from.take == Take::First => {
                    held(&format!("{}.map(|(_, element)| element)", self.take(from)), holding)
                }
                (Carry::Each, _) => self.plain_list(from),
                (Carry::First, _) => {
                    let placed = self.numbered(from);
                    let first = format!("list::first_message({placed}, {}, report)", self.spot(from));
                    held(&format!("{first}.map(|(_, element)| element)"), holding)
                }
            };
        }
        let boxed = if self.to.is_boxed(target, field) { ".map(Box::new)" } else { "" };
        let call = |message: &str, source: String, target: String| {
            let name = inner_name(self.way, self.way.function(function));
            format!("{name}({message}, At::new(&{source_trail}.{source}, &{trail}.{target}), report)")
        };
        match (carry, from.take) {
            (Carry::One, _) => {
                let message = if self.is_boxed(from) { "*message" } else { "message" };
                let call = call(message, format!("field({source_name:?})"), format!("field({target_name:?})"));
                let one = format!("{}.map(|message| {call}{boxed}).transpose()?", self.option_of_message(from));
                held(&one, holding)
            }
            (Carry::Each, Take::First) => {
                let call =
                    call("message", format!("item({source_name:?}, ordinal)"), format!("item({target_name:?}, 0)"));
                let one = format!("{}.map(|(ordinal, message)| {call}{boxed}).transpose()?", self.take(from));
                held(&one, holding)
            }
            (Carry::Each, _) if self.is_placed(from) => {
                let call =
                    call("message", format!("item({source_name:?}, ordinal)"), format!("item({target_name:?}, index)"));
                format!("list::each_placed({}, |ordinal, index, message| {call})?", self.take(from))
            }
            (Carry::Each, _) => {
                let call =
                    call("message", format!("item({source_name:?}, index)"), format!("item({target_name:?}, index)"));
                format!("list::each({}, |index, message| {call})?", self.take(from))
            }
            (Carry::First, _) => {
                let call =
                    call("message", format!("item({source_name:?}, ordinal)"), format!("field({target_name:?})"));
                let (numbered, spot) = (self.numbered(from), self.spot(from));
                let first = format!("list::first_message({numbered}, {spot}, report)");
                held(&format!("{first}.map(|(ordinal, message)| {call}{boxed}).transpose()?"), holding)
            }
        }
    }

    pub(super) fn option_of_message(&self, from: Place) -> String {
        let taken = self.take(from);
        match self.holding(from) {
            Holding::Required => self.if_there(from.scope, &taken),
            _ => taken,
        }
    }

    /// The elements of a list with where they stand.
    pub(super) fn numbered(&self, from: Place) -> String {
        let taken = self.take(from);
        if self.is_placed(from) { taken } else { format!("{taken}.into_iter().enumerate()") }
    }

    fn map(&mut self, field: &Field, from: Place, value: &MapValue<'_>, trail: &str) -> String {
        let taken = self.take(from);
        let (source_name, target_name) = (self.field(from).name(), field.name());
        let is_text = matches!(self.field(from).ty, FieldType::Map { key: Scalar::String, .. });
        let source_trail = self.trail(from.scope);
        let step = |name: &str| if is_text { format!("entry({name:?}, key)") } else { format!("field({name:?})") };
        let key = if is_text { "key" } else { "_" };
        match value {
            MapValue::Message(function) if self.way.function(*function).shared => taken,
            MapValue::Message(function) => {
                let name = inner_name(self.way, self.way.function(*function));
                let at = format!("At::new(&{source_trail}.{}, &{trail}.{})", step(source_name), step(target_name));
                format!("list::entries({taken}, |{key}, value| {name}(value, {at}, report))?")
            }
            MapValue::Converted(conversion) => match self.change(conversion) {
                None => taken,
                Some(change) => {
                    let at = format!("&{source_trail}.{}", step(source_name));
                    format!(
                        "list::entries({taken}, |{key}, value| Ok(value::changed_at(value, {change}, {at}, report).unwrap_or_default()))?"
                    )
                }
            },
        }
    }

    fn resource_name(&self, field: &Field, template: &Template, parts: &[Part]) -> Result<String, AdaptError> {
        let mut pieces = Vec::new();
        for part in parts {
            let look = self.look(part.from);
            if self.host(part.from) != Host::Text {
                return Err(AdaptError::Inexpressible {
                    language: "Rust",
                    place: self.field(part.from).element.full_name.clone(),
                    what: "it is a part of a resource name, and no string".to_owned(),
                    help: "a field of bytes may hold anything; make it a string".to_owned(),
                });
            }
            let text = match self.holding(part.from).is_option() {
                true => format!("{look}.as_deref().unwrap_or_default()"),
                false => format!("&{look}"),
            };
            pieces.push(format!(
                "value::Piece {{ text: {text}, is_set: {}, carried: {}, place: {} }}",
                self.is_set(part.from),
                part.carried,
                self.spot(part.from)
            ));
        }
        let (name, template, pieces) = (field.name(), template.to_string(), pieces.join(", "));
        Ok(format!("value::resource_name({name:?}, {template:?}, &[{pieces}], report)?"))
    }
}

/// A value in an `Option`, held as a field holds it; for a field that is required, still in one: whether it is missing
/// is not to be seen in the value.
pub(super) fn held(option: &str, holding: Holding) -> String {
    match holding {
        Holding::Explicit | Holding::Member | Holding::Required => option.to_owned(),
        // The opposite of a bool is always there.
        Holding::Implicit if option.starts_with("Some(!") => option["Some(".len()..option.len() - 1].to_owned(),
        Holding::Implicit => format!("{option}.unwrap_or_default()"),
        Holding::List | Holding::Map => format!("Vec::from_iter({option})"),
    }
}

/// The opposite of a test.
pub(super) fn not(test: &str) -> String {
    let is_one = !test.contains(" || ") && !test.contains(" && ");
    if is_one && let Some(empty) = test.strip_prefix('!') {
        return empty.to_owned();
    }
    match (is_one, test.strip_suffix(".is_some()"), test.split_once(" != ")) {
        (true, Some(option), _) => format!("{option}.is_none()"),
        (true, _, Some((one, other))) => format!("{one} == {other}"),
        (true, None, None) => format!("!{test}"),
        _ => format!("!({test})"),
    }
}

/// Where a field of the target is.
pub(super) fn spot_of(trail: &str, name: &str) -> String {
    if trail == "at.target" { format!("({trail}, {name:?})") } else { format!("(&{trail}, {name:?})") }
}

/// Whether a name stands for a value.
fn has_value(name: &str, holding: Holding, host: Host) -> String {
    match (holding, host) {
        (Holding::Explicit | Holding::Member | Holding::Required, _) => format!("{name}.is_some()"),
        (Holding::List | Holding::Map, _) => format!("!{name}.is_empty()"),
        (_, Host::Text | Host::Bytes) => format!("!{name}.is_empty()"),
        (_, Host::Bool) => name.to_owned(),
        (_, Host::F32 | Host::F64) => format!("{name}.to_bits() != 0"),
        _ => format!("{name} != 0"),
    }
}
