//! Comparing the other way round exchanges the directions and nothing else.

use std::collections::BTreeMap;

use proto_diff::{
    CompareOptions,
    changes::ChangeKind,
    compare,
    effects::{BinaryEffects, JsonEffects},
    report::{ChangeEntry, ElementEntry, Names, Report, Selection},
};

use super::case::Case;

/// What every change of data does.
type Observed = BTreeMap<Key, (BinaryEffects, JsonEffects)>;
/// A change of data: what holds it and both of its sides.
type Key = (ChangeKind, Names, Option<(String, Option<i32>)>, Option<(String, Option<i32>)>);

/// What does not mirror, in words; nothing when all is well.
pub fn faults(case: &Case) -> Vec<String> {
    let there = observed(case, Way::There);
    let back = observed(case, Way::Back);
    let mut faults = one_sided(&there, &back, "on the way there");
    faults.extend(one_sided(&back, &there, "on the way back"));
    for (key, (binary, json)) in &there {
        match back.get(key) {
            Some((other, _)) if other != binary => {
                faults.push(format!("{key:?}: binary {binary:?}, the other way round {other:?}"));
            }
            Some((_, other)) if other != json => {
                faults.push(format!("{key:?}: json {json:?}, the other way round {other:?}"));
            }
            _ => {}
        }
    }
    faults
}

/// Changes seen one way only. Which kind it is may depend on the way (an alias lost, a name no longer first), but not
/// whether there is anything at all.
fn one_sided(these: &Observed, those: &Observed, way: &str) -> Vec<String> {
    let touches = |(_, names, old, new): &Key, (_, other_names, other_old, other_new): &Key| {
        names == other_names && ((old.is_some() && old == other_old) || (new.is_some() && new == other_new))
    };
    these
        .keys()
        .filter(|key| !those.keys().any(|other| touches(key, other)))
        .map(|key| format!("{key:?}: seen {way} only"))
        .collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    There,
    Back,
}

/// Effects of each change of data, as seen on the way there.
fn observed(case: &Case, way: Way) -> Observed {
    let (old, new) = match way {
        Way::There => (case.old_schema(), case.new_schema()),
        Way::Back => (case.new_schema(), case.old_schema()),
    };
    let report = Report::new(&compare(old, new, &CompareOptions::default()), &Selection::All);
    let changes = report.changes.iter().filter(|change| is_about_data(change.kind));
    changes.filter_map(|change| Some((key(change, way), effects(change, way)?))).collect()
}

fn key(change: &ChangeEntry, way: Way) -> Key {
    let side = |element: &Option<ElementEntry>| element.as_ref().map(|e| (e.name.clone(), e.number));
    let (old, new) = (side(&change.old), side(&change.new));
    match way {
        Way::There => (change.kind, change.message.clone(), old, new),
        Way::Back => {
            let Names { old: before, new: after } = change.message.clone();
            (mirrored(change.kind), Names { old: after, new: before }, new, old)
        }
    }
}

fn effects(change: &ChangeEntry, way: Way) -> Option<(BinaryEffects, JsonEffects)> {
    let (binary, json) = (change.effects.binary?, change.effects.json?);
    Some(match way {
        Way::There => (binary, json),
        Way::Back => (
            BinaryEffects { upgrade: binary.downgrade, downgrade: binary.upgrade },
            JsonEffects { upgrade: json.downgrade, downgrade: json.upgrade },
        ),
    })
}

/// Reservations are about data that is yet to come; they have no other way round.
fn is_about_data(kind: ChangeKind) -> bool {
    let name = kind.name();
    name.starts_with("field_") || name.starts_with("enum_")
}

fn mirrored(kind: ChangeKind) -> ChangeKind {
    match kind {
        ChangeKind::FieldAdded => ChangeKind::FieldRemoved,
        ChangeKind::FieldRemoved => ChangeKind::FieldAdded,
        ChangeKind::EnumValueAdded => ChangeKind::EnumValueRemoved,
        ChangeKind::EnumValueRemoved => ChangeKind::EnumValueAdded,
        same => same,
    }
}
