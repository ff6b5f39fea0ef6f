//! Fields that became REQUIRED by `google.api.field_behavior`, or no longer are: a line for all of a message.

use super::{row::label, style::Style, wrap::push_marked};
use crate::report::{ChangeEntry, Detail};

/// A line for the fields that became REQUIRED, and one for those that no longer are.
pub(super) fn push(out: &mut String, changes: &[&ChangeEntry], style: Style) {
    let is_now = |change: &ChangeEntry| matches!(change.detail, Some(Detail::Required { now: true, .. }));
    let (now, no_longer): (Vec<&ChangeEntry>, Vec<&ChangeEntry>) = changes.iter().partition(|change| is_now(change));
    for (said, changes) in [("REQUIRED by annotation", now), ("no longer REQUIRED by annotation", no_longer)] {
        let Some(worst) = changes.iter().map(|change| change.severity).max() else { continue };
        let text = format!("{said}: {}", fields(changes));
        push_marked(out, worst, &text, style, 4);
    }
}

/// `1 id, 3 status`, by number.
pub(super) fn fields<'a>(changes: impl IntoIterator<Item = &'a ChangeEntry>) -> String {
    let elements = changes.into_iter().filter_map(|change| change.new.as_ref().or(change.old.as_ref()));
    let mut elements: Vec<_> = elements.collect();
    elements.sort_by_key(|element| element.number);
    elements.into_iter().map(label).collect::<Vec<_>>().join(", ")
}
