//! The surfaces that notice a change.

use crate::{
    changes::{Change, ChangeKind, Surface},
    effects::{Effects, Outcome, Verdict},
};

pub(super) fn of(change: &Change, effects: &Effects) -> Vec<Surface> {
    let mut surfaces = match change.kind {
        // About data that does not exist yet: a number is what binary goes by, a name what JSON goes by.
        ChangeKind::NumberNotReserved | ChangeKind::ReservedNumberRemoved | ChangeKind::NumberCounterStale => {
            vec![Surface::Binary]
        }
        ChangeKind::NameNotReserved | ChangeKind::ReservedNameRemoved => vec![Surface::Json],
        ChangeKind::MessageRemoved | ChangeKind::ExtensionRangeRemoved => vec![Surface::Binary, Surface::Json],
        _ => Vec::new(),
    };
    if effects.binary.is_some_and(|binary| binary.worst() != Outcome::Exact) {
        surfaces.push(Surface::Binary);
    }
    if effects.json.is_some_and(|json| json.worst() != Outcome::Exact) {
        surfaces.push(Surface::Json);
    }
    if effects.source != Verdict::Same {
        surfaces.push(Surface::Source);
    }
    if effects.http != Verdict::Same {
        surfaces.push(Surface::Http);
    }
    surfaces
}
