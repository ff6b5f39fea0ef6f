//! Names of rpcs, as short as they can be.

use std::collections::{HashMap, HashSet};

use crate::report::RouteEntry;

/// Knows which rpcs of a group share a name.
pub(super) struct RpcNames<'a> {
    shared: HashSet<&'a str>,
}

impl<'a> RpcNames<'a> {
    pub(super) fn of(routes: &'a [RouteEntry]) -> Self {
        let mut owners: HashMap<&str, &str> = HashMap::new();
        let mut shared = HashSet::new();
        for rpc in routes.iter().flat_map(|route| route.rpcs.iter()).map(|rpc| rpc.rpc.as_str()) {
            let method = last(rpc, 1);
            if *owners.entry(method).or_insert(rpc) != rpc {
                shared.insert(method);
            }
        }
        RpcNames { shared }
    }

    /// `SendMessage`, or `A2AService.SendMessage` where another service has one of that name.
    pub(super) fn short(&self, full_name: &'a str) -> &'a str {
        let method = last(full_name, 1);
        if self.shared.contains(method) { last(full_name, 2) } else { method }
    }
}

/// The last parts of a full name.
fn last(full_name: &str, parts: usize) -> &str {
    full_name.rmatch_indices('.').nth(parts - 1).map_or(full_name, |(dot, _)| &full_name[dot + 1..])
}
