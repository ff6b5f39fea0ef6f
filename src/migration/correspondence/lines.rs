//! The lines of the manifest, resolved and type-checked.

use std::ops::Range;

use super::{Constant, Filter, Leg, Line, Made, MessagePair, Origin, Path, Resolver, Unmatched, path::Shape};
use crate::{
    direction::Direction,
    migration::manifest::{
        self, DropLine, FieldPath, LineKind, Literal, MoveLine, NewKind, Placed, Select, VersionFilter, Via,
    },
    schema::{Definition, FieldType, Kind, MessageId, Scalar, Schema},
};

impl Resolver<'_> {
    /// Everything about fields: what the manifest says, what stays by itself, and that nothing is left over.
    pub(super) fn fields(&mut self) {
        self.tables_are_about_pairs();
        let told = self.result.messages.len();
        for index in 0..told {
            self.told_lines(index);
        }
        // Library types join while lines are checked, and while they are checked themselves.
        let mut used = std::collections::HashSet::new();
        let mut index = 0;
        while index < self.result.messages.len() {
            self.cover(index, &mut used);
            index += 1;
        }
        self.unused_new_lines(&used);
    }

    fn tables_are_about_pairs(&mut self) {
        for table in &self.manifest.messages {
            let Some(found) = self.find(self.old, &table.name) else { continue };
            self.must_be_paired(&table.name, found, "pair it in [types] first", |pair, id| pair.old == id);
        }
        for table in &self.manifest.new_messages {
            let Some(found) = self.find(self.new, &table.name) else { continue };
            self.must_be_paired(&table.name, found, "nothing becomes it; take the table out", |pair, id| {
                pair.new == id
            });
        }
    }

    fn must_be_paired(
        &mut self,
        name: &Placed<String>,
        found: Definition,
        help: &str,
        is_it: impl Fn(&MessagePair, MessageId) -> bool,
    ) {
        match found {
            Definition::Enum(_) => {
                let text = format!("`{}` is an enum", name.value);
                self.fault(name.span.clone(), text, "not a message", "its table is [enum.…] or [new_enum.…]");
            }
            // A type that is inlined has no pair, and its fields in `[new.…]` are stated where it is built.
            Definition::Message(id) => {
                let inlined = !self.result.messages.iter().any(|pair| is_it(pair, id));
                if inlined && help.starts_with("pair") {
                    let text = format!("`{}` has no counterpart, so its fields go nowhere by themselves", name.value);
                    self.fault(name.span.clone(), text, "this message", help);
                }
            }
        }
    }

    /// The tables of the manifest about the old message of a pair.
    fn told_lines(&mut self, index: usize) {
        let Some((old, new)) = self.ends(index) else { return };
        for line in self.tables.lines(old) {
            let Some(path) = self.path(self.old, old, &line.path) else { continue };
            match &line.kind {
                LineKind::Drop(dropped) => self.dropped(index, path, dropped, line.path.span.clone(), new),
                LineKind::Move(moved) => self.moved(index, path, moved, line, new),
            }
        }
    }

    /// The two messages of a pair.
    pub(super) fn ends(&self, index: usize) -> Option<(MessageId, MessageId)> {
        self.result.messages.get(index).map(|pair| (pair.old, pair.new))
    }

    pub(super) fn path(&mut self, schema: &Schema, root: MessageId, written: &Placed<FieldPath>) -> Option<Path> {
        let resolved = Path::resolve(schema, root, &written.value);
        resolved.map_err(|(text, help)| self.fault(written.span.clone(), text, "here", help)).ok()
    }

    fn dropped(&mut self, index: usize, path: Path, line: &DropLine, span: Range<usize>, new: MessageId) {
        let made = line.back.as_ref().and_then(|back| self.made(self.old, &path, back, self.new, new));
        if let Some(pair) = self.result.messages.get_mut(index) {
            pair.old_only.push(Unmatched { path, made, reason: line.reason.clone(), span });
        }
    }

    fn moved(&mut self, index: usize, old: Path, moved: &MoveLine, line: &manifest::Line, new_root: MessageId) {
        let new: Vec<Path> = moved.to.iter().filter_map(|to| self.path(self.new, new_root, to)).collect();
        if new.len() != moved.to.len() || new.is_empty() {
            return;
        }
        let faults = self.faults.len();
        let mut legs = (
            moved.up.as_ref().and_then(|leg| self.leg(leg, &old, &new, Direction::Upgrade)),
            moved.down.as_ref().and_then(|leg| self.leg(leg, &old, &new, Direction::Downgrade)),
        );
        // A transform that does not fit says nothing either way.
        if self.faults.len() > faults {
            legs = (None, None);
        }
        let (up, down) = legs;
        let distinct = self.distinct(moved, &new);
        let origin = Origin::Manifest { span: line.path.span.clone(), why: line.why.clone() };
        if let Some(pair) = self.result.messages.get_mut(index) {
            pair.lines.push(Line { old, new, up, down, distinct, origin });
        }
    }

    fn leg(&mut self, leg: &manifest::Leg, old: &Path, new: &[Path], direction: Direction) -> Option<Leg> {
        let via = &leg.via.value;
        let expected = match via {
            Via::Template(template) => template.variables().count(),
            _ => 1,
        };
        if new.len() != expected {
            let text = format!("`{}` needs {expected} new field(s) in `to`, found {}", via.name(), new.len());
            let help = "a template has one new field for each variable, in their order";
            self.fault(leg.via.span.clone(), text, "this transform", help);
            return None;
        }
        for (schema, path) in [(self.old, old)].into_iter().chain(new.iter().map(|path| (self.new, path))) {
            if path.leaf().select != Select::Whole && path.field(schema).value_kind().message().is_none() {
                let text = format!("`{}`: only lists of messages are taken apart by path", path.display(schema));
                let help = "write the list, with `via = \"first\"` for its first element";
                self.fault(leg.via.span.clone(), text, "here", help);
                return None;
            }
        }
        for to in new {
            let (a, b) = (old.shape(self.old), to.shape(self.new));
            if let Err(what) = self.fits(a, b, via) {
                let names = format!("`{}` → `{}`", old.display(self.old), to.display(self.new));
                let help = format!("choose another transform: {}, {{ template = … }}", Via::NAMES.join(", "));
                self.fault(leg.via.span.clone(), format!("{names}: {what}"), "here", help);
                return None;
            }
        }
        let empty = match &leg.empty {
            None => None,
            Some(literal) => {
                let (schema, target) = match direction {
                    Direction::Upgrade => (self.new, new.first()?),
                    Direction::Downgrade => (self.old, old),
                };
                Some(self.constant(schema, target, &literal.value, literal.span.clone())?)
            }
        };
        Some(Leg { via: via.clone(), empty, loss: leg.loss.clone() })
    }

    fn constant(&mut self, schema: &Schema, target: &Path, literal: &Literal, span: Range<usize>) -> Option<Constant> {
        let constant = Constant::of(literal, schema, target.field(schema));
        constant
            .map_err(|what| {
                let text = format!("`{}`: {what}", target.display(schema));
                let help = format!("it is a {}", schema.type_name(target.field(schema)));
                self.fault(span, text, "this value", help);
            })
            .ok()
    }

    fn distinct(&mut self, moved: &MoveLine, new: &[Path]) -> Vec<i32> {
        let Some(to) = new.first() else { return Vec::new() };
        let mut numbers = Vec::new();
        for written in &moved.distinct {
            let element = to.field(self.new).value_kind().message();
            let (Select::Rest, Some(element)) = (to.leaf().select, element) else {
                let text = "`distinct` compares elements after the first with the first";
                self.fault(written.span.clone(), text, "here", "it goes with `to = \"list[1..]\"` of messages");
                return Vec::new();
            };
            if let Some(path) = self.path(self.new, element, written) {
                numbers.push(path.field(self.new).number);
            }
        }
        numbers
    }

    /// A value that the field at `path` of `schema` has in data made from the other side.
    pub(super) fn made(
        &mut self,
        schema: &Schema,
        path: &Path,
        made: &Placed<manifest::Made>,
        other: &Schema,
        other_root: MessageId,
    ) -> Option<Made> {
        match &made.value {
            manifest::Made::Literal(literal) => {
                self.constant(schema, path, literal, made.span.clone()).map(Made::Constant)
            }
            manifest::Made::IsOneOf { values, of } => {
                if path.shape(schema) != Shape::One(&Kind::Scalar(Scalar::Bool)) {
                    let text = format!("`{}` is no bool, which `is_one_of` makes", path.display(schema));
                    self.fault(made.span.clone(), text, "here", "give a plain value instead");
                    return None;
                }
                let source = self.path(other, other_root, of)?;
                let Shape::One(Kind::Enum(id)) = source.shape(other) else {
                    let text = format!("`{}` is no single enum", source.display(other));
                    self.fault(of.span.clone(), text, "asked here", "`is_one_of` compares an enum with its values");
                    return None;
                };
                let mut numbers = Vec::new();
                for value in values {
                    match other[*id].value_named(&value.value) {
                        Some(found) => numbers.push(found.number),
                        None => {
                            let known: Vec<&str> = other[*id].values.iter().map(|v| v.element.name.as_str()).collect();
                            let text = format!("`{}` has no value `{}`", other[*id].element.name, value.value);
                            let help = format!("its values are: {}", known.join(", "));
                            self.fault(value.span.clone(), text, "here", help);
                        }
                    }
                }
                Some(Made::IsOneOf { numbers, of: source, same: None })
            }
        }
    }

    /// What `[new.…]` says about a list of which only some elements have a place in the old version.
    pub(super) fn filter(&mut self, list: Path, filter: &VersionFilter, reason: &str) -> Option<Filter> {
        let FieldType::Repeated { kind: Kind::Message(element), .. } = &list.field(self.new).ty else {
            let text = format!("`{}` is no list of messages", list.display(self.new));
            self.fault(filter.field.span.clone(), text, "here", "`only` picks elements of a list");
            return None;
        };
        let version = self.path(self.new, *element, &filter.field)?;
        if version.steps.len() != 1 || version.shape(self.new) != Shape::One(&Kind::Scalar(Scalar::String)) {
            let text = format!("`{}` is no string field of the elements", version.display(self.new));
            self.fault(filter.field.span.clone(), text, "here", "name the field that holds the version");
            return None;
        }
        let version_field = version.field(self.new).number;
        let bound = |bound: &Option<Placed<(u32, u32)>>| bound.as_ref().map(|placed| placed.value);
        let (from, below, empty) = (bound(&filter.from), bound(&filter.below), filter.empty);
        Some(Filter { list, version_field, from, below, empty, reason: reason.to_owned() })
    }

    /// A stated line about a new field, for the new message `root` reached over `prefix` from the new message of a pair.
    pub(super) fn new_line(&mut self, index: usize, path: Path, kind: &NewKind, span: Range<usize>) {
        let Some((old, _)) = self.ends(index) else { return };
        let unmatched = match kind {
            NewKind::Absent(reason) => Unmatched { path, made: None, reason: reason.clone(), span },
            NewKind::Value(made) => {
                let Some(made) = self.made(self.new, &path, made, self.old, old) else { return };
                let reason = "the old version has no place for another value".to_owned();
                Unmatched { path, made: Some(made), reason, span }
            }
            NewKind::Only { filter, reason } => {
                if let Some(filter) = self.filter(path, filter, reason)
                    && let Some(pair) = self.result.messages.get_mut(index)
                {
                    pair.filters.push(filter);
                }
                return;
            }
        };
        if let Some(pair) = self.result.messages.get_mut(index) {
            pair.new_only.push(unmatched);
        }
    }
}
