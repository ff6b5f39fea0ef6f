//! The way from the message that is converted to the field at hand. It lies on the stack and becomes text only when there
//! is something to say.

use super::report::{Error, Report};

/// Where a message is, on both sides.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    pub source: &'a Trail<'a>,
    pub target: &'a Trail<'a>,
}

/// The way to a message: the way to the one around it, and a step.
pub(crate) struct Trail<'a> {
    outer: Option<&'a Trail<'a>>,
    name: &'static str,
    which: Which<'a>,
    depth: usize,
}

/// Which value of a field.
enum Which<'a> {
    Only,
    Element(usize),
    Key(&'a str),
}

impl At<'static> {
    /// At the message that is converted.
    pub const ROOT: At<'static> = At { source: &Trail::ROOT, target: &Trail::ROOT };
}

impl<'a> At<'a> {
    pub const fn new(source: &'a Trail<'a>, target: &'a Trail<'a>) -> Self {
        At { source, target }
    }

    /// Messages that hold themselves may go on for ever.
    pub fn check_depth(self) -> Result<(), Error> {
        match self.source.depth > Trail::DEEPEST {
            true => Err(Error::TooDeep { path: self.source.path() }),
            false => Ok(()),
        }
    }
}

impl<'a> Trail<'a> {
    /// Readers give up where messages nest deeper (<https://protobuf.dev/programming-guides/proto-limits/>).
    pub const DEEPEST: usize = 100;

    pub const ROOT: Trail<'static> = Trail { outer: None, name: "", which: Which::Only, depth: 0 };

    /// A field.
    pub fn field(&'a self, name: &'static str) -> Trail<'a> {
        self.step(name, Which::Only)
    }

    /// An element of a list.
    pub fn item(&'a self, name: &'static str, index: usize) -> Trail<'a> {
        self.step(name, Which::Element(index))
    }

    /// The value of a map under a key.
    pub fn entry(&'a self, name: &'static str, key: &'a str) -> Trail<'a> {
        self.step(name, Which::Key(key))
    }

    fn step(&'a self, name: &'static str, which: Which<'a>) -> Trail<'a> {
        Trail { outer: Some(self), name, which, depth: self.depth + 1 }
    }

    /// It as text: `history[2].parts[0]`.
    pub fn path(&self) -> String {
        let mut path = self.outer.map_or_else(String::new, Trail::path);
        if self.outer.is_some() {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(self.name);
        }
        match self.which {
            Which::Only => {}
            Which::Element(index) => path.push_str(&format!("[{index}]")),
            Which::Key(key) => path.push_str(&format!("[{key:?}]")),
        }
        path
    }

    /// The path of a field of the message that it leads to.
    pub fn path_of(&self, name: &'static str) -> String {
        self.field(name).path()
    }

    /// Reports a field of the source as lost.
    pub fn lose(&self, name: &'static str, reason: impl Into<String>, report: &mut Report) {
        report.lose(|| self.path_of(name), reason);
    }

    /// Reports a message of the source as lost, or all in a list, with whatever is in them.
    pub fn lose_message(&self, name: &'static str, reason: &str, report: &mut Report) {
        report.lose_message(|| self.path_of(name), reason);
    }

    /// Reports a field of the target as missing.
    pub fn miss(&self, name: &'static str, report: &mut Report) {
        report.miss(|| self.path_of(name));
    }

    /// Reports a field of the target as supplied.
    pub fn supply(&self, name: &'static str, value: &str, report: &mut Report) {
        report.supply(|| self.path_of(name), value);
    }
}
