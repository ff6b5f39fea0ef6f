//! The messages that are taken apart, and what must be known of them before anything is taken out.

use super::{Named, Printer};
use crate::{
    codegen::{
        AdaptError,
        program::{Host, Place, Scope},
        rust::{body::Member, identifiers::snake, types::Holding},
    },
    migration::{correspondence::fields_of, manifest::EmptyVersion, plan::Take},
    schema::{FieldRef, FieldType, Kind, Packing},
};

impl Printer<'_, '_> {
    /// Opens every scope, outer ones first.
    pub(super) fn open_scopes(&mut self) -> Result<(), AdaptError> {
        let function = self.function;
        for (index, scope) in function.scopes.iter().enumerate() {
            match scope.place {
                None => self.scopes.push("from".to_owned()),
                Some(place) => self.open(scope, place)?,
            }
            self.take_apart(index, scope);
            self.filters(index);
            self.split_lists(index);
            if self.may_be_hollow(scope) {
                let (has, trail) = (self.is_there(index), self.trail(index));
                let test = format!("is_hollow_{}", self.scopes[index]);
                let why = "it is there and empty, which has no form of its own in the other version";
                self.body.run(format!("if {has} && {test} {{ report.lose(|| {trail}.path(), {why:?}); }}"));
            }
        }
        Ok(())
    }

    /// Whether it is a loss when a message is there and empty; one with required fields never is, to prost.
    fn may_be_hollow(&self, scope: &Scope) -> bool {
        let fields = &self.way.source[scope.message].fields;
        scope.hollow_is_lost && !fields.iter().any(|field| self.from.holding(field) == Holding::Required)
    }

    fn open(&mut self, scope: &Scope, place: Place) -> Result<(), AdaptError> {
        let field = self.field(place);
        let outer = &self.scopes[place.scope];
        let own = snake(field.name()).trim_start_matches("r#").to_owned();
        let mut name = match place.scope {
            0 => format!("inside_{own}"),
            _ => format!("{outer}_{own}"),
        };
        if place.take == Take::First {
            name = format!("{name}_first");
        }
        while self.scopes.contains(&name) {
            name.push('_');
        }
        let message = self.from.message(scope.message);
        if self.way.source[scope.message].element.full_name.starts_with("google.protobuf.") && !message.contains("::") {
            return Err(AdaptError::Inexpressible {
                language: "Rust",
                place: field.element.full_name.clone(),
                what: format!("prost has `{message}` in place of that message, and it is to be taken apart"),
                help: "carry the field as a whole".to_owned(),
            });
        }
        let look = self.look(place);
        let kept = if scope.carried { format!("{look}.clone()") } else { look.clone() };
        let (has, trail) = (format!("has_{name}"), format!("at_{name}"));
        let outer_trail = self.trail(place.scope);
        let literal = format!("{:?}", field.name());
        match (place.take, self.holding(place)) {
            (Take::First, _) => {
                self.body.name(&has, format!("{look}.is_some()"));
                let ordinal = format!("ordinal_{name}");
                self.body.name(&ordinal, format!("{look}.as_ref().map_or(0, |(ordinal, _)| *ordinal)"));
                self.body.name(&name, format!("{kept}.map(|(_, element)| element).unwrap_or_default()"));
                self.body.name(&trail, format!("{outer_trail}.item({literal}, {ordinal})"));
            }
            (_, Holding::Required) => {
                self.body.name(&has, self.is_there(place.scope));
                self.body.name(&name, if self.is_boxed(place) { format!("*{kept}") } else { kept });
                self.body.name(&trail, format!("{outer_trail}.field({literal})"));
            }
            _ => {
                self.body.name(&has, format!("{look}.is_some()"));
                let unboxed = if self.is_boxed(place) { ".map(|inner| *inner)" } else { "" };
                self.body.name(&name, format!("{kept}{unboxed}.unwrap_or_default()"));
                self.body.name(&trail, format!("{outer_trail}.field({literal})"));
            }
        }
        // Before it is taken apart.
        if self.may_be_hollow(scope) {
            self.body.name(format!("is_hollow_{name}"), format!("{name} == {message}::default()"));
        }
        self.scopes.push(name);
        Ok(())
    }

    /// Gives the members of oneofs names of their own, and looks through the numbers of closed enums.
    fn take_apart(&mut self, index: usize, scope: &Scope) {
        let schema = self.way.source;
        let message = &schema[scope.message];
        let name = self.scopes[index].clone();
        let prefix = if index == 0 { "if".to_owned() } else { format!("if_{name}") };
        for (oneof, of) in message.oneofs.iter().enumerate() {
            let mut members = Vec::new();
            for field in fields_of(schema, scope.message) {
                let get = field.get(schema);
                if get.oneof != Some(oneof) || matches!(field, FieldRef::Extension(_)) {
                    continue;
                }
                let own = self.fresh(format!("{prefix}_{}", snake(get.name()).trim_start_matches("r#")));
                members.push(Member { name: own.clone(), variant: self.from.member(scope.message, get) });
                self.named.insert((index, field), Named::Member(own));
            }
            let subject = format!("{name}.{}", snake(&of.element.name));
            self.body.members(subject, members);
        }
        if index > 0 && scope.carried {
            // What is carried as a whole reports such numbers itself.
            return;
        }
        for field in fields_of(schema, scope.message) {
            let place = Place { scope: index, field, take: Take::All };
            let Kind::Enum(id) = field.get(schema).value_kind() else { continue };
            let of = &schema[*id];
            if !of.closed || matches!(field, FieldRef::Extension(_)) {
                continue;
            }
            let mut known: Vec<i32> = of.values.iter().map(|value| value.number).collect();
            known.sort_unstable();
            known.dedup();
            let check = match &field.get(schema).ty {
                FieldType::Singular { .. } => "value::only_known",
                FieldType::Repeated { packing: Packing::Expanded, .. } => "list::known_elements",
                _ => continue,
            };
            let checked =
                format!("known_{}_{}", self.scopes[index], snake(field.get(schema).name()).trim_start_matches("r#"));
            let checked = self.fresh(checked);
            let (mut taken, spot, number) = (self.look(place), self.spot(place), field.get(schema).number);
            if self.holding(place) == Holding::Required {
                taken = self.if_there(index, &taken);
            }
            self.body.run(format!("let {checked} = {check}({taken}, &{known:?}, {number}, {spot}, report);"));
            self.named.insert((index, field), Named::Checked(checked));
        }
    }

    fn filters(&mut self, index: usize) {
        let function = self.function;
        for filter in function.filters.iter().filter(|filter| filter.list.scope == index) {
            let place = filter.list;
            let field = self.field(place);
            let list =
                self.fresh(format!("list_{}_{}", self.scopes[index], snake(field.name()).trim_start_matches("r#")));
            let version = filter.version.get(self.way.source);
            let ident = snake(version.name());
            let text = match self.from.holding(version) {
                Holding::Explicit => format!("element.{ident}.as_deref().unwrap_or_default()"),
                _ => format!("element.{ident}.as_str()"),
            };
            let range = format!(
                "list::Range {{ from: {:?}, below: {:?}, empty: {} }}",
                filter.from,
                filter.below,
                filter.empty == EmptyVersion::In
            );
            let (look, spot, why) = (self.look(place), self.spot(place), filter.reason);
            self.body.run(format!(
                "let {list} = list::in_range(list::placed({look}), |element| {text}, &{range}, {why:?}, {spot}, report);"
            ));
            self.named.insert((index, place.field), Named::Placed(list));
        }
    }

    /// Lists of which the first element goes another way than the others are in two from the beginning.
    fn split_lists(&mut self, index: usize) {
        let scopes = self.function.scopes.iter().filter_map(|scope| scope.place);
        let mut places: Vec<Place> = self.uses.keys().copied().chain(scopes).collect();
        places.extend(self.function.unread.iter().map(|unread| unread.place));
        places.retain(|place| place.scope == index && place.take != Take::All && self.is_list(*place));
        places.sort_unstable();
        places.dedup_by_key(|place| place.field);
        for place in places {
            if !matches!(self.host(place), Host::Message(_)) {
                continue;
            }
            let name = format!("{}_{}", self.scopes[index], snake(self.field(place).name()).trim_start_matches("r#"));
            let look = self.look(Place { take: Take::All, ..place });
            let whole = self.uses.contains_key(&Place { take: Take::All, ..place });
            let look = if whole { format!("{look}.clone()") } else { look };
            let list = if self.is_placed(place) { look } else { format!("list::placed({look})") };
            let (first, rest) = (self.fresh(format!("first_{name}")), self.fresh(format!("rest_{name}")));
            self.body.name_both(&first, &rest, format!("list::split({list})"));
            self.named.insert((index, place.field), Named::Split { first, rest });
        }
    }
}
