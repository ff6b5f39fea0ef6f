//! The message types of one side, as prost has them: what they are called, and how they hold their fields.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::Path,
};

use super::{
    identifiers::{snake, upper_camel},
    own_types,
    text::SourceFile,
};
use crate::{
    codegen::AdaptError,
    schema::{Field, FieldType, Kind, Message, MessageId, Presence, Schema},
};

/// The types of one side.
pub(super) struct Types<'s> {
    pub schema: &'s Schema,
    /// The module of each package.
    modules: BTreeMap<&'s str, String>,
    /// The package whose module is called `old` or `new` in the code, and that name.
    main: (&'s str, &'static str),
}

/// How a field is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holding {
    /// `T`, which is the default when it is not set.
    Implicit,
    /// `Option<T>`.
    Explicit,
    /// `T`, of proto2's `required`.
    Required,
    /// A member of a oneof, which is `Option<…>` of an enum.
    Member,
    /// `Vec<T>`.
    List,
    /// A map.
    Map,
}

impl<'s> Types<'s> {
    /// Types in modules made for them in modules `old` and `new` beside the code, or in the caller's own.
    ///
    /// # Errors
    /// When the caller's modules are none, or are not where they are said to be, seen from the directory `base`.
    pub fn new(
        schema: &'s Schema,
        side: &'static str,
        own: &[(String, String)],
        base: Option<&Path>,
    ) -> Result<Self, AdaptError> {
        let main = main_package(schema);
        let packages = packages(schema);
        let modules = match own {
            [] => {
                let module = |package: &str| {
                    let parts = package.split('.').filter(|part| !part.is_empty()).map(snake);
                    ["super".to_owned(), side.to_owned()].into_iter().chain(parts).collect::<Vec<_>>().join("::")
                };
                packages.iter().map(|package| (*package, module(package))).collect()
            }
            own => callers_own(schema, &packages, main, (side, own), base)?,
        };
        Ok(Types { schema, modules, main: (main, side) })
    }

    /// Brings what a file mentions of these types into it.
    pub fn uses_of(&self, source: &mut SourceFile) {
        let (package, name) = self.main;
        if let Some(module) = self.modules.get(package)
            && source.mentions(&format!("{name}::"))
        {
            let renamed = if module.ends_with(&format!("::{name}")) { String::new() } else { format!(" as {name}") };
            source.uses(format!("{module}{renamed}"));
        }
    }

    /// The path of a message type.
    pub fn message(&self, id: MessageId) -> String {
        let message = &self.schema[id];
        let package = self.package(message);
        if package == "google.protobuf" {
            return well_known(&message.nested_name);
        }
        format!("{}::{}", self.scope(package, message.parent), upper_camel(&message.element.name))
    }

    /// The path of the enum of a oneof.
    pub fn oneof(&self, id: MessageId, oneof: usize) -> String {
        let message = &self.schema[id];
        let name = upper_camel(&message.oneofs[oneof].element.name);
        let nested = self.schema.messages.iter().filter(|m| m.parent == Some(id)).map(|m| &m.element.name);
        let prefix = format!("{}.", message.element.full_name);
        let enums = self.schema.enums.iter().filter(|e| e.element.full_name == format!("{prefix}{}", e.element.name));
        let clashes = nested.chain(enums.map(|e| &e.element.name)).any(|other| upper_camel(other) == name);
        let name = if clashes { name + "OneOf" } else { name };
        format!("{}::{name}", self.scope(self.package(message), Some(id)))
    }

    /// The path of a member of a oneof.
    pub fn member(&self, id: MessageId, field: &Field) -> String {
        let oneof = field.oneof.map(|oneof| self.oneof(id, oneof)).unwrap_or_default();
        format!("{oneof}::{}", upper_camel(field.name()))
    }

    /// Whether a single message is in a box, because it may hold the message that it is in.
    pub fn is_boxed(&self, id: MessageId, field: &Field) -> bool {
        let inner = match &field.ty {
            FieldType::Singular { kind, .. } => kind.message(),
            FieldType::Repeated { .. } | FieldType::Map { .. } => None,
        };
        inner.is_some_and(|inner| holds(self.schema, inner, id))
    }

    /// How a field is held.
    pub fn holding(&self, field: &Field) -> Holding {
        match &field.ty {
            FieldType::Repeated { .. } => Holding::List,
            FieldType::Map { .. } => Holding::Map,
            FieldType::Singular { .. } if field.oneof.is_some() => Holding::Member,
            FieldType::Singular { presence: Presence::Implicit, .. } => Holding::Implicit,
            FieldType::Singular { presence: Presence::Explicit, .. } => Holding::Explicit,
            FieldType::Singular { presence: Presence::Required, .. } => Holding::Required,
        }
    }

    fn package(&self, message: &Message) -> &'s str {
        &self.schema.files[message.element.file.0].package
    }

    /// The module of what is declared in a package, or in a message.
    fn scope(&self, package: &str, parent: Option<MessageId>) -> String {
        match parent {
            Some(parent) => {
                let message = &self.schema[parent];
                format!("{}::{}", self.scope(package, message.parent), snake(&message.element.name))
            }
            None if package == self.main.0 => self.main.1.to_owned(),
            None => self.modules.get(package).cloned().unwrap_or_default(),
        }
    }
}

/// What prost has in place of the messages of `google.protobuf` (`extern_paths.rs` of prost-build).
fn well_known(name: &str) -> String {
    match name {
        "BoolValue" => "bool".to_owned(),
        "BytesValue" => "Vec<u8>".to_owned(),
        "DoubleValue" => "f64".to_owned(),
        "Empty" => "()".to_owned(),
        "FloatValue" => "f32".to_owned(),
        "Int32Value" => "i32".to_owned(),
        "Int64Value" => "i64".to_owned(),
        "StringValue" => "String".to_owned(),
        "UInt32Value" => "u32".to_owned(),
        "UInt64Value" => "u64".to_owned(),
        name => format!("prost_types::{}", upper_camel(name)),
    }
}

/// The package with most messages.
fn main_package(schema: &Schema) -> &str {
    let count = |package: &str| {
        schema.subject_messages().filter(|id| schema.files[schema[*id].element.file.0].package == package).count()
    };
    let mut best = ("", 0);
    for package in schema.packages() {
        let count = count(package);
        if count > best.1 || best.0.is_empty() {
            best = (package, count);
        }
    }
    best.0
}

/// The packages of all types that messages of the schema's own files hold, but `google.protobuf`, whose types prost has.
fn packages(schema: &Schema) -> Vec<&str> {
    let mut seen = HashSet::new();
    let mut open: Vec<MessageId> = schema.subject_messages().collect();
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            open.extend(schema[id].fields.iter().filter_map(|field| field.value_kind().message()));
        }
    }
    let of_messages = seen.iter().map(|id| schema.files[schema[*id].element.file.0].package.as_str());
    let packages: BTreeSet<&str> = of_messages.filter(|package| *package != "google.protobuf").collect();
    packages.into_iter().collect()
}

fn callers_own<'s>(
    schema: &Schema,
    packages: &[&'s str],
    main: &'s str,
    (side, own): (&str, &[(String, String)]),
    base: Option<&Path>,
) -> Result<BTreeMap<&'s str, String>, AdaptError> {
    let option = format!("--{side}-types");
    let refused = |given: &str, what: String, help: &str| AdaptError::Types {
        option: option.clone(),
        given: given.to_owned(),
        what,
        help: help.to_owned(),
    };
    let mut modules = BTreeMap::new();
    for (package, module) in own {
        if syn::parse_str::<syn::Path>(module).is_err() || module.contains(['<', '(']) {
            let help = "write the module as in a `use`: my_types::a2a::v1, or crate::a2a::v1";
            return Err(refused(module, "that is no path of a Rust module".to_owned(), help));
        }
        let package = if package.is_empty() { main } else { package.as_str() };
        let Some(known) = packages.iter().find(|known| **known == package) else {
            let help = format!("its packages are: {}", packages.join(", "));
            return Err(refused(module, format!("the schema has no package `{package}`"), &help));
        };
        if let Some(base) = base {
            let of_package = |id: &MessageId| {
                schema[*id].parent.is_none() && schema.files[schema[*id].element.file.0].package == package
            };
            let types = schema.subject_messages().filter(of_package).map(|id| upper_camel(&schema[id].element.name));
            own_types::check(base, module, &types.collect::<Vec<_>>())
                .map_err(|fault| refused(module, fault.what, &fault.help))?;
        }
        if let Some(other) = modules.insert(*known, module.trim_start_matches("::").to_owned()) {
            let what = format!("the types of package `{known}` are said to be in `{other}` already");
            return Err(refused(module, what, "say it once for each package"));
        }
    }
    if let Some(missing) = packages.iter().find(|package| !modules.contains_key(*package)) {
        let given = own.iter().map(|(_, module)| module.as_str()).collect::<Vec<_>>().join(", ");
        let help = format!("say where they are, too: {option} {missing}=MODULE");
        return Err(refused(&given, format!("the types of package `{missing}` are needed as well"), &help));
    }
    Ok(modules)
}

/// Whether a message is another one, or holds it at any depth without a list or a map around it.
fn holds(schema: &Schema, outer: MessageId, wanted: MessageId) -> bool {
    let (mut seen, mut open) = (HashSet::new(), vec![outer]);
    while let Some(id) = open.pop() {
        if id == wanted {
            return true;
        }
        if seen.insert(id) {
            open.extend(schema[id].fields.iter().filter_map(held));
        }
    }
    false
}

/// The message that a field holds without a list or a map around it. As prost-build looks at it, a group holds nothing.
fn held(field: &Field) -> Option<MessageId> {
    match &field.ty {
        FieldType::Singular { kind: Kind::Message(inner), .. } => Some(*inner),
        _ => None,
    }
}
