//! What is worth knowing and breaks nothing, in passing.

use super::{
    group::Group,
    row::label,
    style::{Ink, Style},
    summary::plural,
    wrap::push_inked,
};
use crate::{changes::ChangeKind, report::ChangeEntry};

/// Appends what a group has in notes: additions by name, the others by number.
pub(super) fn push(out: &mut String, notes: &[&ChangeEntry], style: Style) {
    let (additions, others): (Vec<&ChangeEntry>, Vec<&ChangeEntry>) =
        notes.iter().copied().partition(|change| is_addition(change.kind));
    let added: Vec<String> = additions.iter().filter_map(|change| change.new.as_ref()).map(label).collect();
    let added = (!added.is_empty()).then(|| format!("added {}", added.join(", ")));
    let others = match (others.len(), &added) {
        (0, _) => None,
        (count, None) => Some(format!("{} (-v)", plural(count, "note"))),
        (count, Some(_)) => Some(format!("{} (-v)", plural(count, "more note"))),
    };
    let parts: Vec<String> = added.into_iter().chain(others).collect();
    if parts.is_empty() {
        return;
    }
    push_inked(out, Ink::Faint, "  ", &parts.join("; "), style, 4);
}

/// Appends a line for all groups that hold nothing but notes.
pub(super) fn push_collapsed(out: &mut String, groups: &[&Group], style: Style) {
    if groups.is_empty() {
        return;
    }
    let (added, noted): (Vec<&Group>, Vec<&Group>) =
        groups.iter().copied().partition(|group| group.title.old.is_none());
    out.push('\n');
    for (first, groups) in [("added ", added), ("notes only (-v) ", noted)] {
        let names: Vec<&str> = groups.iter().filter_map(|group| group.title.new.or(group.title.old)).collect();
        if !names.is_empty() {
            push_inked(out, Ink::Faint, first, &names.join(", "), style, 2);
        }
    }
}

fn is_addition(kind: ChangeKind) -> bool {
    matches!(kind, ChangeKind::FieldAdded | ChangeKind::EnumValueAdded | ChangeKind::RpcAdded)
}
