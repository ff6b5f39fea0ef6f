//! Packages, types and rpcs.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    EnumPair, MessagePair, Resolver,
    names::{definition, element, in_package, nested_name},
};
use crate::{
    migration::manifest::{Habit, Placed},
    schema::{Definition, Kind, MessageId, Scalar, Schema},
};

impl Resolver<'_> {
    /// The package map: given, and packages of the same name of which nothing is said; or the only one of each side.
    pub(super) fn packages(&mut self) {
        let (old, new) = (self.old.packages(), self.new.packages());
        for (from, to) in &self.manifest.packages {
            for (schema, packages, name) in [(self.old, &old, from), (self.new, &new, to)] {
                if !packages.contains(&name.value.as_str()) {
                    let text = format!("no file of {} has package `{}`", schema.origin, name.value);
                    self.fault(
                        name.span.clone(),
                        text,
                        "named here",
                        format!("its packages are: {}", packages.join(", ")),
                    );
                }
            }
            self.result.packages.push((from.value.clone(), to.value.clone()));
        }
        match (old.as_slice(), new.as_slice(), self.result.packages.as_slice()) {
            ([one], [other], []) => self.result.packages.push(((*one).to_owned(), (*other).to_owned())),
            (_, _, given) => {
                let is_said = |package: &str| given.iter().any(|(from, to)| from == package || to == package);
                let same = old.iter().filter(|package| new.contains(package) && !is_said(package));
                let same: Vec<_> = same.map(|package| ((*package).to_owned(), (*package).to_owned())).collect();
                self.result.packages.extend(same);
            }
        }
    }

    /// Pairs messages and enums: as told, then by name in paired packages. Nobody may be left over.
    pub(super) fn types(&mut self) {
        let mut settled: HashMap<Definition, &Placed<String>> = HashMap::new();
        let mut filled: HashSet<Definition> = HashSet::new();
        for line in &self.manifest.types {
            let Some(old) = self.find(self.old, &line.old) else { continue };
            if settled.insert(old, &line.old).is_some() {
                let text = format!("`{}` is named twice", line.old.value);
                self.fault(line.old.span.clone(), text, "again here", "one line says what became of it");
                continue;
            }
            let Ok(name) = &line.new else { continue };
            let Some(new) = self.find(self.new, name) else { continue };
            filled.insert(new);
            match (old, new) {
                (Definition::Message(a), Definition::Message(b)) => self.add_messages(a, b),
                (Definition::Enum(a), Definition::Enum(b)) => self.add_enums(EnumPair::new(a, b)),
                _ => {
                    let text = format!("`{}` and `{}` are a message and an enum", line.old.value, name.value);
                    self.fault(name.span.clone(), text, "not of the same sort", "pair messages with messages");
                }
            }
        }
        for old in subjects(self.old).into_iter().filter(|old| !settled.contains_key(old)) {
            match self.namesake(old) {
                Some(new) => {
                    filled.insert(new);
                    match (old, new) {
                        (Definition::Message(a), Definition::Message(b)) => self.add_messages(a, b),
                        (Definition::Enum(a), Definition::Enum(b)) => self.add_enums(EnumPair::new(a, b)),
                        _ => {}
                    }
                }
                None => {
                    let name = nested_name(self.old, old);
                    let text = format!(
                        "nothing is said about the old type `{name}`, and {} has none of that name",
                        self.new.origin
                    );
                    let help = format!("add `{name} = \"NewName\"` or `{name} = {{ gone = \"why\" }}` to [types]");
                    self.fault(self.manifest.old.span.clone(), text, "of this schema", help);
                }
            }
        }
        self.new_types(&filled);
    }

    fn new_types(&mut self, filled: &HashSet<Definition>) {
        let mut absent = HashSet::new();
        for (name, _) in &self.manifest.new_types {
            let Some(new) = self.find(self.new, name) else { continue };
            if filled.contains(&new) {
                let text = format!("`{}` is not absent: an old type became it", name.value);
                self.fault(name.span.clone(), text, "stated here", "take the line out");
            }
            absent.insert(new);
        }
        for new in subjects(self.new).into_iter().filter(|new| !filled.contains(new) && !absent.contains(new)) {
            let name = nested_name(self.new, new);
            let text = format!("nothing is said about the new type `{name}`, and no old type became it");
            let help = format!("add `{name} = {{ absent = \"why\" }}` to [new_types]");
            self.fault(self.manifest.new.span.clone(), text, "of this schema", help);
        }
    }

    /// The new definition of the same name in a paired package.
    fn namesake(&self, old: Definition) -> Option<Definition> {
        let package = &self.old[element(self.old, old).file].package;
        let nested = nested_name(self.old, old);
        let candidates = self.result.packages.iter().filter(|(from, _)| from == package);
        let found = candidates.filter_map(|(_, to)| self.new.definition(&in_package(to, nested))).next()?;
        (std::mem::discriminant(&found) == std::mem::discriminant(&old)).then_some(found)
    }

    /// Whether two messages are a pair. Library types of one name are made one when they are first asked for.
    pub(super) fn are_paired(&mut self, old: MessageId, new: MessageId) -> bool {
        if self.result.message_index.contains_key(&(old, new)) {
            return true;
        }
        let (a, b) = (&self.old[old].element, &self.new[new].element);
        let library = !self.old.is_subject(a) && !self.new.is_subject(b) && a.full_name == b.full_name;
        if library {
            self.add_messages(old, new);
        }
        library
    }

    fn add_messages(&mut self, old: MessageId, new: MessageId) {
        self.result.message_index.insert((old, new), self.result.messages.len());
        let (lines, old_only, new_only, filters) = Default::default();
        self.result.messages.push(MessagePair { old, new, lines, old_only, new_only, filters });
    }

    pub(super) fn add_enums(&mut self, pair: EnumPair) {
        self.result.enum_index.insert((pair.old, pair.new), self.result.enums.len());
        self.result.enums.push(pair);
    }

    pub(super) fn find(&mut self, schema: &Schema, name: &Placed<String>) -> Option<Definition> {
        definition(schema, &name.value)
            .map_err(|(text, help)| self.fault(name.span.clone(), text, "named here", help))
            .ok()
    }

    /// Renamed rpcs must be there.
    pub(super) fn rpcs(&mut self) {
        for (old, new) in &self.manifest.rpcs {
            for (schema, name) in [(self.old, old), (self.new, new)] {
                let known = rpc_names(schema);
                if !known.contains(&name.value) {
                    let text = format!("{} has no rpc `{}`", schema.origin, name.value);
                    let help = format!("its rpcs are: {}", known.into_iter().collect::<Vec<_>>().join(", "));
                    self.fault(name.span.clone(), text, "named here", help);
                }
            }
            self.result.rpcs.push((old.value.clone(), new.value.clone()));
        }
        self.library_types_of_calls();
    }

    /// Calls may answer with a library type that no field holds: `google.protobuf.Empty`.
    fn library_types_of_calls(&mut self) {
        let methods = self.old.subject_services().flat_map(|id| &self.old[id].methods);
        let kinds = methods.flat_map(|method| [&method.input, &method.output]);
        for old in kinds.filter_map(Kind::message).collect::<BTreeSet<_>>() {
            if let Some(new) = self.new.message_named(&self.old[old].element.full_name) {
                self.are_paired(old, new);
            }
        }
    }

    /// What is said about writers is about string fields that are there, and about fields that are not.
    pub(super) fn writers(&mut self) {
        for (schema, tables) in [(self.old, &self.manifest.old_writers), (self.new, &self.manifest.new_writers)] {
            for table in tables {
                let Some(Definition::Message(id)) = self.find(schema, &table.name) else { continue };
                for line in &table.lines {
                    let field = schema[id].field_named(&line.field.value);
                    let is_text = field.is_some_and(|field| *field.value_kind() == Kind::Scalar(Scalar::String));
                    let (name, message) = (&line.field.value, &schema[id].element.full_name);
                    let (text, help) = match &line.habit {
                        Habit::Draft { number, .. } => match schema[id].field_numbered(*number) {
                            None => continue,
                            Some(known) => (
                                format!("{number} is no draft field of {message}: `{}` stands there", known.name()),
                                "a draft field is one that the schema does not have",
                            ),
                        },
                        Habit::Uri | Habit::Also(_) if is_text => continue,
                        Habit::Uri | Habit::Also(_) => (
                            format!("{message} has no string field `{name}` in {}", schema.origin),
                            "only strings hold names and URIs",
                        ),
                    };
                    self.fault(line.field.span.clone(), text, "here", help);
                }
            }
        }
    }
}

/// All rpcs as `Service.Method`.
fn rpc_names(schema: &Schema) -> BTreeSet<String> {
    let services = schema.subject_services().map(|id| &schema[id]);
    services
        .flat_map(|service| service.methods.iter().map(|m| format!("{}.{}", service.element.name, m.element.name)))
        .collect()
}

fn subjects(schema: &Schema) -> Vec<Definition> {
    let messages = schema.subject_messages().map(Definition::Message);
    messages.chain(schema.subject_enums().map(Definition::Enum)).collect()
}
