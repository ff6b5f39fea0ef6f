//! That every field is accounted for. What has the same name on both sides and fits stays by itself.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    Leg, Line, MessagePair, Origin, Path, Resolver, Step, Unmatched,
    path::{fields_of, step_name},
    whole,
};
use crate::{
    migration::manifest::{FieldName, NewKind, NewLine, PathStep, Select, Via},
    schema::{Definition, FieldRef, FieldType, MessageId, Schema},
};

/// Lines of `[new.…]` tables, by where they stand: those that were needed.
pub(super) type Used = HashSet<usize>;

/// What lines do to one field of a message.
#[derive(Default)]
struct Touch {
    /// A line takes the whole field.
    whole: bool,
    /// A line goes through it.
    through: bool,
    /// A line takes the first element, or goes through it.
    first: bool,
    /// A line goes through the first element.
    through_first: bool,
    /// A line takes the elements after the first.
    rest: bool,
}

impl Resolver<'_> {
    pub(super) fn cover(&mut self, index: usize, used: &mut Used) {
        let Some((old, new)) = self.ends(index) else { return };
        let library = !self.old.is_subject(&self.old[old].element);
        self.stated_at_once(index, new, used);
        self.same_names(index, old, new);
        self.cover_old(index, old, &mut Vec::new(), library);
        self.cover_new(index, new, &mut Vec::new(), library, used);
    }

    /// Lines of `[new.X]` about places below X, and about lists of X, hold whatever lines there are.
    fn stated_at_once(&mut self, index: usize, new: MessageId, used: &mut Used) {
        for line in self.tables.new_lines(new) {
            let is_simple = matches!(line.path.value.0.as_slice(), [PathStep { select: Select::Whole, .. }]);
            if is_simple && !matches!(line.kind, NewKind::Only { .. }) {
                continue;
            }
            used.insert(line.path.span.start);
            if let Some(path) = self.path(self.new, new, &line.path) {
                self.new_line(index, path, &line.kind, line.path.span.clone());
            }
        }
    }

    /// Fields of one name that no line mentions stay where their types fit.
    fn same_names(&mut self, index: usize, old: MessageId, new: MessageId) {
        let by_name: HashMap<String, FieldRef> =
            fields_of(self.new, new).map(|field| (step_name(self.new, field), field)).collect();
        for field in fields_of(self.old, old) {
            let Some(&same) = by_name.get(&step_name(self.old, field)) else { continue };
            let Some(pair) = self.result.messages.get(index) else { return };
            let before = touch(pair.old_places(), &[], field);
            if before.whole || before.through || before.first || before.rest {
                continue;
            }
            let after = touch(pair.new_places(), &[], same);
            if after.whole || after.first || after.rest {
                continue;
            }
            let (from, to) =
                (Path { root: old, steps: vec![whole(field)] }, Path { root: new, steps: vec![whole(same)] });
            if self.fits(from.shape(self.old), to.shape(self.new), &Via::Copy).is_ok() {
                let leg = Leg { via: Via::Copy, empty: None, loss: None };
                let (up, down) = (Some(leg.clone()), Some(leg));
                let line = Line { old: from, new: vec![to], up, down, distinct: Vec::new(), origin: Origin::SameName };
                if let Some(pair) = self.result.messages.get_mut(index) {
                    pair.lines.push(line);
                }
            }
        }
    }

    fn cover_old(&mut self, index: usize, message: MessageId, prefix: &mut Vec<Step>, library: bool) {
        for field in fields_of(self.old, message) {
            let Some(pair) = self.result.messages.get(index) else { return };
            let found = touch(pair.old_places(), prefix, field);
            self.below(self.old, field, &found, prefix, |this, message, prefix| {
                this.cover_old(index, message, prefix, library);
            });
            let Some(missing) = missing(&found) else { continue };
            let path = with(prefix, field, missing);
            let Some(root) = self.ends(index).map(|(old, _)| old) else { return };
            let path = Path { root, steps: path };
            if library {
                let reason = "the new version of the library has no such field".to_owned();
                if let Some(pair) = self.result.messages.get_mut(index) {
                    pair.old_only.push(Unmatched { path, made: None, reason, span: 0..0 });
                }
                continue;
            }
            let (name, owner) = (path.display(self.old), self.old[root].nested_name.clone());
            let ty = self.old.type_name(field.get(self.old));
            let text = format!("nothing is said about `{name}` of the old message `{owner}` ({ty})");
            let key = key_text(&name);
            let help = format!("add `{key} = \"new.path\"` or `{key} = {{ drop = \"why\" }}` to [message.{owner}]");
            self.fault(self.old_place(root), text, "here", help);
        }
    }

    fn cover_new(&mut self, index: usize, message: MessageId, prefix: &mut Vec<Step>, library: bool, used: &mut Used) {
        let stated: Vec<&NewLine> = self.tables.new_lines(message).collect();
        for field in fields_of(self.new, message) {
            let Some(pair) = self.result.messages.get(index) else { return };
            let found = touch(pair.new_places(), prefix, field);
            self.below(self.new, field, &found, prefix, |this, message, prefix| {
                this.cover_new(index, message, prefix, library, used);
            });
            let Some(missing) = missing(&found) else { continue };
            let Some((old, root)) = self.ends(index) else { return };
            let path = Path { root, steps: with(prefix, field, missing) };
            let name = step_name(self.new, field);
            let line = stated.iter().find(|line| says(line, &name, missing));
            if let Some(line) = line {
                used.insert(line.path.span.start);
                self.new_line(index, path, &line.kind, line.path.span.clone());
            } else if library {
                let reason = "the old version of the library has no such field".to_owned();
                if let Some(pair) = self.result.messages.get_mut(index) {
                    pair.new_only.push(Unmatched { path, made: None, reason, span: 0..0 });
                }
            } else {
                let owner = self.new[message].nested_name.clone();
                let (from, to) = (&self.old[old].nested_name, &self.new[root].nested_name);
                let shown = path.display(self.new);
                let ty = self.new.type_name(field.get(self.new));
                let text = format!("nothing fills `{shown}` ({ty}) where `{from}` becomes `{to}`");
                let key = key_text(&format!("{name}{}", missing.suffix()));
                let help = format!(
                    "add `{key} = {{ absent = \"why\" }}` or `{{ value = … }}` to [new.{owner}], or a line to [message.{from}]"
                );
                self.fault(self.new_place(root, old), text, "here", help);
            }
        }
    }

    /// Goes on inside a field that lines go through.
    fn below(
        &mut self,
        schema: &Schema,
        field: FieldRef,
        found: &Touch,
        prefix: &mut Vec<Step>,
        mut go_on: impl FnMut(&mut Self, MessageId, &mut Vec<Step>),
    ) {
        let inside = match (&field.get(schema).ty, found) {
            (FieldType::Singular { kind, .. }, Touch { through: true, whole: false, .. }) => {
                kind.message().map(|message| (message, Select::Whole))
            }
            (FieldType::Repeated { kind, .. }, Touch { through_first: true, whole: false, .. }) => {
                kind.message().map(|message| (message, Select::First))
            }
            _ => None,
        };
        if let Some((message, select)) = inside {
            prefix.push(Step { field, select });
            go_on(self, message, prefix);
            prefix.pop();
        }
    }

    /// Where to point when something is missing about an old message.
    fn old_place(&self, old: MessageId) -> Range<usize> {
        self.tables.place_of_old(old).unwrap_or(self.manifest.old.span.clone())
    }

    fn new_place(&self, new: MessageId, old: MessageId) -> Range<usize> {
        self.tables.place_of_new(new).unwrap_or_else(|| self.old_place(old))
    }

    /// A stated absence that never applies is a mistake: somebody believes that the field is not filled.
    pub(super) fn unused_new_lines(&mut self, used: &Used) {
        let manifest = self.manifest;
        for table in &manifest.new_messages {
            for line in table.lines.iter().filter(|line| !used.contains(&line.path.span.start)) {
                let known = match super::names::definition(self.new, &table.name.value) {
                    Ok(Definition::Message(id)) => self.path(self.new, id, &line.path).is_some(),
                    _ => false,
                };
                if known && self.faults.is_empty() {
                    let text = format!("`{}` needs no such line: everywhere something fills it", line.path.value);
                    self.fault(line.path.span.clone(), text, "never used", "take the line out");
                }
            }
        }
    }
}

impl MessagePair {
    /// The old places that something is said about.
    fn old_places(&self) -> impl Iterator<Item = &Path> {
        self.lines.iter().map(|line| &line.old).chain(self.old_only.iter().map(|unmatched| &unmatched.path))
    }

    /// The new places that something is said about.
    fn new_places(&self) -> impl Iterator<Item = &Path> {
        self.lines.iter().flat_map(|line| &line.new).chain(self.new_only.iter().map(|unmatched| &unmatched.path))
    }
}

/// What lines do to `field` of the message that `prefix` leads to.
fn touch<'p>(places: impl Iterator<Item = &'p Path>, prefix: &[Step], field: FieldRef) -> Touch {
    let mut touch = Touch::default();
    for path in places {
        let Some([step, deeper @ ..]) = path.steps.strip_prefix(prefix) else { continue };
        if step.field != field {
            continue;
        }
        match (step.select, deeper.is_empty()) {
            (Select::Whole, true) => touch.whole = true,
            (Select::Whole, false) => touch.through = true,
            (Select::First, ends) => {
                touch.first = true;
                touch.through_first |= !ends;
            }
            (Select::Rest, _) => touch.rest = true,
        }
    }
    touch
}

/// What of a field nothing is said about.
fn missing(found: &Touch) -> Option<Select> {
    match found {
        Touch { whole: true, .. } | Touch { through: true, .. } | Touch { first: true, rest: true, .. } => None,
        Touch { first: true, .. } => Some(Select::Rest),
        Touch { rest: true, .. } => Some(Select::First),
        _ => Some(Select::Whole),
    }
}

fn with(prefix: &[Step], field: FieldRef, select: Select) -> Vec<Step> {
    prefix.iter().copied().chain([Step { field, select }]).collect()
}

fn says(line: &NewLine, name: &str, select: Select) -> bool {
    match line.path.value.0.as_slice() {
        [step] if step.select == select => match &step.field {
            FieldName::Own(own) => own == name,
            FieldName::Extension(full) => format!("[{full}]") == name,
        },
        _ => false,
    }
}

/// A path as a TOML key.
fn key_text(path: &str) -> String {
    match path.contains(['.', '[']) {
        true => format!("\"{path}\""),
        false => path.to_owned(),
    }
}
