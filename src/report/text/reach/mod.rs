//! Which rpcs and stored types a group is about: in a line, or with all paths when everything is asked for.

mod in_full;
mod line;
mod names;

use super::{Extent, style::Style};
use crate::{
    comparison::worst_outcome,
    effects::Outcome,
    report::{ChangeEntry, RouteEntry},
    schema::CallPart,
};

/// What continues below a heading stands this far in.
const INDENT: &str = "  ";

/// Appends where the data is that `changes` of one group touch. Nothing where they touch none, and nothing about a
/// message that no rpc carries and nothing contains: its name says it all.
pub(super) fn push(out: &mut String, changes: &[&ChangeEntry], extent: Extent, style: Style) {
    let routes = routes(changes);
    if routes.iter().all(|route| route.is_stored() && is_root(route)) {
        return;
    }
    match extent {
        Extent::Full => in_full::push(out, routes, style),
        Extent::Usual | Extent::Summary => line::push(out, routes, style),
    }
}

/// The routes to the holder of the changes, on the new side where it has one.
fn routes<'a>(changes: &[&'a ChangeEntry]) -> &'a [RouteEntry] {
    let touching = || changes.iter().filter(|change| worst_outcome(&change.effects) > Outcome::Exact);
    let mut new = touching().map(|change| &*change.reach.new.holder);
    let mut old = touching().map(|change| &*change.reach.old.holder);
    new.find(|routes| !routes.is_empty()).or_else(|| old.find(|routes| !routes.is_empty())).unwrap_or_default()
}

/// Whether the holder itself is the root.
fn is_root(route: &RouteEntry) -> bool {
    route.paths.iter().any(String::is_empty)
}

fn part(part: CallPart) -> &'static str {
    match part {
        CallPart::Request => "request",
        CallPart::Response => "response",
    }
}
