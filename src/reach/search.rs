//! The search upwards from one element, breadth first.
//!
//! There can be exponentially many paths, so the search goes on above a message only as often as paths are named, and
//! once more to know that there are more. It comes to a message first by a shortest path, which holds no message twice;
//! so every root is found, whatever is left out.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{NAMED, Path, Reach, Route, references::Reference};
use crate::schema::{EnumId, FieldRef, MessageId};

/// How often the search goes on above a message.
const PASSES: usize = NAMED + 1;

/// A way from a message down to the element that is searched from.
#[derive(Debug, Clone, Copy)]
struct Trail {
    message: MessageId,
    /// The field of the message that it goes through; none where the message is the element.
    field: Option<FieldRef>,
    /// The rest of the way: a place in [`Search::trails`].
    rest: Option<usize>,
}

/// A search that has come to its end.
pub(super) struct Search<'r> {
    reach: &'r Reach<'r>,
    /// Shorter ones first, then in the order of the fields.
    trails: Vec<Trail>,
}

impl<'r> Search<'r> {
    pub(super) fn from_message(reach: &'r Reach<'r>, message: MessageId) -> Self {
        Search::run(reach, vec![Trail { message, field: None, rest: None }])
    }

    pub(super) fn from_enum(reach: &'r Reach<'r>, of: EnumId) -> Self {
        let trails = reach.references.to_enum(of).iter();
        let trails =
            trails.map(|&Reference { holder, field }| Trail { message: holder, field: Some(field), rest: None });
        Search::run(reach, trails.collect())
    }

    fn run(reach: &'r Reach<'r>, mut layer: Vec<Trail>) -> Self {
        let mut search = Search { reach, trails: Vec::new() };
        let mut passes = vec![0; reach.references.messages()];
        while !layer.is_empty() {
            // Trails through one field have their rests in order already.
            layer.sort_unstable_by_key(|trail| (trail.message, trail.field, trail.rest));
            let mut passing = Vec::new();
            for trail in layer.drain(..) {
                let passed = &mut passes[trail.message.0];
                if *passed < PASSES {
                    *passed += 1;
                    passing.push(search.trails.len());
                } else if reach.roots.place(trail.message).is_none() {
                    continue;
                }
                search.trails.push(trail);
            }
            for at in passing {
                search.extend(at, &mut layer);
            }
        }
        search
    }

    /// Adds the trails that are longer by one field.
    fn extend(&self, at: usize, longer: &mut Vec<Trail>) {
        let message = self.trails[at].message;
        for &Reference { holder, field } in self.reach.references.to_message(message) {
            // Only a message of the same cycle can be below already.
            if !self.reach.components.are_one(holder, message) || !self.trail(at).any(|trail| trail.message == holder) {
                longer.push(Trail { message: holder, field: Some(field), rest: Some(at) });
            }
        }
    }

    /// A trail and its rests, outermost first.
    fn trail(&self, at: usize) -> impl Iterator<Item = &Trail> {
        std::iter::successors(Some(&self.trails[at]), |trail| trail.rest.map(|rest| &self.trails[rest]))
    }

    /// What was found, root by root.
    pub(super) fn routes(&self) -> Vec<Route<'r>> {
        let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut stored: HashMap<usize, MessageId> = HashMap::new();
        for (at, trail) in self.trails.iter().enumerate() {
            let Some(place) = self.reach.roots.place(trail.message) else { continue };
            let is_stored = self.reach.roots.at(place).is_stored();
            // Of a cycle that nothing contains, the nearest member stands for all.
            let component = self.reach.components.component(trail.message);
            if !is_stored || *stored.entry(component).or_insert(trail.message) == trail.message {
                found.entry(place).or_default().push(at);
            }
        }
        let routes = found.into_iter().map(|(place, trails)| Route {
            root: self.reach.roots.at(place),
            paths: self.named(&trails).into_iter().map(|at| self.path(at)).collect(),
            more: trails.len() > NAMED,
        });
        routes.collect()
    }

    /// The trails to be named, of those from one root: one through each of its fields before a second through any.
    fn named(&self, trails: &[usize]) -> Vec<usize> {
        if trails.len() <= NAMED {
            return trails.to_vec();
        }
        let mut seen = HashSet::new();
        let (first, further): (Vec<usize>, Vec<usize>) =
            trails.iter().copied().partition(|&at| seen.len() < NAMED && seen.insert(self.trails[at].field));
        let mut named: Vec<usize> = first.into_iter().chain(further).take(NAMED).collect();
        named.sort_unstable();
        named
    }

    fn path(&self, at: usize) -> Path {
        Path { steps: self.trail(at).filter_map(|trail| trail.field).collect() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::schema::{self, Schema};

    /// Messages `M0` to `M5`; each pair is a field of the first with the type of the second. An rpc carries `M0`.
    fn schema_of(fields: &[(usize, usize)]) -> Schema {
        let message = |at: usize| {
            let own = fields.iter().enumerate().filter(|(_, (holder, _))| *holder == at);
            let fields = own.map(|(number, (_, of))| format!("M{of} f{number} = {};", number + 1)).collect::<String>();
            format!("message M{at} {{ {fields} }}\n")
        };
        let messages: String = (0..6).map(message).collect();
        let text = format!("syntax = 'proto3'; {messages} service S {{ rpc R(M0) returns (M0); }}");
        schema::from_texts("random", [("r.proto", text)]).expect("a valid schema")
    }

    /// Every path without a message twice, from every message above.
    fn all_paths(reach: &Reach<'_>, to: MessageId) -> BTreeMap<MessageId, BTreeSet<Vec<FieldRef>>> {
        let mut all: BTreeMap<MessageId, BTreeSet<Vec<FieldRef>>> = BTreeMap::new();
        let mut open = vec![(vec![to], Vec::new())];
        while let Some((messages, steps)) = open.pop() {
            let top = messages[messages.len() - 1];
            for &Reference { holder, field } in reach.references.to_message(top) {
                if !messages.contains(&holder) {
                    let longer = [messages.as_slice(), &[holder]].concat();
                    open.push((longer, [&[field], steps.as_slice()].concat()));
                }
            }
            all.entry(top).or_default().insert(steps);
        }
        all
    }

    proptest! {
        #[test]
        fn every_root_is_found_by_a_shortest_path(fields in proptest::collection::vec((0usize..6, 0usize..6), 0..14)) {
            let schema = schema_of(&fields);
            let reach = Reach::new(&schema);
            for to in (0..6).map(MessageId) {
                let all = all_paths(&reach, to);
                let routes = reach.to_message(to);
                prop_assert!(!routes.is_empty());
                let found: BTreeSet<MessageId> = routes.iter().map(|route| route.root.message).collect();
                let carried = all.keys().filter(|&&message| message == MessageId(0));
                prop_assert!(carried.into_iter().all(|message| found.contains(message)));
                for route in routes {
                    let (paths, root) = (&route.paths, &all[&route.root.message]);
                    let lengths: Vec<usize> = paths.iter().map(|path| path.steps.len()).collect();
                    prop_assert!(lengths.is_sorted());
                    prop_assert_eq!(lengths.first().copied(), root.iter().map(Vec::len).min());
                    prop_assert!(paths.iter().all(|path| root.contains(&path.steps)));
                    prop_assert_eq!(paths.iter().map(|path| &path.steps).collect::<BTreeSet<_>>().len(), paths.len());
                    prop_assert!(paths.len() <= NAMED && (!route.more || paths.len() == NAMED && root.len() > NAMED));
                }
            }
        }
    }
}
