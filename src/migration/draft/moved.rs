//! A line about an old field, before it is text.

use std::collections::HashSet;

use super::{
    carry::Carry,
    document::{Line, Trust},
    toml_text::{list, string},
};
use crate::schema::MessageId;

/// Where an old field went.
#[derive(Debug, Clone)]
pub(super) struct Moved {
    /// The index of the member it begins with.
    pub order: usize,
    /// The old path.
    pub key: String,
    pub what: What,
    pub trust: Trust,
    /// The old message whose field it is, where that is not the message of the table.
    pub inlined_from: Option<MessageId>,
}

/// What a line says.
#[derive(Debug, Clone)]
pub(super) enum What {
    To(Target),
    /// A resource name: its new fields, and the value of the line.
    Parts {
        to: Vec<String>,
        value: String,
    },
    /// The value of the line.
    Drop(String),
}

/// A new path and how a value gets there.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub path: String,
    pub carry: Carry,
    /// The transform, where it is another than the carrying asks for.
    pub via: Option<&'static str>,
    pub empty: Option<String>,
    pub loss: Option<String>,
    /// The direction in which the line is not used: `up` or `down`.
    pub unused: Option<&'static str>,
}

impl Target {
    pub(super) fn new(path: &str, carry: Carry) -> Self {
        let path = match carry {
            Carry::Head => format!("{path}[0]"),
            Carry::Copy | Carry::First | Carry::StructValue => path.to_owned(),
        };
        Target { path, carry, via: None, empty: None, loss: None, unused: None }
    }

    /// As TOML: the path alone, where nothing else is to be said.
    pub(super) fn value(&self) -> String {
        let via = self.via.or(match self.carry {
            Carry::First => Some("first"),
            Carry::StructValue => Some("struct_value"),
            Carry::Copy | Carry::Head => None,
        });
        let path = string(&self.path);
        let also = [("via", via), ("empty", self.empty.as_deref()), ("loss", self.loss.as_deref())];
        let mut also: String =
            also.iter().filter_map(|(key, value)| Some(format!(", {key} = {}", string((*value)?)))).collect();
        if let Some(direction) = self.unused {
            also += &format!(", {direction} = false");
        }
        if also.is_empty() { path } else { format!("{{ to = {path}{also} }}") }
    }
}

impl Moved {
    /// The new paths it fills.
    pub(super) fn targets(&self) -> Vec<&str> {
        match &self.what {
            What::To(target) => vec![&target.path],
            What::Parts { to, .. } => to.iter().map(String::as_str).collect(),
            What::Drop(_) => Vec::new(),
        }
    }

    fn line(self) -> Line {
        let value = match self.what {
            What::To(target) => target.value(),
            What::Parts { value, .. } | What::Drop(value) => value,
        };
        Line { key: self.key, value, trust: self.trust }
    }
}

/// What goes into the list whose head is made from other fields goes behind the head.
pub(super) fn behind_heads(moved: &mut [Moved]) {
    let all: Vec<String> = moved.iter().flat_map(Moved::targets).map(str::to_owned).collect();
    for one in moved {
        let What::To(target) = &mut one.what else { continue };
        let head = format!("{}[0].", target.path);
        let in_head: Vec<String> = all.iter().filter_map(|path| path.strip_prefix(&head)).map(str::to_owned).collect();
        if target.carry != Carry::Copy || in_head.is_empty() {
            continue;
        }
        target.path += "[1..]";
        let line = Line { key: String::new(), value: String::new(), trust: one.trust.clone() };
        let line = line
            .adding("the first element is made of other fields; if old lists repeat it, `distinct` leaves that out");
        let distinct = format!("{{ to = {}, distinct = {} }}", string(&target.path), list(&in_head));
        one.trust = line.or(one.key.clone(), distinct).trust;
    }
}

/// In the order in which they apply: that of the old schema, but a resource name comes after the lines that say one of
/// its parts outright.
pub(super) fn in_order(mut moved: Vec<Moved>) -> Vec<Line> {
    moved.sort_by_key(|one| one.order);
    let outright: HashSet<String> = moved
        .iter()
        .filter(|one| matches!(one.what, What::To(_)))
        .flat_map(Moved::targets)
        .map(str::to_owned)
        .collect();
    let (after, before): (Vec<Moved>, Vec<Moved>) = moved
        .into_iter()
        .partition(|one| matches!(&one.what, What::Parts { to, .. } if to.iter().any(|path| outright.contains(path))));
    let mut filled = HashSet::<String>::new();
    let mut lines = Vec::new();
    for one in before.into_iter().chain(after) {
        let again = one.targets().into_iter().find(|path| filled.contains(*path)).map(str::to_owned);
        filled.extend(one.targets().into_iter().map(str::to_owned));
        let line = one.line();
        lines.push(match again {
            Some(path) => {
                line.adding(&format!("`{path}` has a source above already: going up the first line with a value wins"))
            }
            None => line,
        });
    }
    lines
}

/// Names that `drop` gives as its reason until somebody knows better.
pub(super) fn undecided_drop(question: &str) -> String {
    format!("{{ drop = {} }}", string(&format!("decide: {question}")))
}

/// `drop` with something that it is going down.
pub(super) fn drop_with_back(question: &str, values: &[String], of: &str) -> String {
    let reason = string(&format!("decide: {question}"));
    format!("{{ drop = {reason}, back = {{ is_one_of = {}, of = {} }} }}", list(values), string(of))
}

/// Whether two places cannot both be filled: one is inside of the other. The head of a list is not inside of the list,
/// for the list can give way to it.
pub(super) fn collide(a: &str, b: &str) -> bool {
    let inside = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'));
    inside(a, b) || inside(b, a)
}
