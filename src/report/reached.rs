//! Where a changed element is reached from, as the report shows it.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::schema::CallPart;

/// Where a changed element is reached from, on both sides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Reached {
    /// In the old schema.
    pub old: SideReached,
    /// In the new schema.
    pub new: SideReached,
}

/// Where a changed element is reached from, on one side. In JSON a list of routes whose paths end with the element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SideReached {
    /// The routes to the message or enum that holds the element, shared by all changes in there.
    pub holder: Arc<[RouteEntry]>,
    /// What follows on every path: a field (`raw`), or the empty text for the holder itself. None where this side has
    /// no such element.
    pub element: Option<String>,
}

/// The ways from one message that exists as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteEntry {
    /// Full name of that message.
    pub root: String,
    /// Its name without the package, with which paths begin.
    pub name: String,
    /// The rpcs that carry it; none where it is stored.
    pub rpcs: Arc<[RpcEntry]>,
    /// The shortest few paths below it; the empty text where the message itself is meant.
    pub paths: Vec<String>,
    /// Whether there are more.
    pub more: bool,
}

/// A request or response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RpcEntry {
    /// Full name of the rpc.
    pub rpc: String,
    /// Which of the two.
    pub part: CallPart,
}

impl Reached {
    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty()
    }
}

impl SideReached {
    /// Whether this side has no such element, or nothing that leads to it.
    pub fn is_empty(&self) -> bool {
        self.element.is_none() || self.holder.is_empty()
    }
}

impl RouteEntry {
    /// Whether the root is stored: no rpc carries it and nothing contains it.
    pub fn is_stored(&self) -> bool {
        self.rpcs.is_empty()
    }

    /// The paths in full, with the root before them and `element` after them.
    pub fn full_paths(&self, element: &str) -> Vec<String> {
        let full = |path: &String| {
            let parts = [self.name.as_str(), path, element];
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")
        };
        self.paths.iter().map(full).collect()
    }
}

impl Serialize for SideReached {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// A route as JSON has it.
        #[derive(Serialize)]
        struct Whole<'a> {
            root: &'a str,
            stored: bool,
            rpcs: &'a [RpcEntry],
            paths: Vec<String>,
            more: bool,
        }
        let ends = self.element.iter().flat_map(|element| self.holder.iter().map(move |route| (route, element)));
        serializer.collect_seq(ends.map(|(route, element)| Whole {
            root: &route.root,
            stored: route.is_stored(),
            rpcs: &route.rpcs,
            paths: route.full_paths(element),
            more: route.more,
        }))
    }
}
