//! Rows: everything that is said about one field, enum value or rpc.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet, hash_map::Entry},
};

use crate::{
    changes::ChangeKind,
    effects::Outcome,
    report::{ChangeEntry, Detail, ElementEntry, WitnessEntry},
    rules::Severity,
};

/// How the two sides of a row belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// The same thing.
    Same,
    /// Two things that share a number.
    Different,
    /// Nobody can tell.
    Unclear,
    /// Only one side exists.
    Alone,
}

/// One field, enum value or rpc with all changes of it.
pub(super) struct Row<'a> {
    pub relation: Relation,
    pub old: Option<&'a ElementEntry>,
    pub new: Option<&'a ElementEntry>,
    /// Worst first, never empty.
    pub changes: Vec<&'a ChangeEntry>,
}

/// The changes of a group, sorted by how they are shown.
pub(super) struct Rows<'a> {
    /// Fields, values, rpcs: a line of the table each.
    pub table: Vec<Row<'a>>,
    /// What is said about the holder itself: options, reservations lifted, counters.
    pub holder: Vec<&'a ChangeEntry>,
    /// Fields that became REQUIRED by `google.api.field_behavior`, or are not any more: a sentence for all of them.
    pub annotations: Vec<&'a ChangeEntry>,
}

impl<'a> Rows<'a> {
    /// Sorts changes into rows; rows come in the order in which their first change does.
    pub(super) fn of(changes: impl IntoIterator<Item = &'a ChangeEntry>) -> Self {
        let mut rows = Rows { table: Vec::new(), holder: Vec::new(), annotations: Vec::new() };
        let mut index: HashMap<Key, usize> = HashMap::new();
        let changes: Vec<&ChangeEntry> = changes.into_iter().collect();
        let movers = Movers::among(&changes);
        for change in changes {
            if matches!(change.detail, Some(Detail::Required { on_the_wire: false, .. })) {
                rows.annotations.push(change);
                continue;
            }
            let Some(key) = key(change, &movers) else {
                rows.holder.push(change);
                continue;
            };
            match index.entry(key) {
                Entry::Occupied(at) => rows.table[*at.get()].changes.push(change),
                Entry::Vacant(free) => {
                    free.insert(rows.table.len());
                    rows.table.push(Row { relation: Relation::Alone, old: None, new: None, changes: vec![change] });
                }
            }
        }
        rows.table.iter_mut().for_each(Row::settle);
        rows
    }
}

impl Row<'_> {
    /// The worst severity in the row.
    pub(super) fn severity(&self) -> Severity {
        self.changes.iter().map(|change| change.severity).max().unwrap_or(Severity::Note)
    }

    /// Why, in a line or two: what each change has to say. Missing reservations are an aside, and where the old field
    /// itself went says enough about who is at its number now.
    pub(super) fn reason(&self) -> String {
        let mut reasons: Vec<&str> = Vec::new();
        for change in self.changes.iter().filter(|change| !self.goes_without_saying(change.kind)) {
            if !reasons.contains(&change.reason.as_str()) {
                reasons.push(&change.reason);
            }
        }
        let lacks = |kind| self.changes.iter().any(|change| change.kind == kind);
        reasons.extend(match (lacks(ChangeKind::NumberNotReserved), lacks(ChangeKind::NameNotReserved)) {
            (true, true) => Some("number and name not reserved"),
            (true, false) => Some("number not reserved"),
            (false, true) => Some("name not reserved"),
            (false, false) => None,
        });
        reasons.join("; ")
    }

    fn goes_without_saying(&self, kind: ChangeKind) -> bool {
        match kind {
            ChangeKind::NumberNotReserved | ChangeKind::NameNotReserved => true,
            ChangeKind::FieldNumberReused | ChangeKind::EnumValueNumberReused => self.relation == Relation::Same,
            _ => false,
        }
    }

    /// The changes whose outcomes are the row's. What becomes of another field at the old number is that one's.
    pub(super) fn own_changes(&self) -> impl Iterator<Item = &ChangeEntry> {
        let of_another = |change: &ChangeEntry| {
            self.relation == Relation::Same
                && matches!(change.kind, ChangeKind::FieldNumberReused | ChangeKind::EnumValueNumberReused)
        };
        self.changes.iter().copied().filter(move |change| !of_another(change))
    }

    /// The proof that says most: harm before loss, binary before JSON, worst first.
    pub(super) fn proof(&self) -> Option<&WitnessEntry> {
        let witnesses = self.own_changes().flat_map(|change| &change.witnesses);
        witnesses
            .min_by_key(|witness| (witness.outcome <= Outcome::Dropped, witness.encoding, Reverse(witness.outcome)))
    }

    /// All proofs, each once: what strict readers do only where it is not what conformant ones do.
    pub(super) fn proofs(&self) -> Vec<&WitnessEntry> {
        let says_the_same = |a: &WitnessEntry, b: &WitnessEntry| {
            (a.direction, a.encoding, a.outcome, &a.bytes, &a.json)
                == (b.direction, b.encoding, b.outcome, &b.bytes, &b.json)
        };
        let mut proofs: Vec<&WitnessEntry> = Vec::new();
        for witness in self.own_changes().flat_map(|change| &change.witnesses) {
            match proofs.iter_mut().find(|known| says_the_same(known, witness)) {
                Some(known) if witness.reader == "conformant" => *known = witness,
                Some(_) => {}
                None => proofs.push(witness),
            }
        }
        proofs
    }

    /// Where the old field itself went, if it did, is shown before who took its number.
    fn settle(&mut self) {
        let best = self.changes.iter().copied().min_by_key(|change| match relation(change) {
            Relation::Same => 0,
            Relation::Unclear => 1,
            Relation::Different => 2,
            Relation::Alone => 3,
        });
        let Some(best) = best else { return };
        self.relation = relation(best);
        self.old = best.old.as_ref();
        self.new = best.new.as_ref();
    }
}

/// How the two sides of one change belong together.
pub(super) fn relation(change: &ChangeEntry) -> Relation {
    match (change.kind, &change.old, &change.new) {
        (ChangeKind::FieldNumberReused | ChangeKind::EnumValueNumberReused, ..) => Relation::Different,
        (ChangeKind::FieldMeaningSuspect, ..) => Relation::Unclear,
        (_, Some(_), Some(_)) => Relation::Same,
        _ => Relation::Alone,
    }
}

/// What a row is about: the old element, or the new one where there is no old one.
#[derive(PartialEq, Eq, Hash)]
enum Key<'a> {
    Old(&'a str, Option<i32>),
    New(&'a str, Option<i32>),
}

/// Fields and values that are at another number now.
struct Movers<'a> {
    old: HashSet<(&'a str, Option<i32>)>,
    new: HashSet<(&'a str, Option<i32>)>,
}

impl<'a> Movers<'a> {
    fn among(changes: &[&'a ChangeEntry]) -> Self {
        let moved = || {
            let kinds = [ChangeKind::FieldRenumbered, ChangeKind::EnumValueRenumbered];
            changes.iter().filter(move |change| kinds.contains(&change.kind))
        };
        let place = |element: &'a ElementEntry| (element.name.as_str(), element.number);
        Movers {
            old: moved().filter_map(|change| change.old.as_ref()).map(place).collect(),
            new: moved().filter_map(|change| change.new.as_ref()).map(place).collect(),
        }
    }
}

/// A change of the old field and one of its number belong together even where the new sides differ; only a newcomer at
/// the number of a field that moved has a row of its own. Changes of the holder itself have no row.
fn key<'a>(change: &'a ChangeEntry, movers: &Movers<'_>) -> Option<Key<'a>> {
    let is_among = |movers: &HashSet<(&str, Option<i32>)>, element: &ElementEntry| {
        movers.contains(&(element.name.as_str(), element.number))
    };
    match (&change.old, &change.new) {
        (Some(old), Some(new))
            if relation(change) == Relation::Different && is_among(&movers.old, old) && !is_among(&movers.new, new) =>
        {
            Some(Key::New(&new.name, new.number))
        }
        (Some(old), _) if is_member(old) => Some(Key::Old(&old.name, old.number)),
        (None, Some(new)) if is_member(new) => Some(Key::New(&new.name, new.number)),
        _ => None,
    }
}

/// Whether the element is a member of its holder, as opposed to the holder itself: only members have numbers or types.
fn is_member(element: &ElementEntry) -> bool {
    element.number.is_some() || element.type_name.is_some()
}

/// `14 icon_url`; only the name of what has no number.
pub(super) fn label(element: &ElementEntry) -> String {
    match element.number {
        Some(number) => format!("{number} {}", element.name),
        None => element.name.clone(),
    }
}
