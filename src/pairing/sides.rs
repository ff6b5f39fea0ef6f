//! The two sides of a comparison.

use super::Basis;

/// The old element, the new element, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sides<T> {
    /// On both sides.
    Both {
        /// The old one.
        old: T,
        /// The new one.
        new: T,
    },
    /// Only on the old side.
    Old(T),
    /// Only on the new side.
    New(T),
}

impl<T> Sides<T> {
    /// The old element.
    pub fn old(&self) -> Option<&T> {
        match self {
            Sides::Both { old, .. } | Sides::Old(old) => Some(old),
            Sides::New(_) => None,
        }
    }

    /// The new element.
    #[allow(clippy::new_ret_no_self)] // the counterpart of `old`, not a constructor
    pub fn new(&self) -> Option<&T> {
        match self {
            Sides::Both { new, .. } | Sides::New(new) => Some(new),
            Sides::Old(_) => None,
        }
    }
}

/// An element with its counterpart, or without one.
#[derive(Debug, Clone, PartialEq)]
pub enum Pair<T> {
    /// One element on both sides.
    Both {
        /// The old one.
        old: T,
        /// The new one.
        new: T,
        /// Why they are taken for one.
        basis: Basis,
    },
    /// Gone.
    Old(T),
    /// Come.
    New(T),
}

impl<T: Clone> Pair<T> {
    /// The elements without the reason.
    pub fn sides(&self) -> Sides<T> {
        match self {
            Pair::Both { old, new, .. } => Sides::Both { old: old.clone(), new: new.clone() },
            Pair::Old(old) => Sides::Old(old.clone()),
            Pair::New(new) => Sides::New(new.clone()),
        }
    }

    /// Why they are taken for one.
    pub fn basis(&self) -> Option<&Basis> {
        match self {
            Pair::Both { basis, .. } => Some(basis),
            Pair::Old(_) | Pair::New(_) => None,
        }
    }
}
