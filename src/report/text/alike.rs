//! Groups of which the same is to be said: said once for all of them.

use super::{annotations, group::Group, section::push_heading, style::Style, wrap::push_marked};
use crate::{
    report::{ChangeEntry, Summary},
    rules::Severity,
};

/// What continues below a mark stands this far in.
const INDENT: usize = 2;

/// Groups that need no section of their own.
#[derive(Default)]
pub(super) struct Alike<'a> {
    /// Nothing but removed.
    removed: Vec<&'a Group<'a>>,
    /// Nothing but fields that became REQUIRED by annotation, notes aside.
    annotated: Vec<&'a Group<'a>>,
}

impl<'a> Alike<'a> {
    /// Takes a group that needs no section of its own.
    pub(super) fn takes(&mut self, group: &'a Group<'a>) -> bool {
        if group.is_removal() {
            self.removed.push(group);
        } else if group.is_annotation() {
            self.annotated.push(group);
        } else {
            return false;
        }
        true
    }

    /// Appends what there is to say.
    pub(super) fn push(&self, out: &mut String, style: Style) {
        self.push_removed(out, style);
        self.push_annotated(out, style);
    }

    fn push_removed(&self, out: &mut String, style: Style) {
        let mut said: Vec<(&ChangeEntry, Vec<&str>)> = Vec::new();
        for group in &self.removed {
            let (Some(change), Some(name)) = (group.changes.first(), group.title.old) else { continue };
            match said.iter_mut().find(|(known, _)| known.reason == change.reason) {
                Some((_, names)) => names.push(name),
                None => said.push((change, vec![name])),
            }
        }
        for (change, names) in said {
            let summary = Summary::of(names.iter().map(|_| change.severity));
            out.push('\n');
            push_heading(out, "removed", &names.join(", "), &summary, style);
            push_marked(out, change.severity, &change.reason, style, INDENT);
        }
    }

    fn push_annotated(&self, out: &mut String, style: Style) {
        if self.annotated.is_empty() {
            return;
        }
        let changes = || self.annotated.iter().flat_map(|group| &group.changes);
        let severities = changes().map(|change| change.severity).filter(|severity| *severity > Severity::Note);
        out.push('\n');
        push_heading(out, "REQUIRED", "by annotation now", &Summary::of(severities), style);
        for group in &self.annotated {
            let matters = group.changes.iter().copied().filter(|change| change.severity > Severity::Note);
            let fields = annotations::fields(matters);
            let name = group.title.new.or(group.title.old).unwrap_or_default();
            push_marked(out, Severity::Warning, &format!("{name}: {fields}"), style, 2 * INDENT);
        }
    }
}
