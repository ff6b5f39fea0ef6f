//! From a correspondence to a plan: one message at a time, each as often as something else is moved out of it.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use super::{
    Back, Filter, How, MessagePlan, Plan, PlanId, Source, Take, Unread, Write, copyable,
    fill::{Fill, What},
    layout::Layouts,
    passage,
    scopes::Scopes,
};
use crate::{
    direction::Direction,
    migration::{
        correspondence::{Correspondence, Leg, Line, Made, MessagePair, Origin, Path, Unmatched},
        manifest::{Select, Via},
    },
    schema::{MessageId, Schema},
};

/// Field numbers from a message to a place inside it, and which values of each field: what is carried from the first
/// element of a list is not carried from the others.
pub(super) type Numbers = Vec<(i32, Select)>;

/// A pair of messages and what is carried elsewhere from inside the source, and so is not lost although its line says
/// that it has no place.
type Key = (MessageId, MessageId, BTreeSet<Numbers>);

pub(super) struct Builder<'a> {
    pub correspondence: &'a Correspondence,
    pub direction: Direction,
    pub source: &'a Schema,
    pub target: &'a Schema,
    pub layouts: Layouts<'a>,
    /// How many lines of the message at hand carry each of its places.
    pub uses: HashMap<Numbers, usize>,
    index: HashMap<Key, PlanId>,
    queue: Vec<(PlanId, Key)>,
}

pub(super) fn build(correspondence: &Correspondence, old: &Schema, new: &Schema, direction: Direction) -> Plan {
    let (source, target) = match direction {
        Direction::Upgrade => (old, new),
        Direction::Downgrade => (new, old),
    };
    let layouts = Layouts::new(source);
    let (uses, index, queue) = (HashMap::new(), HashMap::new(), Vec::new());
    let mut builder = Builder { correspondence, direction, source, target, layouts, uses, index, queue };
    let roots = correspondence
        .messages
        .iter()
        .map(|pair| ((pair.old, pair.new), builder.plan_of(pair.old, pair.new, BTreeSet::new())))
        .collect();
    let mut messages = Vec::new();
    while let Some((id, (old, new, moved))) = builder.queue.pop() {
        if let Some(pair) = correspondence.pair(old, new) {
            let message = builder.message(pair, &moved);
            messages.push((id, message));
        }
    }
    messages.sort_by_key(|(id, _)| id.0);
    let messages = messages.into_iter().map(|(_, message)| message).collect();
    let mut plan = Plan { layouts: builder.layouts.finish(), messages, roots };
    passage::mark(&mut plan);
    copyable::mark(&mut plan);
    plan
}

impl Builder<'_> {
    /// The plan for a pair, which is made later if it is not there yet: types may be recursive.
    pub(super) fn plan_of(&mut self, old: MessageId, new: MessageId, moved: BTreeSet<Numbers>) -> PlanId {
        let next = PlanId(self.index.len());
        let key = (old, new, moved);
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        self.index.insert(key.clone(), next);
        self.queue.push((next, key));
        next
    }

    /// The plan that makes one message of the source side one of the target side.
    pub(super) fn plan_between(&mut self, source: MessageId, target: MessageId, moved: BTreeSet<Numbers>) -> PlanId {
        match self.direction {
            Direction::Upgrade => self.plan_of(source, target, moved),
            Direction::Downgrade => self.plan_of(target, source, moved),
        }
    }

    fn message(&mut self, pair: &MessagePair, moved: &BTreeSet<Numbers>) -> MessagePlan {
        let (from, to, lost, made) = match self.direction {
            Direction::Upgrade => (pair.old, pair.new, &pair.old_only, &pair.new_only),
            Direction::Downgrade => (pair.new, pair.old, &pair.new_only, &pair.old_only),
        };
        let mut scopes = Scopes::new(from);
        let mut fills = Vec::new();
        let mut unread = Vec::new();
        for line in &pair.lines {
            match line.leg(self.direction) {
                Some(leg) => self.fills(line, leg, &mut fills),
                None => unread.extend(self.not_carried(line, &mut scopes)),
            }
        }
        for unmatched in made {
            if let Some(made) = &unmatched.made {
                fills.push(Fill { target: unmatched.path.steps.clone(), what: What::Made(made.clone()) });
            }
        }
        for unmatched in lost {
            if !moved.contains(&self.numbers(&unmatched.path, 0)) {
                unread.push(self.unread(unmatched, &mut scopes));
            }
        }
        let filters = match self.direction {
            Direction::Upgrade => Vec::new(),
            Direction::Downgrade => pair.filters.iter().map(|filter| self.filter(filter, &mut scopes)).collect(),
        };
        let layout = self.layouts.of(from);
        self.uses.clear();
        for path in fills.iter().flat_map(|fill| fill.what.sources()) {
            *self.uses.entry(self.numbers(path, 0)).or_default() += 1;
        }
        let moves = self.moves(moved);
        let writes = self.level(&fills, 0, to, &mut scopes, &moves);
        note_carried(&writes, &mut scopes);
        let scopes = scopes.made;
        MessagePlan {
            layout,
            target: to,
            scopes,
            filters,
            writes,
            unread,
            copyable: false,
            required: Vec::new(),
            below: Vec::new(),
            passage: None,
        }
    }

    /// What one line puts where.
    fn fills(&mut self, line: &Line, leg: &Leg, fills: &mut Vec<Fill>) {
        let why = match &line.origin {
            Origin::Manifest { why, .. } => why.as_deref().map(Arc::from),
            Origin::SameName => None,
        };
        let loss = leg.loss.as_deref().map(Arc::from);
        let distinct = line.distinct.clone();
        match (&leg.via, self.direction) {
            (Via::Template(template), Direction::Upgrade) => {
                let template = Arc::new(template.clone());
                for (index, new) in line.new.iter().enumerate() {
                    let what =
                        What::Part { template: template.clone(), index, source: line.old.clone(), loss: loss.clone() };
                    fills.push(Fill { target: new.steps.clone(), what });
                }
            }
            (Via::Template(template), Direction::Downgrade) => {
                let what = What::Name { template: Arc::new(template.clone()), parts: line.new.clone() };
                fills.push(Fill { target: line.old.steps.clone(), what });
            }
            (via, direction) => {
                let Some(new) = line.new.first() else { return };
                let (source, target) = match direction {
                    Direction::Upgrade => (&line.old, new),
                    Direction::Downgrade => (new, &line.old),
                };
                let (via, source, empty) = (via.clone(), source.clone(), leg.empty.clone());
                let what = What::Line { via, source, empty, loss, why, distinct };
                fills.push(Fill { target: target.steps.clone(), what });
            }
        }
    }

    /// A line that is not used this way leaves its source unread.
    fn not_carried(&mut self, line: &Line, scopes: &mut Scopes) -> Vec<Unread> {
        let reason: Arc<str> = "the manifest does not carry it this way".into();
        let sources: Vec<&Path> = match self.direction {
            Direction::Upgrade => vec![&line.old],
            Direction::Downgrade => line.new.iter().collect(),
        };
        let mut unread = |path: &Path, this: &mut Self| {
            let source = scopes.source(this.source, &mut this.layouts, path);
            Unread { source, reason: reason.clone(), back: None }
        };
        sources.into_iter().map(|path| unread(path, self)).collect()
    }

    fn unread(&mut self, unmatched: &Unmatched, scopes: &mut Scopes) -> Unread {
        let source = scopes.source(self.source, &mut self.layouts, &unmatched.path);
        let back = match &unmatched.made {
            Some(Made::Constant(constant)) => Some(Back::Constant(constant.clone())),
            Some(Made::IsOneOf { same: Some((of, numbers)), .. }) => {
                let of = scopes.source(self.source, &mut self.layouts, of);
                Some(Back::IsOneOf { of, numbers: numbers.clone() })
            }
            _ => None,
        };
        Unread { source, reason: unmatched.reason.as_str().into(), back }
    }

    fn filter(&mut self, filter: &crate::migration::correspondence::Filter, scopes: &mut Scopes) -> Filter {
        let source = scopes.source(self.source, &mut self.layouts, &filter.list);
        let (version_field, from, below, empty) = (filter.version_field, filter.from, filter.below, filter.empty);
        let reason = filter.reason.as_str().into();
        Filter { scope: source.scope, slot: source.slot, version_field, from, below, empty, reason }
    }

    /// The numbers of a path from step `start` on.
    pub(super) fn numbers(&self, path: &Path, start: usize) -> Numbers {
        path.steps.iter().skip(start).map(|step| (step.field.get(self.source).number, step.select)).collect()
    }

    /// Everything that is carried elsewhere from inside the message: by its own lines, and by those around it.
    fn moves(&self, moved: &BTreeSet<Numbers>) -> BTreeSet<Numbers> {
        self.uses.keys().chain(moved).cloned().collect()
    }
}

/// What of `moves` lies strictly inside the place with these numbers.
pub(super) fn inside(moves: &BTreeSet<Numbers>, place: &Numbers) -> BTreeSet<Numbers> {
    let rest = moves.iter().filter_map(|path| path.strip_prefix(place.as_slice()));
    rest.filter(|rest| !rest.is_empty()).map(<[_]>::to_vec).collect()
}

/// Notes which scopes are carried as a whole beside being taken apart, and which leave a trace when they are empty.
fn note_carried(writes: &[Write], scopes: &mut Scopes) {
    for write in writes {
        let carried: Vec<Source> = match &write.how {
            How::Message { source, .. } => vec![*source],
            How::Build(build) => {
                note_carried(&build.writes, scopes);
                build.base.iter().map(|(source, _)| *source).collect()
            }
            How::List { first, rest, .. } => {
                note_carried(&first.writes, scopes);
                first.base.iter().chain(rest).map(|(source, _)| *source).collect()
            }
            How::Value(value) if value.empty.is_some() => {
                value.candidates.iter().for_each(|candidate| trace(candidate.source, scopes));
                Vec::new()
            }
            How::Wrap { source, empty: true, .. } => {
                trace(*source, scopes);
                Vec::new()
            }
            _ => Vec::new(),
        };
        for source in carried {
            for scope in scopes.made.iter_mut().filter(|s| s.parent == source.scope && s.slot == source.slot) {
                scope.carried |= source.take == Take::All || source.take == scope.take;
            }
        }
    }
}

fn trace(source: Source, scopes: &mut Scopes) {
    if let Some(scope) = scopes.get_mut(source.scope) {
        scope.traced = true;
    }
}
