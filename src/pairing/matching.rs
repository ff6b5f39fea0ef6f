//! A one-to-one matching under construction.

use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

use super::{Basis, Pair};

/// Old elements with their new counterparts; nobody has two.
#[derive(Debug, Clone)]
pub(super) struct Matching<T> {
    by_old: HashMap<T, (T, Basis)>,
    taken: HashSet<T>,
}

impl<T> Default for Matching<T> {
    fn default() -> Self {
        Matching { by_old: HashMap::new(), taken: HashSet::new() }
    }
}

impl<T: Copy + Eq + Hash> Matching<T> {
    /// Matches two elements, unless one of them has a counterpart already.
    pub(super) fn insert(&mut self, old: T, new: T, basis: Basis) {
        if !self.by_old.contains_key(&old) && self.taken.insert(new) {
            self.by_old.insert(old, (new, basis));
        }
    }

    pub(super) fn new_of(&self, old: T) -> Option<T> {
        self.by_old.get(&old).map(|(new, _)| *new)
    }

    pub(super) fn has_old(&self, old: T) -> bool {
        self.by_old.contains_key(&old)
    }

    pub(super) fn has_new(&self, new: T) -> bool {
        self.taken.contains(&new)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (T, T)> + '_ {
        self.by_old.iter().map(|(old, (new, _))| (*old, *new))
    }

    pub(super) fn as_map(&self) -> HashMap<T, T> {
        self.iter().collect()
    }

    /// All pairs: the old elements in their order, matched or not, then the new ones nobody became.
    pub(super) fn into_pairs(mut self, old: impl Iterator<Item = T>, new: impl Iterator<Item = T>) -> Vec<Pair<T>> {
        let mut pairs: Vec<Pair<T>> = old
            .map(|old| match self.by_old.remove(&old) {
                Some((new, basis)) => Pair::Both { old, new, basis },
                None => Pair::Old(old),
            })
            .collect();
        pairs.extend(new.filter(|new| !self.taken.contains(new)).map(Pair::New));
        pairs
    }
}
