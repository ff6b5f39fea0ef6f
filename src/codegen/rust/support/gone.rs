//! Messages that are lost as a whole, and what is inside them.

use std::{
    collections::BTreeSet,
    ops::Bound::{Included, Unbounded},
};

/// The paths of messages that are lost as a whole. Paths inside them are found without looking at all of them.
#[derive(Debug, Default)]
pub(crate) struct Gone {
    /// Whatever is in these.
    wholes: BTreeSet<Vec<u8>>,
    /// Of these lists, whatever is not in the first element.
    rests: BTreeSet<Vec<u8>>,
}

impl Gone {
    /// Adds a path. One that ends in `[1..]` means all elements but the first.
    pub fn add(&mut self, path: &str) {
        match path.strip_suffix("[1..]") {
            Some(list) => self.rests.insert(list.into()),
            None => self.wholes.insert(path.into()),
        };
    }

    /// Whether something is inside one of the messages.
    pub fn holds(&self, path: &str) -> bool {
        let path = path.as_bytes();
        let is_inside = |rest: &[u8]| rest.starts_with(b".") || rest.starts_with(b"[");
        let is_another = |rest: &[u8]| rest.starts_with(b"[") && !rest.starts_with(b"[0]");
        any_before(&self.wholes, path, is_inside) || any_before(&self.rests, path, is_another)
    }
}

/// Whether a path begins with one of the others and goes on in a certain way.
///
/// Between a text and one that begins with it, in their order, there are only texts that begin with it too. So the greatest
/// that is not above the path either is a beginning of it, or tells how long the next one may be at most.
fn any_before(outer: &BTreeSet<Vec<u8>>, path: &[u8], goes_on: impl Fn(&[u8]) -> bool) -> bool {
    let mut beginning = path;
    while let Some(nearest) = outer.range::<[u8], _>((Unbounded, Included(beginning))).next_back() {
        let shared = nearest.iter().zip(beginning).take_while(|(one, other)| one == other).count();
        let (begun, rest) = path.split_at(shared);
        if shared < nearest.len() {
            beginning = begun;
        } else if goes_on(rest) {
            return true;
        } else {
            let Some((_, shorter)) = begun.split_last() else { return false };
            beginning = shorter;
        }
    }
    false
}
