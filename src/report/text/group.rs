//! Changes that are read together: those of one message, enum, service, package or file.

use std::{cmp::Reverse, collections::HashMap};

use crate::{
    changes::ChangeKind,
    report::{ChangeEntry, Detail, Names, Report, Scope, Summary},
    rules::Severity,
};

/// What a group is about. Groups of the same severity come in this order: data first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Topic {
    /// A message or an enum.
    Data,
    /// A service and its rpcs.
    Service,
    /// The http bindings of a service.
    Http,
    /// A package or a file.
    Package,
}

/// The changes of one element.
pub(super) struct Group<'a> {
    pub topic: Topic,
    /// `message AgentCard`, `service A2AService`: without the package.
    pub title: Title<'a>,
    /// Worst first.
    pub changes: Vec<&'a ChangeEntry>,
    pub summary: Summary,
}

/// What a group is called.
pub(super) struct Title<'a> {
    pub scope: Scope,
    pub old: Option<&'a str>,
    pub new: Option<&'a str>,
}

/// Whether a group has to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    Matters,
    OnlyNotes,
}

impl Group<'_> {
    pub(super) fn weight(&self) -> Weight {
        match self.summary.at_least(Severity::Warning) {
            0 => Weight::OnlyNotes,
            _ => Weight::Matters,
        }
    }

    /// Whether all there is to say is that it was removed.
    pub(super) fn is_removal(&self) -> bool {
        use ChangeKind::{EnumRemoved, FileRemoved, MessageRemoved};
        let removes = |change: &&ChangeEntry| matches!(change.kind, MessageRemoved | EnumRemoved | FileRemoved);
        self.changes.iter().all(removes)
    }

    /// Whether all that matters is which fields became REQUIRED by annotation.
    pub(super) fn is_annotation(&self) -> bool {
        let mut matters = self.changes.iter().filter(|change| change.severity > Severity::Note);
        matters.all(|change| matches!(change.detail, Some(Detail::Required { on_the_wire: false, now: true })))
    }

    fn worst(&self) -> Option<Severity> {
        self.changes.iter().map(|change| change.severity).max()
    }
}

/// Sorts the changes of a report into groups, worst group first.
pub(super) fn groups(report: &Report) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut index: HashMap<(Topic, Scope, &Names), usize> = HashMap::new();
    for change in &report.changes {
        let key = (topic(change), change.scope, &change.message);
        let at = *index.entry(key).or_insert_with(|| {
            groups.push(Group {
                topic: key.0,
                title: title(change, report),
                changes: Vec::new(),
                summary: Summary::default(),
            });
            groups.len() - 1
        });
        groups[at].changes.push(change);
    }
    for group in &mut groups {
        group.summary = Summary::of(group.changes.iter().map(|change| change.severity));
    }
    groups.sort_by_key(|group| {
        let first = group.changes.first().map(|change| (change.scope, change.order));
        (Reverse(group.worst()), group.topic, Reverse(group.summary.error), first)
    });
    groups
}

fn topic(change: &ChangeEntry) -> Topic {
    match change.scope {
        Scope::Message | Scope::Enum => Topic::Data,
        Scope::Service if change.kind == ChangeKind::RpcHttpChanged => Topic::Http,
        Scope::Service => Topic::Service,
        Scope::File | Scope::Package => Topic::Package,
    }
}

fn title<'a>(change: &'a ChangeEntry, report: &'a Report) -> Title<'a> {
    let relative = |name: &'a Option<String>, packages: &[String]| {
        let name = name.as_deref()?;
        match change.scope {
            Scope::Package | Scope::File => Some(name),
            _ => Some(without_package(name, packages)),
        }
    };
    Title {
        scope: change.scope,
        old: relative(&change.message.old, &report.old.packages),
        new: relative(&change.message.new, &report.new.packages),
    }
}

/// A full name without the longest of `packages` it begins with.
fn without_package<'a>(name: &'a str, packages: &[String]) -> &'a str {
    let relative = packages.iter().filter_map(|package| name.strip_prefix(package.as_str())?.strip_prefix('.'));
    relative.min_by_key(|rest| rest.len()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::without_package;

    #[test]
    fn the_longest_package_goes() {
        let packages = ["a".to_owned(), "a.v1".to_owned(), String::new()];
        assert_eq!(without_package("a.v1.Outer.Inner", &packages), "Outer.Inner");
        assert_eq!(without_package("b.Task", &packages), "b.Task");
    }
}
