//! One function: what makes one message of the source one of the target.

mod build;
mod conversion;
mod place;
mod scopes;
mod unread;
mod value;
mod write;

use std::collections::{BTreeSet, HashMap, HashSet};

pub(super) use conversion::enum_function;

use super::{
    body::{Body, words},
    identifiers::snake,
    text::{comment, told_lines},
    types::{Holding, Types},
};
use crate::{
    codegen::{
        AdaptError,
        program::{Function, FunctionId, Place, Way},
    },
    schema::FieldRef,
};

/// A function that is being printed.
pub(super) struct Printer<'p, 'm> {
    way: &'p Way<'m>,
    function: &'p Function<'m>,
    from: &'p Types<'m>,
    to: &'p Types<'m>,
    /// The functions that may come to call themselves.
    endless: &'p [bool],
    uses: HashMap<Place, usize>,
    body: Body,
    /// What each scope is called.
    scopes: Vec<String>,
    /// What fields are called that have a name of their own, by scope.
    named: HashMap<(usize, FieldRef), Named>,
    /// The names of variables that are made of several names, and so could be made of others too.
    taken: HashSet<String>,
    /// What it is called that a message is not to be put together, by where its `Build` is.
    kept_out: HashMap<*const (), String>,
}

/// A field that has a name of its own.
#[derive(Debug, Clone)]
enum Named {
    /// A member of a oneof, as an `Option`.
    Member(String),
    /// A field whose numbers have been looked through.
    Checked(String),
    /// A list whose elements know where they once stood.
    Placed(String),
    /// Such a list in two: its first element and the others.
    Split { first: String, rest: String },
}

/// What the types of both sides are, and which functions never end by themselves.
pub(super) struct Context<'p, 'm> {
    pub way: &'p Way<'m>,
    pub from: &'p Types<'m>,
    pub to: &'p Types<'m>,
    pub endless: Vec<bool>,
    /// The name of the manifest, for comments.
    pub manifest: &'p str,
}

/// The name of the function for everybody.
pub(super) fn public_name(function: &Function<'_>) -> String {
    match snake(&function.name) {
        // What calls the function that does the work.
        name if name == "run" => "run_".to_owned(),
        name => name,
    }
}

/// The name of the function that does the work.
pub(super) fn inner_name(way: &Way<'_>, function: &Function<'_>) -> String {
    beside_public(way, format!("{}_at", function.name))
}

/// A name that is made of another, unless a message is called like that.
pub(super) fn beside_public(way: &Way<'_>, name: String) -> String {
    if way.public().any(|(_, function)| function.name == name) { name + "_" } else { name }
}

/// Prints a function, and the one for everybody that calls it.
pub(super) fn print(context: &Context<'_, '_>, id: FunctionId) -> Result<Vec<String>, AdaptError> {
    let function = context.way.function(id);
    let printer = Printer {
        way: context.way,
        function,
        from: context.from,
        to: context.to,
        endless: &context.endless,
        uses: function.uses(),
        body: Body::default(),
        scopes: Vec::new(),
        named: HashMap::new(),
        taken: HashSet::new(),
        kept_out: HashMap::new(),
    };
    let (source, target) = (context.from.message(function.source), context.to.message(function.target));
    let inner = inner_name(context.way, function);
    let body = printer.print(id)?;
    let words = words(&body);
    let used = |name: &str| words.iter().any(|word| word == name);
    let parameter = |name: &str| if used(name) { name.to_owned() } else { format!("_{name}") };
    let mut items = Vec::new();
    if function.public {
        let name = public_name(function);
        let docs = comment(&docs(context, function));
        items.push(format!(
            "{docs}pub fn {name}(from: {source}) -> Result<Converted<{target}>, Error> {{ run(from, {inner}) }}"
        ));
    }
    let visible = if function.public { "pub(super) " } else { "" };
    items.push(format!(
        "{visible}fn {inner}({}: {source}, {}: At<'_>, {}: &mut Report) -> Result<{target}, Error> {{ {body} }}",
        parameter("from"),
        parameter("at"),
        parameter("report"),
    ));
    Ok(items)
}

fn docs(context: &Context<'_, '_>, function: &Function<'_>) -> Vec<String> {
    let source = &context.way.source[function.source].element.full_name;
    let target = &context.way.target[function.target].element.full_name;
    let mut lines = vec![format!("Makes a `{source}` a `{target}`.")];
    lines.extend(told_lines(context.manifest, &function.told));
    lines.push(String::new());
    lines.push("# Errors".to_owned());
    lines.push("When something in it has no counterpart that the manifest knows of; see [`Error`].".to_owned());
    lines
}

impl Printer<'_, '_> {
    fn print(mut self, id: FunctionId) -> Result<String, AdaptError> {
        self.must_be_held()?;
        if self.endless[id.0] {
            self.body.run("at.check_depth()?;");
        }
        self.open_scopes()?;
        self.note_guards();
        self.note_unread();
        let function = self.function;
        let fields = self.writes(function.target, &function.writes, "at.target", "out")?;
        let result = format!("Ok({})", self.literal(function.target, &fields));
        Ok(self.body.finish(&result))
    }

    /// A variable that there is not yet, called like this if possible.
    fn fresh(&mut self, mut name: String) -> String {
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Prost has nothing for extensions.
    fn must_be_held(&self) -> Result<(), AdaptError> {
        let unread = self.function.unread.iter().map(|unread| unread.place);
        // In an order of their own: the same one is named each time.
        let places: BTreeSet<Place> = self.uses.keys().copied().chain(unread).collect();
        let source = places.into_iter().map(|place| (self.way.source, place.field));
        let target = self.function.writes.iter().map(|write| (self.way.target, write.field));
        for (schema, field) in source.chain(target) {
            if let FieldRef::Extension(_) = field {
                return Err(AdaptError::Inexpressible {
                    language: "Rust",
                    place: field.get(schema).element.full_name.clone(),
                    what: "it is an extension, and messages by prost have none".to_owned(),
                    help: "convert such messages with `proto-diff convert`, which knows them".to_owned(),
                });
            }
        }
        Ok(())
    }
}

impl Holding {
    /// Whether it is an `Option` by itself.
    fn is_option(self) -> bool {
        matches!(self, Holding::Explicit | Holding::Member)
    }
}
