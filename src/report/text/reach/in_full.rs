//! Everything that is known: each root with who carries it, and its paths, one to a line.

use super::{INDENT, is_root, names::RpcNames, part};
use crate::report::{
    RouteEntry,
    text::{
        style::{Ink, Style},
        wrap::push_inked,
    },
};

/// Appends all routes.
pub(super) fn push(out: &mut String, routes: &[RouteEntry], style: Style) {
    let names = RpcNames::of(routes);
    let mut push = |indent: usize, text: &str| {
        push_inked(out, Ink::Faint, &INDENT.repeat(indent), text, style, INDENT.len() * (indent + 1));
    };
    for route in routes {
        if route.is_stored() {
            push(1, &format!("stored in {}", route.name));
        } else if is_root(route) {
            push(1, &format!("is {}", carriers(route, &names, "'s ")));
        } else {
            push(1, &format!("in {}", carriers(route, &names, " ")));
        }
        if !is_root(route) {
            route.full_paths("").iter().for_each(|path| push(2, path));
        }
        if route.more {
            push(2, "and more");
        }
    }
}

/// `GetTask response, CancelTask response`.
fn carriers(route: &RouteEntry, names: &RpcNames, between: &str) -> String {
    let carriers = route.rpcs.iter().map(|rpc| format!("{}{between}{}", names.short(&rpc.rpc), part(rpc.part)));
    carriers.collect::<Vec<_>>().join(", ")
}
